// The button of the Account menu, shown before the menu is loaded.
import type { ComponentProps, ReactElement } from "react"
import IconChevronDown from "~icons/chevron-down"
import IconUser from "~icons/user"
import { buttonStyle } from "../ui/button-style.ts"

/** A link of the header or the menu: the router's, or a plain one on documents. */
export type MakeLink = (href: string) => ReactElement<Record<string, unknown>>

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
