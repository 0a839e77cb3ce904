// Checkpoints and vacuuming, for which a server has background processes and the embedded engine has none.
import type pg from "pg"
import { HOUR_MS, MINUTE_MS } from "../../../../domain/time.ts"
import { errorText, type Log } from "../../log.ts"

const CHECKPOINT_EVERY_MS = 5 * MINUTE_MS
const VACUUM_EVERY_MS = 6 * HOUR_MS

/** Uses the pool's only connection, so it never runs within a transaction. @returns ends it */
export function keepHouse(
  pool: pg.Pool,
  log: Log,
  { checkpointMs = CHECKPOINT_EVERY_MS, vacuumMs = VACUUM_EVERY_MS } = {},
): () => void {
  const every = (ms: number, statement: string) => {
    // On a slow machine it may take longer than the time to the next: they never queue.
    let isRunning = false
    return setInterval(() => {
      if (isRunning) return
      isRunning = true
      pool
        .query(statement)
        .catch((error) => log.warn("database.housekeeping_failed", { statement, error: errorText(error) }))
        .finally(() => {
          isRunning = false
        })
    }, ms).unref()
  }
  const timers = [every(checkpointMs, "checkpoint"), every(vacuumMs, "vacuum (analyze)")]
  return () => timers.forEach(clearInterval)
}
