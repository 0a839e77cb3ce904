// Fills up in the three seconds before a redirect (REDIRECT_DELAY_MS). Hidden from screen readers: the text beside it says what will happen.
import { classNames } from "../class-names.ts"

/** @param className its place, and the color of what is left */
export function CountdownBar({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={classNames("h-1 overflow-hidden rounded-full", className)}>
      <div
        data-countdown=""
        className="h-full origin-left animate-[three-seconds_3s_linear_forwards] bg-good motion-reduce:animate-none"
      />
    </div>
  )
}
