// Rows of recovery codes: a row is a code that nobody has used yet.
import { and, count, eq } from "drizzle-orm"
import { recovery_codes } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

/** Older ones are void from here on. */
export async function replaceRecoveryCodes(db: Queries, userId: string, hashes: string[], now: Date): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db.insert(recovery_codes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
}

/** True for one of many who bring the same code at once. */
export async function useRecoveryCode(db: Queries, userId: string, codeHash: string): Promise<boolean> {
  const used = await db
    .delete(recovery_codes)
    .where(and(eq(recovery_codes.user_id, userId), eq(recovery_codes.code_hash, codeHash)))
    .returning({ user_id: recovery_codes.user_id })
  return used.length === 1
}

export async function deleteRecoveryCodes(db: Queries, userId: string): Promise<void> {
  await db.delete(recovery_codes).where(eq(recovery_codes.user_id, userId))
}

export async function countRecoveryCodes(db: Queries, userId: string): Promise<number> {
  const rows = await db.select({ left: count() }).from(recovery_codes).where(eq(recovery_codes.user_id, userId))
  return rows[0]?.left ?? 0
}
