// Taps in the database.
import type { Place } from "../../../domain/insights/place.ts"
import type { Database } from "../../platform/db/queries.ts"
import { card_taps } from "../../platform/db/schema.ts"

/** What is kept of a tap besides its time and place; who tapped is not. */
export interface Tap {
  card_id: string
  profile_id: string
}

export async function insertTap(db: Database, tap: Tap, { city, state, country }: Place, now: Date): Promise<void> {
  await db.insert(card_taps).values({ ...tap, tapped_at: now, city, state, country })
}
