// The administrators' list of users: newest first, searched and filtered, in steps whose cost does not grow with the number of
// users (docs/decisions/admin-portal.md).
import { aliasedTable, and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import type { ListedUser } from "../../../api/users.ts"
import type { Role } from "../../../domain/account/roles.ts"
import type { UserListQuery } from "../../../domain/account/user-forms.ts"
import { USERS_FOUND_MAX, USERS_PER_PAGE, USERS_WALKED } from "../../../domain/limits.ts"
import { cursorOf, type Page, type Position, pageOf } from "../../../domain/page.ts"
import { isUuid } from "../../../domain/paths.ts"
import { hasName } from "../../../domain/profile/profile.ts"
import { isoOrNull } from "../../../domain/time.ts"
import { factors, user_roles, users } from "../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { isOlder } from "../../platform/db/positions.ts"
import { profiles, searchText } from "../../platform/db/schema.ts"
import { containing, isIndexed } from "../../platform/db/search.ts"

/** One more than a page holds shows whether there is another page. */
const MOST = USERS_PER_PAGE + 1

const POSITION = sql.raw("id, (extract(epoch from created_at) * 1000000)::bigint::text as rank")
const NEWEST_FIRST = sql.raw("order by created_at desc, id desc")

interface Found extends Position, Record<string, unknown> {}

export type UserList = ReturnType<typeof createUserList>

export function createUserList({ database: { db } }: { database: OpenDatabase }) {
  return {
    async page(query: UserListQuery, now: Date): Promise<Page<ListedUser>> {
      const { items, next } = await find(query, now)
      return { items: await listed(items.map(({ id }) => id)), next }
    },
  }

  /**
   * A frequent text is found quickly among the newest users, a rare one by the index. A short text, or a frequent one that
   * none of the newest has, is searched page by page.
   */
  async function find(query: UserListQuery, now: Date): Promise<Page<Position>> {
    const page = (hits: Position[]) => pageOf(hits, USERS_PER_PAGE, cursorOf)
    if (query.q === "") return page((await walk(query, now, MOST)).hits)
    const { hits, last } = await walk(query, now, USERS_WALKED)
    const near = page(hits)
    if (near.next !== null || last === null) return near
    const found = isIndexed(query.q) ? await search(query, now) : null
    return found === null ? { items: near.items, next: cursorOf(last) } : page(found)
  }

  /**
   * Looks at the next `steps` users one by one.
   * @returns those that match, one page and one more at most; `last`: the last one looked at, null when there are no more
   */
  async function walk(query: UserListQuery, now: Date, steps: number) {
    // Not a parameter: of a repeated statement, the planner would not know how few rows are wanted.
    const limit = sql.raw(String(steps))
    const { rows } = await db.execute<Found & { is_hit: boolean; is_last: boolean }>(sql`
      with walked as materialized (
        select id, created_at, ${query.q === "" ? sql`true` : matchesAny(query.q)} as is_hit from ${profiles}
        where ${isWanted(query, now)} ${NEWEST_FIRST} limit ${limit}
      ), numbered as (select *, row_number() over (${NEWEST_FIRST}) = ${limit} as is_last from walked)
      select ${POSITION}, is_hit, is_last from numbered where is_hit or is_last ${NEWEST_FIRST} limit ${MOST + 1}`)
    const hits = rows.filter(({ is_hit }) => is_hit).slice(0, MOST)
    return { hits, last: rows.find(({ is_last }) => is_last) ?? null }
  }

  /**
   * Asks the search index, which knows no order, for all matches. This is for rare texts.
   * @returns null when too many match
   */
  async function search(query: UserListQuery, now: Date): Promise<Position[] | null> {
    const { rows } = await db.execute<Found & { total: number }>(sql`
      with found as materialized (
        select owner_id from ${profiles} where ${matches(query.q)} limit ${USERS_FOUND_MAX + 1}
      ), accounts as materialized (
        select id, owner_id, created_at, deleted_at, deletion_scheduled_at from ${profiles}
        where id in (select owner_id from found)
      ), page as (
        select id, created_at from accounts as profiles where ${isWanted(query, now)} ${NEWEST_FIRST} limit ${MOST}
      ), counted as (select count(*)::int as total from found)
      select ${POSITION}, total from counted left join page on true ${NEWEST_FIRST}`)
    if ((rows[0]?.total ?? 0) > USERS_FOUND_MAX) return null
    return rows.filter(({ id }) => id !== null)
  }

  /** Removed users have left the list by the time their rows are read. */
  async function listed(ids: string[]): Promise<ListedUser[]> {
    if (ids.length === 0) return []
    const rows = await db
      .select({
        id: profiles.id,
        username: profiles.username,
        full_name: profiles.full_name,
        profile_picture: profiles.profile_picture,
        accent: profiles.accent,
        signin_email: profiles.signin_email,
        confirmed: sql<boolean>`${users.email_confirmed_at} is not null`,
        created_at: profiles.created_at,
        last_sign_in_at: users.last_sign_in_at,
        deleted_at: profiles.deleted_at,
        deletion_scheduled_at: profiles.deletion_scheduled_at,
        hidden_at: sql<Date | null>`(
          select min(${more.hidden_at}) from ${profiles} "more" where ${more.owner_id} = ${profiles.id})`.mapWith(
          profiles.hidden_at,
        ),
        roles: sql<Role[]>`array(select role from ${user_roles} where user_id = ${profiles.id} order by role)`,
        has_factor: sql<boolean>`exists (select 1 from ${factors} where user_id = ${profiles.id} and status = 'verified')`,
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.id))
      .where(inArray(profiles.id, ids))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = byId.get(id)
      if (row === undefined) return []
      return {
        ...row,
        // Without any name, the id would be shown as one.
        full_name: hasName(row) ? row.full_name : row.signin_email,
        created_at: row.created_at.toISOString(),
        last_sign_in_at: isoOrNull(row.last_sign_in_at),
        deleted_at: isoOrNull(row.deleted_at),
        deletion_scheduled_at: isoOrNull(row.deletion_scheduled_at),
        hidden_at: isoOrNull(row.hidden_at),
      }
    })
  }
}

const more = aliasedTable(profiles, "more")

/** Part of the name, the username or the address, in any case, or the whole ID; `%`, `_` and `\` have no special meaning. */
const matches = (text: string, of: typeof profiles = profiles): SQL =>
  isUuid(text) ? eq(of.id, text) : sql`${searchText(of)} like lower(${containing(text)})`

/** The same in any profile of the account. For EXISTS, the planner may read all profiles; with a limit, it looks up the owner's. */
const matchesAny = (text: string): SQL =>
  sql`coalesce(${matches(text)} or (
    select true from ${profiles} "more" where ${more.owner_id} = ${profiles.id} and ${more.id} <> ${more.owner_id} and ${matches(text, more)} limit 1), false)`

/** An account is listed by its first profile, which has the account's id. */
const isWanted = ({ status, cursor }: UserListQuery, now: Date): SQL | undefined =>
  and(
    status === "deactivated" ? isNotNull(profiles.deleted_at) : undefined,
    usually(sql`${profiles.id} = ${profiles.owner_id} and ${inState(status, now)}`),
    isOlder(cursor, profiles.created_at, profiles.id),
  )

/** An account whose date of deletion has passed is gone, whether or not it is purged. */
function inState(status: UserListQuery["status"], now: Date): SQL | undefined {
  const isActive = isNull(profiles.deleted_at)
  const isHeld = gt(profiles.deletion_scheduled_at, now)
  if (status === "active") return isActive
  return status === "deactivated" ? isHeld : or(isActive, isHeld)
}

/**
 * A condition that most rows meet. The planner takes a comparison of two columns for rare, and multiplies the shares of two dates
 * that are set together: it would read and sort the whole table instead of walking the newest. Of a CASE it expects that half of
 * the rows meet it.
 */
const usually = (condition: SQL): SQL => sql`case when ${condition} then true end`
