// The fields of the person: name, work, ways to reach them.
import { type UseFormReturn, useWatch } from "react-hook-form"
import { FIELD_MAX } from "../../../domain/limits.ts"
import { roomNearLimit } from "../../ui/form/room-left.ts"
import { TextArea } from "../../ui/form/text-area.tsx"
import { TextField } from "../../ui/form/text-field.tsx"
import type { ProfileValues } from "./form-values.ts"
import { LinkField } from "./link-field.tsx"
import { PhoneField } from "./phone-field.tsx"

export function PersonalFields({ form }: { form: UseFormReturn<ProfileValues> }) {
  const { errors } = form.formState
  const { register } = form
  const typed = useWatch({ control: form.control })
  const room = (name: "full_name" | "job_title" | "business_name" | "address" | "bio") =>
    roomNearLimit(typed[name] ?? "", FIELD_MAX[name])
  return (
    <div className="mt-7 grid grid-cols-1 gap-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField
          label="Full Name *"
          autoComplete="name"
          error={errors.full_name?.message}
          room={room("full_name")}
          aria-required="true"
          {...register("full_name")}
        />
      </div>
      <TextField
        label="Job Title"
        autoComplete="organization-title"
        error={errors.job_title?.message}
        room={room("job_title")}
        {...register("job_title")}
      />
      <TextField
        label="Business Name"
        autoComplete="organization"
        error={errors.business_name?.message}
        room={room("business_name")}
        {...register("business_name")}
      />
      <PhoneField form={form} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        error={errors.email?.message}
        {...register("email")}
      />
      <div className="sm:col-span-2">
        <LinkField form={form} name="website" label="Website" placeholder="https://example.com" />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          label="Address"
          rows={2}
          className="min-h-20"
          autoComplete="street-address"
          error={errors.address?.message}
          room={room("address")}
          {...register("address")}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          label="Bio"
          help="A few sentences about what you do."
          error={errors.bio?.message}
          room={room("bio")}
          {...register("bio")}
        />
      </div>
    </div>
  )
}
