// People that an account has met, in the database. Every change is made while the account's book is locked, and counts its revision.
import { and, asc, desc, eq, gt, inArray, like, lte, sql } from "drizzle-orm"
import type { Position } from "../../../domain/page.ts"
import { isOlder, rankOf } from "../../platform/db/positions.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { people, people_books, people_deleted } from "../../platform/db/schema.ts"
import { containing } from "../../platform/db/search.ts"

export type PersonRow = typeof people.$inferSelect
export type Book = typeof people_books.$inferSelect

/** Locks the book until the transaction ends; creates it for the first person. */
export async function lockBook(tx: Queries, owner_id: string): Promise<Book> {
  await tx.insert(people_books).values({ owner_id }).onConflictDoNothing()
  const [book] = await tx.select().from(people_books).where(eq(people_books.owner_id, owner_id)).for("update")
  if (book === undefined) throw new Error("the book was deleted while it was opened")
  return book
}

export const saveBook = (tx: Queries, { owner_id, ...book }: Book) =>
  tx.update(people_books).set(book).where(eq(people_books.owner_id, owner_id))

/** Undefined: nobody was met yet. */
export const findBook = async (db: Queries, owner_id: string): Promise<Book | undefined> =>
  (await db.select().from(people_books).where(eq(people_books.owner_id, owner_id)))[0]

export async function insertPeople(tx: Queries, rows: (typeof people.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(people).values(rows)
  const [{ owner_id } = { owner_id: "" }] = rows
  const names = rows.map(({ resource }) => resource)
  if (rows.length > 0)
    await tx
      .delete(people_deleted)
      .where(and(eq(people_deleted.owner_id, owner_id), inArray(people_deleted.resource, names)))
}

export const updatePerson = (tx: Queries, id: string, values: Partial<typeof people.$inferInsert>) =>
  tx.update(people).set(values).where(eq(people.id, id))

/** Deletes rows and keeps their names, so that address books delete them too. */
export async function deletePeople(tx: Queries, rows: PersonRow[], revision: number, now: Date): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.delete(people).where(inArray(people.id, ids))
  const deleted = rows.map(({ owner_id, resource }) => ({ owner_id, resource, revision, deleted_at: now }))
  await tx
    .insert(people_deleted)
    .values(deleted)
    .onConflictDoUpdate({
      target: [people_deleted.owner_id, people_deleted.resource],
      set: { revision, deleted_at: now },
    })
}

const isOf = (owner_id: string) => eq(people.owner_id, owner_id)

export const findPeople = (db: Queries, ownerId: string, ids: string[]): Promise<PersonRow[]> =>
  db
    .select()
    .from(people)
    .where(and(isOf(ownerId), inArray(people.id, ids)))

export const findResources = (db: Queries, ownerId: string, names: string[]): Promise<PersonRow[]> =>
  db
    .select()
    .from(people)
    .where(and(isOf(ownerId), inArray(people.resource, names)))

const ROW = {
  id: people.id,
  full_name: people.full_name,
  business_name: people.business_name,
  source: people.source,
  met_at: people.met_at,
  event: people.event,
  place: people.place,
  card: people.card,
  revision: people.revision,
  rank: rankOf(people.met_at),
}

/** Newest first. @param search lowercase; empty for everyone */
export const readPeople = (db: Queries, ownerId: string, search: string, cursor: Position | null, limit: number) =>
  db
    .select(ROW)
    .from(people)
    .where(
      and(
        isOf(ownerId),
        search === "" ? undefined : like(people.search, containing(search)),
        isOlder(cursor, people.met_at, people.id),
      ),
    )
    .orderBy(desc(people.met_at), desc(people.id))
    .limit(limit)

/** Changed after `since`, in the order of their change. */
export const changedPeople = (db: Queries, ownerId: string, since: number, limit: number): Promise<PersonRow[]> =>
  db
    .select()
    .from(people)
    .where(and(isOf(ownerId), gt(people.revision, since)))
    .orderBy(asc(people.revision), asc(people.id))
    .limit(limit)

/** Names of those deleted after `since`, in the order of their deletion. */
export const deletedPeople = (db: Queries, ownerId: string, since: number, limit: number) =>
  db
    .select({ resource: people_deleted.resource, revision: people_deleted.revision })
    .from(people_deleted)
    .where(and(eq(people_deleted.owner_id, ownerId), gt(people_deleted.revision, since)))
    .orderBy(asc(people_deleted.revision), asc(people_deleted.resource))
    .limit(limit)

/** Forgets deletions from before `before`. The books that lose some know up to which revision. */
export async function forgetDeletions(tx: Queries, before: Date): Promise<void> {
  await tx.execute(sql`
    update people_books set oldest_revision = old.revision
    from (select owner_id, max(revision) as revision from people_deleted where deleted_at <= ${before} group by owner_id) old
    where people_books.owner_id = old.owner_id and people_books.oldest_revision < old.revision`)
  await tx.delete(people_deleted).where(lte(people_deleted.deleted_at, before))
}
