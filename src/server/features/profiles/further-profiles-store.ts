// Rows of further profiles: added and deleted while the account is locked.
import { and, eq, isNull, ne } from "drizzle-orm"
import { users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles } from "../../platform/db/schema.ts"

/** Locks the account until the transaction ends, so that two requests at once cannot pass the limit. @returns its profiles */
export async function lockProfiles(tx: Queries, ownerId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for("no key update")
  // A separate statement sees what was committed while the first one waited.
  return tx
    .select({ id: profiles.id, deleted_at: profiles.deleted_at, hidden_at: profiles.hidden_at })
    .from(profiles)
    .where(eq(profiles.owner_id, ownerId))
}

/** False when the username is taken. */
export async function insertFurtherProfile(
  tx: Queries,
  profile: Pick<typeof profiles.$inferSelect, "id" | "owner_id" | "username" | "full_name" | "signin_email">,
  now: Date,
): Promise<boolean> {
  const row = { ...profile, takes_details: true, created_at: now, updated_at: now }
  return (await tx.insert(profiles).values(row).onConflictDoNothing().returning({ id: profiles.id })).length === 1
}

/** @returns its username; undefined when nothing was deleted: it is gone, hidden, the first one or another person's */
export async function deleteFurtherProfile(tx: Queries, ownerId: string, id: string): Promise<string | undefined> {
  const further = and(eq(profiles.id, id), eq(profiles.owner_id, ownerId), ne(profiles.id, ownerId))
  const deleted = tx.delete(profiles).where(and(further, isNull(profiles.hidden_at)))
  return (await deleted.returning({ username: profiles.username }))[0]?.username
}
