// Rows of one-time tokens: single use by a conditional update; a newer one of the same purpose voids the older.
import { and, desc, eq, gt, isNull, lt, type SQL } from "drizzle-orm"
import { one_time_tokens } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

export type TokenRow = typeof one_time_tokens.$inferSelect
type Purpose = TokenRow["purpose"]

/** Voids older tokens of this user and purpose, and keeps this one. */
export async function replaceToken(db: Queries, token: Omit<TokenRow, "used_at">): Promise<void> {
  await voidTokens(db, token.user_id, token.purpose)
  await db.insert(one_time_tokens).values(token)
}

/** Neither used nor expired. */
const isOpen = (now: Date) => and(isNull(one_time_tokens.used_at), gt(one_time_tokens.expires_at, now))

const isUsable = (tokenHash: string, purpose: Purpose, now: Date) =>
  and(eq(one_time_tokens.token_hash, tokenHash), eq(one_time_tokens.purpose, purpose), isOpen(now))

/** The token, now used; undefined when it is unknown, used, voided or expired. Of many requests at once one gets it. */
export async function useToken(db: Queries, tokenHash: string, purpose: Purpose, now: Date) {
  const usable = isUsable(tokenHash, purpose, now)
  return (await db.update(one_time_tokens).set({ used_at: now }).where(usable).returning())[0]
}

/** The token, without using it. */
export async function findToken(db: Queries, tokenHash: string, purpose: Purpose, now: Date) {
  return (
    await db
      .select()
      .from(one_time_tokens)
      .where(isUsable(tokenHash, purpose, now))
      .limit(1)
  )[0]
}

/** The newest of this user and purpose, whether or not it still works. */
export async function newestToken(db: Queries, userId: string, purpose: Purpose) {
  return newest(db, ofPurpose(userId, purpose))
}

/** The newest of this user and purpose, if it still works. */
export async function openToken(db: Queries, userId: string, purpose: Purpose, now: Date) {
  return newest(db, and(ofPurpose(userId, purpose), isOpen(now)))
}

const ofPurpose = (userId: string, purpose: Purpose) =>
  and(eq(one_time_tokens.user_id, userId), eq(one_time_tokens.purpose, purpose))

const newest = async (db: Queries, condition: SQL | undefined) =>
  (await db.select().from(one_time_tokens).where(condition).orderBy(desc(one_time_tokens.created_at)).limit(1))[0]

/** @param purpose all of them when absent */
export async function voidTokens(db: Queries, userId: string, purpose?: Purpose): Promise<void> {
  const own = eq(one_time_tokens.user_id, userId)
  await db.delete(one_time_tokens).where(purpose === undefined ? own : ofPurpose(userId, purpose))
}

export async function deleteExpiredTokens(db: Queries, now: Date): Promise<void> {
  await db.delete(one_time_tokens).where(lt(one_time_tokens.expires_at, now))
}
