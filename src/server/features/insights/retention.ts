// Deletes taps and counted days that are older than the privacy policy says, a batch at a time.
import { sql } from "drizzle-orm"
import { addDays, dayOf } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_taps, profile_days } from "../../platform/db/schema.ts"
import type { Log } from "../../platform/log.ts"

const BATCH = 5000

interface Needs {
  clock: Clock
  config: Pick<Config, "TAP_RETENTION_DAYS">
  database: OpenDatabase
  log: Log
}

/** A day is deleted when all of it is old enough. Stops between two batches when `signal` aborts. */
export async function deleteOld({ clock, config, database: { db }, log }: Needs, signal?: AbortSignal): Promise<void> {
  if (config.TAP_RETENTION_DAYS === 0) return
  const before = addDays(clock(), -config.TAP_RETENTION_DAYS)
  const taps = await inBatches(() => deleteTaps(db, before), signal)
  const days = await inBatches(() => deleteDays(db, dayOf(before)), signal)
  if (taps + days > 0) log.info("insights.deleted", { taps, days, older_than_days: config.TAP_RETENTION_DAYS })
}

async function inBatches(deleteBatch: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let deleted = 0
  for (let more = true; more && !signal?.aborted; ) {
    const count = await deleteBatch()
    deleted += count
    more = count === BATCH
  }
  return deleted
}

async function deleteTaps(db: Queries, before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${card_taps} where id in (
      select id from ${card_taps} where tapped_at < ${before} order by tapped_at limit ${BATCH} for update skip locked
    )`)
  return rowCount ?? 0
}

/** @param before YYYY-MM-DD */
async function deleteDays(db: Queries, before: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${profile_days} where (profile_id, day) in (
      select profile_id, day from ${profile_days} where day < ${before}
      order by day limit ${BATCH} for update skip locked
    )`)
  return rowCount ?? 0
}
