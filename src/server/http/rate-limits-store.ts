// Counts attempts in the database, one statement each, so that the limits hold across processes.
//
// None of them waits for the disk: a power cut forgets the counts of its last moments, which helps nobody, and on a slow
// disk whoever signs in rightly would wait four times for nothing.
import { gt, lte, or, sql } from "drizzle-orm"
import { BUDGET } from "../../domain/limits.ts"
import type { Queries } from "../db/open.ts"
import { withRetry } from "../db/retry.ts"
import { rate_limits } from "../db/schema.ts"

const LONGEST_WINDOW_S = Math.max(...Object.values(BUDGET).map(({ windowS }) => windowS))

/** For the transaction it is read in, hence as part of the statement. */
const UNFLUSHED = sql`unflushed as (select set_config('synchronous_commit', 'off', true))`

export interface Count {
  count: number
  resets_at: Date
}

/**
 * One more attempt; a window that has passed starts anew, and so does one that a clock running ahead has put far into the
 * future (clocks of several processes may differ by one window). A full one is left as it is and reported as `max + 1`.
 */
export async function countAttempt(db: Queries, key: string, max: number, windowS: number, now: Date): Promise<Count> {
  const resetsAt = new Date(now.getTime() + windowS * 1000)
  const latest = new Date(now.getTime() + 2 * windowS * 1000)
  const isOver = sql`(r.resets_at <= ${now} or r.resets_at > ${latest})`
  const counted = sql`
    with ${UNFLUSHED}, taken as (
      insert into rate_limits as r (key, count, resets_at) select ${key}, 1, ${resetsAt}::timestamptz from unflushed
      on conflict (key) do update set
        count = case when ${isOver} then 1 else r.count + 1 end,
        resets_at = case when ${isOver} then excluded.resets_at else r.resets_at end
      where ${isOver} or r.count < ${max}
      returning count, resets_at
    )
    select count, resets_at from taken
    union all
    select ${max}::int + 1, resets_at from rate_limits where key = ${key} and not exists (select 1 from taken)`
  // Counting one attempt twice, when the connection broke, does no harm.
  const { rows } = await withRetry(() => db.execute<{ count: number; resets_at: string }>(counted))
  const row = rows[0]
  // No row at all: others created this very key and filled it after our snapshot was taken.
  return row === undefined
    ? { count: max + 1, resets_at: resetsAt }
    : { count: row.count, resets_at: new Date(row.resets_at) }
}

/** Takes back one attempt of each key that turned out to be rightful. */
export async function uncountAttempts(db: Queries, keys: readonly string[]): Promise<void> {
  const uncounted = sql`
    with ${UNFLUSHED}
    update rate_limits set count = count - 1 from unflushed where key = any(${sql.param([...keys])}::text[]) and count > 0`
  await withRetry(() => db.execute(uncounted))
}

/** Also those that no window can reach from now: a clock that ran ahead left them. */
export async function deletePassedWindows(db: Queries, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + 2 * LONGEST_WINDOW_S * 1000)
  await db.delete(rate_limits).where(or(lte(rate_limits.resets_at, now), gt(rate_limits.resets_at, latest)))
}
