// The look of buttons and of links that look like buttons. Primary has the color of the seal: one per screen.
import { classNames } from "./class-names.ts"

const BASE =
  "inline-flex cursor-pointer select-none wrap-normal items-center justify-center gap-2 rounded-xl font-semibold no-underline transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px disabled:cursor-not-allowed disabled:opacity-60 disabled:active:translate-y-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:active:translate-y-0"

const VARIANT = {
  primary:
    "border border-transparent bg-accent text-on-accent enabled:not-aria-disabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong",
  secondary: "border border-line-strong bg-sheet text-ink enabled:not-aria-disabled:hover:bg-well [a&]:hover:bg-well",
  quiet: "text-ink enabled:not-aria-disabled:hover:bg-well [a&]:hover:bg-well",
  danger: "border border-bad bg-sheet text-bad enabled:not-aria-disabled:hover:bg-bad-paper [a&]:hover:bg-bad-paper",
}

/** Heights: 44, 48 and 52 px, large enough for a thumb. */
const SIZE = {
  sm: "min-h-11 px-3 text-sm",
  md: "min-h-12 px-5 text-base",
  lg: "min-h-13 px-6 text-base",
}

export interface ButtonLook {
  variant?: keyof typeof VARIANT
  size?: keyof typeof SIZE
  /** full width on a phone, as wide as its content from 640 px */
  wide?: boolean
}

export const buttonStyle = ({ variant = "primary", size = "md", wide = false }: ButtonLook, extra?: string): string =>
  classNames(BASE, VARIANT[variant], SIZE[size], wide && "w-full sm:w-auto", extra)
