// Converts between the stored profile and the edit form: links are flat in the form and grouped when saved (specification section 3).
import { set } from "react-hook-form"
import { storablePhone } from "../../../domain/contact/typed-phone.ts"
import { FIELD } from "../../../domain/messages.ts"
import { storablePhones } from "../../../domain/profile/item-phones.ts"
import { NETWORKS } from "../../../domain/profile/links.ts"
import { CLASSIC } from "../../../domain/profile/look.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import type { ProfileForm, ProfilePayload } from "../../../domain/profile/profile-form.ts"
import { withScheme } from "../../../domain/profile/typed-links.ts"
import { resolveWith } from "../../ui/form/form-resolver.ts"

/** Text fields are never absent, only empty. */
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
  return { ...values, ...choicesOf(profile), full_name: values.full_name || signupName }
}

export const CHOICES = ["profile_items", "field_visibility", "is_indexed", "takes_details", "look"] as const

/** What the owner decides beyond the text fields. */
const choicesOf = (profile: OwnProfile | null): Pick<ProfileValues, (typeof CHOICES)[number]> => ({
  profile_items: profile?.profile_items ?? [],
  field_visibility: profile?.field_visibility ?? {},
  is_indexed: profile?.is_indexed ?? true,
  takes_details: profile?.takes_details ?? true,
  look: profile?.look ?? CLASSIC,
})

export function payloadOf(values: ProfileValues): ProfilePayload {
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, values[name]]))
  const links = LINK_FIELDS.filter((name) => values[name] !== "").map((name) => [name, values[name]])
  const { profile_items, field_visibility, is_indexed, takes_details, look } = values
  return {
    ...(texts as Pick<ProfilePayload, (typeof TEXT_FIELDS)[number]>),
    social_media: Object.fromEntries(links),
    ...{ profile_items, field_visibility, is_indexed, takes_details, look },
  }
}

export const FIELDS = [...TEXT_FIELDS, ...LINK_FIELDS]

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** Keys in one order: the database returns those of items and choices in another than the form sends. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    isObject(part) && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  )

/** What was entered since the form started with `start`. */
export function changesOf(values: ProfileValues, start: ProfileValues): Partial<ProfileValues> {
  const isChanged = (name: keyof ProfileValues) => inOrder(values[name]) !== inOrder(start[name])
  return Object.fromEntries([...FIELDS, ...CHOICES].filter(isChanged).map((name) => [name, values[name]]))
}

/** Accepts "example.com" for "https://example.com", also when Enter is pressed before leaving the field. */
export const withSchemes = (values: ProfileValues): ProfileValues => ({
  ...values,
  ...Object.fromEntries(LINK_FIELDS.map((name) => [name, withScheme(values[name].trim())])),
})

const check = resolveWith(async () => (await import("../../../domain/profile/profile-form.ts")).profileForm())

/** @param start a phone number that is still the same is not judged again */
export const resolveProfile =
  (start: ProfileValues): typeof check =>
  async (values, context, options) => {
    const typed = withSchemes(values)
    const phone = typed.business_phone === start.business_phone ? typed.business_phone : await storable(typed)
    const { items, problems } = await storableItems(typed)
    const wrong = problems.filter((at) => !start.profile_items.some(({ value }) => value === items[at]?.value))
    const checked = await check({ ...typed, business_phone: phone ?? "", profile_items: items }, context, options)
    if (phone !== null && wrong.length === 0) return checked
    const errors = { ...checked.errors }
    const problem = { type: "phone", message: FIELD.phoneInvalid }
    if (phone === null) errors.business_phone = problem
    for (const at of wrong) set(errors, `profile_items.${at}.value`, problem)
    return { values: {}, errors }
  }

/** When their rules cannot be loaded, the server judges the numbers. */
const storableItems = ({ profile_items }: ProfileValues) =>
  storablePhones(profile_items).catch(() => ({ items: profile_items, problems: [] as number[] }))
const storable = ({ business_phone }: ProfileValues): Promise<string | null> =>
  storablePhone(business_phone).catch(() => business_phone)
