// A portrait once it has loaded; until then, or without one, the initials (specification section 4).
import { useState } from "react"
import { initials } from "../../domain/contact/names.ts"
import { type Accent, automaticAccent } from "../../domain/profile/accent.ts"
import { classNames } from "./class-names.ts"

interface AvatarProps {
  /** address of the picture, or empty */
  src: string
  name: string
  /** of the person's card; without one, a color that stays the same for the name */
  accent?: Accent
  className?: string
}

export function Avatar({ src, name, accent = automaticAccent(name), className }: AvatarProps) {
  const [loaded, setLoaded] = useState("")
  const isLoaded = src !== "" && loaded === src
  return (
    <span
      data-accent={accent}
      className={classNames(
        "relative inline-flex size-12 shrink-0 select-none items-center justify-center overflow-hidden rounded-[30%] bg-tint font-serif font-semibold text-accent-strong",
        className,
      )}
    >
      {!isLoaded && initials(name)}
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
