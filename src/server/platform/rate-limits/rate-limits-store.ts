// Counts attempts in the database, one statement each, so that the limits hold across processes.
//
// No count waits for the disk: a power cut loses only the counts of its last moments, which helps no attacker, and on a slow disk every
// sign-in would wait four times for nothing.
import { and, eq, gt, gte, inArray, lte, or, placeholder, type SQL, sql } from "drizzle-orm"
import { BUDGET } from "../../../domain/budgets.ts"
import { withRetry } from "../db/database-errors.ts"
import { prepared } from "../db/prepared.ts"
import type { Queries } from "../db/queries.ts"
import { rate_limits } from "../db/schema.ts"

const LONGEST_WINDOW_S = Math.max(...Object.values(BUDGET).map(({ windowS }) => windowS))

/** Holds for its transaction, so it is part of the statement. */
export const UNFLUSHED = sql`select set_config('synchronous_commit', 'off', true)`

export interface Attempt {
  key: string
  max: number
  windowS: number
}

const inMs = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString()

const NOW = placeholder("now")
const IS_OVER = sql`(r.resets_at <= ${NOW} or r.resets_at > (select latest from asked where asked.key = r.key))`

// Ordered by key, as every statement here takes its rows: two at once never wait for each other.
const counting = prepared("attempts_counting", (db) => {
  const part = (name: string, query: SQL) => db.$with(name, {}).as(query)
  const asked = sql`
    select a.* from unnest(
      ${placeholder("keys")}::text[], ${placeholder("most")}::int[],
      ${placeholder("ends")}::timestamptz[], ${placeholder("latest")}::timestamptz[]
    ) as a (key, max, ends_at, latest), unflushed`
  const known = sql`
    select key, count, resets_at from rate_limits
    where key = any(${placeholder("keys")}::text[]) order by key for update`
  const filled = sql`
    select r.key, r.resets_at from known r join asked using (key) where r.count >= asked.max and not ${IS_OVER}`
  const taken = sql`
    insert into rate_limits as r (key, count, resets_at)
    select key, 1, ends_at from asked where not exists (select 1 from filled) order by key
    on conflict (key) do update set
      count = case when ${IS_OVER} then 1 else r.count + 1 end,
      resets_at = case when ${IS_OVER} then excluded.resets_at else r.resets_at end
    where ${IS_OVER} or r.count < (select max from asked where asked.key = r.key)
    returning key`
  // The last select: a key that another request has created and filled just now.
  const refused = sql`(
    select key, resets_at from filled
    union all
    select key, ends_at from asked where not exists (select 1 from filled) and key not in (select key from taken)
  ) as refused`
  return db
    .with(
      part("unflushed", UNFLUSHED),
      part("asked", asked),
      part("known", known),
      part("filled", filled),
      part("taken", taken),
    )
    .select({ key: sql<string>`key`, resets_at: sql<Date>`resets_at`.mapWith(rate_limits.resets_at) })
    .from(refused)
})

/**
 * Counts one more attempt of each key, or of none if one is full. A window that has passed starts again, and so does one that a fast
 * clock has put far into the future (clocks of several processes may differ by one window).
 * @returns the full keys with the end of their windows; empty: counted
 */
export function countAttempts(
  db: Queries,
  attempts: readonly Attempt[],
  now: Date,
): Promise<{ key: string; resets_at: Date }[]> {
  const values = {
    keys: attempts.map(({ key }) => key),
    most: attempts.map(({ max }) => max),
    ends: attempts.map(({ windowS }) => inMs(now, windowS * 1000)),
    latest: attempts.map(({ windowS }) => inMs(now, 2 * windowS * 1000)),
    now,
  }
  // Counting one attempt twice, when the connection broke, does no harm.
  return withRetry(() => counting(db, values))
}

/** When the window of a full key ends, without counting anything; undefined while there is room. */
export async function findFull(db: Queries, { key, max, windowS }: Attempt, now: Date): Promise<Date | undefined> {
  const latest = new Date(now.getTime() + 2 * windowS * 1000)
  const isFull = and(
    eq(rate_limits.key, key),
    gte(rate_limits.count, max),
    gt(rate_limits.resets_at, now),
    lte(rate_limits.resets_at, latest),
  )
  const rows = await withRetry(() => db.select({ resets_at: rate_limits.resets_at }).from(rate_limits).where(isFull))
  return rows[0]?.resets_at
}

/** Takes back one attempt of each key that turned out to be rightful. */
export async function uncountAttempts(db: Queries, keys: readonly string[]): Promise<void> {
  const uncounted = sql`
    with unflushed as (${UNFLUSHED}), known as (
      select key from rate_limits where key = any(${sql.param([...keys])}::text[]) order by key for update
    )
    update rate_limits r set count = r.count - 1 from unflushed, known where r.key = known.key and r.count > 0`
  await withRetry(() => db.execute(uncounted))
}

/** As if nothing had been tried with these keys. */
export async function forgetAttempts(db: Queries, keys: readonly string[]): Promise<void> {
  await withRetry(() => db.delete(rate_limits).where(inArray(rate_limits.key, [...keys])))
}

/** Also windows that end later than possible: a fast clock left them. */
export async function deletePassedWindows(db: Queries, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + 2 * LONGEST_WINDOW_S * 1000)
  await db.delete(rate_limits).where(or(lte(rate_limits.resets_at, now), gt(rate_limits.resets_at, latest)))
}
