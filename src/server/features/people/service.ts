// The people that an account has met: one book per account, changed by its owner's pages, their phone's address book and those who give
// their details.
import { randomUUID } from "node:crypto"
import type { Person } from "../../../api/people.ts"
import { Refusal } from "../../../domain/errors.ts"
import { cursorOf, type Page, type Position, pageOf } from "../../../domain/page.ts"
import type { GivenDetails } from "../../../domain/people/given.ts"
import { corrected } from "../../../domain/people/given-correction.ts"
import { PEOPLE_DELETIONS_DAYS, PEOPLE_DELETIONS_MAX, PEOPLE_PER_PAGE } from "../../../domain/people/people-limits.ts"
import type { ChangedDetails, PersonDetails } from "../../../domain/people/person.ts"
import { changedPersonCard, newPersonCard, readPerson } from "../../../domain/people/person-card.ts"
import { addDays, isoOrNull } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { Log } from "../../platform/log.ts"
import type { Profiles } from "../profiles/service.ts"
import {
  changing,
  derivedOfChanged,
  grown,
  type ListedPerson,
  listed,
  type Meeting,
  newPerson,
  noSuchPerson,
  requireFewProperties,
  requireReadable,
  sizeOf,
} from "./book.ts"
import { createDuplicates } from "./duplicates.ts"
import { createFollowing } from "./following.ts"
import { createImports, uuidOf } from "./imports.ts"
import { createSelections } from "./selections.ts"
import {
  type Book,
  deletePeople,
  findAny,
  findBook,
  findPeople,
  findTappedCard,
  forgetDeletions,
  insertPeople,
  type PeopleFilter,
  type PersonRow,
  readPeople,
  updatePerson,
} from "./store.ts"
import { createSync } from "./sync.ts"

interface Needs {
  clock: Clock
  config: Pick<Config, "PUBLIC_ORIGIN">
  database: Pick<OpenDatabase, "db">
  log: Log
  profiles: Pick<Profiles, "read">
}

export type People = ReturnType<typeof createPeople>

export function createPeople({ clock, config, database: { db }, log, profiles }: Needs) {
  const following = createFollowing({ clock, config, db, log, profiles })
  return {
    ...createSelections({ db, following }),
    ...createImports({ db }),
    ...createDuplicates({ db, following }),
    ...createSync({ db, following }),

    /** Before contacts are read in another way than by these functions: those that follow a profile show what it says now. */
    catchUp: following.catchUp,

    /** An empty filter finds everyone. */
    async list(ownerId: string, { q, tag, event }: PeopleFilter, cursor: Position | null): Promise<Page<ListedPerson>> {
      await following.catchUp(ownerId)
      const filter = { q: q.toLowerCase(), tag, event }
      const rows = await readPeople(db, ownerId, filter, cursor, PEOPLE_PER_PAGE + 1)
      const { items, next } = pageOf(rows, PEOPLE_PER_PAGE, cursorOf)
      return { items: items.map(listed), next }
    },

    /** @throws Refusal not_found, also for another owner's */
    async one(ownerId: string, id: string): Promise<Person> {
      await following.catchUp(ownerId)
      const row = only(await findPeople(db, ownerId, [id]))
      const [tapped_card, their_username] = [await findTappedCard(db, row), await following.usernameOf(row)]
      return { ...shown(row), tapped_card, their_username }
    },

    /**
     * Adds people in one transaction.
     * @param added `key`: with the same one, the same person, who is not added twice; empty: none
     * @param arrival asked while the book is locked: the earliest moment at which they may have been met; null: they were added before
     * @returns their ids; none when they were there
     * @throws Refusal people_full, person_too_large
     */
    async add(
      ownerId: string,
      added: { details: PersonDetails; meeting: Meeting; key?: string | undefined }[],
      now: Date,
      arrival = async (_: Queries): Promise<Date | null> => new Date(0),
    ): Promise<string[]> {
      const people = added.map(({ details, meeting, key }) => {
        const id = key ? uuidOf([ownerId, "added", key]) : randomUUID()
        return newPerson(ownerId, newPersonCard(`urn:uuid:${id}`, details, now), meeting, now, id)
      })
      const ids = people.map(({ row }) => row.id)
      let wasThere = false
      await changing(db, ownerId, async (tx, book) => {
        // Run again after a lost connection, or a lost answer: the first run was committed.
        if ((await findAny(tx, ownerId, ids.slice(0, 1))).length > 0) return book
        const earliest = await arrival(tx)
        wasThere = earliest === null
        if (earliest === null) return book
        const revision = book.revision + 1
        await insertPeople(
          tx,
          people.map(({ row, keys }) => {
            const met_at = row.met_at < earliest ? earliest : row.met_at
            return { row: { ...row, met_at, revision }, keys }
          }),
        )
        return grown(book, people.length, sizeOf(people.map(({ row }) => row)))
      })
      return wasThere ? [] : ids
    },

    /**
     * @param changed details that are not given stay as they are; `event`: where they met
     * @param revision refuses the change of any other one
     * @throws Refusal not_found, person_changed, people_full, person_too_large
     */
    async change(
      ownerId: string,
      id: string,
      { event, ...changed }: ChangedDetails,
      now: Date,
      revision?: number,
    ): Promise<Person> {
      await changing(db, ownerId, async (tx, book) => {
        const row = only(await findPeople(tx, ownerId, [id]))
        if (revision !== undefined && row.revision !== revision) throw new Refusal("person_changed")
        return save(tx, book, row, { ...detailsOf(row), ...changed }, { event: event ?? row.event }, now)
      })
      return this.one(ownerId, id)
    },

    /**
     * A correction by the one who gave the details. What the owner changed stays, also what was saved a moment ago.
     * @throws Refusal not_found, people_full, person_too_large
     */
    async correct(ownerId: string, id: string, given: GivenDetails, now: Date): Promise<void> {
      await changing(db, ownerId, async (tx, book) => {
        const row = only(await findAny(tx, ownerId, [id]))
        if (row.given === null) throw noSuchPerson()
        return save(tx, book, row, corrected(detailsOf(row), row.given, given), { event: row.event, given }, now)
      })
    },

    /** Unknown ids are passed over. @returns how many were deleted */
    remove: (ownerId: string, ids: string[], now: Date) => removeFound(findPeople, ownerId, ids, now),

    /** What someone left, whatever the owner's phone made of it. @returns how many were deleted */
    takeBack: (ownerId: string, ids: string[], now: Date) => removeFound(findAny, ownerId, ids, now),

    /** Forgets old deletions: an address book that was away longer starts from the beginning. */
    async sweep(now: Date, signal?: AbortSignal): Promise<void> {
      await following.catchUpAll(signal)
      await db.transaction((tx) => forgetDeletions(tx, addDays(now, -PEOPLE_DELETIONS_DAYS), PEOPLE_DELETIONS_MAX))
    },

    /** For an address book: its current revision, and the oldest one from which changes can still be told. */
    async book(ownerId: string): Promise<Pick<Book, "revision" | "oldest_revision" | "count">> {
      await following.catchUp(ownerId)
      return (await findBook(db, ownerId)) ?? { revision: 0, oldest_revision: 0, count: 0 }
    },
  }

  async function removeFound(find: typeof findAny, ownerId: string, ids: string[], now: Date): Promise<number> {
    let removed = 0
    await changing(db, ownerId, async (tx, book) => {
      const rows = await find(tx, ownerId, ids)
      removed = rows.length
      await deletePeople(tx, rows, book.revision + 1, now)
      return grown(book, -rows.length, -sizeOf(rows))
    })
    return removed
  }
}

async function save(
  tx: Queries,
  book: Book,
  row: PersonRow,
  details: PersonDetails,
  more: { event: string; given?: GivenDetails },
  now: Date,
): Promise<Book> {
  requireReadable(row.card)
  const card = changedPersonCard(row.card, details, now)
  requireFewProperties(card, row.card)
  const { columns, keys } = derivedOfChanged(card, more.event, row.their_details)
  await updatePerson(tx, row, { ...columns, ...more, card, updated_at: now, revision: book.revision + 1 }, keys)
  return grown(book, 0, sizeOf([{ card }]) - sizeOf([row]))
}

function only(rows: PersonRow[]): PersonRow {
  const [row] = rows
  if (row === undefined) throw noSuchPerson()
  return row
}

const shown = (row: PersonRow) => {
  const { id, source, met_at, event, place, their_state, revision } = row
  const moments = { met_at: met_at.toISOString(), kept_until: isoOrNull(row.kept_until) }
  return { id, source, ...moments, event, place, their_state, revision, ...detailsOf(row) }
}

function detailsOf({ card }: PersonRow): PersonDetails {
  const { full_name, job_title, business_name, entries, note, tags } = readPerson(card) ?? EMPTY
  return { full_name, job_title, business_name, entries, note, tags }
}

const EMPTY: PersonDetails = { full_name: "", job_title: "", business_name: "", entries: [], note: "", tags: [] }
