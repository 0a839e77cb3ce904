// A button. While busy, it keeps its width, says so in its text and ignores presses.
import type { ComponentProps, MouseEvent } from "react"
import { type ButtonLook, buttonStyle } from "./button-style.ts"
import { Spinner } from "./feedback/spinner.tsx"

type ButtonProps = ComponentProps<"button"> & ButtonLook & { busy?: boolean }

/** Also prevents sending a form twice: Enter in one of its fields presses this button. */
const refuse = (event: MouseEvent) => event.preventDefault()

export function Button({ variant, size, wide, busy, className, children, disabled, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Disabling it would move the focus away from people who use the keyboard.
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? refuse : onClick}
      className={buttonStyle({ variant, size, wide }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
