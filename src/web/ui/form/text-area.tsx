// Several lines of text; the box grows with the text if the browser supports it.
import type { ComponentProps } from "react"
import { classNames } from "../class-names.ts"
import { CONTROL, Field, type FieldTexts } from "./field.tsx"

type TextAreaProps = ComponentProps<"textarea"> & FieldTexts

export function TextArea({ label, help, error, room, className, ...area }: TextAreaProps) {
  const look = classNames(CONTROL, "field-sizing-content resize-y scroll-py-3 py-3", className ?? "min-h-28")
  return (
    <Field label={label} help={help} error={error} room={room}>
      {(linked) => <textarea rows={4} {...area} {...linked} className={look} />}
    </Field>
  )
}
