// The keys by which a person is found exactly: the tags and the event that lists filter by, and what two contacts of one person share.
import type { PersonDetails } from "./person.ts"

/** `separate` is no detail of the person: its value is a key that they share with others who, as the owner said, are someone else. */
export const PERSON_KEY_KINDS = ["tag", "event", "email", "phone", "uid", "name", "separate"] as const
export type PersonKeyKind = (typeof PERSON_KEY_KINDS)[number]

/** Reasons to ask whether two contacts are one person, the surest first. Who is one for sure: person-identity.ts. */
export const MAYBE_SAME_PERSON = ["uid", "email", "phone", "name"] as const satisfies PersonKeyKind[]

export interface PersonKey {
  kind: PersonKeyKind
  value: string
}

/** Countries write their numbers with and without a country code and a zero: the last digits are the same. */
const PHONE_DIGITS = 9
const PHONE_DIGITS_MIN = 7
const KEY_MAX = 250
const KEYS_MAX = 100

/** @param event where the person was met; may be empty */
export function keysOf({ full_name, entries, tags, uid }: PersonDetails & { uid: string }, event: string): PersonKey[] {
  const found: PersonKey[] = [
    // First, and also of a longer one its beginning: no number of tags and no length may let two contacts share a UID.
    {
      kind: "uid",
      value: foldedUid(uid).slice(0, KEY_MAX).toWellFormed(),
    },
    { kind: "event", value: event },
    { kind: "name", value: foldedName(full_name) },
    ...tags.map((value): PersonKey => ({ kind: "tag", value })),
    ...entries.flatMap(({ kind, value }): PersonKey[] => {
      if (kind === "email") return [{ kind, value: value.toLowerCase() }]
      return kind === "phone" ? [{ kind, value: lastDigits(value) }] : []
    }),
  ]
  const keys = new Map<string, PersonKey>()
  for (const key of found)
    if (key.value !== "" && key.value.length <= KEY_MAX) keys.set(`${key.kind} ${key.value}`, key)
  return [...keys.values()].slice(0, KEYS_MAX)
}

export const foldedUid = (uid: string): string => uid.replace(/^urn:uuid:/i, "").toLowerCase()

export const foldedName = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ")

/** The key of a text that is nothing but a number, as people write it; empty for everything else. */
export const searchedPhone = (text: string): string => (/^[\d\s()+./\p{Pd}]+$/u.test(text) ? lastDigits(text) : "")

function lastDigits(phone: string): string {
  const [number = ""] = phone.normalize("NFKC").split(/ext|[x#;]/i, 1)
  const digits = number.replace(/\D/g, "")
  return digits.length < PHONE_DIGITS_MIN ? "" : digits.slice(-PHONE_DIGITS)
}
