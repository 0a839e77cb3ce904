// The photo: chosen, shown at once, sent; the old one returns when sending fails (specification sections 2, 5 and 8).
import { type ChangeEvent, useEffect, useRef, useState } from "react"
import { type Control, useWatch } from "react-hook-form"
import { IMAGE_TYPES } from "../../../domain/limits.ts"
import { IMAGE } from "../../../domain/messages.ts"
import { initials } from "../../../domain/names.ts"
import { photoProblem } from "../../../domain/photo.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { showToast } from "../../ui/toast-manager.ts"
import type { ProfileValues } from "./form-values.ts"
import { uploadPhoto } from "./upload-photo.ts"

interface PhotoUploadProps {
  picture: string
  control: Control<ProfileValues>
  onUploaded: (picture: string) => void
}

export function PhotoUpload({ picture, control, onUploaded }: PhotoUploadProps) {
  const name = useWatch({ control, name: "full_name" })
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen])

  const fail = (message: string) => {
    setProblem(message)
    showToast({ title: IMAGE.failedTitle, description: message, tone: "bad" })
  }
  const send = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again after a failure.
    event.target.value = ""
    if (!file) return
    const refused = photoProblem(file)
    setProblem(null)
    if (refused !== null) return fail(refused)
    setChosen(URL.createObjectURL(file))
    const result = await uploadPhoto(file)
    setChosen(null)
    if (!result.sent) return fail(result.message)
    onUploaded(result.profile_picture)
    showToast({ title: IMAGE.uploaded, tone: "good" })
  }

  const isUploading = chosen !== null
  return (
    <div className="flex items-center gap-5">
      <Avatar
        src={chosen ?? picture}
        initials={initials(name)}
        className={classNames("size-24 text-2xl", isUploading && "opacity-60")}
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={isUploading}
          aria-describedby="photo-help"
          onClick={() => input.current?.click()}
        >
          {isUploading ? "Uploading..." : "Change Photo"}
        </Button>
        <p id="photo-help" className={problem === null ? "text-sm text-ink-soft" : "font-medium text-bad text-sm"}>
          {problem ?? "JPEG, PNG, GIF or WEBP, up to 5 MB"}
        </p>
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(",")}
          className="hidden"
          tabIndex={-1}
          aria-label="Photo"
          onChange={(event) => void send(event)}
        />
      </div>
    </div>
  )
}
