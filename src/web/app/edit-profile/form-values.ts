// The values of the edit form, from the stored profile or compared with it: links are flat in the form (specification section 3).
import { NETWORKS } from "../../../domain/profile/links.ts"
import { CLASSIC } from "../../../domain/profile/look.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import type { ProfileForm, ProfilePayload } from "../../../domain/profile/profile-form.ts"
import { withScheme } from "../../../domain/profile/typed-links.ts"

/** Text fields are never absent, only empty. */
export type ProfileValues = ProfileForm

/** What a save started from. */
export interface FormBase {
  values: ProfileValues
  /** of the profile; undefined if there was none, or if it could not be loaded */
  version: number | undefined
}

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

/** Links are grouped (specification section 3); empty ones are left out. */
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

/** Accepts "example.com" for "https://example.com", even when Enter is pressed before the field loses focus. */
export const withSchemes = (values: ProfileValues): ProfileValues => ({
  ...values,
  ...Object.fromEntries(LINK_FIELDS.map((name) => [name, withScheme(values[name].trim())])),
})

export const CHOICES = ["profile_items", "field_visibility", "is_indexed", "takes_details", "look"] as const

/** What the owner decides beyond the text fields. */
const choicesOf = (profile: OwnProfile | null): Pick<ProfileValues, (typeof CHOICES)[number]> => ({
  profile_items: profile?.profile_items ?? [],
  field_visibility: profile?.field_visibility ?? {},
  is_indexed: profile?.is_indexed ?? true,
  takes_details: profile?.takes_details ?? true,
  look: profile?.look ?? CLASSIC,
})

export const FIELDS = [...TEXT_FIELDS, ...LINK_FIELDS]

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

export const isSame = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other)

/** Keys in one order: the database returns those of items and choices in another than the form sends. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    isObject(part) && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  )

/** What was entered since the form started with `start`. */
export function changesOf(values: ProfileValues, start: ProfileValues): Partial<ProfileValues> {
  const isChanged = (name: keyof ProfileValues) => !isSame(values[name], start[name])
  return Object.fromEntries([...FIELDS, ...CHOICES].filter(isChanged).map((name) => [name, values[name]]))
}
