// An account's row, locked, and the two dates of its end, which are columns of the profile (specification section 3).
import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm"
import type { DeletionDates } from "../../../domain/account/lifecycle.ts"
import { user_roles, users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles } from "../../platform/db/schema.ts"

export interface AccountRow extends DeletionDates {
  id: string
  email: string
  /** null: without a profile */
  username: string | null
  full_name: string
}

/**
 * Locks the account until the transaction ends: other changes of its dates wait.
 * @param others `skipLocked`: returns undefined instead of waiting for another lock
 */
export async function lockAccount(
  db: Queries,
  id: string,
  others?: { skipLocked: true },
): Promise<AccountRow | undefined> {
  const held = await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update", others)
  if (held.length === 0) return undefined
  // A separate statement sees what was committed while the first one waited.
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      username: profiles.username,
      full_name: sql<string>`coalesce(${profiles.full_name}, ${users.user_metadata}->>'full_name', '')`,
      deleted_at: profiles.deleted_at,
      deletion_scheduled_at: profiles.deletion_scheduled_at,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id))
  return rows[0]
}

/**
 * The dates of all of an account's profiles. A user without a profile gets one for the dates, named as a first save would name it.
 */
export async function setDates(
  db: Queries,
  { id, email, full_name, username }: AccountRow,
  dates: DeletionDates,
  now: Date,
): Promise<void> {
  const names = { username: username ?? id, full_name, signin_email: email }
  await db
    .insert(profiles)
    .values({ id, owner_id: id, ...names, created_at: now, updated_at: now, ...dates })
    .onConflictDoUpdate({ target: profiles.id, set: { ...dates, updated_at: now } })
  await db
    .update(profiles)
    .set({ ...dates, updated_at: now })
    .where(and(eq(profiles.owner_id, id), ne(profiles.id, id)))
}

/**
 * Sets the end of a deactivated account, locked by the caller, to the moment of its deactivation. It cannot be reactivated any
 * more, not even by a process whose clock is behind or is set back.
 */
export async function endNow(db: Queries, id: string, now: Date): Promise<void> {
  const ended = { deletion_scheduled_at: sql`${profiles.deleted_at}`, updated_at: now }
  await db.update(profiles).set(ended).where(eq(profiles.owner_id, id))
}

/** All profiles of an account, in no order. */
export const profilesOf = (db: Queries, ownerId: string): Promise<{ id: string; username: string }[]> =>
  db.select({ id: profiles.id, username: profiles.username }).from(profiles).where(eq(profiles.owner_id, ownerId))

export const usernamesOf = async (db: Queries, ownerId: string): Promise<string[]> =>
  (await profilesOf(db, ownerId)).map(({ username }) => username)

/** Changes by administrators are made one after the other, so that two cannot remove each other at once. */
export async function lockAdministrators(db: Queries): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
}

export async function isActiveAdministrator(db: Queries, id: string): Promise<boolean> {
  const rows = await db
    .select({ role: user_roles.role })
    .from(user_roles)
    .leftJoin(profiles, eq(profiles.id, user_roles.user_id))
    .where(and(eq(user_roles.user_id, id), eq(user_roles.role, "admin"), isNull(profiles.deleted_at)))
  return rows.length === 1
}

export async function isConfirmed(db: Queries, id: string): Promise<boolean> {
  const match = and(eq(users.id, id), isNotNull(users.email_confirmed_at))
  return (await db.select({ id: users.id }).from(users).where(match)).length === 1
}

/** Whether someone else could give the role back: no one has signed in to an unconfirmed account. */
export async function hasOtherAdministrator(db: Queries, id: string): Promise<boolean> {
  const rows = await db
    .select({ role: user_roles.role })
    .from(user_roles)
    .innerJoin(users, and(eq(users.id, user_roles.user_id), isNotNull(users.email_confirmed_at)))
    .leftJoin(profiles, eq(profiles.id, user_roles.user_id))
    .where(and(ne(user_roles.user_id, id), eq(user_roles.role, "admin"), isNull(profiles.deleted_at)))
    .limit(1)
  return rows.length === 1
}
