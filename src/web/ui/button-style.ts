// The look of buttons and of links that look like buttons (styles/components.css). Primary has the color of the seal: one per screen.
import { classNames } from "./class-names.ts"

export interface ButtonLook {
  variant?: "primary" | "secondary" | "quiet" | "danger"
  /** 44, 48 or 52 px high */
  size?: "sm" | "md" | "lg"
  /** full width on a phone, as wide as its content from 640 px */
  wide?: boolean
}

export const buttonStyle = ({ variant = "primary", size = "md", wide = false }: ButtonLook, extra?: string): string =>
  classNames("button", variant, `button-${size}`, wide && "w-full sm:w-auto", extra)
