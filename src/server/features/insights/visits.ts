// Counts page views and saved contacts in memory, and writes the sums a few seconds later: a visit costs no write of its own.
import type { Visit } from "../../../domain/insights/visit-form.ts"
import { FLUSH_VISITS_MS, VISITS_WAITING_MAX } from "../../../domain/limits.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import { errorText } from "../../platform/log.ts"
import { addToDays, type DaySums } from "./store.ts"

export interface Visits {
  /** Returns at once. Whether there is such a profile to be seen is looked up when the sums are written. */
  count(profileId: string, did: Visit, now: Date): void
  /** Writes what is counted so far; never rejects. What cannot be written stays counted. */
  flush(): Promise<void>
}

/** Rows of one statement. */
const BATCH = 500

interface Needs {
  database: OpenDatabase
  log: Log
}

export function createVisits({ database, log }: Needs): Visits {
  /** by day and profile */
  let waiting = new Map<string, DaySums>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function add(sums: DaySums): void {
    const key = `${sums.day} ${sums.profile_id}`
    const known = waiting.get(key)
    if (known !== undefined) {
      known.views += sums.views
      known.saves += sums.saves
    } else if (waiting.size < VISITS_WAITING_MAX) waiting.set(key, sums)
    timer ??= setTimeout(flush, FLUSH_VISITS_MS).unref()
  }

  async function write(): Promise<void> {
    const sums = [...waiting.values()]
    waiting = new Map()
    for (let from = 0; from < sums.length; from += BATCH) {
      const batch = sums.slice(from, from + BATCH)
      try {
        await addToDays(database.db, batch)
      } catch (error) {
        log.warn("visits.late", { rows: batch.length, error: errorText(error) })
        for (const late of batch) add(late)
      }
    }
  }

  /** One after the other: a slow database must not be asked twice. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    count(profileId, did, now) {
      const day = now.toISOString().slice(0, 10)
      const sums = { profile_id: profileId.toLowerCase(), day, views: 0, saves: 0 }
      sums[did === "view" ? "views" : "saves"] = 1
      add(sums)
    },
    flush,
  }
}
