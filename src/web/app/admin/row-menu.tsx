// The menu at the end of a row: a button with three dots.
import type { ComponentProps, ReactNode } from "react"
import IconDots from "~icons/dots"
import { buttonStyle } from "../../ui/button-style.ts"
import { Menu, MenuAction } from "../../ui/overlay/menu.tsx"

interface RowMenuProps {
  label: string
  busy: boolean
  children: ReactNode
}

export const RowMenu = ({ label, busy, children }: RowMenuProps) => (
  <Menu
    busy={busy}
    trigger={
      <button
        type="button"
        aria-label={label}
        className={buttonStyle({ variant: "quiet", size: "sm" }, "data-popup-open:bg-well")}
      >
        <IconDots size={20} />
      </button>
    }
  >
    {children}
  </Menu>
)

type RowActionProps = Omit<ComponentProps<typeof MenuAction>, "icon"> & { icon: typeof IconDots }

export const RowAction = ({ icon: Icon, ...action }: RowActionProps) => (
  <MenuAction {...action} icon={<Icon size={20} />} />
)
