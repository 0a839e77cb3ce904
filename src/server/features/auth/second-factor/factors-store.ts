// Rows of second factors, and of unused recovery codes. A code is accepted by one conditional statement: of many at once, one wins.
import { and, asc, count, eq, lt, ne, or, sql } from "drizzle-orm"
import type { FactorType } from "../../../../domain/account/policy.ts"
import { factors, recovery_codes } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

export type FactorRow = typeof factors.$inferSelect

export const PUBLIC_FACTOR = {
  id: factors.id,
  type: factors.type,
  friendly_name: factors.friendly_name,
  status: factors.status,
  created_at: factors.created_at,
  updated_at: factors.updated_at,
}

/** Without the secret or the key. */
export type PublicFactor = Pick<FactorRow, keyof typeof PUBLIC_FACTOR>

/** Oldest first. */
export const factorsOf = (db: Queries, userId: string): Promise<PublicFactor[]> =>
  db
    .select(PUBLIC_FACTOR)
    .from(factors)
    .where(eq(factors.user_id, userId))
    .orderBy(asc(factors.created_at), asc(factors.id))

const own = (userId: string, id: string) => and(eq(factors.user_id, userId), eq(factors.id, id))

export async function findFactor(db: Queries, userId: string, id: string): Promise<FactorRow | undefined> {
  return (await db.select().from(factors).where(own(userId, id)).limit(1))[0]
}

/** Oldest first. @param type only these */
export const verifiedFactorsOf = (db: Queries, userId: string, type?: FactorType): Promise<FactorRow[]> =>
  db
    .select()
    .from(factors)
    .where(and(eq(factors.user_id, userId), eq(factors.status, "verified"), type && eq(factors.type, type)))
    .orderBy(asc(factors.created_at), asc(factors.id))

export async function insertFactor(db: Queries, factor: typeof factors.$inferInsert): Promise<void> {
  await db.insert(factors).values(factor)
}

/** True for the first request with a code of this step or a later one; every code counts once. */
export async function useStep(db: Queries, id: string, step: number, now: Date): Promise<boolean> {
  const isNew = and(eq(factors.id, id), lt(factors.last_used_step, step))
  const used = db.update(factors).set({ last_used_step: step, updated_at: now }).where(isNew)
  return (await used.returning({ id: factors.id })).length === 1
}

/** The credential of a security key that was begun. False when it is gone, or set up already. */
export async function setKey(
  db: Queries,
  id: string,
  key: Pick<FactorRow, "credential_id" | "public_key" | "counter" | "transports" | "rp_id">,
  now: Date,
): Promise<boolean> {
  const isBegun = and(eq(factors.id, id), eq(factors.status, "unverified"))
  const set = db
    .update(factors)
    .set({ ...key, updated_at: now })
    .where(isBegun)
  return (await set.returning({ id: factors.id })).length === 1
}

/** False when its counter did not go up, as for passkeys: another key holds a copy. Keys without a counter stay at 0. */
export async function markKeyUsed(db: Queries, id: string, counter: number, now: Date): Promise<boolean> {
  const isForward = or(lt(factors.counter, counter), sql`(${factors.counter} = 0 and ${counter}::bigint = 0)`)
  const used = db
    .update(factors)
    .set({ counter, updated_at: now })
    .where(and(eq(factors.id, id), eq(factors.status, "verified"), isForward))
  return (await used.returning({ id: factors.id })).length === 1
}

/** How many security keys were set up while the site had another host: they work no longer. */
export const countKeysElsewhere = (db: Queries, host: string): Promise<number> =>
  db.$count(factors, and(eq(factors.status, "verified"), ne(factors.rp_id, host)))

/** True when it was not verified before. It counts as created now: an undo removes what came after a change. */
export async function markVerified(db: Queries, id: string, now: Date): Promise<boolean> {
  const unverified = and(eq(factors.id, id), eq(factors.status, "unverified"))
  const marked = db.update(factors).set({ status: "verified", created_at: now }).where(unverified)
  return (await marked.returning({ id: factors.id })).length === 1
}

/** The factor as it was, or undefined: of two requests at once one removes it. */
export async function deleteFactor(db: Queries, userId: string, id: string): Promise<PublicFactor | undefined> {
  return (await db.delete(factors).where(own(userId, id)).returning(PUBLIC_FACTOR))[0]
}

/** Those that were begun and never verified. */
export async function deleteUnverifiedFactors(db: Queries, userId: string): Promise<void> {
  await db.delete(factors).where(and(eq(factors.user_id, userId), eq(factors.status, "unverified")))
}

export async function deleteFactorsOf(db: Queries, userId: string): Promise<void> {
  await db.delete(factors).where(eq(factors.user_id, userId))
}

/** Older ones are void from here on. */
export async function replaceRecoveryCodes(db: Queries, userId: string, hashes: string[], now: Date): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db.insert(recovery_codes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
}

/** True for one of many requests with the same code at once. */
export async function useRecoveryCode(db: Queries, userId: string, codeHash: string): Promise<boolean> {
  const isCode = and(eq(recovery_codes.user_id, userId), eq(recovery_codes.code_hash, codeHash))
  return (await db.delete(recovery_codes).where(isCode).returning()).length === 1
}

export async function deleteRecoveryCodes(db: Queries, userId: string): Promise<void> {
  await db.delete(recovery_codes).where(eq(recovery_codes.user_id, userId))
}

export async function recoveryCodesLeft(db: Queries, userId: string): Promise<number> {
  const rows = await db.select({ left: count() }).from(recovery_codes).where(eq(recovery_codes.user_id, userId))
  return rows[0]?.left ?? 0
}
