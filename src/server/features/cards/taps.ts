// Counts taps of activated cards beside the redirect, which never waits for it.

import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import { TAPS_WAITING_MAX } from "../../../domain/limits.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { card_taps } from "../../platform/db/schema.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Places, RequestOrigin } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"

/** What is kept of a tap, with its time and place. Who tapped is not kept. */
interface Tap {
  card_id: string
  profile_id: string
}

interface Needs {
  database: OpenDatabase
  limits: Pick<RateLimits, "takeForIp">
  log: Log
  places: Places
}

export function createTaps({ database: { db }, limits, log, places }: Needs) {
  const waiting = new Set<Promise<void>>()

  async function write(tap: Tap, requestOrigin: RequestOrigin, now: Date): Promise<void> {
    try {
      await limits.takeForIp(BUDGET.tapPerIp, requestOrigin.ip)
      const { city, state, country } = await places.of(requestOrigin)
      await db.insert(card_taps).values({ ...tap, tapped_at: now, city, state, country })
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn("tap.lost", { error: errorText(error) })
    }
  }

  return {
    /**
     * Returns at once and never throws: a tap that cannot be written is lost.
     * @param requestOrigin limits how often one address is counted and gives the place; the address is not kept
     */
    record(tap: Tap, requestOrigin: RequestOrigin, now: Date): void {
      if (waiting.size >= TAPS_WAITING_MAX) return
      const writing = write(tap, requestOrigin, now).finally(() => waiting.delete(writing))
      waiting.add(writing)
    },

    /** Resolves when every tap recorded so far is written or lost. Never rejects. */
    async settled(): Promise<void> {
      await Promise.all(waiting)
    },
  }
}
