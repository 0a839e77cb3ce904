// Users for the administrator's list, newest first, in steps whose cost does not grow with the number of users.
import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Role } from "../../../domain/account/roles.ts"
import type { UserFilter } from "../../../domain/account/user-list.ts"
import { USERS_FOUND_MAX } from "../../../domain/limits.ts"
import { factors, user_roles, users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { profiles, searchText } from "../../platform/db/schema.ts"
import { containing } from "../../platform/db/search-text.ts"

export interface Position {
  /** microseconds since 1970: the database counts finer than JavaScript */
  at: string
  id: string
}

export interface Wanted {
  filter: UserFilter | ""
  /** empty: everybody */
  text: string
  after: Position | null
}

interface Found extends Position, Record<string, unknown> {}

const PLACE = sql.raw("id, (extract(epoch from created_at) * 1000000)::bigint::text as at")
const NEWEST_FIRST = sql.raw("order by created_at desc, id desc")

/** An account whose date of deletion has passed is gone, whether or not it is purged. */
function inState(filter: Wanted["filter"], now: Date): SQL | undefined {
  // The second half is never true. Without it, and without statistics, the planner takes the first for rare, and reads and
  // sorts the whole table.
  if (filter === "active") return or(isNull(profiles.deleted_at), sql`${profiles.deleted_at} > 'infinity'`)
  const isHeld = gt(profiles.deletion_scheduled_at, now)
  return filter === "deactivated"
    ? and(isNotNull(profiles.deleted_at), isHeld)
    : or(isNull(profiles.deleted_at), isHeld)
}

const beyond = (position: Position | null): SQL | undefined =>
  position === null
    ? undefined
    : sql`(${profiles.created_at}, ${profiles.id})
        < ('epoch'::timestamptz + ${position.at}::bigint * interval '1 microsecond', ${position.id}::uuid)`

/** Part of the name, the username or the address, in any case; `%`, `_` and `\` are letters like others. */
const matches = (text: string): SQL => sql`${searchText(profiles)} like lower(${containing(text)})`

/**
 * Looks at the next `steps` users one by one.
 * @returns those that match, `most` at most, and the last one looked at; null when there are no more
 */
export async function walkUsers(db: Queries, wanted: Wanted, now: Date, steps: number, most: number) {
  const { rows } = await db.execute<Found & { is_hit: boolean; is_last: boolean }>(sql`
    with walked as materialized (
      select id, created_at, ${wanted.text === "" ? sql`true` : matches(wanted.text)} as is_hit from ${profiles}
      where ${and(inState(wanted.filter, now), beyond(wanted.after))} ${NEWEST_FIRST} limit ${steps}
    ), numbered as (select *, row_number() over (${NEWEST_FIRST}) = ${steps} as is_last from walked)
    select ${PLACE}, is_hit, is_last from numbered where is_hit or is_last ${NEWEST_FIRST} limit ${most + 1}`)
  const hits = rows.filter(({ is_hit }) => is_hit).slice(0, most)
  return { hits, last: rows.find(({ is_last }) => is_last) ?? null }
}

/**
 * Asks the index of the search: everybody who matches, `most` at most. The index knows no order, so this is for words
 * that few have. Null when too many have it.
 */
export async function searchUsers(db: Queries, wanted: Wanted, now: Date, most: number): Promise<Position[] | null> {
  const { rows } = await db.execute<Found & { total: number }>(sql`
    with found as materialized (
      select id, created_at, deleted_at, deletion_scheduled_at from ${profiles}
      where ${matches(wanted.text)} limit ${USERS_FOUND_MAX + 1}
    ), page as (
      select id, created_at from found as profiles
      where ${and(inState(wanted.filter, now), beyond(wanted.after))} ${NEWEST_FIRST} limit ${most}
    ), counted as (select count(*)::int as total from found)
    select ${PLACE}, total from counted left join page on true ${NEWEST_FIRST}`)
  if ((rows[0]?.total ?? 0) > USERS_FOUND_MAX) return null
  return rows.filter(({ id }) => id !== null)
}

/** What the list shows of these users, in no order. */
export const usersById = (db: Queries, ids: string[]) =>
  db
    .select({
      id: profiles.id,
      username: profiles.username,
      full_name: profiles.full_name,
      signin_email: profiles.signin_email,
      email_confirmed_at: users.email_confirmed_at,
      created_at: profiles.created_at,
      last_sign_in_at: users.last_sign_in_at,
      deleted_at: profiles.deleted_at,
      deletion_scheduled_at: profiles.deletion_scheduled_at,
      hidden_at: profiles.hidden_at,
      roles: sql<Role[]>`array(select role from ${user_roles} where user_id = ${profiles.id} order by role)`,
      has_factor: sql<boolean>`exists (select 1 from ${factors} where user_id = ${profiles.id} and status = 'verified')`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(inArray(profiles.id, ids))
