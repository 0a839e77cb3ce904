// A checkbox with its label beside it; the whole row can be clicked.
import { type ComponentProps, type ReactNode, useId } from "react"

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; error?: string | undefined }

export function Checkbox({ label, error, id, ...input }: CheckboxProps) {
  const made = useId()
  const key = id ?? made
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={key}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${key}-error` : undefined}
          className="mt-0.5 size-6 shrink-0 cursor-pointer rounded-md accent-accent"
        />
        <label htmlFor={key} className="cursor-pointer py-0.5 text-sm text-ink">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${key}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
