// The frame of a form field: label above, help or error below, linked to the control for screen readers.
import type { ReactNode } from "react"

export interface FieldTexts {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** how much room is left; unlike the help, it stays next to an error */
  room?: string | undefined
}

export const CONTROL =
  "w-full rounded-xl border border-line-strong bg-sheet px-3.5 text-base text-ink transition-[border-color,box-shadow] duration-150 placeholder:text-ink-soft/85 focus:border-ink focus:outline-2 focus:outline-offset-0 focus:outline-ink/25 aria-invalid:border-bad aria-invalid:focus:outline-bad/25 disabled:bg-well disabled:text-ink-soft"

/** Ids of the texts that describe the control with this id, for aria-describedby. */
export function describedBy(id: string, { help, error, room }: Omit<FieldTexts, "label">): string | undefined {
  const ids = [error ? `${id}-error` : help !== undefined && `${id}-help`, room !== undefined && `${id}-room`]
  return ids.filter(Boolean).join(" ") || undefined
}

export function Field({ id, label, help, error, room, children }: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      {help !== undefined && !error && (
        <p id={`${id}-help`} className="text-sm text-ink-soft">
          {help}
        </p>
      )}
      {room !== undefined && (
        <p id={`${id}-room`} className="text-sm text-ink-soft tabular-nums">
          {room}
        </p>
      )}
    </div>
  )
}
