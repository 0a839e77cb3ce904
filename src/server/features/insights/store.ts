// Counted days and taps of a profile in the database. All days are in UTC.
import { and, count, desc, eq, gte, lt, sql } from "drizzle-orm"
import type { CardTaps, DayCounts } from "../../../api/insights.ts"
import type { Place } from "../../../domain/insights/insights.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_taps, card_urls } from "../../platform/db/schema.ts"

/** A profile, from the first moment of a day to the last one before another day; both as YYYY-MM-DD. */
interface Period {
  profile_id: string
  from: string
  until: string
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

const tapsIn = ({ profile_id, from, until }: Period) =>
  and(
    eq(card_taps.profile_id, profile_id),
    gte(card_taps.tapped_at, startOf(from)),
    lt(card_taps.tapped_at, startOf(until)),
  )

/** In order; days on which nothing happened are left out. */
export async function daysOf(db: Queries, { profile_id, from, until }: Period): Promise<DayCounts[]> {
  const { rows } = await db.execute<{ day: string; taps: number; views: number; saves: number }>(sql`
    select day::text, sum(taps)::int as taps, sum(views)::int as views, sum(saves)::int as saves
    from (
      select (tapped_at at time zone 'UTC')::date as day, count(*) as taps, 0 as views, 0 as saves
      from card_taps
      where profile_id = ${profile_id} and tapped_at >= ${startOf(from)} and tapped_at < ${startOf(until)}
      group by 1
      union all
      select day, 0, views, saves
      from profile_days
      where profile_id = ${profile_id} and day >= ${from} and day < ${until}
    ) counted
    group by day
    order by day`)
  return rows
}

const taps = count()

const isNowhere = sql`(${card_taps.city} = '' and ${card_taps.state} = '' and ${card_taps.country} = '')`

/** Taps without a place come first, then the places with the most taps. */
export const placesOf = (db: Queries, period: Period, limit: number): Promise<(Place & { taps: number })[]> =>
  db
    .select({ city: card_taps.city, state: card_taps.state, country: card_taps.country, taps })
    .from(card_taps)
    .where(tapsIn(period))
    .groupBy(card_taps.city, card_taps.state, card_taps.country)
    .orderBy(desc(isNowhere), desc(taps), card_taps.country, card_taps.state, card_taps.city)
    .limit(limit)

/** Cards that lead to the profile now, tapped or not, and cards that led to it when they were tapped; most taps first. */
export async function cardsOf(db: Queries, period: Period, limit: number): Promise<CardTaps[]> {
  const { profile_id, from, until } = period
  const { rows } = await db.execute<CardTaps & Record<string, unknown>>(sql`
    select coalesce(t.card_id, c.card_id) as card_id, coalesce(t.taps, 0)::int as taps, c.card_id is not null as is_linked,
      coalesce(c.nickname, '') as nickname
    from (
      select card_id, count(*) as taps
      from card_taps
      where profile_id = ${profile_id} and tapped_at >= ${startOf(from)} and tapped_at < ${startOf(until)}
        and card_id is not null
      group by card_id
    ) t
    full join (
      select card_id, nickname from ${card_urls} where profile_id = ${profile_id} or (user_id = ${profile_id} and profile_id is null)
    ) c on c.card_id = t.card_id
    order by taps desc, card_id
    limit ${limit}`)
  return rows
}
