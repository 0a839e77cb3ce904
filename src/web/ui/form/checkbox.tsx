// A checkbox with its label beside it; the whole row can be clicked.
import { type ComponentProps, type ReactNode, useId } from "react"
import { FieldError } from "./field-error.tsx"

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; error?: string | undefined }

export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="check mt-0.5"
        />
        <label htmlFor={id} className="cursor-pointer py-0.5 text-sm text-ink">
          {label}
        </label>
      </div>
      {error && (
        <div className="pl-9">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
