// A portrait once it has loaded; until then, or without one, the initials (specification section 4).
import { Avatar as Base } from "@base-ui/react/avatar"
import { classNames } from "./class-names.ts"

interface AvatarProps {
  /** address of the picture, or empty */
  src: string
  initials: string
  className?: string
}

export function Avatar({ src, initials, className }: AvatarProps) {
  return (
    <Base.Root
      className={classNames(
        "inline-flex size-12 shrink-0 select-none items-center justify-center overflow-hidden rounded-[30%] bg-well font-serif text-ink-soft",
        className,
      )}
    >
      {src !== "" && <Base.Image src={src} alt="" className="size-full object-cover" />}
      <Base.Fallback className="flex size-full items-center justify-center">{initials}</Base.Fallback>
    </Base.Root>
  )
}
