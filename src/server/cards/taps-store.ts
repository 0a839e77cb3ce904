// Taps in the database.
import type { Database } from "../db/open.ts"
import { card_taps } from "../db/schema.ts"

/** What is kept of a tap besides its time; who tapped is not. */
export interface Tap {
  card_id: string
  profile_id: string
}

export async function insertTap(db: Database, tap: Tap, now: Date): Promise<void> {
  await db.insert(card_taps).values({ ...tap, tapped_at: now })
}
