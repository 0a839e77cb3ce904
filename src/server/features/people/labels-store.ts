// The most used tags and events of a book, and what several of its people have in common.
import { sql } from "drizzle-orm"
import type { PersonKeyKind } from "../../../domain/people/person-keys.ts"
import { people_keys } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"

/** The most used ones first. */
export async function topLabels(db: Queries, ownerId: string, kind: "tag" | "event", limit: number) {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select value as name, count(*)::int as count from ${people_keys}
    where owner_id = ${ownerId} and kind = ${kind} group by value order by count desc, value limit ${limit}`)
  return rows
}

/** Groups of people with the same value, each at most `size` of them. */
export async function sharedKeys(
  db: Queries,
  ownerId: string,
  kinds: readonly PersonKeyKind[],
  limit: number,
  size: number,
) {
  const list = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ kind: PersonKeyKind; ids: string[] }>(sql`
    select kind, (array_agg(person_id order by person_id))[1:${sql.raw(String(size))}]::text[] as ids from ${people_keys}
    where owner_id = ${ownerId} and kind in (${list}) group by kind, value having count(*) > 1
    order by array_position(array['uid', 'email', 'phone', 'name'], kind), value limit ${limit}`)
  return rows
}
