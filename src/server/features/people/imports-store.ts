// What a book has of the contacts of a file: the same UID, or the same name with the same email or phone.
import { and, eq, inArray, or } from "drizzle-orm"
import { PEOPLE_PER_IMPORT } from "../../../domain/people/people-limits.ts"
import type { PersonKeyKind } from "../../../domain/people/person-keys.ts"
import { people, people_keys } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { isOf, type NewPerson } from "./store.ts"

/** Those of the UIDs that contacts of the book have, groups included; as keys hold them. */
export async function findUids(db: Queries, ownerId: string, uids: string[]): Promise<string[]> {
  const isOne = and(eq(people_keys.kind, "uid"), inArray(people_keys.value, uids))
  const rows = await db
    .select({ uid: people_keys.value })
    .from(people_keys)
    .where(and(eq(people_keys.owner_id, ownerId), isOne))
  return rows.map(({ uid }) => uid)
}

/** Read in steps: cards may hold pictures. @param uids others that they may have; as keys hold them */
export async function* readAlike(
  db: Queries,
  ownerId: string,
  read: NewPerson[],
  uids: string[],
): AsyncGenerator<{ card: string }> {
  const ids = await findAlike(db, ownerId, read, uids)
  for (let at = 0; at < ids.length; at += PEOPLE_PER_IMPORT)
    yield* await db
      .select({ card: people.card })
      .from(people)
      .where(and(isOf(ownerId), inArray(people.id, ids.slice(at, at + PEOPLE_PER_IMPORT))))
}

async function findAlike(db: Queries, ownerId: string, read: NewPerson[], uids: string[]): Promise<string[]> {
  const has = (kind: PersonKeyKind, values: string[]) =>
    and(eq(people_keys.owner_id, ownerId), eq(people_keys.kind, kind), inArray(people_keys.value, values))
  const named = db
    .select({ id: people_keys.person_id })
    .from(people_keys)
    .where(has("name", valuesOf(read, "name")))
  // Contacts without a name have no key for it, and are known by what lists show instead.
  const shown = [...new Set(read.map(({ row }) => row.full_name ?? ""))]
  const isNamed = or(inArray(people.full_name, shown), inArray(people.id, named))
  const ids = new Set<string>()
  // One after the other: together, they would be looked for among all people of the book.
  for (const kind of ["uid", "email", "phone"] as const) {
    const rows = await db
      .select({ id: people.id })
      .from(people_keys)
      .innerJoin(people, eq(people.id, people_keys.person_id))
      .where(
        and(
          has(kind, [...valuesOf(read, kind), ...(kind === "uid" ? uids : [])]),
          eq(people.is_group, false),
          kind === "uid" ? undefined : isNamed,
        ),
      )
    for (const { id } of rows) ids.add(id)
  }
  return [...ids]
}

export const valuesOf = (read: NewPerson[], wanted: PersonKeyKind): string[] => [
  ...new Set(read.flatMap(({ keys }) => keys.flatMap(({ kind, value }) => (kind === wanted ? [value] : [])))),
]
