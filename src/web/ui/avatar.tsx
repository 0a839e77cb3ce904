// A portrait once it has loaded; until then, or without one, the initials (specification section 4).
import { useState } from "react"
import { classNames } from "./class-names.ts"

interface AvatarProps {
  /** address of the picture, or empty */
  src: string
  initials: string
  className?: string
}

export function Avatar({ src, initials, className }: AvatarProps) {
  const [loaded, setLoaded] = useState("")
  const isLoaded = src !== "" && loaded === src
  return (
    <span
      className={classNames(
        "relative inline-flex size-12 shrink-0 select-none items-center justify-center overflow-hidden rounded-[30%] bg-well font-serif text-ink-soft",
        className,
      )}
    >
      {!isLoaded && initials}
      {src !== "" && (
        <img
          src={src}
          alt=""
          // A picture that the browser has already may have loaded before React listened.
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setLoaded(src)
          }}
          onLoad={() => setLoaded(src)}
          className={isLoaded ? "size-full object-cover" : "absolute size-px opacity-0"}
        />
      )}
    </span>
  )
}
