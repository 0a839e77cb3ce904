// A labeled select with the device's native list.
import { type ComponentProps, useId } from "react"
import { classNames } from "../class-names.ts"
import { CONTROL, describedBy, Field, type FieldTexts } from "./field.tsx"

type SelectFieldProps = ComponentProps<"select"> & FieldTexts & { options: [value: string, label: string][] }

export function SelectField({ label, help, error, id, options, className, ...select }: SelectFieldProps) {
  const made = useId()
  const key = id ?? made
  return (
    <Field id={key} label={label} help={help} error={error}>
      <select
        {...select}
        id={key}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(key, { help, error })}
        className={classNames(CONTROL, "h-12 cursor-pointer", className)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}
