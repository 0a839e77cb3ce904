// A placeholder in the final size of its content. It pulses only if loading takes long: on a slow phone, every frame of an
// animation delays the application's start.
import { classNames } from "../class-names.ts"

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "block animate-pulse [animation-delay:1.5s] rounded-lg bg-well motion-reduce:animate-none",
        className,
      )}
    />
  )
}
