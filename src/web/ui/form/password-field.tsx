// A password field with a button that shows or hides the text.
import { type ComponentProps, useState } from "react"
import IconEye from "~icons/eye"
import IconEyeOff from "~icons/eye-off"
import { classNames } from "../class-names.ts"
import { CONTROL, Field, type FieldTexts } from "./field.tsx"

type PasswordFieldProps = Omit<ComponentProps<"input">, "type"> & FieldTexts

export function PasswordField({ label, help, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <Field label={label} help={help} error={error}>
      {(linked) => (
        <div className="relative">
          <input
            {...input}
            {...linked}
            type={shown ? "text" : "password"}
            autoCapitalize={shown ? "none" : undefined}
            autoCorrect="off"
            spellCheck={false}
            className={classNames(CONTROL, "h-12 pr-13")}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={shown ? "Hide password" : "Show password"}
            aria-controls={linked.id}
            className="absolute inset-y-0 right-0 flex w-12 cursor-pointer items-center justify-center rounded-r-xl text-ink-soft hover:text-ink"
          >
            <Icon size={20} />
          </button>
        </div>
      )}
    </Field>
  )
}
