// The place where something will appear, in its final size. It moves only when that takes long: on a slow phone every frame of a
// moving picture is taken from the application's start.
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
