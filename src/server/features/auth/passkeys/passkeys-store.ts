// Rows of passkeys.
import { and, asc, eq, gte, inArray, lt, ne, or, placeholder, sql } from "drizzle-orm"
import { passkeys, users } from "../../../platform/db/auth-schema.ts"
import { prepared } from "../../../platform/db/prepared.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { profiles } from "../../../platform/db/schema.ts"

export type PasskeyRow = typeof passkeys.$inferSelect

/** Oldest first. */
export const passkeysOf = (db: Queries, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.created_at), asc(passkeys.id))

const passkeyWithAccount = prepared("passkey_with_account", (db) => {
  const { deleted_at, deletion_scheduled_at } = profiles
  return db
    .select({ passkey: passkeys, user: users, deleted_at, deletion_scheduled_at })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(passkeys.credential_id, placeholder("credential_id")))
    .limit(1)
})

export const findPasskey = async (db: Queries, credentialId: string) =>
  (await passkeyWithAccount(db, { credential_id: credentialId }))[0]

/** False when an account has this credential already. */
export async function insertPasskey(db: Queries, passkey: PasskeyRow): Promise<boolean> {
  const inserted = db.insert(passkeys).values(passkey).onConflictDoNothing()
  return (await inserted.returning({ id: passkeys.id })).length === 1
}

const isForward = or(
  lt(passkeys.counter, placeholder("counter")),
  sql`(${passkeys.counter} = 0 and ${placeholder("counter")}::bigint = 0)`,
)
const isUsable = and(eq(passkeys.id, placeholder("id")), isForward)
const use = {
  counter: sql`${placeholder("counter")}`,
  backed_up: sql`${placeholder("backed_up")}`,
  last_used_at: sql`${placeholder("now")}`,
}

const usage = prepared("passkey_use", (db) =>
  db.update(passkeys).set(use).where(isUsable).returning({ id: passkeys.id }),
)

/** The account before its passkey, in the order of an undo that removes both. */
const signInUsage = prepared("passkey_sign_in", (db) => {
  const signedIn = db
    .update(users)
    .set({ last_sign_in_at: sql`${placeholder("now")}` })
    .where(eq(users.id, placeholder("user_id")))
  const account = db.$with("account").as(signedIn.returning({ id: users.id }))
  const isTheirs = inArray(passkeys.user_id, db.select({ id: account.id }).from(account))
  return db.with(account).update(passkeys).set(use).where(and(isUsable, isTheirs)).returning({ id: passkeys.id })
})

type Use = Pick<PasskeyRow, "counter" | "backed_up">

/**
 * False when the passkey is gone, or when its counter did not go up: of two authenticators with one key, the second to be used is
 * refused. Those without a counter stay at 0.
 */
export const markUsed = async (db: Queries, id: string, use: Use, now: Date): Promise<boolean> =>
  (await usage(db, { ...use, id, now })).length === 1

/** The same for a sign-in, which the account notes as well. */
export const markSignedInWith = async (
  db: Queries,
  { id, user_id }: Pick<PasskeyRow, "id" | "user_id">,
  use: Use,
  now: Date,
): Promise<boolean> => (await signInUsage(db, { ...use, id, user_id, now })).length === 1

const own = (userId: string, id: string) => and(eq(passkeys.user_id, userId), eq(passkeys.id, id))

/** The passkey with its new name; undefined when it is not this user's. */
export async function renamePasskeyOf(
  db: Queries,
  userId: string,
  id: string,
  friendly_name: string,
): Promise<PasskeyRow | undefined> {
  return (await db.update(passkeys).set({ friendly_name }).where(own(userId, id)).returning())[0]
}

/** True for one of two requests at once. */
export async function deletePasskeyOf(db: Queries, userId: string, id: string): Promise<boolean> {
  return (await db.delete(passkeys).where(own(userId, id)).returning({ id: passkeys.id })).length === 1
}

/** How many were made while the site had another host: they work no longer. */
export const countPasskeysElsewhere = (db: Queries, host: string): Promise<number> =>
  db.$count(passkeys, ne(passkeys.rp_id, host))

/** @returns how many were added since */
export async function deletePasskeysSince(db: Queries, userId: string, since: Date): Promise<number> {
  const isNew = and(eq(passkeys.user_id, userId), gte(passkeys.created_at, since))
  return (await db.delete(passkeys).where(isNew).returning({ id: passkeys.id })).length
}
