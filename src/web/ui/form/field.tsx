// The frame of a form field: label above, help or error below, linked to the control for screen readers.
import { type ReactNode, useId } from "react"
import { FIELD } from "../../../domain/messages.ts"
import { FieldError } from "./field-error.tsx"
import { roomText } from "./room-left.ts"

export interface FieldTexts {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** characters left, below zero over the limit; unlike the help, they stay next to an error */
  room?: number | undefined
}

interface FieldProps extends FieldTexts {
  /** draws the control with the attributes that link it to its texts */
  children: (linked: {
    id: string
    "aria-invalid": true | undefined
    "aria-describedby": string | undefined
  }) => ReactNode
}

export const CONTROL =
  "w-full rounded-xl border text-ellipsis border-line-strong bg-sheet px-3.5 text-base text-ink transition-[border-color,box-shadow] duration-150 placeholder:text-ink-soft/85 focus:border-ink focus:outline-2 focus:outline-offset-0 focus:outline-ink/25 aria-invalid:border-bad aria-invalid:focus:outline-bad/25 disabled:bg-well disabled:text-ink-soft"

/** A list of the device's own in the look of the other controls. */
export const SELECT = `${CONTROL} select-arrow h-12 cursor-pointer`

export function Field({ label, help, error: problem, room: left, children }: FieldProps) {
  const id = useId()
  const said = left === undefined ? undefined : roomText(left)
  // By how much it is too long says it all.
  const error = problem === FIELD.tooLong ? (said ?? problem) : problem
  const room = error === said ? undefined : said
  const isOver = left !== undefined && left < 0
  const hasHelp = help !== undefined && !error
  const described = [error && `${id}-error`, hasHelp && `${id}-help`, room !== undefined && `${id}-room`]
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error || isOver ? true : undefined,
        "aria-describedby": described.filter(Boolean).join(" ") || undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hasHelp && (
        <p id={`${id}-help`} className="text-sm text-ink-soft">
          {help}
        </p>
      )}
      {room !== undefined &&
        (isOver ? (
          <FieldError id={`${id}-room`}>{room}</FieldError>
        ) : (
          <p id={`${id}-room`} className="room">
            {room}
          </p>
        ))}
    </div>
  )
}
