// The place where something will appear, in its final size.
import { classNames } from "./class-names.ts"

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-pulse rounded-lg bg-well motion-reduce:animate-none", className)}
    />
  )
}
