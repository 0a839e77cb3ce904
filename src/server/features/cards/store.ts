// Single cards in the database.
import { eq, sql } from "drizzle-orm"
import type { Database } from "../../platform/db/queries.ts"
import { card_urls, profiles } from "../../platform/db/schema.ts"

export type CardRow = typeof card_urls.$inferSelect

/** For joins: the profile that a card opens. */
export const opensProfile = eq(profiles.id, sql`coalesce(${card_urls.profile_id}, ${card_urls.user_id})`)

export const createCardStore = (db: Database) => ({
  /** False when the card_id is taken. */
  async insert(card: { id: string; card_id: string }, now: Date): Promise<boolean> {
    const values = { ...card, activation_status: "pending" as const, created_at: now }
    const rows = await db.insert(card_urls).values(values).onConflictDoNothing().returning({ id: card_urls.id })
    return rows.length === 1
  },
  byCardId: async (cardId: string): Promise<CardRow | undefined> =>
    (await db.select().from(card_urls).where(eq(card_urls.card_id, cardId)))[0],
  count: (): Promise<number> => db.$count(card_urls),
})
