// Invitations in the database. Of a code only its SHA-256 is stored.
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Position } from "../../../domain/page.ts"
import { users } from "../../platform/db/auth-schema.ts"
import { isOlder, rankOf } from "../../platform/db/positions.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { invitations, profiles } from "../../platform/db/schema.ts"

export async function insertInvitation(db: Queries, row: typeof invitations.$inferInsert): Promise<void> {
  await db.insert(invitations).values(row)
}

/** The address it is bound to (empty: to none) if the code is good for a sign-up with `email`. */
export async function findUsable(
  db: Queries,
  code_hash: string,
  email: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const rows = await db
    .select({ email: invitations.email })
    .from(invitations)
    .where(isUsable(code_hash, email, now))
  return rows[0]
}

/** False when another sign-up was faster: the row is locked until the sign-up that took it ends. */
export async function takeInvitation(
  db: Queries,
  code_hash: string,
  user: { id: string; email: string },
  now: Date,
): Promise<boolean> {
  const isForAddress = or(eq(invitations.email, ""), eq(invitations.email, user.email.toLowerCase()))
  const taken = await db
    .update(invitations)
    .set({ used_at: now, used_by: user.id })
    .where(and(isUsable(code_hash, user.email, now), isForAddress))
    .returning({ id: invitations.id })
  return taken.length === 1
}

/**
 * Not expired, and never used, or the account it created is gone, or that account is still unconfirmed and has the address that
 * signs up again.
 */
const isUsable = (code_hash: string, email: string, now: Date) =>
  and(
    eq(invitations.code_hash, code_hash),
    gt(invitations.expires_at, now),
    or(
      isUnused,
      sql`exists (select 1 from ${users} where ${users.id} = ${invitations.used_by}
        and ${users.email_confirmed_at} is null and lower(${users.email}) = ${email.toLowerCase()})`,
    ),
  )

const isUnused = or(isNull(invitations.used_at), isNull(invitations.used_by))

/** False when there is no such invitation that could still be used. */
export async function deleteUnused(db: Queries, id: string): Promise<boolean> {
  const condition = and(eq(invitations.id, id), isUnused)
  return (await db.delete(invitations).where(condition).returning({ id: invitations.id })).length === 1
}

export const exists = async (db: Queries, id: string): Promise<boolean> =>
  (await db.select({ id: invitations.id }).from(invitations).where(eq(invitations.id, id))).length === 1

/** Newest first, with the usernames of the creator and of the account that was created. */
export async function readInvitations(db: Queries, cursor: Position | null, limit: number) {
  const creator = alias(profiles, "creator")
  const user = alias(profiles, "guest")
  const { id, email, created_at, expires_at, used_at, used_by } = invitations
  const row = { id, rank: rankOf(created_at), email, created_at, expires_at, used_at, used_by }
  return db
    .select({ ...row, creator: creator.username, user: user.username })
    .from(invitations)
    .leftJoin(creator, eq(creator.id, invitations.created_by))
    .leftJoin(user, eq(user.id, used_by))
    .where(isOlder(cursor, created_at, id))
    .orderBy(desc(created_at), desc(id))
    .limit(limit)
}

export async function deleteExpired(db: Queries, now: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expires_at, now))
}
