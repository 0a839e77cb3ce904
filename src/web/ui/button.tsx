// A button. While busy, it keeps its width, says so in its text, shows a spinner for its icon, and ignores presses.
import { type ComponentProps, type MouseEvent, useState } from "react"
import { type ButtonLook, buttonStyle } from "./button-style.ts"
import { classNames } from "./class-names.ts"
import { Spinner } from "./feedback/spinner.tsx"

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  busy?: boolean
  /** instead of onClick: it is busy until the promise settles */
  onAct?: () => Promise<void> | void
}

/** Also prevents sending a form twice: Enter in one of its fields presses this button. */
const refuse = (event: MouseEvent) => event.preventDefault()

export function Button({ variant, size, wide, className, children, disabled, onClick, onAct, ...rest }: ButtonProps) {
  const [isActing, setActing] = useState(false)
  const { busy = isActing, ...attributes } = rest
  const act = async () => {
    setActing(true)
    await onAct?.()
    setActing(false)
  }
  return (
    <button
      type="button"
      {...attributes}
      // Disabling it would move the focus away from people who use the keyboard.
      disabled={disabled && !busy}
      aria-disabled={busy || attributes["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={busy ? refuse : onAct ? () => void act() : onClick}
      className={buttonStyle({ variant, size, wide }, classNames("aria-busy:[&>svg]:hidden", className))}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
