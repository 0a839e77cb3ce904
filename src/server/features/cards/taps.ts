// Counts taps of activated cards, beside the answer and never in its way.
import { Refusal } from "../../../domain/errors.ts"
import { BUDGET, TAPS_WAITING_MAX } from "../../../domain/limits.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import { errorText } from "../../platform/log.ts"
import type { Places, Whence } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import { insertTap, type Tap } from "./taps-store.ts"

export interface Taps {
  /** @param requestOrigin limits how often one address is counted, and gives the place; the address is not kept with the tap */
  record(tap: Tap, requestOrigin: Whence, now: Date): void
  /** Resolves when every tap recorded so far is written, or lost. Never rejects. */
  settled(): Promise<void>
}

interface Needs {
  database: OpenDatabase
  limits: RateLimits
  log: Log
  places: Places
}

/** Recording returns at once and never throws: a tap that cannot be written is lost, the way to the profile is not. */
export function createTaps({ database, limits, log, places }: Needs): Taps {
  const waiting = new Set<Promise<void>>()

  async function write(tap: Tap, requestOrigin: Whence, now: Date): Promise<void> {
    try {
      await limits.takeForIp(BUDGET.tapPerIp, requestOrigin.ip)
      await insertTap(database.db, tap, await places.of(requestOrigin), now)
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn("tap.lost", { error: errorText(error) })
    }
  }

  return {
    record(tap, requestOrigin, now) {
      if (waiting.size >= TAPS_WAITING_MAX) return
      const writing = write(tap, requestOrigin, now).finally(() => waiting.delete(writing))
      waiting.add(writing)
    },
    async settled() {
      await Promise.all(waiting)
    },
  }
}
