// Accounts whose date has passed: finding them, and removing one with everything that hangs on it.
import { and, asc, eq, gt, isNotNull, lte, or, type SQL, sql } from "drizzle-orm"
import { users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { mail_outbox, profiles } from "../../platform/db/schema.ts"

const isDue = (now: Date): SQL | undefined =>
  and(isNotNull(profiles.deleted_at), lte(profiles.deletion_scheduled_at, now))

/** The ids of the next ones in the order of their ids, behind `after`. */
export async function dueAccounts(db: Queries, after: string, count: number, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(isDue(now), gt(profiles.id, after)))
    .orderBy(asc(profiles.id))
    .limit(count)
  return rows.map(({ id }) => id)
}

/** Those that still hold this username or this address; at most two. */
export async function dueHolders(
  db: Queries,
  { username, email }: { username?: string | undefined; email?: string | undefined },
  now: Date,
): Promise<string[]> {
  const holds = or(
    eq(sql`lower(${profiles.username})`, (username ?? "").toLowerCase()),
    eq(sql`lower(${users.email})`, (email ?? "").toLowerCase()),
  )
  const rows = await db
    .select({ id: profiles.id })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(holds, isDue(now)))
  return rows.map(({ id }) => id)
}

/**
 * The user's row takes profile, roles, sessions, one-time tokens and taps with it; cards stay activated and lead nowhere
 * (docs/decisions/account-lifecycle.md). Emails are kept by address: they go too.
 */
export async function deleteAccount(db: Queries, id: string, email: string): Promise<void> {
  await db.delete(mail_outbox).where(eq(sql`lower(${mail_outbox.recipient})`, email.toLowerCase()))
  await db.delete(users).where(eq(users.id, id))
}
