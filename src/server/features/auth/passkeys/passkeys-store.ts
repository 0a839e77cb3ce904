// Rows of passkeys.
import { and, asc, eq, gte, inArray, lt, ne, or, sql } from "drizzle-orm"
import { passkeys, users } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { profiles } from "../../../platform/db/schema.ts"

export type PasskeyRow = typeof passkeys.$inferSelect

/** Oldest first. */
export const passkeysOf = (db: Queries, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.created_at), asc(passkeys.id))

/** With its account, in one statement. */
export async function findPasskey(db: Queries, credentialId: string) {
  const { deleted_at, deletion_scheduled_at } = profiles
  const rows = await db
    .select({ passkey: passkeys, user: users, deleted_at, deletion_scheduled_at })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(passkeys.credential_id, credentialId))
    .limit(1)
  return rows[0]
}

/** False when an account has this credential already. */
export async function insertPasskey(db: Queries, passkey: PasskeyRow): Promise<boolean> {
  const inserted = db.insert(passkeys).values(passkey).onConflictDoNothing()
  return (await inserted.returning({ id: passkeys.id })).length === 1
}

/**
 * Notes a use, and for a sign-in also when the account signed in: the account before its passkey, in the order of an undo that removes
 * both. False when the passkey is gone, or when its counter did not go up: of two authenticators with one key, the second to
 * sign in is refused. Those without a counter stay at 0.
 */
export async function markUsed(
  db: Queries,
  id: string,
  { counter, backed_up }: Pick<PasskeyRow, "counter" | "backed_up">,
  now: Date,
  signedIn?: string,
): Promise<boolean> {
  const isForward = or(lt(passkeys.counter, counter), sql`(${passkeys.counter} = 0 and ${counter}::bigint = 0)`)
  const use = { counter, backed_up, last_used_at: now }
  const isUsable = and(eq(passkeys.id, id), isForward)
  if (signedIn === undefined)
    return (await db.update(passkeys).set(use).where(isUsable).returning({ id: passkeys.id })).length === 1
  const account = db
    .$with("account")
    .as(db.update(users).set({ last_sign_in_at: now }).where(eq(users.id, signedIn)).returning({ id: users.id }))
  const isTheirs = inArray(passkeys.user_id, db.select({ id: account.id }).from(account))
  const used = db.with(account).update(passkeys).set(use).where(and(isUsable, isTheirs))
  return (await used.returning({ id: passkeys.id })).length === 1
}

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
