// Which contacts of a book may be those of a file: the same UID, or the same name with the same email or phone.
import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm"
import { PEOPLE_PER_IMPORT } from "../../../domain/people/people-limits.ts"
import type { PersonKeyKind } from "../../../domain/people/person-keys.ts"
import { people, people_keys } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { isOf, type NewPerson } from "./store.ts"

/** Read in steps: cards may hold pictures. */
export async function* readAlike(db: Queries, ownerId: string, read: NewPerson[]): AsyncGenerator<{ card: string }> {
  const valuesOf = (wanted: PersonKeyKind) => [
    ...new Set(read.flatMap(({ keys }) => keys.flatMap(({ kind, value }) => (kind === wanted ? [value] : [])))),
  ]
  const has = (kind: PersonKeyKind) => hasKey(ownerId, kind, valuesOf(kind))
  // Contacts without a name have no key for it, and are known by what lists show instead.
  const isNamed = or(has("name"), inArray(people.full_name, [...new Set(read.map(({ row }) => row.full_name ?? ""))]))
  const isAlike = or(has("uid"), and(or(has("email"), has("phone")), isNamed))
  for (let last = ""; ; ) {
    const rows = await db
      .select({ id: people.id, card: people.card })
      .from(people)
      .where(and(isOf(ownerId), eq(people.is_group, false), isAlike, last === "" ? undefined : gt(people.id, last)))
      .orderBy(asc(people.id))
      .limit(PEOPLE_PER_IMPORT)
    yield* rows
    if (rows.length < PEOPLE_PER_IMPORT) return
    last = rows.at(-1)?.id ?? ""
  }
}

function hasKey(ownerId: string, kind: PersonKeyKind, values: string[]): SQL | undefined {
  if (values.length === 0) return sql`false`
  const isWanted = and(
    eq(people_keys.owner_id, ownerId),
    eq(people_keys.kind, kind),
    inArray(people_keys.value, values),
  )
  return sql`${people.id} in (select ${people_keys.person_id} from ${people_keys} where ${isWanted})`
}
