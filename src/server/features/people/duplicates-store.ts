// What several people of a book have in common, and for which of it the owner said that they are not one person.
import { sql } from "drizzle-orm"
import { MAYBE_SAME_PERSON } from "../../../domain/people/person-keys.ts"
import { people_keys } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"

const KINDS = sql.join(
  MAYBE_SAME_PERSON.map((kind) => sql`${kind}`),
  sql`, `,
)

/** Groups of people with the same value, each at most `size` of them, those first who are not known to be separate. */
export async function sharedKeys(db: Queries, ownerId: string, limit: number, size: number) {
  const { rows } = await db.execute<{ kind: (typeof MAYBE_SAME_PERSON)[number]; ids: string[] }>(sql`
    select shared.kind, (array_agg(shared.person_id order by apart.person_id is not null, shared.person_id))[1:${sql.raw(String(size))}]::text[] as ids
    from ${people_keys} shared
    left join ${people_keys} apart on apart.owner_id = shared.owner_id and apart.kind = 'separate'
      and apart.value = shared.kind || ' ' || shared.value and apart.person_id = shared.person_id
    where shared.owner_id = ${ownerId} and shared.kind in (${KINDS})
    group by shared.kind, shared.value having count(*) > 1 and count(apart.person_id) < count(*)
    order by array_position(array[${KINDS}], shared.kind), shared.value limit ${limit}`)
  return rows
}

/** For everything that two of these people share. */
export const insertSeparations = (db: Queries, ownerId: string, ids: string[]) => {
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  return db.execute(sql`
    insert into ${people_keys} (owner_id, kind, value, person_id)
    select owner_id, 'separate', kind || ' ' || value, person_id
    from (
      select *, count(*) over (partition by kind, value) as people from ${people_keys}
      where owner_id = ${ownerId} and person_id in (${list}) and kind in (${KINDS})
    ) shared
    where people > 1
    on conflict do nothing`)
}
