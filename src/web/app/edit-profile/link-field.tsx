// A field for a web address: leaving it adds a missing https://.
import type { ReactNode } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import { FIELD_MAX } from "../../../domain/limits.ts"
import { withScheme } from "../../../domain/profile/typed-links.ts"
import { roomNearLimit } from "../../ui/form/room-left.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import type { LINK_FIELDS, ProfileValues } from "./form-values.ts"

interface LinkFieldProps {
  form: UseFormReturn<ProfileValues>
  name: (typeof LINK_FIELDS)[number]
  label: string
  placeholder: string
  icon?: ReactNode
}

export function LinkField({ form, name, label, placeholder, icon }: LinkFieldProps) {
  const { register, getValues, setValue, formState } = form
  const shown = useWatch({ control: form.control, name })
  const complete = () => {
    const typed = getValues(name)
    const whole = withScheme(typed.trim())
    if (whole !== typed) setValue(name, whole, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <TextField
      label={label}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      error={formState.errors[name]?.message}
      room={roomNearLimit(shown, FIELD_MAX.url)}
      {...(icon !== undefined && { icon })}
      {...register(name, { onBlur: complete })}
    />
  )
}
