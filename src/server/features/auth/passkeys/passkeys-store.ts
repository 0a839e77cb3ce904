// Rows of passkeys.
import { and, asc, eq, gte, inArray, lt, ne, or, placeholder, sql } from "drizzle-orm"
import { passkeys, users } from "../../../platform/db/auth-schema.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import { prepared } from "../../../platform/db/prepared.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { profiles } from "../../../platform/db/schema.ts"
import { type OnlyAttempt, onlyAttempt } from "../../../platform/rate-limits/only-attempt.ts"

export type PasskeyRow = typeof passkeys.$inferSelect

/** Oldest first. */
export const passkeysOf = (db: Queries, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.created_at), asc(passkeys.id))

const answered = prepared("passkey_answered", (db) => {
  const { deleted_at, deletion_scheduled_at } = profiles
  const spent = onlyAttempt(db)
  return db
    .with(...spent)
    .select({ passkey: passkeys, user: users, deleted_at, deletion_scheduled_at })
    .from(sql`only_attempt`)
    .leftJoin(passkeys, eq(passkeys.credential_id, placeholder("credential_id")))
    .leftJoin(users, eq(users.id, passkeys.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
})

/**
 * Spends a challenge, and reads the passkey that answered it with its account. One statement, because every sign-in asks for both.
 * @param challenge of `limits.only`
 * @returns undefined: the challenge was spent before; its parts are null: no one has this passkey
 */
export const spendAndFind = async (db: Queries, challenge: OnlyAttempt, credentialId: string) =>
  // When the connection broke, the challenge may be spent already: the person is asked to try again.
  (await withRetry(() => answered(db, { ...challenge, credential_id: credentialId })))[0]

/** False when an account has this credential already. */
export async function insertPasskey(db: Queries, passkey: PasskeyRow): Promise<boolean> {
  const inserted = db.insert(passkeys).values(passkey).onConflictDoNothing()
  return (await inserted.returning({ id: passkeys.id })).length === 1
}

const uses = placeholder("uses")
const isForward = or(lt(passkeys.counter, uses), sql`(${passkeys.counter} = 0 and ${uses}::bigint = 0)`)

/** The passkey of a use, unless its counter did not go up. Needs `valuesOfUse`, like `passkeyUse`. */
export const isUsable = and(eq(passkeys.id, placeholder("passkey_id")), isForward)
export const passkeyUse = {
  counter: sql`${uses}`,
  backed_up: sql`${placeholder("backed_up")}`,
  backup_eligible: sql`${placeholder("backup_eligible")}`,
  last_used_at: sql`${placeholder("now")}`,
}

export type Use = Pick<PasskeyRow, "counter" | "backed_up" | "backup_eligible">
export const valuesOfUse = (passkey_id: string, { counter, ...use }: Use, now: Date) => ({
  passkey_id,
  uses: counter,
  ...use,
  now,
})

const usage = prepared("passkey_use", (db) =>
  db.update(passkeys).set(passkeyUse).where(isUsable).returning({ id: passkeys.id }),
)

/** The account before its passkey, in the order of an undo that removes both. */
const signInUsage = prepared("passkey_sign_in", (db) => {
  const signedIn = db
    .update(users)
    .set({ last_sign_in_at: sql`${placeholder("now")}` })
    .where(eq(users.id, placeholder("user_id")))
  const account = db.$with("account").as(signedIn.returning({ id: users.id }))
  const isTheirs = inArray(passkeys.user_id, db.select({ id: account.id }).from(account))
  return db.with(account).update(passkeys).set(passkeyUse).where(and(isUsable, isTheirs)).returning({ id: passkeys.id })
})

/**
 * False when the passkey is gone, or when its counter did not go up: of two authenticators with one key, the second to be used is
 * refused. Those without a counter stay at 0.
 */
export const markUsed = async (db: Queries, id: string, use: Use, now: Date): Promise<boolean> =>
  (await usage(db, valuesOfUse(id, use, now))).length === 1

/** The same for a sign-in, which the account notes as well. */
export const markSignedInWith = async (
  db: Queries,
  { id, user_id }: Pick<PasskeyRow, "id" | "user_id">,
  use: Use,
  now: Date,
): Promise<boolean> => (await signInUsage(db, { ...valuesOfUse(id, use, now), user_id })).length === 1

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
