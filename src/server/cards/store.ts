// NFC cards in the database.
import { and, count, eq, exists, isNull } from "drizzle-orm"
import type { Database } from "../db/open.ts"
import { card_urls, profiles } from "../db/schema.ts"
import { isReferenceGone } from "../db/trouble.ts"

export type CardRow = typeof card_urls.$inferSelect

export function createCardStore(db: Database) {
  return {
    /** False when such a card exists. */
    async insert(card: { id: string; card_id: string }, now: Date): Promise<boolean> {
      const values = { ...card, activation_status: "pending" as const, created_at: now }
      const rows = await db.insert(card_urls).values(values).onConflictDoNothing().returning({ id: card_urls.id })
      return rows.length === 1
    },
    byCardId: async (cardId: string): Promise<CardRow | undefined> =>
      (await db.select().from(card_urls).where(eq(card_urls.card_id, cardId)))[0],
    /** Only a card still pending is taken, and only for a profile that is not deactivated: of many at once, one wins. */
    async activate(cardId: string, userId: string, now: Date): Promise<boolean> {
      const shown = and(eq(profiles.id, userId), isNull(profiles.deleted_at))
      const pending = and(
        eq(card_urls.card_id, cardId),
        eq(card_urls.activation_status, "pending"),
        exists(db.select({ id: profiles.id }).from(profiles).where(shown)),
      )
      const values = { user_id: userId, activation_status: "activated" as const, activated_at: now }
      try {
        const rows = await db.update(card_urls).set(values).where(pending).returning({ id: card_urls.id })
        return rows.length === 1
      } catch (error) {
        // The account was deleted in this very moment.
        if (isReferenceGone(error)) return false
        throw error
      }
    },
    count: async (): Promise<number> => (await db.select({ count: count() }).from(card_urls))[0]?.count ?? 0,
  }
}
