// A menu under a button. Items are links or actions; the caller decides what a link is (router or plain).
import { Menu as Base } from "@base-ui/react/menu"
import { type ComponentProps, Fragment, type ReactElement, type ReactNode, type RefObject, useRef } from "react"
import { classNames } from "../class-names.ts"

const ITEM =
  "flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 py-2 text-base leading-snug text-ink no-underline -outline-offset-2 data-highlighted:bg-well"

interface MenuProps {
  /** the button, e.g. <button>Account</button> */
  trigger: ReactElement<Record<string, unknown>>
  defaultOpen?: boolean
  children: ReactNode
}

export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Sheet>{children}</Sheet>
    </Base.Root>
  )
}

export interface MenuEntry {
  icon: ReactNode
  text: string
  /** a smaller line below it */
  detail?: string
  /** an action */
  onSelect?: () => void
  /** or a link */
  link?: ReactElement<Record<string, unknown>>
  /** stands apart from what does no harm */
  isDanger?: boolean
  /** can be selected all the same: `onSelect` says why not */
  isUnavailable?: boolean
}

export interface ButtonMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** the button that opens it: it stays the same when this code arrives, so that the keyboard keeps its place */
  button: RefObject<HTMLButtonElement | null>
  label: string
  /** opened with a key: the first entry gets the focus */
  isByKey: boolean
  entries: readonly MenuEntry[]
  /** above the entries: what they are about */
  about?: ReactNode
}

/** The menu of a button that is on the page before this code is. */
export function ButtonMenu({ open, onOpenChange, button, label, isByKey, entries, about }: ButtonMenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  const anchor = { contextElement: button.current ?? undefined, getBoundingClientRect: () => besideRow(button.current) }
  const firstEntry = () => popup.current?.querySelector<HTMLElement>("[role=menuitem]") ?? true
  return (
    <Base.Root
      modal={false}
      open={open}
      onOpenChange={(next, { event }) => {
        // Its own button closes it by itself, and would open it again.
        if (!(event.target instanceof Node && button.current?.contains(event.target))) onOpenChange(next)
      }}
    >
      <Sheet
        anchor={anchor}
        popup={{ ref: popup, "aria-label": label, finalFocus: button, ...(isByKey && { initialFocus: firstEntry }) }}
      >
        <Base.Group>
          {about && (
            <Base.GroupLabel className="mx-3 mb-1.5 border-b border-line-strong/35 pt-1.5 pb-2.5 text-sm text-ink-soft">
              {about}
            </Base.GroupLabel>
          )}
          {entries.map(({ icon, text, detail, onSelect, link, isDanger = false, isUnavailable = false }, at) => (
            <Fragment key={text}>
              {isDanger && at > 0 && !entries[at - 1]?.isDanger && <MenuSeparator />}
              {link ? (
                <MenuLink icon={icon} link={link}>
                  {text}
                </MenuLink>
              ) : (
                <MenuAction
                  icon={icon}
                  onSelect={() => onSelect?.()}
                  aria-disabled={isUnavailable || undefined}
                  className={classNames(
                    isUnavailable ? "text-ink-soft!" : isDanger && "text-bad!",
                    detail !== undefined && "items-start! [&>svg]:mt-px",
                  )}
                >
                  {detail === undefined ? (
                    text
                  ) : (
                    <span>
                      {text}
                      <span className="block text-sm text-pretty">{detail}</span>
                    </span>
                  )}
                </MenuAction>
              )}
            </Fragment>
          ))}
        </Base.Group>
      </Sheet>
    </Base.Root>
  )
}

/** At the end of the button, but above or below its row: what the row says stays in sight. */
function besideRow(button: HTMLElement | null): DOMRect {
  const { left, width, top, height } = button?.getBoundingClientRect() ?? new DOMRect()
  const row = button?.closest("li, tr")?.getBoundingClientRect()
  return new DOMRect(left, row?.top ?? top, width, row?.height ?? height)
}

interface SheetProps {
  /** by default the trigger */
  anchor?: ComponentProps<typeof Base.Positioner>["anchor"]
  popup?: ComponentProps<typeof Base.Popup>
  children: ReactNode
}

/** Above the toasts: the menu is what the person is using now. */
const Sheet = ({ anchor, popup, children }: SheetProps) => (
  <Base.Portal>
    <Base.Positioner
      {...(anchor && { anchor })}
      sideOffset={anchor ? 4 : 6}
      align="end"
      collisionPadding={{ top: 8, bottom: 8, left: 16, right: 16 }}
      className="z-70 outline-none"
    >
      <Base.Popup
        {...popup}
        className="min-w-60 max-w-[min(21rem,100vw-2rem)] [&_svg]:shrink-0 origin-(--transform-origin) rounded-2xl border border-line bg-raised dark:border-line-strong/40 p-1.5 text-ink shadow-float outline-none transition-[transform,opacity] duration-150 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
      >
        {children}
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

interface ItemProps {
  icon?: ReactNode
  children: ReactNode
}

interface MenuLinkProps extends ItemProps {
  link: ReactElement<Record<string, unknown>>
  /** it leads to the page that is shown */
  isCurrent?: boolean
}

/** `link` is an element such as <a href="…" /> or a router link; the text comes as children. */
export const MenuLink = ({ link, isCurrent = false, icon, children }: MenuLinkProps) => (
  <Base.Item
    nativeButton={false}
    render={link}
    aria-current={isCurrent ? "page" : undefined}
    className={classNames(ITEM, isCurrent && "font-semibold")}
  >
    {icon}
    {children}
  </Base.Item>
)

interface MenuActionProps extends ItemProps {
  onSelect: () => void
  className?: string
  "aria-disabled"?: true | undefined
}

export const MenuAction = ({ onSelect, icon, children, className, ...rest }: MenuActionProps) => (
  <Base.Item {...rest} onClick={onSelect} className={classNames(ITEM, className)}>
    {icon}
    {children}
  </Base.Item>
)

export const MenuSeparator = () => <Base.Separator className="mx-3 my-1.5 h-px bg-line-strong/35" />
