// A button. While busy it keeps its width, says so in its text and cannot be pressed again.
import type { ComponentProps } from "react"
import { type ButtonLook, buttonStyle } from "./button-style.ts"
import { Spinner } from "./spinner.tsx"

type ButtonProps = ComponentProps<"button"> & ButtonLook & { busy?: boolean }

export function Button({ variant, size, wide, busy, className, children, disabled, ...rest }: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonStyle(look, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
