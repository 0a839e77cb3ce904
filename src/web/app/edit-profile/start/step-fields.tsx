// The fields of the second and third step: a few of the form's, large enough for a thumb.
import type { UseFormReturn } from "react-hook-form"
import { Checkbox } from "../../../ui/form/checkbox.tsx"
import { TextArea } from "../../../ui/form/text-area.tsx"
import { TextField } from "../../../ui/form/text-field.tsx"
import { FIELD_LABEL } from "../field-labels.ts"
import type { ProfileValues } from "../form-values.ts"
import { LinkField } from "../link-field.tsx"
import { PhoneField } from "../phone-field.tsx"

type Form = UseFormReturn<ProfileValues>

const textField = (form: Form, name: "full_name" | "job_title" | "business_name" | "email" | "bio") => ({
  label: FIELD_LABEL[name],
  error: form.formState.errors[name]?.message,
  ...form.register(name),
})

/** @param needsName people who signed up through another program may have none yet */
export function WorkFields({ form, needsName }: { form: Form; needsName: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      {needsName && <TextField autoComplete="name" {...textField(form, "full_name")} />}
      <TextField autoComplete="organization-title" {...textField(form, "job_title")} />
      <TextField autoComplete="organization" {...textField(form, "business_name")} />
      <TextArea rows={3} help="A line or two about you." {...textField(form, "bio")} />
    </div>
  )
}

export function ReachFields({ form }: { form: Form }) {
  return (
    <div className="flex flex-col gap-5">
      <PhoneField form={form} />
      <TextField
        type="email"
        placeholder="you@example.com"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        help="Everyone who opens your card sees it."
        {...textField(form, "email")}
      />
      <LinkField form={form} name="website" label={FIELD_LABEL.website} placeholder="https://example.com" />
      <Checkbox label="Let visitors leave their info" {...form.register("takes_details")} />
    </div>
  )
}
