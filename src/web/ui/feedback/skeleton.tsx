// What stands in the place of content while it loads.
import { classNames } from "../class-names.ts"

/**
 * A placeholder in the final size of its content. It pulses only if loading takes long: on a slow phone, every frame of an
 * animation delays the application's start.
 */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      "block animate-pulse [animation-delay:1.5s] rounded-lg bg-well motion-reduce:animate-none",
      className,
    )}
  />
)

/** One below the other. @param sizes class names */
export const Skeletons = ({ sizes }: { sizes: string[] }) => (
  <div className="flex flex-col gap-4">
    {sizes.map((size, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change
      <Skeleton key={n} className={size} />
    ))}
  </div>
)

/** For screen readers. */
export const Loading = () => (
  <p role="status" className="sr-only">
    Loading...
  </p>
)
