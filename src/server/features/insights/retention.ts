// Deletes taps and counted days that are older than the privacy policy says: whole months at once, the others a batch at a time.
import { sql } from "drizzle-orm"
import { addDays, dayOf } from "../../../domain/time.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { dropMonths, type MonthlyTable, makeMonths } from "../../platform/db/partitions.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_taps, profile_days } from "../../platform/db/schema.ts"
import { errorText, type Log } from "../../platform/log.ts"

const BATCH = 5000

interface Needs {
  clock: Clock
  config: Pick<Config, "TAP_RETENTION_DAYS">
  database: OpenDatabase
  log: Log
}

/** Makes room for the months to come. Never rejects: until it succeeds, their rows live in the default partition. */
export async function prepareMonths({ clock, database, log }: Needs): Promise<void> {
  await makeMonths(database, clock()).catch((error: unknown) =>
    log.warn("insights.months_late", { error: errorText(error) }),
  )
}

/** A day is deleted when all of it is old enough. Stops between two batches when `signal` aborts. */
export async function deleteOld(needs: Needs, signal?: AbortSignal): Promise<void> {
  const { clock, config, database, log } = needs
  if (config.TAP_RETENTION_DAYS === 0) return
  const before = addDays(clock(), -config.TAP_RETENTION_DAYS)
  const ofTaps = await dropOld(needs, "card_taps", before)
  const ofDays = await dropOld(needs, "profile_days", new Date(dayOf(before)))
  const months = [...ofTaps, ...ofDays]
  const taps = await inBatches(() => deleteTaps(database.db, before), signal)
  const days = await inBatches(() => deleteDays(database.db, dayOf(before)), signal)
  if (taps + days + months.length > 0)
    log.info("insights.deleted", { taps, days, months: months.join(" "), older_than_days: config.TAP_RETENTION_DAYS })
}

/** What cannot be dropped now, because a query holds the table, is emptied in batches. */
async function dropOld({ database, log }: Needs, table: MonthlyTable, before: Date): Promise<string[]> {
  try {
    return await dropMonths(database, table, before)
  } catch (error) {
    log.warn("insights.months_kept", { table, error: errorText(error) })
    return []
  }
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
    delete from ${card_taps} where tapped_at < ${before} and (tapped_at, id) in (
      select tapped_at, id from ${card_taps} where tapped_at < ${before}
      order by tapped_at limit ${BATCH} for update skip locked
    )`)
  return rowCount ?? 0
}

/** @param before YYYY-MM-DD */
async function deleteDays(db: Queries, before: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${profile_days} where day < ${before} and (profile_id, day) in (
      select profile_id, day from ${profile_days} where day < ${before}
      order by day limit ${BATCH} for update skip locked
    )`)
  return rowCount ?? 0
}
