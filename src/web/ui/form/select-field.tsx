// A labeled select with the device's native list.
import type { ComponentProps } from "react"
import { Field, type FieldTexts, SELECT } from "./field.tsx"

interface SelectFieldProps extends ComponentProps<"select">, Pick<FieldTexts, "label" | "help" | "error"> {
  options: [value: string, label: string][]
}

export const SelectField = ({ label, help, error, options, ...select }: SelectFieldProps) => (
  <Field label={label} help={help} error={error}>
    {(linked) => (
      <select {...select} {...linked} className={SELECT}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)
