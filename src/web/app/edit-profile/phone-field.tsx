// The phone number, formatted while typing, with the caret kept in place (specification section 5).
import { type ChangeEvent, useRef } from "react"
import type { UseFormReturn } from "react-hook-form"
import { isAbroad } from "../../../domain/contact/phone.ts"
import {
  caretAfterFormat,
  formatTyped,
  plainPhone,
  storablePhone,
  withPlus,
} from "../../../domain/contact/typed-phone.ts"
import { TextField } from "../../ui/form/text-field.tsx"
import type { ProfileValues } from "./form-values.ts"

type International = typeof import("../../../domain/contact/international-phone.ts")

const format = (input: HTMLInputElement, international: International | null, isForward = false) => {
  const typed = input.value
  const formatted = formatTyped(typed, international?.formatInternational ?? null)
  if (formatted === typed) return
  const caret = caretAfterFormat(typed, input.selectionStart ?? typed.length, formatted, isForward)
  input.value = formatted
  if (input === document.activeElement) input.setSelectionRange(caret, caret)
}

export function PhoneField({ form }: { form: UseFormReturn<ProfileValues> }) {
  const { setValue, getValues, formState } = form
  const international = useRef<International>(null)
  const loadFor = async (input: HTMLInputElement) => {
    // Without its rules the number stays as typed, and the server judges it.
    international.current = await import("../../../domain/contact/international-phone.ts").catch(() => null)
    format(input, international.current)
    setValue("business_phone", input.value, { shouldDirty: true })
  }
  /** Leaving the field shows a changed number as it will be stored, without a trunk zero. */
  const complete = async () => {
    const typed = getValues("business_phone")
    if (typed === formState.defaultValues?.business_phone) return
    const whole = await storablePhone(typed).catch(() => null)
    if (whole !== null && whole !== typed && getValues("business_phone") === typed)
      setValue("business_phone", whole, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  const { onChange, ...field } = form.register("business_phone", { onBlur: complete })
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target
    const kept = withPlus(input.value, getValues("business_phone"))
    if (kept !== input.value) {
      input.value = kept
      input.setSelectionRange(1, 1)
    }
    const isForward = (event.nativeEvent as InputEvent).inputType === "deleteContentForward"
    format(input, international.current, isForward)
    if (international.current === null && isAbroad(plainPhone(input.value))) void loadFor(input)
    void onChange(event)
  }
  return (
    <TextField
      label="Phone Number"
      help="Outside the US and Canada, start with + and the country code."
      autoComplete="tel"
      inputMode="tel"
      placeholder="(555) 123-4567"
      error={formState.errors.business_phone?.message}
      onChange={change}
      {...field}
    />
  )
}
