// Rows of undo links: the state to which a change can be undone. A link works once, and voids later ones.
import { and, eq, gt, gte, lt, or } from "drizzle-orm"
import { factors, known_devices, passkeys, recovery_codes, undo_links } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"

export type UndoLinkRow = typeof undo_links.$inferSelect

export async function insertUndoLink(db: Queries, link: UndoLinkRow): Promise<void> {
  await db.insert(undo_links).values(link)
}

/** Of one kind, sent since. */
export async function countUndoLinks(
  db: Queries,
  userId: string,
  change: UndoLinkRow["change"],
  since: Date,
): Promise<number> {
  const isMeant = and(eq(undo_links.user_id, userId), eq(undo_links.change, change), gt(undo_links.created_at, since))
  return (await db.select({ at: undo_links.created_at }).from(undo_links).where(isMeant)).length
}

/** Undefined when it is unknown, used, voided or expired. */
export async function findUndoLink(db: Queries, tokenHash: string, now: Date): Promise<UndoLinkRow | undefined> {
  const isUsable = and(eq(undo_links.token_hash, tokenHash), gt(undo_links.expires_at, now))
  return (await db.select().from(undo_links).where(isUsable).limit(1))[0]
}

/** Uses up this link and voids every later one of the same user. True for one of many requests with it at once. */
export async function useUndoLink(db: Queries, link: UndoLinkRow): Promise<boolean> {
  const used = await db.delete(undo_links).where(eq(undo_links.token_hash, link.token_hash)).returning()
  await db
    .delete(undo_links)
    .where(and(eq(undo_links.user_id, link.user_id), gte(undo_links.created_at, link.created_at)))
  return used.length === 1
}

export async function deleteExpiredUndoLinks(db: Queries, now: Date): Promise<void> {
  await db.delete(undo_links).where(lt(undo_links.expires_at, now))
}

/** Deletes unverified factors, and factors, recovery codes and passkeys added by or after the change. */
export async function deleteCredentialsSince(db: Queries, userId: string, since: Date): Promise<void> {
  const isNew = or(gte(factors.created_at, since), eq(factors.status, "unverified"))
  await db.delete(factors).where(and(eq(factors.user_id, userId), isNew))
  await db.delete(recovery_codes).where(and(eq(recovery_codes.user_id, userId), gte(recovery_codes.created_at, since)))
  await db.delete(passkeys).where(and(eq(passkeys.user_id, userId), gte(passkeys.created_at, since)))
}

export async function forgetDevices(db: Queries, userId: string): Promise<void> {
  await db.delete(known_devices).where(eq(known_devices.user_id, userId))
}
