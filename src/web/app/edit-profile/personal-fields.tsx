// The fields of the person: name, work, ways to reach them.
import type { UseFormReturn } from "react-hook-form"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { ProfileValues } from "./form-values.ts"
import { LinkField } from "./link-field.tsx"
import { PhoneField } from "./phone-field.tsx"

export function PersonalFields({ form }: { form: UseFormReturn<ProfileValues> }) {
  const { errors } = form.formState
  const { register } = form
  return (
    <div className="mt-7 grid grid-cols-1 gap-5 sm:grid-cols-2">
      <TextField
        label="Full Name *"
        autoComplete="name"
        error={errors.full_name?.message}
        aria-required="true"
        {...register("full_name")}
      />
      <TextField
        label="Job Title"
        autoComplete="organization-title"
        error={errors.job_title?.message}
        {...register("job_title")}
      />
      <PhoneField form={form} />
      <TextField
        label="Business Name"
        autoComplete="organization"
        error={errors.business_name?.message}
        {...register("business_name")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        error={errors.email?.message}
        {...register("email")}
      />
      <LinkField form={form} name="website" label="Website" placeholder="https://example.com" />
      <div className="sm:col-span-2">
        <TextArea
          label="Address"
          rows={2}
          className="min-h-20"
          autoComplete="street-address"
          error={errors.address?.message}
          {...register("address")}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          label="Bio"
          help="A few sentences about what you do."
          error={errors.bio?.message}
          {...register("bio")}
        />
      </div>
    </div>
  )
}
