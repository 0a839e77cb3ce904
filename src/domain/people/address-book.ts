// A file with many people, read on the owner's device: each person as a vCard, byte for byte as in the file where it can stay so.
import { notImported } from "../import/contact-draft.ts"
import { byteString, decoded } from "../import/file-text.ts"
import type { ImportedContact } from "../import/imported.ts"
import { readTable } from "../import/table.ts"
import { vcardContact } from "../import/vcard-contact.ts"
import { readCards } from "../import/vcard-lines.ts"
import { cardsIn } from "./card-file.ts"
import { type Met, withMet } from "./met-lines.ts"
import {
  PEOPLE_IMPORT_BYTES,
  PEOPLE_MAX,
  PEOPLE_PER_IMPORT,
  PERSON_ENTRIES_MAX,
  PERSON_MAX_BYTES,
  PERSON_NOTE_MAX,
  PERSON_PROPERTIES_MAX,
} from "./people-limits.ts"
import { PEOPLE } from "./people-messages.ts"
import type { PersonDetails, PersonEntry } from "./person.ts"
import { isGroup, linesOf, newPersonCard, personOf, propertiesIn } from "./person-card.ts"
import { readPeopleTable } from "./person-table.ts"

export interface FoundPerson {
  card: string
  name: string
  /** a line about them: company, email or phone */
  about: string
}

export interface AddressBook {
  people: FoundPerson[]
  /** contacts that could not be read, or that say nothing */
  unreadable: number
  /** a sentence that names the columns of a table that are not taken; may be empty */
  left_out: string
}

/** @throws Error whose message is a sentence for the owner */
export function readAddressBook(bytes: Uint8Array, now: Date): AddressBook {
  const raw = byteString(bytes)
  const isVcard = /^[ \t]*BEGIN:VCARD/im.test(raw.slice(0, 10_000))
  const unknown = new Set<string>()
  const read = isVcard ? [...cardsIn(raw)].map(readCard) : readRows(raw)
  const found = read.map((card) => (card === null ? null : foundIn(card)))
  const people = found.flatMap((one) => (one === null || one === "group" ? [] : one))
  if (people.length === 0) throw new Error(PEOPLE.fileEmpty)
  const left_out = unknown.size === 0 ? "" : notImported([...unknown])
  return { people, unreadable: found.filter((one) => one === null).length, left_out }

  /** @param one a character per byte */
  function readCard(one: string): string | null {
    if (!/^VERSION:[ \t]*2/im.test(one)) {
      const card = decoded(one)
      return new TextEncoder().encode(card).length > PERSON_MAX_BYTES ? withoutPictures(card) : card
    }
    // Version 2.1 has encodings and folding of its own.
    const [read] = readCards(one)
    const contact = read === undefined ? null : vcardContact(read)
    return contact === null ? null : cardOf(contact)
  }

  function readRows(raw: string): (string | null)[] {
    const text = decoded(raw)
    const own = readPeopleTable(text, PEOPLE_MAX)
    if (own !== null)
      return own.map((row) => {
        for (const name of row.unknown) unknown.add(name)
        return newCard(row.details, row.met)
      })
    const rows = readTable(text, PEOPLE_MAX)
    if (rows === null) throw new Error(PEOPLE.fileUnreadable)
    return rows.map((contact) => (contact === null ? null : cardOf(contact)))
  }

  function cardOf(contact: ImportedContact): string | null {
    for (const name of contact.unknown_columns ?? []) unknown.add(name)
    return newCard(detailsOf(contact), { day: contact.met ?? null, event: "" })
  }

  function newCard(details: PersonDetails, met: Met): string | null {
    if (details.full_name === "" && details.entries.length === 0) return null
    return withMet(newPersonCard(`urn:uuid:${crypto.randomUUID()}`, details, now), met)
  }
}

/** Null when it cannot be read, or says nothing. */
function foundIn(card: string): FoundPerson | "group" | null {
  const lines = propertiesIn(card) > PERSON_PROPERTIES_MAX ? null : linesOf(card)
  if (lines === null) return null
  if (isGroup(lines)) return "group"
  const { full_name, business_name, job_title, entries } = personOf(lines)
  const name = full_name || (entries[0]?.value ?? "")
  const about = [job_title, business_name].filter((text) => text !== "").join(" · ") || (entries[0]?.value ?? "")
  return name === "" ? null : { card, name, about: about === name ? "" : about }
}

/** A contact without its pictures is better than none. */
function withoutPictures(card: string): string | null {
  const lines = linesOf(card)?.filter(({ property: { name } }) => !/^(?:PHOTO|LOGO|SOUND|KEY)$/.test(name))
  return lines === undefined ? null : `${lines.map(({ text }) => text).join("\r\n")}\r\n`
}

/** What a profile would take of the contact, as a person. */
export function detailsOf({ fields, social_media, items }: ImportedContact): PersonDetails {
  const entry = (kind: PersonEntry["kind"], label: string, value = ""): PersonEntry[] =>
    value === "" ? [] : [{ kind, label, value }]
  const texts = items.flatMap(({ kind, label, value }) => (kind === "text" ? [`${label || "Text"}: ${value}`] : []))
  const entries = [
    ...entry("phone", "", fields.business_phone),
    ...entry("email", "", fields.email),
    ...Object.entries(social_media).flatMap(([name, url]) => entry("link", name === "website" ? "" : name, url)),
    ...entry("address", "", fields.address),
    ...items.flatMap(({ kind, label, value, service }) =>
      kind === "text" ? [] : entry(kind, label || service, value),
    ),
  ]
  return {
    full_name: fields.full_name ?? "",
    job_title: fields.job_title ?? "",
    business_name: fields.business_name ?? "",
    entries: entries.slice(0, PERSON_ENTRIES_MAX),
    note: [fields.bio ?? "", ...texts]
      .filter((text) => text !== "")
      .join("\n")
      .slice(0, PERSON_NOTE_MAX)
      .toWellFormed(),
    tags: [],
  }
}

/** The files to send one after the other. */
export function* partsOf(people: readonly { card: string }[]): Generator<string, undefined> {
  let cards: string[] = []
  let bytes = 0
  for (const { card } of people) {
    const size = new TextEncoder().encode(card).length
    if (cards.length === PEOPLE_PER_IMPORT || bytes + size > PEOPLE_IMPORT_BYTES) {
      yield cards.join("")
      cards = []
      bytes = 0
    }
    cards.push(card)
    bytes += size
  }
  if (cards.length > 0) yield cards.join("")
}
