// A correction by the one who gave the details: it changes what they gave, and nothing that the owner wrote.
import { tidy } from "../contact/vcard-text.ts"
import { type GivenDetails, personOf } from "./given.ts"
import { PERSON_NOTE_MAX } from "./people-limits.ts"
import type { PersonDetails } from "./person.ts"

/** The person after a correction by the giver. What the owner added or changed stays. */
export function corrected(person: PersonDetails, before: GivenDetails, after: GivenDetails): PersonDetails {
  const old = personOf(before)
  const isOld = (kind: string, value: string) =>
    old.entries.some((entry) => entry.kind === kind && entry.value === value)
  const others = person.entries.filter(({ kind, value }) => !isOld(kind, value))
  const label = (kind: string, value: string) =>
    person.entries.find((entry) => entry.kind === kind && entry.value === value)?.label ?? ""
  const entries = personOf(after).entries.map((entry) => ({
    ...entry,
    label: label(entry.kind, entry.kind === "phone" ? before.phone : before.email),
  }))
  const known = new Set(others.map(({ kind, value }) => `${kind} ${value}`))
  return {
    ...person,
    full_name: person.full_name === before.name ? after.name : person.full_name,
    business_name: person.business_name === before.company ? after.company : person.business_name,
    entries: [...entries.filter(({ kind, value }) => !known.has(`${kind} ${value}`)), ...others],
    note: before.message === after.message ? person.note : noteWith(person.note, before.message, after.message),
  }
}

/** The message has lines of its own in the note. The same words within a line, or on earlier lines, are the owner's. */
function noteWith(note: string, before: string, after: string): string {
  const text = `\n${note}\n`
  const [old = "", at = -1] = before === "" ? [] : (placeOf(text, tidy(before)) ?? [])
  const kept = at === -1 ? [note] : [text.slice(1, at), text.slice(at + old.length + 2, -1)]
  const [above = "", below = ""] = kept
  // The owner's words stay. The message gives way to them where both are more than a note takes.
  const room = Math.max(PERSON_NOTE_MAX, note.length) - [...kept.filter((part) => part !== ""), ""].join("\n").length
  const message = shortened(tidy(after), room)
  return [above, message, below].filter((part) => part !== "").join("\n")
}

/** The last whole lines of `text` that are the message, or what was left of it when there was no room. */
function placeOf(text: string, message: string): [lines: string, at: number] | null {
  for (let length = message.length; length > 0; length--) {
    const lines = shortened(message, length)
    const at = lines === "" ? -1 : text.lastIndexOf(`\n${lines}\n`)
    if (at !== -1) return [lines, at]
  }
  return null
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  if (length < 2) return ""
  return `${text
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`
}
