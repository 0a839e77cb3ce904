// What address books read of people: by the names of their files, and by what has changed.
import { and, asc, eq, gt, gte, inArray, lte, ne, or, sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import { people, people_deleted, people_keys } from "../../platform/db/people-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { isOf, type PersonRow } from "./store.ts"

/** How far an address book has read: everything up to a revision, or of the revision itself only keys up to `key`. */
export interface Seen {
  revision: number
  /** null: the whole revision */
  key: string | null
}

/** The card itself is read only when it is asked for; otherwise it is empty. */
export type Resource = Pick<PersonRow, "id" | "resource" | "revision" | "updated_at" | "card"> & { bytes: number }

const columns = (withCards: boolean) => ({
  id: people.id,
  resource: people.resource,
  revision: people.revision,
  updated_at: people.updated_at,
  bytes: sql<number>`octet_length(${people.card})`.mapWith(Number),
  card: withCards ? sql<string>`${people.card}` : sql<string>`''`,
})

/** Those with one of the names. */
export const listResources = (db: Queries, ownerId: string, names: string[]): Promise<Resource[]> =>
  db
    .select(columns(true))
    .from(people)
    .where(and(isOf(ownerId), inArray(people.resource, names)))

/** The first comparison is where the index starts to read: with the others alone it would read everything before. */
const isAfter = (revision: AnyPgColumn, key: AnyPgColumn, seen: Seen) =>
  seen.key === null
    ? gt(revision, seen.revision)
    : and(gte(revision, seen.revision), or(gt(revision, seen.revision), gt(key, seen.key)))

/** Changed after `seen`, up to a revision, in the order of their change. */
export const changedPeople = (
  db: Queries,
  ownerId: string,
  seen: Seen,
  upTo: number,
  limit: number,
  withCards: boolean,
): Promise<Resource[]> =>
  db
    .select(columns(withCards))
    .from(people)
    .where(and(isOf(ownerId), lte(people.revision, upTo), isAfter(people.revision, people.id, seen)))
    .orderBy(asc(people.revision), asc(people.id))
    .limit(limit)

/** Names of those deleted after `seen`, up to a revision, in the order of their deletion. */
export const deletedPeople = (db: Queries, ownerId: string, seen: Seen, upTo: number, limit: number) =>
  db
    .select({ resource: people_deleted.resource, revision: people_deleted.revision })
    .from(people_deleted)
    .where(
      and(
        eq(people_deleted.owner_id, ownerId),
        lte(people_deleted.revision, upTo),
        isAfter(people_deleted.revision, people_deleted.resource, seen),
      ),
    )
    .orderBy(asc(people_deleted.revision), asc(people_deleted.resource))
    .limit(limit)

/** The name of another contact with this UID. @param uid as keys hold it */
export async function findUid(tx: Queries, ownerId: string, uid: string, except: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ resource: people.resource })
    .from(people_keys)
    .innerJoin(people, eq(people.id, people_keys.person_id))
    .where(
      and(
        eq(people_keys.owner_id, ownerId),
        eq(people_keys.kind, "uid"),
        eq(people_keys.value, uid),
        ne(people.resource, except),
      ),
    )
    .limit(1)
  return row?.resource
}
