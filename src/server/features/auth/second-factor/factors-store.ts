// Rows of second factors. A code is accepted by one conditional update: of many at once, one wins.
import { and, asc, eq, lt, ne } from "drizzle-orm"
import { factors } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

export type FactorRow = typeof factors.$inferSelect

export const PUBLIC_FACTOR = {
  id: factors.id,
  friendly_name: factors.friendly_name,
  status: factors.status,
  created_at: factors.created_at,
  updated_at: factors.updated_at,
}

/** Without the secret. */
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

/** Oldest first. */
export const verifiedFactorsOf = (db: Queries, userId: string): Promise<FactorRow[]> =>
  db
    .select()
    .from(factors)
    .where(and(eq(factors.user_id, userId), eq(factors.status, "verified")))
    .orderBy(asc(factors.created_at), asc(factors.id))

export async function insertFactor(db: Queries, factor: FactorRow): Promise<void> {
  await db.insert(factors).values(factor)
}

/** True for the first who brings a code of this step or a later one; every code counts once. */
export async function useStep(db: Queries, id: string, step: number, now: Date): Promise<boolean> {
  const used = await db
    .update(factors)
    .set({ last_used_step: step, updated_at: now })
    .where(and(eq(factors.id, id), lt(factors.last_used_step, step)))
    .returning({ id: factors.id })
  return used.length === 1
}

/** True when it was not verified before. It exists from now on: an undo removes what came after a change. */
export async function markVerified(db: Queries, id: string, now: Date): Promise<boolean> {
  const marked = await db
    .update(factors)
    .set({ status: "verified", created_at: now })
    .where(and(eq(factors.id, id), eq(factors.status, "unverified")))
    .returning({ id: factors.id })
  return marked.length === 1
}

/** The factor as it was, or nothing: of two at once one removes it. */
export async function deleteFactor(db: Queries, userId: string, id: string): Promise<PublicFactor | undefined> {
  return (await db.delete(factors).where(own(userId, id)).returning(PUBLIC_FACTOR))[0]
}

/** Those that were begun and never verified. @param except one to keep */
export async function deleteUnverifiedFactors(db: Queries, userId: string, except?: string): Promise<void> {
  const begun = and(eq(factors.user_id, userId), eq(factors.status, "unverified"))
  await db.delete(factors).where(except === undefined ? begun : and(begun, ne(factors.id, except)))
}

export async function deleteFactorsOf(db: Queries, userId: string): Promise<void> {
  await db.delete(factors).where(eq(factors.user_id, userId))
}
