// People that an account has met, in the database. Every change is made while the account's book is locked, and counts its revision.
import { and, desc, eq, inArray, like, lte, ne, type SQL, sql } from "drizzle-orm"
import type { Position } from "../../../domain/page.ts"
import { type PersonKey, searchedPhone } from "../../../domain/people/person-keys.ts"
import { people, people_books, people_deleted, people_keys } from "../../platform/db/people-schema.ts"
import { isOlder, rankOf } from "../../platform/db/positions.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_urls } from "../../platform/db/schema.ts"
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

/** Undefined: no one was met yet. */
export const findBook = async (db: Queries, owner_id: string): Promise<Book | undefined> =>
  (await db.select().from(people_books).where(eq(people_books.owner_id, owner_id)))[0]

export interface NewPerson {
  row: typeof people.$inferInsert
  keys: PersonKey[]
}

export async function insertPeople(tx: Queries, added: NewPerson[]): Promise<void> {
  const [first] = added
  if (first === undefined) return
  const { owner_id } = first.row
  await tx.insert(people).values(added.map(({ row }) => row))
  await insertKeys(
    tx,
    added.flatMap(({ row, keys }) => keys.map((key) => ({ ...key, owner_id, person_id: row.id }))),
  )
  const names = added.map(({ row }) => row.resource)
  await tx
    .delete(people_deleted)
    .where(and(eq(people_deleted.owner_id, owner_id), inArray(people_deleted.resource, names)))
}

/** A statement has at most 65,535 parameters. */
const KEYS_AT_ONCE = 10_000

async function insertKeys(tx: Queries, keys: (typeof people_keys.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE)
    await tx
      .insert(people_keys)
      .values(keys.slice(at, at + KEYS_AT_ONCE))
      .onConflictDoNothing()
}

/** @param keys all that it has now */
export async function updatePerson(
  tx: Queries,
  { id: person_id, owner_id }: Pick<PersonRow, "id" | "owner_id">,
  values: Partial<typeof people.$inferInsert>,
  keys: PersonKey[],
): Promise<void> {
  await tx.update(people).set(values).where(eq(people.id, person_id))
  await tx.delete(people_keys).where(and(eq(people_keys.person_id, person_id), ne(people_keys.kind, "separate")))
  await insertKeys(
    tx,
    keys.map((key) => ({ ...key, owner_id, person_id })),
  )
}

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

/** Everything in the owner's address book, groups included. */
export const isOf = (owner_id: string) => eq(people.owner_id, owner_id)

const isPersonOf = (owner_id: string) => and(isOf(owner_id), eq(people.is_group, false))

export const findPeople = (db: Queries, ownerId: string, ids: string[]): Promise<PersonRow[]> =>
  db
    .select()
    .from(people)
    .where(and(isPersonOf(ownerId), inArray(people.id, ids)))

/** Groups included: what someone left is theirs to correct and to delete, whatever an address book has made of it. */
export const findAny = (db: Queries, ownerId: string, ids: string[]): Promise<PersonRow[]> =>
  db
    .select()
    .from(people)
    .where(and(isOf(ownerId), inArray(people.id, ids)))

export const countGroups = (db: Queries, ownerId: string): Promise<number> =>
  db.$count(people, and(isOf(ownerId), people.is_group))

export const findResources = (db: Queries, ownerId: string, names: string[]): Promise<PersonRow[]> =>
  db
    .select()
    .from(people)
    .where(and(isOf(ownerId), inArray(people.resource, names)))

const TAPPED_CARD = { card_id: card_urls.card_id, nickname: card_urls.nickname }
/** A card that has another owner now, or none, is not shown. */
const isTappedCard = and(eq(card_urls.id, people.tapped_card_id), eq(card_urls.user_id, people.owner_id))

export const findTappedCard = async (db: Queries, { id }: Pick<PersonRow, "id">) =>
  (await db.select(TAPPED_CARD).from(people).innerJoin(card_urls, isTappedCard).where(eq(people.id, id)))[0] ?? null

/** What lists show: never the card, which may hold a picture. */
const LISTED = {
  id: people.id,
  full_name: people.full_name,
  job_title: people.job_title,
  business_name: people.business_name,
  phone: people.phone,
  email: people.email,
  tags: people.tags,
  source: people.source,
  met_at: people.met_at,
  event: people.event,
  place: people.place,
  tapped_card: TAPPED_CARD,
  their_state: people.their_state,
  revision: people.revision,
  rank: rankOf(people.met_at),
}
export type ListedRow = Awaited<ReturnType<typeof readPeople>>[number]

/** An empty one finds everyone. */
export interface PeopleFilter {
  /** words of a name, company, entry, note, tag or event in any order, or a phone number; in lowercase */
  q: string
  tag: string
  event: string
}

const isWanted = (ownerId: string, { q, tag, event }: PeopleFilter): SQL | undefined =>
  and(
    isPersonOf(ownerId),
    ...termsOf(q).map((term) => isFound(ownerId, term)),
    tag === "" ? undefined : hasKey(ownerId, "tag", tag),
    event === "" ? undefined : hasKey(ownerId, "event", event),
  )

/** Enough to find one person. Each costs a look at those that the others find. */
const TERMS_MAX = 6

const termsOf = (q: string): string[] =>
  searchedPhone(q) === "" ? [...new Set(q.split(/\s+/).filter((word) => word !== ""))].slice(0, TERMS_MAX) : [q.trim()]

/** A number is found as it is written, and by its digits however it is written. Two questions, because each has an index of its own. */
function isFound(ownerId: string, term: string): SQL {
  const digits = searchedPhone(term)
  if (digits === "") return isWritten(term)
  return sql`${people.id} in (
    select ${people_keys.person_id} from ${people_keys}
    where ${people_keys.owner_id} = ${ownerId} and ${people_keys.kind} = 'phone' and ${people_keys.value} like ${`%${digits}`}
    union all select ${people.id} from ${people} where ${people.owner_id} = ${ownerId} and ${isWritten(term)})`
}

/** One or two letters are in no trigram: they find only the words that begin with them. */
const isWritten = (term: string): SQL =>
  /^[a-z\d]{1,2}$/.test(term) ? sql`${people.search} ~ ${`\\m${term}`}` : like(people.search, containing(term))

const hasKey = (ownerId: string, kind: PersonKey["kind"], value: string): SQL => sql`${people.id} in (
  select ${people_keys.person_id} from ${people_keys}
  where ${people_keys.owner_id} = ${ownerId} and ${people_keys.kind} = ${kind} and ${people_keys.value} = ${value})`

/** Newest first. */
export const readPeople = (
  db: Queries,
  ownerId: string,
  filter: PeopleFilter,
  cursor: Position | null,
  limit: number,
) =>
  db
    .select(LISTED)
    .from(people)
    .leftJoin(card_urls, isTappedCard)
    .where(and(isWanted(ownerId, filter), isOlder(cursor, people.met_at, people.id)))
    .orderBy(desc(people.met_at), desc(people.id))
    .limit(limit)

export const readListed = (db: Queries, ownerId: string, ids: string[]): Promise<ListedRow[]> =>
  db
    .select(LISTED)
    .from(people)
    .leftJoin(card_urls, isTappedCard)
    .where(and(isPersonOf(ownerId), inArray(people.id, ids)))

/** With their cards, newest first. @param ids null: all that the filter finds */
export const readCards = (
  db: Queries,
  ownerId: string,
  filter: PeopleFilter,
  ids: string[] | null,
  cursor: Position | null,
  limit: number,
) =>
  db
    .select({ ...LISTED, card: people.card })
    .from(people)
    .leftJoin(card_urls, isTappedCard)
    .where(
      and(
        isWanted(ownerId, filter),
        ids === null ? undefined : inArray(people.id, ids),
        isOlder(cursor, people.met_at, people.id),
      ),
    )
    .orderBy(desc(people.met_at), desc(people.id))
    .limit(limit)

/** Forgets deletions from before `before`, and the oldest of a book with more than `most`. The books that lose some know up to which revision. */
export async function forgetDeletions(tx: Queries, before: Date, most: number): Promise<void> {
  await tx.execute(sql`
    update people_books set oldest_revision = greatest(oldest_revision, old.revision)
    from (select owner_id, max(revision) as revision from people_deleted where deleted_at <= ${before} group by owner_id) old
    where people_books.owner_id = old.owner_id`)
  await tx.delete(people_deleted).where(lte(people_deleted.deleted_at, before))
  // A program that endlessly creates and deletes contacts must not fill the disk.
  await tx.execute(sql`
    update people_books set oldest_revision = greatest(oldest_revision, (
      select revision from people_deleted where people_deleted.owner_id = people_books.owner_id
      order by revision desc offset ${most} limit 1))
    where owner_id in (select owner_id from people_deleted group by owner_id having count(*) > ${most})`)
  await tx.execute(sql`
    delete from people_deleted using people_books
    where people_books.owner_id = people_deleted.owner_id and people_deleted.revision <= people_books.oldest_revision`)
}
