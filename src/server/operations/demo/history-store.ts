// The demonstration's history in the database.
import type { Database } from "../../platform/db/queries.ts"
import { card_taps, profile_days } from "../../platform/db/schema.ts"
import type { Happening } from "./history.ts"

/** One statement takes 65,535 parameters. */
const BATCH = 1000

export async function insertHistory(
  db: Database,
  { profile_id, card_id }: { profile_id: string; card_id: string },
  { days, taps }: Happening,
): Promise<void> {
  await db.insert(profile_days).values(days.map((day) => ({ ...day, profile_id })))
  for (let from = 0; from < taps.length; from += BATCH)
    await db.insert(card_taps).values(taps.slice(from, from + BATCH).map((tap) => ({ ...tap, profile_id, card_id })))
}
