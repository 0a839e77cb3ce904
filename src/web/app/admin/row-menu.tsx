// The menu at the end of a row: a button with three dots. Its code is loaded when the pointer or the focus reaches the button.
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react"
import IconDots from "~icons/dots"
import { GENERAL } from "../../../domain/messages.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import type { MenuAction as MenuActionType, Menu as MenuType } from "../../ui/overlay/menu.tsx"

const load = () => import("../../ui/overlay/menu.tsx")
const Menu = lazy(async () => ({ default: (await load()).Menu }))
const MenuAction = lazy(async () => ({ default: (await load()).MenuAction }))
export const RowLink = lazy(async () => ({ default: (await load()).MenuLink }))
export const RowSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }))

interface RowMenuProps extends Pick<ComponentProps<typeof MenuType>, "children"> {
  label: string
  busy: boolean
}

export function RowMenu({ label, busy, children }: RowMenuProps) {
  const [isAsked, setAsked] = useState(false)
  const ask = () =>
    load().then(
      () => setAsked(true),
      () => showToast({ title: GENERAL.offline, tone: "bad" }),
    )
  const soon = () => void load().catch(() => undefined)
  const button = (props: ComponentProps<"button">): ReactNode => (
    <button
      type="button"
      aria-label={label}
      className={buttonStyle({ variant: "quiet", size: "sm" }, "data-popup-open:bg-well")}
      {...props}
    >
      <IconDots size={20} />
    </button>
  )
  const closed = button({
    "aria-haspopup": "menu",
    "aria-expanded": false,
    "aria-disabled": busy || undefined,
    onPointerEnter: soon,
    onFocus: soon,
    onClick: () => void (busy || ask()),
    onKeyDown: ({ key }) => key === "ArrowDown" && !busy && void ask(),
  })
  if (!isAsked) return closed
  return (
    <Suspense fallback={closed}>
      <Menu busy={busy} defaultOpen trigger={button({}) as ComponentProps<typeof MenuType>["trigger"]}>
        {children}
      </Menu>
    </Suspense>
  )
}

type RowActionProps = Omit<ComponentProps<typeof MenuActionType>, "icon"> & { icon: typeof IconDots }

export const RowAction = ({ icon: Icon, ...action }: RowActionProps) => (
  <MenuAction {...action} icon={<Icon size={20} />} />
)
