// The end of what is counted: taps and days older than the privacy policy says are deleted, a few at a time.
import { addDays } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import { deleteDaysBefore, deleteTapsBefore } from "./store.ts"

const BATCH = 5000

interface Needs {
  clock: Clock
  config: Config
  database: OpenDatabase
  log: Log
}

/** A day goes when all of it is old enough. Stops between two batches when `signal` says so. */
export async function deleteOld({ clock, config, database, log }: Needs, signal?: AbortSignal): Promise<void> {
  if (config.TAP_RETENTION_DAYS === 0) return
  const before = addDays(clock(), -config.TAP_RETENTION_DAYS)
  const day = before.toISOString().slice(0, 10)
  const all = async (some: () => Promise<number>) => {
    let removed = 0
    for (let more = true; more && !signal?.aborted; ) {
      const count = await some()
      removed += count
      more = count === BATCH
    }
    return removed
  }
  const taps = await all(() => deleteTapsBefore(database.db, before, BATCH))
  const days = await all(() => deleteDaysBefore(database.db, day, BATCH))
  if (taps + days > 0) log.info("insights.deleted", { taps, days, older_than_days: config.TAP_RETENTION_DAYS })
}
