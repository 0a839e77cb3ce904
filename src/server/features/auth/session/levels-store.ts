// The level of a session: aal2 once it has shown a second factor, for as long as the account has one.
import { and, eq, exists, isNull, ne, not, or, sql } from "drizzle-orm"
import type { FactorType } from "../../../../domain/account/policy.ts"
import { factors, passkeys, sessions } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { isOpen, type SessionRow } from "./sessions-store.ts"

/**
 * The session after its second factor: from now on aal2. Its refresh token is replaced, so that a copy of an earlier one does not profit:
 * where no cookie tells a copy from the browser's own, a number is skipped, so that the copy is not the one just replaced either.
 */
export async function markFactorVerified(
  db: Queries,
  id: string,
  factor_type: FactorType,
  now: Date,
): Promise<SessionRow | undefined> {
  const rows = await db
    .update(sessions)
    .set({
      factor_verified_at: now,
      factor_type,
      reauthenticated_at: now,
      counter: sql`${sessions.counter} + case when ${sessions.binding_hash} is null then 2 else 1 end`,
      rotated_at: now,
    })
    .where(isOpen(id, now))
    .returning()
  return rows[0]
}

/**
 * When the last factor is removed, every session that no passkey opened is back at aal1; those that never showed a factor end, except
 * `keep`: they may belong to the very person whom the factor kept out.
 */
export async function forgetFactor(db: Queries, userId: string, keep: string, host: string): Promise<void> {
  const own = eq(sessions.user_id, userId)
  await db.delete(sessions).where(and(own, isNull(sessions.factor_verified_at), ne(sessions.id, keep)))
  await lowerLevels(db, userId, host)
}

/**
 * After a factor or passkey was removed: without any factor a session is at aal1, unless a passkey opened it and the account still has one.
 * @param host of the site: a passkey for another one no longer works
 */
export async function lowerLevels(db: Queries, userId: string, host: string): Promise<void> {
  const factor = and(eq(factors.user_id, userId), eq(factors.status, "verified"))
  const passkey = and(eq(passkeys.user_id, userId), eq(passkeys.rp_id, host))
  const hasFactor = exists(db.select({ id: factors.id }).from(factors).where(factor))
  const hasPasskey = exists(db.select({ id: passkeys.id }).from(passkeys).where(passkey))
  const isWithout = and(not(hasFactor), or(ne(sessions.opened_by, "passkey"), not(hasPasskey)))
  await db
    .update(sessions)
    .set({ factor_verified_at: null })
    .where(and(eq(sessions.user_id, userId), isWithout))
}
