// Which contacts of a book may be one person, and which of them the owner knows to be several.
import { PEOPLE_DUPLICATES_MAX, PEOPLE_MERGED_MAX } from "../../../domain/people/people-limits.ts"
import type { Database } from "../../platform/db/queries.ts"
import { listed } from "./book.ts"
import { insertSeparations, sharedKeys } from "./duplicates-store.ts"
import type { Following } from "./following.ts"
import { readListed } from "./store.ts"

/** Keys that are looked at: most contacts of a group share several. */
const KEYS_MAX = 2 * PEOPLE_DUPLICATES_MAX

interface Needs {
  db: Database
  following: Pick<Following, "catchUp">
}

export function createDuplicates({ db, following }: Needs) {
  return {
    /** Groups of contacts that may be one person, the surest first; each contact is in one group. */
    async duplicates(ownerId: string) {
      await following.catchUp(ownerId)
      const shared = await sharedKeys(db, ownerId, KEYS_MAX, PEOPLE_MERGED_MAX)
      const rows = await readListed(
        db,
        ownerId,
        shared.flatMap(({ ids }) => ids),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      const grouped = new Set<string>()
      const groups = shared.flatMap(({ kind, ids }) => {
        const people = ids.flatMap((id) => byId.get(id) ?? []).filter(({ id }) => !grouped.has(id))
        if (people.length < 2) return []
        for (const { id } of people) grouped.add(id)
        return { why: kind, people: people.map(listed) }
      })
      const has_more = groups.length > PEOPLE_DUPLICATES_MAX || shared.length === KEYS_MAX
      return { groups: groups.slice(0, PEOPLE_DUPLICATES_MAX), has_more }
    },

    /** They are not suggested again for what they share now. Unknown ids are passed over. */
    async separate(ownerId: string, ids: string[]): Promise<void> {
      await insertSeparations(db, ownerId, ids)
    },
  }
}
