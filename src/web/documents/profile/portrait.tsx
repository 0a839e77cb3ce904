// The portrait: the photo once it has loaded; until then, or without one, the initials (specification section 4).
import type { ReactNode } from "react"
import { initials } from "../../../domain/contact/names.ts"

/** The JPEG of the contact card has four times the pixels shown here and at most 36 KB; the photo itself may have 600. */
export const smallPhoto = (picture: string): string => picture.replace(/\/profile\.[a-z]+\?v=/, "/contact.jpg?v=")

interface PortraitProps {
  /** instead of a photo across the whole card: behind the initials */
  pattern?: ReactNode
  name: string
  /** address of the picture, or empty */
  picture: string
  /** across the whole card: the photo in its full size */
  isLarge?: boolean
  /** load only when nearly in view */
  lazy?: boolean
}

export function Portrait({ name, picture, pattern, isLarge, lazy }: PortraitProps) {
  return (
    <div className="portrait">
      {picture === "" && pattern}
      <span aria-hidden="true">{initials(name)}</span>
      {picture !== "" && (
        <img
          src={isLarge ? picture : smallPhoto(picture)}
          alt=""
          width="112"
          height="112"
          {...(lazy ? { loading: "lazy" } : { fetchPriority: "high" })}
          className="u-photo"
        />
      )}
    </div>
  )
}
