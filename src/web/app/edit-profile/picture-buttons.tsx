// The buttons under a picture of the profile: choose another file, or remove it; below them what is accepted, or why it was refused.
import { type ChangeEvent, type ReactNode, useId, useRef } from "react"
import IconTrash from "~icons/trash"
import { IMAGE_TYPES } from "../../../domain/limits.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { FieldError } from "../../ui/form/field-error.tsx"
import type { PictureState } from "./use-picture.ts"

interface PictureButtonsProps {
  picture: PictureState
  /** of the file field */
  label: string
  change: string
  remove: string
  help: ReactNode
  /** there is none yet, and the page asks for one: the button stands out */
  isWanted?: boolean
  /** full width on a phone, as the other buttons of its panel */
  isWide?: boolean
}

export function PictureButtons({
  picture,
  label,
  change,
  remove,
  help,
  isWanted = false,
  isWide = false,
}: PictureButtonsProps) {
  const { shown, busy, problem } = picture
  const input = useRef<HTMLInputElement>(null)
  const helpId = useId()
  const send = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Allows choosing the same file again after a failure.
    event.target.value = ""
    if (file) void picture.send(file)
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
      <div className={classNames("flex gap-1", isWanted && "w-full *:flex-1", isWide && "max-sm:w-full")}>
        <Button
          variant={isWanted ? "primary" : "secondary"}
          size={isWanted ? "lg" : "sm"}
          wide={isWide}
          busy={busy === "uploading"}
          disabled={busy !== null}
          aria-describedby={helpId}
          onClick={() => input.current?.click()}
        >
          {busy === "uploading" ? "Uploading..." : change}
        </Button>
        {shown !== "" && busy !== "uploading" && (
          <Button
            variant="quiet"
            size="sm"
            className="shrink-0"
            aria-label={busy === "removing" ? "Removing..." : remove}
            title={remove}
            busy={busy === "removing"}
            onClick={() => void picture.remove()}
          >
            <IconTrash size={20} />
          </Button>
        )}
      </div>
      {problem === null ? (
        <p id={helpId} className="text-sm text-ink-soft">
          {help}
        </p>
      ) : (
        <FieldError id={helpId}>{problem}</FieldError>
      )}
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(",")}
        className="hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={send}
      />
    </div>
  )
}
