// Counts taps of activated cards without delaying the redirect.
import { sql } from "drizzle-orm"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { Place } from "../../../domain/insights/insights.ts"
import { TAPS_WAITING_MAX } from "../../../domain/limits.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_taps } from "../../platform/db/schema.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Places, RequestOrigin } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { RecentTaps, Tap } from "./recent-taps.ts"

const ROWS_PER_STATEMENT = 500

interface Needs {
  database: OpenDatabase
  limits: Pick<RateLimits, "takeForIp">
  log: Log
  places: Places
  recentTaps: Pick<RecentTaps, "remember">
}

interface TapRow extends Tap, Place {
  tapped_at: Date
}

export function createTaps({ database: { db }, limits, log, places, recentTaps }: Needs) {
  const waiting = new Set<Promise<void>>()
  let rows: TapRow[] = []
  let writing: Promise<void> | null = null
  let uncounted = 0

  return {
    /**
     * Counts a tap, and remembers it for a while (recent-taps.ts). Returns at once and never throws: a tap that cannot be written is lost,
     * and logged unless its network is over the limit.
     * @param requestOrigin limits how often one address is counted and gives the place; the address is not stored
     */
    record(tap: Tap, requestOrigin: RequestOrigin, now: Date): void {
      if (waiting.size >= TAPS_WAITING_MAX) {
        uncounted += 1
        return
      }
      const counting = count(tap, requestOrigin, now).finally(() => waiting.delete(counting))
      waiting.add(counting)
    },

    /** Resolves when every tap recorded so far is written or lost. Never rejects. */
    async settled(): Promise<void> {
      await Promise.all(waiting)
    },
  }

  async function count(tap: Tap, requestOrigin: RequestOrigin, now: Date): Promise<void> {
    try {
      await limits.takeForIp(BUDGET.tapPerIp, requestOrigin.ip)
      // Within the budget only: one network must not displace the taps of others from memory.
      recentTaps.remember(tap, requestOrigin, now)
      const place = await places.of(requestOrigin)
      // Only now: during the lookup, writeAll may have replaced the list.
      rows.push({ ...tap, ...place, tapped_at: now })
    } catch (error) {
      if (!(error instanceof Refusal)) logUncounted(1, error)
      return
    }
    writing ??= writeAll()
    await writing
  }

  /** Taps that arrive during a statement share the next one. */
  async function writeAll(): Promise<void> {
    while (rows.length > 0) {
      const batch = rows.slice(0, ROWS_PER_STATEMENT)
      rows = rows.slice(ROWS_PER_STATEMENT)
      await insertTaps(db, batch).catch((error: unknown) => logUncounted(batch.length, error))
      if (uncounted > 0) logUncounted(uncounted, "too many at once")
      uncounted = 0
    }
    writing = null
  }

  function logUncounted(taps: number, error: unknown): void {
    log.warn("tap.lost", { taps, error: errorText(error) })
  }
}

/** One statement, which skips deleted profiles and waits for deletions in progress. */
async function insertTaps(db: Queries, rows: readonly TapRow[]): Promise<void> {
  await db.execute(sql`
    insert into ${card_taps} (card_id, profile_id, tapped_at, city, state, country)
    select t.card_id, p.id, t.tapped_at, t.city, t.state, t.country
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as t(card_id text, profile_id uuid, tapped_at timestamptz, city text, state text, country text)
    join profiles p on p.id = t.profile_id
    order by p.id, t.tapped_at
    for key share of p`)
}
