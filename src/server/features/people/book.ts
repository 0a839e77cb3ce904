// What every change of a book has in common: it locks the book, raises its revision, and copies what lists show of a card into columns.
import { randomUUID } from "node:crypto"
import { Refusal } from "../../../domain/errors.ts"
import type { GivenDetails } from "../../../domain/people/given.ts"
import {
  PEOPLE_MAX,
  PEOPLE_MAX_BYTES,
  PERSON_MAX_BYTES,
  PERSON_PROPERTIES_MAX,
  PERSON_SEARCHED_MAX,
  PERSON_SHOWN_MAX,
  PERSON_STORED_MAX_BYTES,
  PERSON_STORED_PROPERTIES_MAX,
  PERSON_TAGS_MAX,
} from "../../../domain/people/people-limits.ts"
import { PEOPLE } from "../../../domain/people/people-messages.ts"
import type { PersonSource } from "../../../domain/people/person.ts"
import {
  type CardDetails,
  isGroup,
  linesOf,
  newPersonCard,
  personOf,
  propertiesIn,
} from "../../../domain/people/person-card.ts"
import type { FollowedDetails } from "../../../domain/people/person-following.ts"
import { keysOf, type PersonKey } from "../../../domain/people/person-keys.ts"
import { withRetry } from "../../platform/db/database-errors.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { type Book, type ListedRow, lockBook, type NewPerson, saveBook } from "./store.ts"

/** How the owner met a person. */
export interface Meeting {
  source: PersonSource
  met_at: Date
  event?: string
  place?: string
  tapped_card_id?: string | null
  profile_id?: string | null
  their_profile_id?: string | null
  their_details?: FollowedDetails | null
  consent_version?: number | null
  giver_id?: string | null
  given?: GivenDetails | null
  kept_until?: Date | null
}

/** @param work answers the book as it is afterward, the same object when nothing changed */
export function changing(
  db: Database,
  ownerId: string,
  work: (tx: Queries, book: Book) => Promise<Book>,
): Promise<void> {
  return withRetry(() =>
    db.transaction(async (tx) => {
      const book = await lockBook(tx, ownerId)
      const after = await work(tx, book)
      if (after !== book) await saveBook(tx, after)
    }),
  )
}

export const sizeOf = (rows: { card: string }[]): number =>
  rows.reduce((sum, { card }) => sum + Buffer.byteLength(card), 0)

/** @throws Refusal people_full */
export function grown(book: Book, count: number, bytes: number): Book {
  const after = { ...book, revision: book.revision + 1, count: book.count + count, bytes: book.bytes + bytes }
  const isGrowing = count > 0 || bytes > 0
  if (isGrowing && (after.count > PEOPLE_MAX || after.bytes > PEOPLE_MAX_BYTES)) throw new Refusal("people_full")
  return after
}

/** A profile that it follows, or a change before there was a limit, may have made it larger: then no more are added. */
export const hasFewProperties = (card: string, before: string): boolean => {
  const count = propertiesIn(card)
  return count <= PERSON_PROPERTIES_MAX || count <= propertiesIn(before)
}

/** @param before the card that is replaced; empty: none @throws Refusal person_too_large */
export function requireFewProperties(card: string, before: string): void {
  if (!hasFewProperties(card, before)) throw tooManyProperties()
}

/** Whether one that is stored may be read whole, to be changed. */
export const isReadable = (card: string): boolean => propertiesIn(card) <= PERSON_STORED_PROPERTIES_MAX

/** @throws Refusal person_too_large */
export function requireReadable(card: string): void {
  if (!isReadable(card)) throw tooManyProperties()
}

const tooManyProperties = () => new Refusal("person_too_large", { message: PEOPLE.tooManyProperties })

/**
 * As `derived`, of a card that its owner or a visitor changed.
 * @param theirs what it has from a profile, which does not count: else a save of that profile could make every other change too large
 * @throws Refusal person_too_large, person_unreadable
 */
export function derivedOfChanged(card: string, event: string, theirs: FollowedDetails | null) {
  const bytes = Buffer.byteLength(card)
  const isLarge = bytes > PERSON_MAX_BYTES && contentBytes(card) - bytesOf(theirs) > PERSON_MAX_BYTES
  if (isLarge || bytes > PERSON_STORED_MAX_BYTES) throw new Refusal("person_too_large")
  return derived(card, event)
}

/** Without line ends and folds: every change writes them anew, and a picture that a phone wrote in one line becomes longer by them. */
export const contentBytes = (card: string): number => Buffer.byteLength(card.replace(/(?:\r\n?|\n)[ \t]?/g, ""))

const bytesOf = (theirs: FollowedDetails | null): number =>
  theirs === null ? 0 : contentBytes(newPersonCard("", { ...theirs, note: "", tags: [] }, new Date(0)))

/** The columns and keys that repeat what lists show and search. No one finds a group. @throws Refusal person_unreadable */
export function derived(card: string, event: string): { columns: Derived; keys: PersonKey[]; person: CardDetails } {
  const lines = linesOf(card)
  if (lines === null) throw new Refusal("person_unreadable")
  const person = personOf(lines)
  const { full_name, business_name, job_title, entries, note, tags } = person
  const is_group = isGroup(lines)
  const words = [full_name, business_name, job_title, ...entries.map(({ value }) => value), ...tags, event, note]
  const first = (kind: string) => shown(entries.find((entry) => entry.kind === kind)?.value ?? "")
  const columns = {
    full_name: shown(full_name || (entries[0]?.value ?? "")),
    business_name: shown(business_name),
    job_title: shown(job_title),
    phone: first("phone"),
    email: first("email"),
    tags: tags.slice(0, PERSON_TAGS_MAX).map(shown),
    search: is_group ? "" : words.join("\n").toLowerCase().slice(0, PERSON_SEARCHED_MAX).toWellFormed(),
    is_group,
  }
  const keys = keysOf(person, event)
  return { columns, keys: is_group ? keys.filter(({ kind }) => kind === "uid") : keys, person }
}
type Derived = Pick<
  NewPerson["row"],
  "full_name" | "business_name" | "job_title" | "phone" | "email" | "tags" | "search" | "is_group"
>

const shown = (text: string): string => text.slice(0, PERSON_SHOWN_MAX).toWellFormed()

/** @throws Refusal person_too_large, person_unreadable */
export function newPerson(owner_id: string, card: string, meeting: Meeting, now: Date, id: string = randomUUID()) {
  requireFewProperties(card, "")
  const { columns, ...read } = derivedOfChanged(card, meeting.event ?? "", null)
  const row = { id, owner_id, resource: `${id}.vcf`, card, ...columns, ...meeting, updated_at: now, revision: 0 }
  return { row, ...read }
}

/** Also for another owner's person. */
export const noSuchPerson = (): Refusal => new Refusal("not_found", { message: PEOPLE.missing })

export type ListedPerson = ReturnType<typeof listed>

export function listed({ rank: _, met_at, ...row }: ListedRow) {
  return { ...row, met_at: met_at.toISOString() }
}
