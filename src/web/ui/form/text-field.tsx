// A labeled line of text, optionally with an icon before it, and the one for a code of an authenticator app.
import type { ComponentProps, ReactNode } from "react"
import { TOTP_DIGITS } from "../../../domain/limits.ts"
import { classNames } from "../class-names.ts"
import { CONTROL, Field, type FieldTexts } from "./field.tsx"

type TextFieldProps = ComponentProps<"input"> & FieldTexts & { icon?: ReactNode }

export function TextField({ label, help, error, room, icon, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} room={room}>
      {(linked) => {
        const look = classNames(CONTROL, "h-12", icon !== undefined && "pl-11", className)
        const control = <input type="text" {...input} {...linked} className={look} />
        if (icon === undefined) return control
        return (
          <div className="relative">
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-soft"
            >
              {icon}
            </span>
            {control}
          </div>
        )
      }}
    </Field>
  )
}

/** Six digits in one wide field with even spacing, which phones can fill in. */
export const CodeField = (props: TextFieldProps) => (
  <TextField
    autoComplete="one-time-code"
    inputMode="numeric"
    // Room for the space that some apps copy too.
    maxLength={TOTP_DIGITS + 1}
    {...props}
    className="text-center text-xl tabular-nums tracking-[0.4em] indent-[0.4em]"
  />
)
