// What is wrong with a field, below its control.
import IconAlertTriangle from "~icons/alert-triangle"

interface FieldErrorProps {
  id?: string
  children: string
}

export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className="flex gap-1.5 text-sm font-medium text-bad">
      <IconAlertTriangle size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
