// Where a profile's details appear: on its page, in the contact that phones save, in both or in neither.
import type { ProfileItem } from "./items.ts"
import { NETWORKS, type Network } from "./links.ts"

/** Fields whose owner decides where they appear. The name is in both. */
export const CHOOSABLE_FIELDS = [
  "job_title",
  "business_name",
  "business_phone",
  "email",
  "address",
  "bio",
  "website",
  ...NETWORKS,
] as const
export type ChoosableField = (typeof CHOOSABLE_FIELDS)[number]

export const PLACES = ["page", "contact"] as const
export type Place = (typeof PLACES)[number]

/** Fields that are not listed appear in both places. */
export type FieldVisibility = Partial<Record<ChoosableField, Place | "none">>

interface ProfileFields {
  social_media: Partial<Record<"website" | Network, string>>
  profile_items: ProfileItem[]
  field_visibility: FieldVisibility
}

/** The profile without what does not appear in that place. */
export const shownIn = <Profile extends ProfileFields>(place: Place, profile: Profile): Profile =>
  without(
    profile,
    (only) => only !== undefined && only !== place,
    (item) => (place === "page" ? item.on_page : item.in_contact),
  )

/** The profile without what appears nowhere: all of it may leave the server. */
export const withoutHidden = <Profile extends ProfileFields>(profile: Profile): Profile =>
  without(
    profile,
    (only) => only === "none",
    (item) => item.on_page || item.in_contact,
  )

function without<Profile extends ProfileFields>(
  profile: Profile,
  isHidden: (only: Place | "none" | undefined) => boolean,
  isItemShown: (item: ProfileItem) => boolean,
): Profile {
  const hidden = CHOOSABLE_FIELDS.filter((field) => isHidden(profile.field_visibility[field]))
  const { social_media } = profile
  const blank = Object.fromEntries(hidden.filter((field) => field in profile).map((field) => [field, ""]))
  const links = Object.entries(social_media).filter(([key]) => !hidden.includes(key as ChoosableField))
  return {
    ...profile,
    ...blank,
    social_media: Object.fromEntries(links),
    profile_items: profile.profile_items.filter(isItemShown),
    field_visibility: Object.fromEntries(
      Object.entries(profile.field_visibility).filter(([field]) => !hidden.includes(field as ChoosableField)),
    ),
  }
}
