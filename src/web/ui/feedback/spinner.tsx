// A turning ring, hidden from screen readers: the text beside it says what is happening.
import { classNames } from "../class-names.ts"

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none",
        className,
      )}
    />
  )
}
