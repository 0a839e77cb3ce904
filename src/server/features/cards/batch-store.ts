// Cards made together, in the database.
import { asc, eq, sql } from "drizzle-orm"
import type { Queries } from "../../platform/db/queries.ts"
import { card_urls } from "../../platform/db/schema.ts"

interface NewCard {
  id: string
  card_id: string
  batch_id: string
  batch_number: number
}

/** Whoever orders the same batch in the same moment waits here until the other's cards can be seen. */
export async function lockBatch(db: Queries, batchId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${batchId}, 0))`)
}

export async function insertBatch(db: Queries, cards: NewCard[], now: Date): Promise<void> {
  await db.insert(card_urls).values(cards.map((card) => ({ ...card, created_at: now })))
}

export async function batchCardIds(db: Queries, batchId: string): Promise<string[]> {
  const rows = await db
    .select({ card_id: card_urls.card_id })
    .from(card_urls)
    .where(eq(card_urls.batch_id, batchId))
    .orderBy(asc(card_urls.batch_number))
  return rows.map(({ card_id }) => card_id)
}
