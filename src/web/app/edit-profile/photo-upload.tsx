// The photo of the profile (specification sections 2, 5 and 8).
import { type Control, useWatch } from "react-hook-form"
import { accentOf } from "../../../domain/profile/accent.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { classNames } from "../../ui/class-names.ts"
import type { ProfileValues } from "./form-values.ts"
import { PictureButtons } from "./picture-buttons.tsx"
import type { PictureState } from "./use-picture.ts"

interface PhotoUploadProps {
  photo: PictureState
  control: Control<ProfileValues>
  username: string
  /** the photo is what the page asks for */
  isWanted?: boolean
}

export function PhotoUpload({ photo, control, username, isWanted = false }: PhotoUploadProps) {
  const isAsked = isWanted && photo.shown === ""
  const [name, accent] = useWatch({ control, name: ["full_name", "accent"] })
  return (
    <div className="flex items-center gap-5">
      {/* Where a photo is asked for, the card beside it shows what stands in for it. */}
      {!isAsked && (
        <Avatar
          src={photo.shown}
          name={name}
          accent={accentOf({ username, accent })}
          className={classNames(
            "seal! size-24 text-2xl",
            // The rim of the card's seal.
            photo.shown === "" && "outline-1 -outline-offset-8 outline-current",
            photo.busy !== null && "opacity-60",
          )}
        />
      )}
      <PictureButtons
        picture={photo}
        label="Photo"
        change={isAsked ? "Choose a Photo" : "Change Photo"}
        isWanted={isAsked}
        remove="Remove Photo"
        help={"JPEG, PNG, GIF or WEBP, up to 5\u00a0MB"}
      />
    </div>
  )
}
