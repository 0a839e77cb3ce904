// A link that looks like a button; inside the application, it navigates without a page load.
import type { ComponentProps } from "react"
import { type ButtonLook, buttonStyle } from "./button-style.ts"
import { TextLink } from "./text-link.tsx"

type ButtonLinkProps = ComponentProps<typeof TextLink> & ButtonLook

export function ButtonLink({ variant, size, wide, className, ...rest }: ButtonLinkProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return <TextLink {...rest} bare className={buttonStyle(look, className)} />
}
