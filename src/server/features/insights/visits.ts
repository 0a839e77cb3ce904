// Counts page views and saved contacts in memory, and writes the sums a few seconds later: a visit costs no write of its own.
import { sql } from "drizzle-orm"
import type { Visit } from "../../../api/insights.ts"
import { FLUSH_VISITS_MS, FLUSH_VISITS_ROWS, VISITS_WAITING_MAX } from "../../../domain/limits.ts"
import { dayOf } from "../../../domain/time.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { errorText, type Log } from "../../platform/log.ts"

/** Rows of one statement. */
const BATCH = 500

interface DaySums {
  profile_id: string
  /** YYYY-MM-DD */
  day: string
  views: number
  saves: number
}

interface Needs {
  database: OpenDatabase
  log: Log
}

export function createVisits({ database, log }: Needs) {
  /** by day and profile */
  let waiting = new Map<string, DaySums>()
  let timer: NodeJS.Timeout | undefined
  let uncounted = 0
  /** a write is under way, or the last one failed: then the timer tries again */
  let isBusy = false
  let writing: Promise<void> = Promise.resolve()

  return {
    /** Returns at once. Whether the profile exists and is shown is checked when the sums are written. */
    count(profileId: string, did: Visit, now: Date): void {
      const sums = { profile_id: profileId.toLowerCase(), day: dayOf(now), views: 0, saves: 0 }
      sums[did === "view" ? "views" : "saves"] = 1
      add(sums)
    },

    flush,
  }

  function add(sums: DaySums): void {
    const key = `${sums.day} ${sums.profile_id}`
    const known = waiting.get(key)
    if (known !== undefined) {
      known.views += sums.views
      known.saves += sums.saves
    } else if (waiting.size < VISITS_WAITING_MAX) waiting.set(key, sums)
    else uncounted += sums.views + sums.saves
    timer ??= setTimeout(flush, FLUSH_VISITS_MS).unref()
    if (waiting.size >= FLUSH_VISITS_ROWS && !isBusy) void flush()
  }

  /** Writes what is counted so far; what cannot be written stays counted. Never rejects. One at a time: databases may be slow. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    isBusy = true
    writing = writing.then(write)
    return writing
  }

  async function write(): Promise<void> {
    const sums = [...waiting.values()]
    waiting = new Map()
    let failed = false
    for (let from = 0; from < sums.length; from += BATCH) {
      const batch = sums.slice(from, from + BATCH)
      try {
        await addToDays(database.db, batch)
      } catch (error) {
        log.warn("visits.late", { rows: batch.length, error: errorText(error) })
        failed = true
        for (const late of batch) add(late)
      }
    }
    isBusy = failed
    if (uncounted > 0) log.warn("visits.lost", { visits: uncounted })
    uncounted = 0
  }
}

/**
 * Adds to the counted days in one statement, only for profiles that are public. Rows come in the same order in every process, and
 * the statement waits for a profile that is being deleted: there is no deadlock and no missing reference.
 */
async function addToDays(db: Queries, sums: readonly DaySums[]): Promise<void> {
  await db.execute(sql`
    insert into profile_days as d (profile_id, day, views, saves)
    select p.id, s.day, s.views, s.saves
    from json_to_recordset(${JSON.stringify(sums)}::json) as s(profile_id uuid, day date, views int, saves int)
    join profiles p on p.id = s.profile_id and p.deleted_at is null and p.hidden_at is null
    join users u on u.id = p.owner_id and u.email_confirmed_at is not null
    order by p.id, s.day
    for key share of p
    on conflict (profile_id, day) do update set views = d.views + excluded.views, saves = d.saves + excluded.saves`)
}
