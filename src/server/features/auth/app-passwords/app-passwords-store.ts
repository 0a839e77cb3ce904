// Rows of app passwords.
import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm"
import { app_passwords, factors, passkeys, users } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { profiles } from "../../../platform/db/schema.ts"

type AppPasswordRow = typeof app_passwords.$inferSelect

/** Oldest first. */
export const appPasswordsOf = (db: Queries, userId: string) =>
  db
    .select({
      id: app_passwords.id,
      name: app_passwords.name,
      created_at: app_passwords.created_at,
      last_used_at: app_passwords.last_used_at,
    })
    .from(app_passwords)
    .where(eq(app_passwords.user_id, userId))
    .orderBy(asc(app_passwords.created_at), asc(app_passwords.id))

export async function insertAppPassword(tx: Queries, row: Omit<AppPasswordRow, "last_used_at">): Promise<void> {
  await tx.insert(app_passwords).values(row)
}

/** With its account, in one statement. @param host of the site: a passkey for another one works no longer */
export async function findAppPassword(db: Queries, secretHash: string, host: string) {
  const [row] = await db
    .select({
      id: app_passwords.id,
      last_used_at: app_passwords.last_used_at,
      user_id: users.id,
      second_factor_due_at: users.second_factor_due_at,
      has_factor: sql<boolean>`exists (select 1 from ${factors} where user_id = ${users.id} and status = 'verified')`,
      has_passkey: sql<boolean>`exists (select 1 from ${passkeys} where user_id = ${users.id} and rp_id = ${host})`,
      deleted_at: profiles.deleted_at,
      deletion_scheduled_at: profiles.deletion_scheduled_at,
    })
    .from(app_passwords)
    .innerJoin(users, eq(users.id, app_passwords.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(app_passwords.secret_hash, secretHash))
  return row
}

/** Unless it was marked since. */
export async function markUsed(db: Queries, id: string, since: Date, now: Date): Promise<void> {
  const isOld = or(isNull(app_passwords.last_used_at), lt(app_passwords.last_used_at, since))
  await db
    .update(app_passwords)
    .set({ last_used_at: now })
    .where(and(eq(app_passwords.id, id), isOld))
}

/** False when the user has none with this id. */
export async function deleteAppPassword(tx: Queries, userId: string, id: string): Promise<boolean> {
  const isIt = and(eq(app_passwords.user_id, userId), eq(app_passwords.id, id))
  return (await tx.delete(app_passwords).where(isIt).returning({ id: app_passwords.id })).length === 1
}

export async function deleteAppPasswordsOf(tx: Queries, userId: string): Promise<void> {
  await tx.delete(app_passwords).where(eq(app_passwords.user_id, userId))
}
