// Counts taps of activated cards without delaying the redirect.
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { TAPS_WAITING_MAX } from "../../../domain/limits.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Places, RequestOrigin } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { RecentTaps } from "./recent-taps.ts"
import { insertTaps, type Tap, type TapRow } from "./store.ts"

/** Rows of one statement. */
const BATCH = 500

interface Needs {
  database: OpenDatabase
  limits: Pick<RateLimits, "takeForIp">
  log: Log
  places: Places
  recentTaps: Pick<RecentTaps, "remember">
}

export function createTaps({ database: { db }, limits, log, places, recentTaps }: Needs) {
  const waiting = new Set<Promise<void>>()
  let rows: TapRow[] = []
  let writing: Promise<void> | null = null
  let uncounted = 0

  const lost = (taps: number, error: unknown) => log.warn("tap.lost", { taps, error: errorText(error) })

  async function count(tap: Tap, requestOrigin: RequestOrigin, now: Date): Promise<void> {
    try {
      await limits.takeForIp(BUDGET.tapPerIp, requestOrigin.ip)
      // Within the budget only: one network must not push out what others tapped.
      recentTaps.remember(tap, requestOrigin, now)
      const place = await places.of(requestOrigin)
      // Only now: while the place was looked up, a write may have replaced the list.
      rows.push({ ...tap, ...place, tapped_at: now })
    } catch (error) {
      if (!(error instanceof Refusal)) lost(1, error)
      return
    }
    writing ??= writeAll()
    await writing
  }

  /** Taps that come while a statement is under way share the next one. */
  async function writeAll(): Promise<void> {
    while (rows.length > 0) {
      const batch = rows.slice(0, BATCH)
      rows = rows.slice(BATCH)
      await insertTaps(db, batch).catch((error: unknown) => lost(batch.length, error))
      if (uncounted > 0) lost(uncounted, "too many at once")
      uncounted = 0
    }
    writing = null
  }

  return {
    /**
     * Counts a tap, and remembers it for a while. Returns at once and never throws: a tap that cannot be written is lost, and the log says so.
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
}
