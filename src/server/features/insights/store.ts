// Days counted and taps, by profile. Days are UTC's throughout.
import { and, count, desc, eq, gte, lt, sql } from "drizzle-orm"
import type { CardTaps, DayCounts, PlaceTaps } from "../../../api/insights.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_taps, card_urls, profile_days } from "../../platform/db/schema.ts"

export interface DaySums {
  profile_id: string
  /** YYYY-MM-DD */
  day: string
  views: number
  saves: number
}

/**
 * Adds to what is counted, in one statement, only for profiles anybody may see. Rows come in the same order in every
 * process, and a profile being deleted in this moment is waited for: nobody meets a deadlock or a missing reference.
 */
export async function addToDays(db: Queries, sums: readonly DaySums[]): Promise<void> {
  await db.execute(sql`
    insert into profile_days as d (profile_id, day, views, saves)
    select p.id, s.day, s.views, s.saves
    from json_to_recordset(${JSON.stringify(sums)}::json) as s(profile_id uuid, day date, views int, saves int)
    join profiles p on p.id = s.profile_id and p.deleted_at is null and p.hidden_at is null
    join users u on u.id = p.id and u.email_confirmed_at is not null
    order by p.id, s.day
    for key share of p
    on conflict (profile_id, day) do update set views = d.views + excluded.views, saves = d.saves + excluded.saves`)
}

/** A profile, from the first moment of a day to the last one before another day; both as YYYY-MM-DD. */
export interface Period {
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

/** Only the days something happened on, in order. */
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

/** Those without a place first, when there are any; then most taps first. */
export const placesOf = (db: Queries, period: Period, limit: number): Promise<PlaceTaps[]> =>
  db
    .select({ city: card_taps.city, state: card_taps.state, country: card_taps.country, taps })
    .from(card_taps)
    .where(tapsIn(period))
    .groupBy(card_taps.city, card_taps.state, card_taps.country)
    .orderBy(desc(isNowhere), desc(taps), card_taps.country, card_taps.state, card_taps.city)
    .limit(limit)

/** Cards linked now, tapped or not, and those tapped while they were; most taps first. */
export async function cardsOf(db: Queries, period: Period, limit: number): Promise<CardTaps[]> {
  const { profile_id, from, until } = period
  const { rows } = await db.execute<{ card_id: string; taps: number; is_linked: boolean }>(sql`
    select coalesce(t.card_id, c.card_id) as card_id, coalesce(t.taps, 0)::int as taps, c.card_id is not null as is_linked
    from (
      select card_id, count(*) as taps
      from card_taps
      where profile_id = ${profile_id} and tapped_at >= ${startOf(from)} and tapped_at < ${startOf(until)}
        and card_id is not null
      group by card_id
    ) t
    full join (select card_id from ${card_urls} where user_id = ${profile_id}) c on c.card_id = t.card_id
    order by taps desc, card_id
    limit ${limit}`)
  return rows
}

/** @returns how many went */
export async function deleteTapsBefore(db: Queries, before: Date, atMost: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${card_taps} where id in (
      select id from ${card_taps} where tapped_at < ${before} order by tapped_at limit ${atMost} for update skip locked
    )`)
  return rowCount ?? 0
}

/** @param before YYYY-MM-DD @returns how many went */
export async function deleteDaysBefore(db: Queries, before: string, atMost: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${profile_days} where (profile_id, day) in (
      select profile_id, day from ${profile_days} where day < ${before}
      order by day limit ${atMost} for update skip locked
    )`)
  return rowCount ?? 0
}
