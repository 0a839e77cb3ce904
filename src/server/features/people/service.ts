// The people that an account has met: one book per account, changed by its owner's pages, their phone's address book and those who give
// their details.
import { randomUUID } from "node:crypto"
import { Refusal } from "../../../domain/errors.ts"
import {
  PEOPLE_DELETIONS_DAYS,
  PEOPLE_MAX,
  PEOPLE_MAX_BYTES,
  PEOPLE_PER_PAGE,
  PERSON_MAX_BYTES,
} from "../../../domain/limits.ts"
import { cursorOf, type Page, type Position, pageOf } from "../../../domain/page.ts"
import type { PersonDetails, PersonSource } from "../../../domain/people/person.ts"
import { changedPersonCard, newPersonCard, readPerson } from "../../../domain/people/person-card.ts"
import { addDays } from "../../../domain/time.ts"
import { withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import {
  type Book,
  changedPeople,
  deletedPeople,
  deletePeople,
  findBook,
  findPeople,
  findResources,
  forgetDeletions,
  insertPeople,
  lockBook,
  type PersonRow,
  readPeople,
  saveBook,
  updatePerson,
} from "./store.ts"

interface Needs {
  database: Pick<OpenDatabase, "db">
}

/** How the owner met a person. */
export interface Meeting {
  source: PersonSource
  met_at: Date
  event?: string
  place?: string
  card_id?: string
  profile_id?: string | null
  their_profile_id?: string | null
  consent_version?: number | null
  giver_token_hash?: string | null
}

export type People = ReturnType<typeof createPeople>

export function createPeople({ database: { db } }: Needs) {
  return {
    /** @param search part of a name, company, entry, note, tag or event; empty for everyone */
    async list(ownerId: string, search: string, cursor: Position | null): Promise<Page<ListedPerson>> {
      const rows = await readPeople(db, ownerId, search.toLowerCase(), cursor, PEOPLE_PER_PAGE + 1)
      const { items, next } = pageOf(rows, PEOPLE_PER_PAGE, cursorOf)
      return { items: items.map(({ rank: _, ...row }) => shown(row)), next }
    },

    /** @throws Refusal not_found, also for another owner's */
    one: async (ownerId: string, id: string) => shown(only(await findPeople(db, ownerId, [id]))),

    /** Adds people in one transaction. @returns their ids @throws Refusal people_full, person_too_large */
    async add(ownerId: string, added: { details: PersonDetails; meeting: Meeting }[], now: Date): Promise<string[]> {
      const rows = added.map(({ details, meeting }) => {
        const id = randomUUID()
        return rowOf(ownerId, id, newPersonCard(`urn:uuid:${id}`, details, now), meeting, now)
      })
      await changing(ownerId, async (tx, book) => {
        // Run again after a lost connection: the first run was committed.
        const existing = await findPeople(
          tx,
          ownerId,
          rows.slice(0, 1).map(({ id }) => id),
        )
        if (existing.length > 0) return book
        await insertPeople(
          tx,
          rows.map((row) => ({ ...row, revision: book.revision + 1 })),
        )
        return grown(book, rows.length, sizeOf(rows))
      })
      return rows.map(({ id }) => id)
    },

    /** @throws Refusal not_found, people_full, person_too_large */
    async change(ownerId: string, id: string, details: PersonDetails, now: Date) {
      await changing(ownerId, async (tx, book) => {
        const row = only(await findPeople(tx, ownerId, [id]))
        const card = changedPersonCard(row.card, details, now)
        await updatePerson(tx, id, { ...derived(card, row.event), card, updated_at: now, revision: book.revision + 1 })
        return grown(book, 0, sizeOf([{ card }]) - sizeOf([row]))
      })
      return this.one(ownerId, id)
    },

    /** Unknown ids are passed over. @returns how many were deleted */
    async remove(ownerId: string, ids: string[], now: Date): Promise<number> {
      let removed = 0
      await changing(ownerId, async (tx, book) => {
        const rows = await findPeople(tx, ownerId, ids)
        removed = rows.length
        await deletePeople(tx, rows, book.revision + 1, now)
        return grown(book, -rows.length, -sizeOf(rows))
      })
      return removed
    },

    /** Forgets old deletions: an address book that was away longer starts from the beginning. */
    sweep: (now: Date): Promise<void> =>
      db.transaction((tx) => forgetDeletions(tx, addDays(now, -PEOPLE_DELETIONS_DAYS))),

    /** For an address book: its current revision, and the oldest one from which changes can still be told. */
    async book(ownerId: string): Promise<Pick<Book, "revision" | "oldest_revision" | "count">> {
      return (await findBook(db, ownerId)) ?? { revision: 0, oldest_revision: 0, count: 0 }
    },

    /** Contacts by the names of their files; unknown names are left out. */
    resources: (ownerId: string, names: string[]): Promise<PersonRow[]> => findResources(db, ownerId, names),

    /** Contacts after a revision (0: all of them), oldest change first. */
    changed: (ownerId: string, since: number, limit: number): Promise<PersonRow[]> =>
      changedPeople(db, ownerId, since, limit),

    /** The names of contacts that were deleted after a revision. */
    deleted: (ownerId: string, since: number, limit: number) => deletedPeople(db, ownerId, since, limit),

    /**
     * Stores a contact as an address book wrote it, byte for byte.
     * @param isExpected whether the contact as it is now (undefined: there is none) may be replaced
     * @returns its revision, and whether it is new; null when it was not as expected
     * @throws Refusal person_unreadable, person_too_large, people_full
     */
    async put(
      ownerId: string,
      resource: string,
      card: string,
      isExpected: (current: PersonRow | undefined) => boolean,
      now: Date,
    ): Promise<{ revision: number; isNew: boolean } | null> {
      if (readPerson(card) === null) throw new Refusal("person_unreadable")
      let result: { revision: number; isNew: boolean } | null = null
      await changing(ownerId, async (tx, book) => {
        const [current] = await findResources(tx, ownerId, [resource])
        result = null
        if (!isExpected(current)) return book
        const revision = book.revision + 1
        result = { revision, isNew: current === undefined }
        if (current === undefined) {
          const row = rowOf(ownerId, randomUUID(), card, { source: "synced", met_at: now }, now)
          await insertPeople(tx, [{ ...row, resource, revision }])
        } else await updatePerson(tx, current.id, { ...derived(card, current.event), card, updated_at: now, revision })
        const before = current === undefined ? 0 : sizeOf([current])
        return grown(book, current === undefined ? 1 : 0, sizeOf([{ card }]) - before)
      })
      return result
    },

    /** @returns false when it was not as expected; deleting what does not exist is for `isExpected` to judge */
    async removeResource(
      ownerId: string,
      resource: string,
      isExpected: (current: PersonRow | undefined) => boolean,
      now: Date,
    ): Promise<boolean> {
      let isDone = false
      await changing(ownerId, async (tx, book) => {
        const rows = await findResources(tx, ownerId, [resource])
        isDone = isExpected(rows[0])
        if (!isDone || rows.length === 0) return book
        await deletePeople(tx, rows, book.revision + 1, now)
        return grown(book, -1, -sizeOf(rows))
      })
      return isDone
    },
  }

  /** @param work answers the book as it is afterward, the same object when nothing changed */
  function changing(ownerId: string, work: (tx: Queries, book: Book) => Promise<Book>): Promise<void> {
    return withRetry(() =>
      db.transaction(async (tx) => {
        const book = await lockBook(tx, ownerId)
        const after = await work(tx, book)
        if (after !== book) await saveBook(tx, after)
      }),
    )
  }
}

const sizeOf = (rows: { card: string }[]): number => rows.reduce((sum, { card }) => sum + Buffer.byteLength(card), 0)

function grown(book: Book, count: number, bytes: number): Book {
  const after = { ...book, revision: book.revision + 1, count: book.count + count, bytes: book.bytes + bytes }
  const isGrowing = count > 0 || bytes > 0
  if (isGrowing && (after.count > PEOPLE_MAX || after.bytes > PEOPLE_MAX_BYTES)) throw new Refusal("people_full")
  return after
}

/** The columns that repeat what lists show and search. @throws Refusal person_too_large */
function derived(card: string, event: string) {
  if (Buffer.byteLength(card) > PERSON_MAX_BYTES) throw new Refusal("person_too_large")
  const person = readPerson(card)
  if (person === null) throw new Refusal("person_unreadable")
  const { full_name, business_name, job_title, entries, note, tags } = person
  const words = [full_name, business_name, job_title, ...entries.map(({ value }) => value), note, ...tags, event]
  return { full_name, business_name, search: words.join("\n").toLowerCase() }
}

const rowOf = (owner_id: string, id: string, card: string, meeting: Meeting, now: Date) => ({
  id,
  owner_id,
  resource: `${id}.vcf`,
  card,
  ...derived(card, meeting.event ?? ""),
  ...meeting,
  updated_at: now,
})

function only(rows: PersonRow[]): PersonRow {
  const [row] = rows
  if (row === undefined) throw new Refusal("not_found")
  return row
}

type Shown = Pick<PersonRow, "id" | "card" | "source" | "met_at" | "event" | "place" | "revision">
export type ListedPerson = ReturnType<typeof shown>

function shown({ id, card, source, met_at, event, place, revision }: Shown) {
  const { full_name, job_title, business_name, entries, note, tags } = readPerson(card) ?? EMPTY
  const details = { full_name, job_title, business_name, entries, note, tags }
  return { id, source, met_at: met_at.toISOString(), event, place, revision, ...details }
}

const EMPTY: PersonDetails = { full_name: "", job_title: "", business_name: "", entries: [], note: "", tags: [] }
