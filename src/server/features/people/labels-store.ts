// The most used tags and events of a book.
import { sql } from "drizzle-orm"
import { people_keys } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"

/** The most used ones first. */
export async function topLabels(db: Queries, ownerId: string, kind: "tag" | "event", limit: number) {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select value as name, count(*)::int as count from ${people_keys}
    where owner_id = ${ownerId} and kind = ${kind} group by value order by count desc, value limit ${limit}`)
  return rows
}
