// Invitations in the database. A code is there as its sha-256 alone.
import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { invitations, users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles } from "../../platform/db/schema.ts"

export interface NewRow {
  id: string
  code_hash: string
  email: string
  created_by: string
  created_at: Date
  expires_at: Date
}

export async function insertInvitation(db: Queries, row: NewRow): Promise<void> {
  await db.insert(invitations).values(row)
}

/**
 * Nobody holds it: it was never used, or the account it made is gone, or that one is still unconfirmed and belongs to the address
 * that signs up again.
 */
const isFree = (email: string) =>
  or(
    isNull(invitations.used_at),
    isNull(invitations.used_by),
    sql`exists (select 1 from ${users} where ${users.id} = ${invitations.used_by}
      and ${users.email_confirmed_at} is null and lower(${users.email}) = ${email.toLowerCase()})`,
  )

/** The address it is bound to (empty: to none) if the code is good for someone who signs up with `email`. */
export async function findFree(
  db: Queries,
  code_hash: string,
  email: string,
  now: Date,
): Promise<{ email: string } | undefined> {
  const rows = await db
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.code_hash, code_hash), gt(invitations.expires_at, now), isFree(email)))
  return rows[0]
}

/** False when someone else was faster: the row is locked until the sign-up that took it is over. */
export async function takeInvitation(
  db: Queries,
  code_hash: string,
  user: { id: string; email: string },
  now: Date,
): Promise<boolean> {
  const bound = or(eq(invitations.email, ""), eq(invitations.email, user.email.toLowerCase()))
  const taken = await db
    .update(invitations)
    .set({ used_at: now, used_by: user.id })
    .where(and(eq(invitations.code_hash, code_hash), gt(invitations.expires_at, now), bound, isFree(user.email)))
    .returning({ id: invitations.id })
  return taken.length === 1
}

/** False when there is no such invitation that could still be used. */
export async function deleteOpen(db: Queries, id: string): Promise<boolean> {
  const isOpen = or(isNull(invitations.used_at), isNull(invitations.used_by))
  const deleted = await db
    .delete(invitations)
    .where(and(eq(invitations.id, id), isOpen))
    .returning({ id: invitations.id })
  return deleted.length === 1
}

export const exists = async (db: Queries, id: string): Promise<boolean> =>
  (await db.select({ id: invitations.id }).from(invitations).where(eq(invitations.id, id))).length === 1

/** Newest first. @param before the last row of the page before */
export async function readInvitations(db: Queries, before: { at: Date; id: string } | null, limit: number) {
  const maker = alias(profiles, "maker")
  const user = alias(profiles, "guest")
  const { id, email, created_at, expires_at, used_at, used_by } = invitations
  return db
    .select({ id, email, created_at, expires_at, used_at, used_by, maker: maker.username, guest: user.username })
    .from(invitations)
    .leftJoin(maker, eq(maker.id, invitations.created_by))
    .leftJoin(user, eq(user.id, used_by))
    .where(
      before === null ? undefined : or(lt(created_at, before.at), and(eq(created_at, before.at), lt(id, before.id))),
    )
    .orderBy(desc(created_at), desc(id))
    .limit(limit)
}

export async function deleteExpired(db: Queries, now: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expires_at, now))
}
