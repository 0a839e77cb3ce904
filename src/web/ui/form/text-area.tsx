// Several lines of text; the box grows with the text if the browser supports it.
import { type ComponentProps, useId } from "react"
import { classNames } from "../class-names.ts"
import { CONTROL, describedBy, Field, type FieldTexts } from "./field.tsx"

type TextAreaProps = ComponentProps<"textarea"> & FieldTexts

export function TextArea({ label, help, error, room, id, className, ...area }: TextAreaProps) {
  const made = useId()
  const key = id ?? made
  return (
    <Field id={key} label={label} help={help} error={error} room={room}>
      <textarea
        rows={4}
        {...area}
        id={key}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(key, { help, error, room })}
        className={classNames(CONTROL, "field-sizing-content resize-y py-3", className ?? "min-h-28")}
      />
    </Field>
  )
}
