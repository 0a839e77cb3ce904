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
    with shared as (
      select kind, value, array_agg(person_id order by person_id) as ids from ${people_keys}
      where owner_id = ${ownerId} and kind in (${KINDS}) group by kind, value having count(*) > 1
    ), apart as (
      select value, array_agg(person_id) as ids from ${people_keys}
      where owner_id = ${ownerId} and kind = 'separate' group by value
    ), asked as (
      select shared.kind, shared.ids, coalesce(apart.ids, '{}') as apart
      from shared left join apart on apart.value = shared.kind || ' ' || shared.value
      where apart.ids is null or not shared.ids <@ apart.ids
      order by array_position(array[${KINDS}], shared.kind), shared.value limit ${limit}
    )
    select kind, array(select id::text from unnest(ids) as id order by id = any(apart), id limit ${size}) as ids from asked`)
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
