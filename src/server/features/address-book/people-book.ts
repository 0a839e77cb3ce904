// The people that the owner has met, as an address book. A token tells how far a program has read: "12" is everything up to revision 12;
// a longer one names the place where a request with a limit was cut.
import { DAV_CARDS_PAGE, DAV_PAGE } from "../../../domain/people/address-book-limits.ts"
import type { People } from "../people/service.ts"
import type { Book, Changes, Contact } from "./book.ts"

type Seen = Parameters<People["deleted"]>[1]
type Resource = Awaited<ReturnType<People["resources"]>>[number]

export const etagOf = ({ revision, updated_at }: Pick<Resource, "revision" | "updated_at">): string =>
  `"${revision.toString(36)}-${updated_at.getTime().toString(36)}"`

const contactOf = (row: Resource): Contact => ({
  name: row.resource,
  etag: etagOf(row),
  modified: row.updated_at,
  bytes: row.bytes,
  card: row.card,
})

export function peopleBook(people: People, ownerId: string): Book {
  return {
    title: "People I've met",
    description: "The people you've met.",
    isReadOnly: false,

    token: async () => String((await people.book(ownerId)).revision),

    contacts: async (names) => (await people.resources(ownerId, names)).map(contactOf),

    async *all(withCards) {
      const { revision } = await people.book(ownerId)
      for await (const rows of changedRows(START, revision, null, withCards)) yield rows.map(contactOf)
    },

    async changes(token, limit, withCards): Promise<Changes | null> {
      const { revision, oldest_revision } = await people.book(ownerId)
      // A device that starts has no contacts yet, so it needs no deletions.
      const from = token === "" ? { changed: START, deleted: whole(revision) } : readToken(token)
      if (from === null || from.changed.revision > revision || from.deleted.revision > revision) return null
      if (from.deleted.revision < oldest_revision) return null
      let [seen, seenDeleted, left] = [from.changed, from.deleted, limit]
      let isCut = false

      async function* changed() {
        for await (const rows of changedRows(seen, revision, left === null ? null : left + 1, withCards)) {
          const shown = left === null ? rows : rows.slice(0, left)
          isCut ||= shown.length < rows.length
          if (left !== null) left -= shown.length
          const last = shown.at(-1)
          if (last !== undefined) seen = { revision: last.revision, key: last.id }
          yield shown.map(contactOf)
        }
        if (!isCut) seen = whole(revision)
      }
      async function* deleted() {
        while (!isCut) {
          const size = left === null ? DAV_PAGE : Math.min(DAV_PAGE, left + 1)
          const rows = await people.deleted(ownerId, seenDeleted, revision, size)
          const shown = left === null ? rows : rows.slice(0, left)
          isCut = shown.length < rows.length
          if (left !== null) left -= shown.length
          const last = shown.at(-1)
          if (last !== undefined) seenDeleted = { revision: last.revision, key: last.resource }
          yield shown.map(({ resource }) => resource)
          if (rows.length < size) break
        }
        if (!isCut) seenDeleted = whole(revision)
      }
      return {
        changed: changed(),
        deleted: deleted(),
        token: () => writeToken(seen, seenDeleted),
        isCut: () => isCut,
      }
    },
  }

  /** @param max rows; null: all */
  async function* changedRows(from: Seen, upTo: number, max: number | null, withCards: boolean) {
    let [seen, left] = [from, max ?? Number.POSITIVE_INFINITY]
    while (left > 0) {
      const size = Math.min(withCards ? DAV_CARDS_PAGE : DAV_PAGE, left)
      const rows = await people.changed(ownerId, seen, upTo, size, withCards)
      yield rows
      left -= rows.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < size) return
      seen = { revision: last.revision, key: last.id }
    }
  }
}

const whole = (revision: number): Seen => ({ revision, key: null })
const START = whole(0)

const written = ({ revision, key }: Seen): string =>
  key === null ? String(revision) : `${revision}-${Buffer.from(key).toString("hex")}`

const writeToken = (changed: Seen, deleted: Seen): string =>
  changed.key === null && deleted.key === null && changed.revision === deleted.revision
    ? written(changed)
    : `${written(changed)}.${written(deleted)}`

function readToken(token: string): { changed: Seen; deleted: Seen } | null {
  const parts = token.split(".").map(readSeen)
  const [changed = null, deleted = changed] = parts
  if (changed === null || deleted === null || parts.length > 2) return null
  const isId = changed.key === null || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(changed.key)
  return isId ? { changed, deleted } : null
}

function readSeen(text: string): Seen | null {
  const [, revision, key] = /^(\d{1,15})(?:-((?:[0-9a-f]{2}){1,255}))?$/.exec(text) ?? []
  if (revision === undefined) return null
  const name = key === undefined ? null : Buffer.from(key, "hex").toString()
  return name?.includes("\0") ? null : { revision: Number(revision), key: name }
}
