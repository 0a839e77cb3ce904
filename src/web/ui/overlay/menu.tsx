// A menu under a button. Items are links or actions; the caller decides what a link is (router or plain).
import { Menu as Base } from "@base-ui/react/menu"
import type { ReactElement, ReactNode } from "react"
import { classNames } from "../class-names.ts"

const ITEM =
  "flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 text-base text-ink no-underline outline-none data-highlighted:bg-well"

interface MenuProps {
  /** the button, e.g. <button>Account</button> */
  trigger: ReactElement<Record<string, unknown>>
  defaultOpen?: boolean
  /** while busy it does not open, and its button keeps the focus */
  busy?: boolean
  children: ReactNode
}

export function Menu({ trigger, defaultOpen = false, busy = false, children }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen} onOpenChange={(open, change) => open && busy && change.cancel()}>
      <Base.Trigger render={trigger} aria-disabled={busy || undefined} />
      <Base.Portal>
        {/* Above the toasts: the menu is what the person is using now. */}
        <Base.Positioner sideOffset={8} align="end" collisionPadding={12} className="z-70 outline-none">
          <Base.Popup className="min-w-60 max-w-[calc(100vw-1.5rem)] origin-(--transform-origin) rounded-2xl border border-line bg-sheet p-1.5 text-ink shadow-float outline-none transition-[transform,opacity] duration-150 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface ItemProps {
  icon?: ReactNode
  children: ReactNode
}

/** `link` is an element such as <a href="…" /> or a router link; the text comes as children. */
export const MenuLink = ({ link, icon, children }: ItemProps & { link: ReactElement<Record<string, unknown>> }) => (
  <Base.Item nativeButton={false} render={link} className={ITEM}>
    {icon}
    {children}
  </Base.Item>
)

interface MenuActionProps extends ItemProps {
  onSelect: () => void
  className?: string
}

export const MenuAction = ({ onSelect, icon, children, className }: MenuActionProps) => (
  <Base.Item onClick={onSelect} className={classNames(ITEM, className)}>
    {icon}
    {children}
  </Base.Item>
)

export const MenuSeparator = () => <Base.Separator className="mx-3 my-1.5 h-px bg-line" />
