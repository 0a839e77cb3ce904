// What an owner does with many people at once: tags, deletion, merging and export.
import { setImmediate as turn } from "node:timers/promises"
import { Refusal } from "../../../domain/errors.ts"
import { cursorOf, positionOf } from "../../../domain/page.ts"
import { PEOPLE_LABELS_MAX, PEOPLE_PER_IMPORT, PERSON_TAGS_MAX } from "../../../domain/people/people-limits.ts"
import { PEOPLE } from "../../../domain/people/people-messages.ts"
import { changedCard, linesOf, personOf } from "../../../domain/people/person-card.ts"
import { mergedPersonCard } from "../../../domain/people/person-merge.ts"
import type { Database } from "../../platform/db/queries.ts"
import {
  changing,
  derivedOfChanged,
  grown,
  hasFewProperties,
  isReadable,
  noSuchPerson,
  requireFewProperties,
  requireReadable,
  sizeOf,
} from "./book.ts"
import type { Following } from "./following.ts"
import { topLabels } from "./labels-store.ts"
import {
  countGroups,
  deletePeople,
  findBook,
  findPeople,
  type ListedRow,
  type PeopleFilter,
  readCards,
  updatePerson,
} from "./store.ts"

interface Needs {
  db: Database
  following: Pick<Following, "catchUp">
}

export function createSelections({ db, following }: Needs) {
  return {
    /** Adds and removes tags. Unknown ids, and contacts with too many details, are passed over. @returns how many were changed @throws Refusal people_full, person_too_large */
    async tag(ownerId: string, ids: string[], add: string[], remove: string[], now: Date): Promise<number> {
      let changed = 0
      await changing(db, ownerId, async (tx, book) => {
        const rows = await findPeople(tx, ownerId, ids)
        let bytes = 0
        changed = 0
        for (const row of rows) {
          // One contact may take some milliseconds.
          await turn()
          const lines = isReadable(row.card) ? linesOf(row.card) : null
          if (lines === null) continue
          const details = personOf(lines)
          const kept = details.tags.filter((tag) => !remove.includes(tag))
          const tags = [...new Set([...kept, ...add])].slice(0, Math.max(PERSON_TAGS_MAX, kept.length))
          if (tags.join("\n") === details.tags.join("\n")) continue
          const card = changedCard(lines, { ...details, tags }, now)
          if (!hasFewProperties(card, row.card)) continue
          const { columns, keys } = derivedOfChanged(card, row.event, row.their_details)
          await updatePerson(tx, row, { ...columns, card, updated_at: now, revision: book.revision + 1 }, keys)
          bytes += sizeOf([{ card }]) - sizeOf([row])
          changed++
        }
        return changed === 0 ? book : grown(book, 0, bytes)
      })
      return changed
    },

    /**
     * The first one keeps its identity and how it was met, gains what only the others have, and gets the fullest of their names.
     * @throws Refusal not_found when one of them is not in the book, person_too_large, givers_differ, profiles_differ
     */
    async merge(ownerId: string, ids: string[], now: Date): Promise<void> {
      // Of a profile that was deleted meanwhile, nothing may become part of another contact.
      await following.catchUp(ownerId)
      await changing(db, ownerId, async (tx, book) => {
        const found = new Map((await findPeople(tx, ownerId, ids)).map((row) => [row.id, row]))
        const rows = [...new Set(ids)].map((id) => found.get(id) ?? missing())
        const [kept = missing(), ...others] = rows
        if (others.length === 0) missing()
        for (const row of rows) requireReadable(row.card)
        // A giver can delete what they gave, and only that.
        if (new Set(rows.flatMap(({ giver_id }) => giver_id ?? [])).size > 1) throw new Refusal("givers_differ")
        const given = rows.find(({ giver_id }) => giver_id !== null) ?? rows.find(({ given }) => given !== null)
        const ends = rows.flatMap(({ kept_until }) => kept_until ?? []).sort((a, b) => a.getTime() - b.getTime())
        const followers = rows.filter((row) => row.their_profile_id !== null || row.their_details !== null)
        // A contact follows one profile: what another one says would stay in it after that one is deleted.
        if (new Set(followers.map((row) => row.their_profile_id)).size > 1) throw new Refusal("profiles_differ")
        const [theirs] = followers
        const [event = "", ...otherEvents] = new Set(rows.map((row) => row.event).filter((text) => text !== ""))
        const card = mergedPersonCard(
          rows.map((row) => row.card),
          now,
          { lines: otherEvents.map(PEOPLE.alsoMet), followed: theirs?.their_details ?? null },
        )
        requireFewProperties(card, kept.card)
        const { columns, keys } = derivedOfChanged(card, event, theirs?.their_details ?? null)
        await deletePeople(tx, others, book.revision + 1, now)
        const values = {
          ...columns,
          card,
          event,
          place: rows.map((row) => row.place).find((text) => text !== "") ?? "",
          tapped_card_id: rows.find((row) => row.tapped_card_id !== null)?.tapped_card_id ?? null,
          // The person who gave a contact can still delete it, and reads with which profile they left it.
          ...(given && {
            given: given.given,
            profile_id: given.profile_id,
            giver_id: given.giver_id,
            consent_version: given.consent_version,
          }),
          // No one's details stay longer than they were told.
          kept_until: ends[0] ?? null,
          ...(theirs && {
            their_profile_id: theirs.their_profile_id,
            their_state: theirs.their_state,
            their_version: theirs.their_version,
            their_details: theirs.their_details,
          }),
          updated_at: now,
          revision: book.revision + 1,
        }
        await updatePerson(tx, kept, values, keys)
        return grown(book, -others.length, sizeOf([{ card }]) - sizeOf(rows))
      })
    },

    /** How many people the book has, and its most used tags and events. */
    async labels(ownerId: string) {
      const [book, groups, tags, events] = await Promise.all([
        findBook(db, ownerId),
        countGroups(db, ownerId),
        topLabels(db, ownerId, "tag", PEOPLE_LABELS_MAX),
        topLabels(db, ownerId, "event", PEOPLE_LABELS_MAX),
      ])
      return { count: (book?.count ?? 0) - groups, tags, events }
    },

    /** With their cards, newest first, read in steps while they are taken. @param ids null: all that the filter finds */
    async *exported(
      ownerId: string,
      { q, tag, event }: PeopleFilter,
      ids: string[] | null,
    ): AsyncGenerator<ExportedRow> {
      await following.catchUp(ownerId)
      const filter = { q: q.toLowerCase(), tag, event }
      for (let cursor = ""; ; ) {
        const rows = await readCards(db, ownerId, filter, ids, positionOf(cursor), PEOPLE_PER_IMPORT)
        yield* rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < PEOPLE_PER_IMPORT) return
        cursor = cursorOf(last)
      }
    },
  }
}

export type ExportedRow = ListedRow & { card: string }

function missing(): never {
  throw noSuchPerson()
}
