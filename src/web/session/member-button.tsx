// The button of the Account menu: there before the menu is.
import { IconChevronDown, IconUser } from "@tabler/icons-react"
import type { ComponentProps } from "react"
import { buttonStyle } from "../ui/button-style.ts"

export const MemberButton = (props: ComponentProps<"button">) => (
  <button
    type="button"
    className={buttonStyle({ variant: "secondary", size: "sm" }, "data-popup-open:bg-well")}
    {...props}
  >
    <IconUser size={18} aria-hidden="true" />
    Account
    <IconChevronDown size={16} aria-hidden="true" />
  </button>
)
