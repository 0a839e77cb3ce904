// The phone number, formatted while typing, with the caret kept in place (specification section 5).
import type { ChangeEvent } from "react"
import type { UseFormReturn } from "react-hook-form"
import { caretAfterFormat, formatPhone } from "../../../domain/contact/phone.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import type { ProfileValues } from "./form-values.ts"

export function PhoneField({ form }: { form: UseFormReturn<ProfileValues> }) {
  const { onChange, ...field } = form.register("business_phone")
  const format = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const typed = input.value
    const formatted = formatPhone(typed)
    if (formatted !== typed) {
      const isForward = (event.nativeEvent as InputEvent).inputType === "deleteContentForward"
      const caret = caretAfterFormat(typed, input.selectionStart ?? typed.length, formatted, isForward)
      input.value = formatted
      input.setSelectionRange(caret, caret)
    }
    void onChange(event)
  }
  return (
    <TextField
      label="Phone Number"
      autoComplete="tel-national"
      inputMode="tel"
      placeholder="(555) 123-4567"
      error={form.formState.errors.business_phone?.message}
      onChange={format}
      {...field}
    />
  )
}
