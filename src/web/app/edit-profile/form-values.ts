// Converts between the stored profile and the edit form: links are flat in the form and grouped when saved (specification section 3).
import { storablePhone } from "../../../domain/contact/typed-phone.ts"
import type { ProfileForm, ProfilePayload } from "../../../domain/forms.ts"
import { profileForm } from "../../../domain/forms.ts"
import { FIELD } from "../../../domain/messages.ts"
import { NETWORKS } from "../../../domain/profile/links.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { withScheme } from "../../../domain/profile/typed-links.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"

/** Every field is text, possibly empty. */
export type ProfileValues = ProfileForm

export const LINK_FIELDS = ["website", ...NETWORKS] as const
const TEXT_FIELDS = [
  "full_name",
  "job_title",
  "business_phone",
  "business_name",
  "email",
  "address",
  "bio",
  "accent",
] as const

/** The initial values; a missing name is taken from sign-up. */
export function valuesOf(profile: OwnProfile | null, signupName: string): ProfileValues {
  const texts = TEXT_FIELDS.map((name) => [name, profile?.[name] ?? ""])
  const links = LINK_FIELDS.map((name) => [name, profile?.social_media[name] ?? ""])
  const values = Object.fromEntries([...texts, ...links]) as ProfileValues
  return { ...values, full_name: values.full_name || signupName }
}

export function payloadOf(values: ProfileValues): ProfilePayload {
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, values[name]]))
  const links = LINK_FIELDS.filter((name) => values[name] !== "").map((name) => [name, values[name]])
  return { ...(texts as Omit<ProfilePayload, "social_media">), social_media: Object.fromEntries(links) }
}

const FIELDS = [...TEXT_FIELDS, ...LINK_FIELDS]

/** The form values in a stored draft; null when it is not one. */
export function valuesFrom(stored: unknown): Partial<ProfileValues> | null {
  if (stored === null || typeof stored !== "object") return null
  const given = stored as Record<string, unknown>
  return Object.fromEntries(FIELDS.filter((name) => typeof given[name] === "string").map((name) => [name, given[name]]))
}

/** What was entered since the form started with `start`. */
export const changesOf = (values: ProfileValues, start: ProfileValues): Partial<ProfileValues> =>
  Object.fromEntries(FIELDS.filter((name) => values[name] !== start[name]).map((name) => [name, values[name]]))

/** Accepts "example.com" for "https://example.com", also when Enter is pressed before leaving the field. */
export const withSchemes = (values: ProfileValues): ProfileValues => ({
  ...values,
  ...Object.fromEntries(LINK_FIELDS.map((name) => [name, withScheme(values[name].trim())])),
})

const check = resolveWith(profileForm)

/** @param start a phone number that is still the same is not judged again */
export const resolveProfile =
  (start: ProfileValues): typeof check =>
  async (values, context, options) => {
    const typed = withSchemes(values)
    const phone = typed.business_phone === start.business_phone ? typed.business_phone : await storable(typed)
    const checked = await check({ ...typed, business_phone: phone ?? "" }, context, options)
    if (phone !== null) return checked
    return { values: {}, errors: { ...checked.errors, business_phone: { type: "phone", message: FIELD.phoneInvalid } } }
  }

/** When its rules cannot be loaded, the server judges the number. */
const storable = ({ business_phone }: ProfileValues): Promise<string | null> =>
  storablePhone(business_phone).catch(() => business_phone)
