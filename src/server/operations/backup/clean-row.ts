// Cleans the texts of an archive's rows as today's forms would. Older versions accepted characters and links that are refused now: their
// archives are restored without them.
import { httpUrl } from "../../../domain/profile/links.ts"
import { isLink } from "../../../domain/profile/typed-links.ts"
import { manyLines, oneLine, readableName } from "../../../domain/text/visible-text.ts"
import { derived } from "../../features/people/book.ts"
import type { CarriedTable } from "./manifest.ts"
import { isStorable, type Row } from "./value-checks.ts"

type Clean = (value: unknown, row: Row) => unknown

/** Leaves everything but storable text to the checks. */
const ofText =
  (clean: (text: string, row: Row) => unknown): Clean =>
  (value, row) =>
    typeof value === "string" && isStorable(value) ? clean(value, row) : value

const line = ofText(oneLine)
const lines = ofText(manyLines)

/** A name without visible characters becomes the username; an empty name stays empty. */
const name = ofText((text, { username }) => {
  if (text === "") return text
  return readableName(text) || (typeof username === "string" ? username : "")
})

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value)

/** A link that older versions accepted. Anything else is left to the checks, which refuse it. */
const isDeadLink = (value: unknown): boolean => typeof value === "string" && httpUrl(value) !== null && !isLink(value)

const links: Clean = (value) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, link]) => !isDeadLink(link))) : value

const metadata: Clean = (value) => {
  if (!isObject(value)) return value
  const cleaned = { full_name: name(value.full_name, value), phone: line(value.phone, value) }
  const given = Object.entries(cleaned).filter(([key]) => Object.hasOwn(value, key))
  return { ...value, ...Object.fromEntries(given) }
}

/**
 * Address books may have seen later revisions than the archive has, whose changes they would miss: with these numbers each of them starts
 * from the beginning.
 */
const REVISIONS_AHEAD = 1_000_000
const laterRevision: Clean = (_, { revision }) => (typeof revision === "number" ? revision + REVISIONS_AHEAD : revision)

/** Some columns of `people` repeat what the contact card says: they are read from it again, as this version reads it. */
const fromCard =
  (column: keyof ReturnType<typeof derived>["columns"]): Clean =>
  (value, { card, event }) => {
    try {
      return derived(String(card), String(event)).columns[column]
    } catch {
      return value
    }
  }

const CLEANED: { [Table in CarriedTable]?: Record<string, Clean> } = {
  users: { user_metadata: metadata },
  profiles: {
    full_name: name,
    job_title: line,
    business_name: line,
    business_phone: line,
    address: lines,
    bio: lines,
    profile_url: (value) => (isDeadLink(value) ? "" : value),
    social_media: links,
  },
  reports: { detail: lines },
  factors: { friendly_name: line },
  card_taps: { city: line, state: line, country: line },
  security_events: { device: line },
  people: {
    full_name: fromCard("full_name"),
    business_name: fromCard("business_name"),
    job_title: fromCard("job_title"),
    phone: fromCard("phone"),
    email: fromCard("email"),
    tags: fromCard("tags"),
    is_group: fromCard("is_group"),
    search: fromCard("search"),
  },
  people_books: { revision: laterRevision, oldest_revision: laterRevision },
}

export function cleanRow(table: CarriedTable, row: Row): Row {
  const cleaned = Object.entries(CLEANED[table] ?? {}).filter(([column]) => Object.hasOwn(row, column))
  return { ...row, ...Object.fromEntries(cleaned.map(([column, clean]) => [column, clean(row[column], row)])) }
}
