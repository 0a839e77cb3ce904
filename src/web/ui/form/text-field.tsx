// A labeled line of text, optionally with an icon before it.
import { type ComponentProps, type ReactNode, useId } from "react"
import { classNames } from "../class-names.ts"
import { CONTROL, describedBy, Field, type FieldTexts } from "./field.tsx"

type TextFieldProps = ComponentProps<"input"> & FieldTexts & { icon?: ReactNode }

export function TextField({ label, help, error, room, icon, id, className, ...input }: TextFieldProps) {
  const made = useId()
  const key = id ?? made
  const control = (
    <input
      type="text"
      {...input}
      id={key}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(key, { help, error, room })}
      className={classNames(CONTROL, "h-12", icon !== undefined && "pl-11", className)}
    />
  )
  return (
    <Field id={key} label={label} help={help} error={error} room={room}>
      {icon !== undefined ? (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-soft"
          >
            {icon}
          </span>
          {control}
        </div>
      ) : (
        control
      )}
    </Field>
  )
}
