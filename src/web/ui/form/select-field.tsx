// A labeled select with the device's native list.
import type { ComponentProps } from "react"
import { classNames } from "../class-names.ts"
import { CONTROL, Field, type FieldTexts } from "./field.tsx"

interface SelectFieldProps extends ComponentProps<"select">, Pick<FieldTexts, "label"> {
  options: [value: string, label: string][]
}

export const SelectField = ({ label, options, ...select }: SelectFieldProps) => (
  <Field label={label}>
    {(linked) => (
      <select {...select} {...linked} className={classNames(CONTROL, "h-12 cursor-pointer")}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)
