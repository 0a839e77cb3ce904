// Rows of users, with their profile and roles. Addresses are stored and looked up in lower case.
import { and, asc, eq, gt, isNull, lt, ne, placeholder, type SQL, sql } from "drizzle-orm"
import { accountState, type DeletionDates } from "../../../domain/account/lifecycle.ts"
import type { Role } from "../../../domain/account/roles.ts"
import type { UserMetadata } from "../../../domain/account/user-metadata.ts"
import { factors, one_time_tokens, user_roles, users } from "../../platform/db/auth-schema.ts"
import { prepared } from "../../platform/db/prepared.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles } from "../../platform/db/schema.ts"
import { PUBLIC_FACTOR, type PublicFactor } from "./second-factor/factors-store.ts"

export type UserRow = typeof users.$inferSelect
export type UserWithState = UserRow & DeletionDates & { username: string | null }

export interface NewUser {
  id: string
  email: string
  password_hash: string
  user_metadata: UserMetadata
  /** default: true */
  has_password?: boolean
}

const userColumns = {
  id: users.id,
  email: users.email,
  email_confirmed_at: users.email_confirmed_at,
  password_hash: users.password_hash,
  has_password: users.has_password,
  user_metadata: users.user_metadata,
  created_at: users.created_at,
  updated_at: users.updated_at,
  last_sign_in_at: users.last_sign_in_at,
  second_factor_due_at: users.second_factor_due_at,
  username: profiles.username,
  deleted_at: profiles.deleted_at,
  deletion_scheduled_at: profiles.deletion_scheduled_at,
}

const selectUsers = (db: Queries) => db.select(userColumns).from(users).leftJoin(profiles, eq(profiles.id, users.id))

export async function findUserByEmail(db: Queries, email: string) {
  const hasAddress = eq(sql`lower(${users.email})`, email.toLowerCase())
  return (await selectUsers(db).where(hasAddress).limit(1))[0]
}

export async function findUser(db: Queries, id: string) {
  return (await selectUsers(db).where(eq(users.id, id)).limit(1))[0]
}

export interface UserDetails {
  /** oldest first */
  factors: readonly PublicFactor[]
  /** the address that has to be confirmed, while its link works; null: none */
  new_email: string | null
}

/**
 * Needs the values `user_id` and `now`. A newer request for another address voids the older one, so there is at most one open link.
 * @param db may be the beginning of a statement
 * @param more columns of it
 * @param condition under which there are any rows
 */
export function selectUserDetails<More extends Record<string, SQL> = Record<never, SQL>>(
  db: Pick<Queries, "select">,
  more?: More,
  condition?: SQL,
) {
  const isOpenNow = and(isNull(one_time_tokens.used_at), gt(one_time_tokens.expires_at, placeholder("now")))
  const change = and(eq(one_time_tokens.user_id, users.id), eq(one_time_tokens.purpose, "email_change"), isOpenNow)
  return db
    .select({ new_email: one_time_tokens.email, factor: PUBLIC_FACTOR, ...(more as More) })
    .from(users)
    .leftJoin(one_time_tokens, change)
    .leftJoin(factors, eq(factors.user_id, users.id))
    .where(and(eq(users.id, placeholder("user_id")), condition))
    .orderBy(asc(factors.created_at), asc(factors.id))
}

/** @param rows of `selectUserDetails` */
export const userDetailsIn = (rows: { new_email: string | null; factor: PublicFactor | null }[]): UserDetails => ({
  factors: rows.flatMap(({ factor }) => factor ?? []),
  new_email: rows[0]?.new_email ?? null,
})

const userDetails = prepared("user_details", (db) => selectUserDetails(db))

export const findUserDetails = async (db: Queries, userId: string, now: Date): Promise<UserDetails> =>
  userDetailsIn(await userDetails(db, { user_id: userId, now }))

const unlessGone = (user: UserWithState | undefined, now: Date) =>
  user === undefined || accountState(user, now) === "gone" ? undefined : user

/** Undefined also for an account whose deletion is due, whether or not it is purged. */
export const findLiveUser = async (db: Queries, id: string, now: Date) => unlessGone(await findUser(db, id), now)

/** The same by address. */
export const findLiveUserByEmail = async (db: Queries, email: string, now: Date) =>
  unlessGone(await findUserByEmail(db, email), now)

/**
 * Both matches are case-insensitive and look at one row at most (specification section 5). An account that has not confirmed this
 * very address reserves neither the address nor its username for those who sign up with it: signing up again replaces it.
 */
export async function findTaken(
  db: Queries,
  { username, email }: { username?: string | undefined; email?: string | undefined },
): Promise<{ username: boolean; email: boolean }> {
  const address = (email ?? "").toLowerCase()
  const nameTaken = sql<boolean>`exists (
    select 1 from profiles p join users u on u.id = p.owner_id
    where lower(p.username) = ${(username ?? "").toLowerCase()}
      and not (u.email_confirmed_at is null and lower(u.email) = ${address}))`
  const emailTaken = sql<boolean>`exists (
    select 1 from users where lower(email) = ${address} and email_confirmed_at is not null)`
  const { rows } = await db.execute<{ username: boolean; email: boolean }>(
    sql`select ${nameTaken} as username, ${emailTaken} as email`,
  )
  return rows[0] ?? { username: false, email: false }
}

/** Other changes of this user, and of rows that belong to it, wait until the transaction ends. False when the user is gone. */
export async function lockUser(db: Queries, id: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update")
  return rows.length === 1
}

/** Of two that take one address at once, the second waits for the first to finish, and then sees that it is taken. */
const lockEmail = (db: Queries, email: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)

/**
 * Removes the account that has not confirmed this address, with its profile and its links, inside the transaction that takes
 * the address. Others that take the address wait. @returns whether there was one
 */
export async function removeUnconfirmed(db: Queries, email: string, exceptId: string): Promise<boolean> {
  await lockEmail(db, email)
  const hasAddress = eq(sql`lower(${users.email})`, email.toLowerCase())
  const unconfirmed = and(hasAddress, isNull(users.email_confirmed_at), ne(users.id, exceptId))
  return (await db.delete(users).where(unconfirmed).returning({ id: users.id })).length > 0
}

/** False when it is confirmed, or gone. */
export async function deleteUnconfirmed(db: Queries, id: string): Promise<boolean> {
  const unconfirmed = and(eq(users.id, id), isNull(users.email_confirmed_at))
  return (await db.delete(users).where(unconfirmed).returning({ id: users.id })).length === 1
}

/** Inside a transaction. False when the address is taken. */
export async function insertUser(db: Queries, user: NewUser, now: Date): Promise<boolean> {
  await lockEmail(db, user.email)
  const row = { ...user, created_at: now, updated_at: now }
  return (await db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id })).length === 1
}

/** False when the username is taken. */
export async function insertProfile(
  db: Queries,
  profile: { id: string; username: string; full_name: string; signin_email: string },
  now: Date,
): Promise<boolean> {
  const row = { ...profile, owner_id: profile.id, takes_details: true, created_at: now, updated_at: now }
  return (await db.insert(profiles).values(row).onConflictDoNothing().returning({ id: profiles.id })).length === 1
}

/** True when the user did not have the role yet. */
export async function insertRole(db: Queries, userId: string, role: Role): Promise<boolean> {
  const row = { user_id: userId, role }
  return (await db.insert(user_roles).values(row).onConflictDoNothing().returning()).length === 1
}

/** Confirms the address unless it has been confirmed or changed since. */
export async function confirmEmail(db: Queries, id: string, email: string, now: Date): Promise<UserRow | undefined> {
  const rows = await db
    .update(users)
    .set({ email_confirmed_at: sql`coalesce(${users.email_confirmed_at}, ${now})`, updated_at: now })
    .where(and(eq(users.id, id), eq(users.email, email)))
    .returning()
  return rows[0]
}

export async function setPassword(
  db: Queries,
  id: string,
  password: Pick<UserRow, "password_hash" | "has_password">,
  now: Date,
): Promise<void> {
  await db
    .update(users)
    .set({ ...password, updated_at: now })
    .where(eq(users.id, id))
}

export async function setUserMetadata(db: Queries, id: string, user_metadata: UserMetadata, now: Date): Promise<void> {
  await db.update(users).set({ user_metadata, updated_at: now }).where(eq(users.id, id))
}

/** Moves the account to another, confirmed address, inside a transaction. Undefined when that address is taken. */
export async function moveToEmail(db: Queries, id: string, email: string, now: Date): Promise<UserRow | undefined> {
  await removeUnconfirmed(db, email, id)
  const taken = await findTaken(db, { email })
  if (taken.email) return undefined
  const moved = { email, email_confirmed_at: now, updated_at: now }
  const rows = await db.update(users).set(moved).where(eq(users.id, id)).returning()
  await db.update(profiles).set({ signin_email: email, updated_at: now }).where(eq(profiles.owner_id, id))
  return rows[0]
}

/** @returns when the grace ends: of two requests at once both get the first one's. Null when the user is gone. */
export async function startFactorGrace(db: Queries, id: string, due: Date): Promise<Date | null> {
  const rows = await db
    .update(users)
    .set({ second_factor_due_at: sql`coalesce(${users.second_factor_due_at}, ${due})` })
    .where(eq(users.id, id))
    .returning({ due: users.second_factor_due_at })
  return rows[0]?.due ?? null
}

/**
 * Inside the transaction that opens the session.
 * @param password_hash of the password that was checked
 * @returns false when it was replaced since: the change has ended every session, and this one must not come after it
 */
export async function markSignedIn(db: Queries, id: string, now: Date, password_hash?: string): Promise<boolean> {
  const isSame = password_hash === undefined ? undefined : eq(users.password_hash, password_hash)
  const marked = db
    .update(users)
    .set({ last_sign_in_at: now })
    .where(and(eq(users.id, id), isSame))
  return (await marked.returning({ id: users.id })).length === 1
}

/** Accounts whose address was not confirmed in time: their username and address become free. */
export async function deleteUnverified(db: Queries, createdBefore: Date): Promise<number> {
  const old = and(isNull(users.email_confirmed_at), lt(users.created_at, createdBefore))
  return (await db.delete(users).where(old).returning({ id: users.id })).length
}
