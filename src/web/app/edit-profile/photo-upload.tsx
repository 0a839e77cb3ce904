// The photo of the profile (specification sections 2, 5 and 8).
import { type Control, useWatch } from "react-hook-form"
import { initials } from "../../../domain/contact/names.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { classNames } from "../../ui/class-names.ts"
import type { ProfileValues } from "./form-values.ts"
import { PictureButtons } from "./picture-buttons.tsx"
import type { PictureState } from "./use-picture.ts"

interface PhotoUploadProps {
  photo: PictureState
  control: Control<ProfileValues>
  /** label of the button; by default the specification's */
  change?: string
}

export function PhotoUpload({ photo, control, change = "Change Photo" }: PhotoUploadProps) {
  const name = useWatch({ control, name: "full_name" })
  return (
    <div className="flex items-center gap-5">
      <Avatar
        src={photo.shown}
        initials={initials(name)}
        className={classNames("size-24 text-2xl", photo.busy !== null && "opacity-60")}
      />
      <PictureButtons
        picture={photo}
        label="Photo"
        change={change}
        remove="Remove Photo"
        help={"JPEG, PNG, GIF or WEBP, up to 5\u00a0MB"}
      />
    </div>
  )
}
