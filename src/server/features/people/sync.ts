// People as an address book reads and writes them: by the names of their files, with cards that stay byte for byte as they were written.
import { readPerson } from "../../../domain/people/person-card.ts"
import type { Database } from "../../platform/db/queries.ts"
import { changing, derivedOfChanged, grown, newPerson, requireFewProperties, sizeOf } from "./book.ts"
import type { Following } from "./following.ts"
import { deletePeople, findResources, insertPeople, type PersonRow, updatePerson } from "./store.ts"
import { changedPeople, deletedPeople, findUid, listResources, type Resource, type Seen } from "./sync-store.ts"

type PutResult =
  | { kind: "stored"; revision: number; updated_at: Date; isNew: boolean }
  | { kind: "unexpected" }
  /** `resource` has this UID, or it had another one */
  | { kind: "uid_taken"; resource: string }

/** Whether the contact as it is now may be replaced or deleted; undefined: there is none. */
type Expectation = (current: PersonRow | undefined) => boolean

interface Needs {
  db: Database
  following: Pick<Following, "catchUp">
}

export function createSync({ db, following }: Needs) {
  return {
    /** Unknown names are left out. */
    async resources(ownerId: string, names: string[]): Promise<Resource[]> {
      await following.catchUp(ownerId)
      return listResources(db, ownerId, names)
    },

    /**
     * Contacts that changed after `seen` ({ revision: 0, key: null }: all of them), oldest change first.
     * @param upTo a revision: what changes while the contacts are read is left for the next time
     */
    changed: (ownerId: string, seen: Seen, upTo: number, limit: number, withCards: boolean): Promise<Resource[]> =>
      changedPeople(db, ownerId, seen, upTo, limit, withCards),

    /** The names of contacts that were deleted after `seen`. */
    deleted: (ownerId: string, seen: Seen, upTo: number, limit: number) =>
      deletedPeople(db, ownerId, seen, upTo, limit),

    /** @throws Refusal person_unreadable, person_too_large, people_full */
    async put(ownerId: string, resource: string, card: string, isExpected: Expectation, now: Date): Promise<PutResult> {
      let result: PutResult = { kind: "unexpected" }
      await changing(db, ownerId, async (tx, book) => {
        const [current] = await findResources(tx, ownerId, [resource])
        result = { kind: "unexpected" }
        if (!isExpected(current)) return book
        requireFewProperties(card, current?.card ?? "")
        const written =
          current === undefined
            ? newPerson(ownerId, card, { source: "synced", met_at: now }, now)
            : derivedOfChanged(card, current.event, current.their_details)
        const { keys, person } = written
        const before = current === undefined ? "" : (readPerson(current.card)?.uid ?? "")
        const uid = keys.find(({ kind }) => kind === "uid")?.value
        // Of contacts that share a UID since before imports gave them one each, each may keep it.
        const other = uid === undefined || before === person.uid ? undefined : await findUid(tx, ownerId, uid, resource)
        if (other !== undefined || (before !== "" && before !== person.uid)) {
          result = { kind: "uid_taken", resource: other ?? resource }
          return book
        }
        const revision = book.revision + 1
        result = { kind: "stored", revision, updated_at: now, isNew: current === undefined }
        if ("row" in written) await insertPeople(tx, [{ row: { ...written.row, resource, revision }, keys }])
        else if (current !== undefined)
          await updatePerson(tx, current, { ...written.columns, card, updated_at: now, revision }, keys)
        const grownBy = Buffer.byteLength(card) - (current === undefined ? 0 : sizeOf([current]))
        return grown(book, current === undefined ? 1 : 0, grownBy)
      })
      return result
    },

    /** @returns false when it was not as expected; deleting what does not exist is for `isExpected` to judge */
    async removeResource(ownerId: string, resource: string, isExpected: Expectation, now: Date): Promise<boolean> {
      let isDone = false
      await changing(db, ownerId, async (tx, book) => {
        const rows = await findResources(tx, ownerId, [resource])
        isDone = isExpected(rows[0])
        if (!isDone || rows.length === 0) return book
        await deletePeople(tx, rows, book.revision + 1, now)
        return grown(book, -1, -sizeOf(rows))
      })
      return isDone
    },
  }
}
