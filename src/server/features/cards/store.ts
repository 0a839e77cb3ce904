// Single cards, and taps, in the database.
import { eq, sql } from "drizzle-orm"
import type { Place } from "../../../domain/insights/insights.ts"
import type { Database, Queries } from "../../platform/db/queries.ts"
import { card_taps, card_urls, profiles } from "../../platform/db/schema.ts"

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

/** What is stored of a tap, with its time and place. Who tapped is not stored. */
export interface Tap {
  card_id: string
  profile_id: string
}

export interface TapRow extends Tap, Place {
  tapped_at: Date
}

/** In one statement; it leaves out profiles that were deleted in the meantime, and waits for one that is being deleted. */
export async function insertTaps(db: Queries, rows: readonly TapRow[]): Promise<void> {
  await db.execute(sql`
    insert into ${card_taps} (card_id, profile_id, tapped_at, city, state, country)
    select t.card_id, p.id, t.tapped_at, t.city, t.state, t.country
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as t(card_id text, profile_id uuid, tapped_at timestamptz, city text, state text, country text)
    join profiles p on p.id = t.profile_id
    order by p.id, t.tapped_at
    for key share of p`)
}
