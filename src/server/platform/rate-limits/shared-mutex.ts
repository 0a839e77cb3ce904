// Runs jobs of the same key one after the other, in all processes: a count of one in the database says that one runs.
import { setTimeout as pause } from "node:timers/promises"
import type { Clock } from "../clock.ts"
import type { Database } from "../db/queries.ts"
import { countAttempts, forgetAttempts } from "./rate-limits-store.ts"

/** A killed process keeps its turn no longer. */
const TURN_S = 60
/** Then the job runs all the same: that is better than no answer. */
const WAIT_MS = 10_000
const ASK_AGAIN_MS = 100

/** @returns runs a job; it holds no connection meanwhile, so it may be slow. Throws what the job throws, and DatabaseUnavailable. */
export function createSharedMutex(db: Database, clock: Clock): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  async function take(key: string): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const full = await countAttempts(db, [{ key, max: 1, windowS: TURN_S }], clock())
      if (full.length === 0) return true
      if (performance.now() > deadline) return false
      await pause(ASK_AGAIN_MS)
    }
  }

  return async (subject, work) => {
    const key = `turn:${subject}`
    const isMine = await take(key)
    try {
      return await work()
    } finally {
      // Not a count of zero: the next turn is a whole one.
      if (isMine) await forgetAttempts(db, [key]).catch(() => undefined)
    }
  }
}
