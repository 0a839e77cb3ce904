// A person whose profile is on this site: their contact follows the profile, and what the owner changed or added stays.

import { PEOPLE } from "./people-messages.ts"
import type { PersonDetails, PersonEntry } from "./person.ts"
import { keyOf } from "./person-card.ts"

/**
 * - live: the contact shows what the profile shows
 * - gone: the profile is hidden, deactivated or deleted
 * - empty: the contact follows no profile
 */
export const THEIR_STATES = ["", "live", "gone"] as const
export type TheirState = (typeof THEIR_STATES)[number]

export type FollowedDetails = Pick<PersonDetails, "full_name" | "job_title" | "business_name" | "entries">

export const followedOf = ({ full_name, job_title, business_name, entries }: PersonDetails): FollowedDetails => ({
  full_name,
  job_title,
  business_name,
  entries,
})

/** What is left of a profile that is not shown; nothing, not even the name, of a deleted one. */
export const detailsOfGone = (before: FollowedDetails, isDeleted: boolean): FollowedDetails => ({
  full_name: isDeleted ? PEOPLE.deletedName : before.full_name,
  job_title: "",
  business_name: "",
  entries: [],
})

/**
 * @param details the contact as it is now
 * @param before what it had from the profile
 * @param after what the profile says now
 */
export function followed(details: PersonDetails, before: FollowedDetails, after: FollowedDetails): PersonDetails {
  const theirs = new Set(before.entries.map(keyOf))
  const next = new Set(after.entries.map(keyOf))
  const isOwn = (entry: PersonEntry) => !theirs.has(keyOf(entry)) && !next.has(keyOf(entry))
  // An entry that the owner removed does not come back.
  const kept = new Set(details.entries.map(keyOf))
  const isRemoved = (entry: PersonEntry) => theirs.has(keyOf(entry)) && !kept.has(keyOf(entry))
  const text = (key: "full_name" | "job_title" | "business_name") =>
    details[key] === before[key] ? after[key] : details[key]
  return {
    ...details,
    full_name: text("full_name"),
    job_title: text("job_title"),
    business_name: text("business_name"),
    entries: [...after.entries.filter((entry) => !isRemoved(entry)), ...details.entries.filter(isOwn)],
  }
}
