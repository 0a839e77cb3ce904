// The two dates of an account's end, where they are set and cleared. They stand in the profile (specification section 3).
import { and, eq, isNull, sql } from "drizzle-orm"
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
 * The account, held until the transaction ends: anyone else who wants to change its dates waits.
 * @param skipLocked nothing comes back while someone else holds it
 */
export async function lockAccount(
  db: Queries,
  id: string,
  others?: { skipLocked: true },
): Promise<AccountRow | undefined> {
  const held = await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update", others)
  if (held.length === 0) return undefined
  // A statement of its own: it sees what was committed while the first one waited.
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

/** A user without a profile gets one that carries the dates, named as a first save would name it. @returns the username */
export async function setDates(
  db: Queries,
  { id, email, full_name, username }: AccountRow,
  dates: DeletionDates,
  now: Date,
): Promise<string> {
  const name = username ?? id
  await db
    .insert(profiles)
    .values({ id, username: name, full_name, signin_email: email, created_at: now, updated_at: now, ...dates })
    .onConflictDoUpdate({ target: profiles.id, set: { ...dates, updated_at: now } })
  return name
}

/**
 * Puts the end of a deactivated account, held by the caller, to when it was deactivated: beyond recall, also for a process
 * whose clock is behind, or for a clock that is set back.
 */
export async function endNow(db: Queries, id: string, now: Date): Promise<void> {
  const ended = { deletion_scheduled_at: sql`${profiles.deleted_at}`, updated_at: now }
  await db.update(profiles).set(ended).where(eq(profiles.id, id))
}

/** Two administrators who act on each other at once take turns: one of them remains. */
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
