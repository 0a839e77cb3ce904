// The labels of the profile's fields, where other texts mention them.
import { NETWORK_LABEL } from "../../../domain/profile/links.ts"
import type { ChoosableField } from "../../../domain/profile/visibility.ts"

export const FIELD_LABEL: Record<"full_name" | ChoosableField, string> = {
  full_name: "Full Name",
  job_title: "Job Title",
  business_name: "Business Name",
  business_phone: "Phone Number",
  email: "Email",
  address: "Address",
  bio: "Bio",
  website: "Website",
  ...NETWORK_LABEL,
}
