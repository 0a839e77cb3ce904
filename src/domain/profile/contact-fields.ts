// What a contact card is made of: the details that its owner puts in the contact. A page holds it, so that saving needs no further request.
import type { ProfileItem } from "./items.ts"
import type { PublicProfile } from "./profile.ts"
import { SERVICES } from "./services.ts"
import { shownIn } from "./visibility.ts"

/** With the label that the contact shows, empty only where its kind says enough. No names of fields: pages hold up to fifty. */
export type ContactItem = readonly [kind: ProfileItem["kind"], label: string, value: string]

export type ContactFields = Omit<
  PublicProfile,
  "banner_picture" | "accent" | "look" | "is_indexed" | "takes_details" | "field_visibility" | "profile_items"
> & { profile_items: ContactItem[] }

export function contactFields(profile: PublicProfile): ContactFields {
  const { banner_picture, accent, look, is_indexed, takes_details, field_visibility, profile_items, ...fields } =
    shownIn("contact", profile)
  return { ...fields, profile_items: profile_items.map(contactItem) }
}

const contactItem = ({ kind, label, value, service }: ProfileItem): ContactItem => [
  kind,
  kind === "link" && label === "" ? (service === "" ? "Website" : SERVICES[service].label) : label,
  value,
]
