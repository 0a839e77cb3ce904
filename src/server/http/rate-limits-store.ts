// Counts attempts in the database, one statement each, so that the limits hold across processes.
import { lte, sql } from "drizzle-orm"
import type { Queries } from "../db/open.ts"
import { withRetry } from "../db/retry.ts"
import { rate_limits } from "../db/schema.ts"

export interface Count {
  count: number
  resets_at: Date
}

/** One more attempt; a window that has passed starts anew. A full one is left as it is and reported as `max + 1`. */
export async function countAttempt(db: Queries, key: string, max: number, windowS: number, now: Date): Promise<Count> {
  const resetsAt = new Date(now.getTime() + windowS * 1000)
  const counted = sql`
    with taken as (
      insert into rate_limits as r (key, count, resets_at) values (${key}, 1, ${resetsAt})
      on conflict (key) do update set
        count = case when r.resets_at <= ${now} then 1 else r.count + 1 end,
        resets_at = case when r.resets_at <= ${now} then excluded.resets_at else r.resets_at end
      where r.resets_at <= ${now} or r.count < ${max}
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

/** Takes back one attempt that turned out to be rightful. */
export async function uncountAttempt(db: Queries, key: string): Promise<void> {
  await withRetry(() => db.execute(sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`))
}

export async function deletePassedWindows(db: Queries, now: Date): Promise<void> {
  await db.delete(rate_limits).where(lte(rate_limits.resets_at, now))
}
