// The list of all users, for administrators: page by page, searched, filtered (docs/decisions/admin-portal.md).
import type { ListedUser, UserPage } from "../../../api/users.ts"
import type { UserListQuery } from "../../../domain/account/user-forms.ts"
import { USERS_PER_PAGE, USERS_WALKED } from "../../../domain/limits.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { isIndexed } from "../../platform/db/search-text.ts"
import { type Position, searchUsers, usersById, type Wanted, walkUsers } from "./user-list-store.ts"

export interface UserList {
  page(query: UserListQuery, now: Date): Promise<UserPage>
}

/** One more than a page shows whether there is another. */
const MOST = USERS_PER_PAGE + 1

function positionOf(cursor: string): Position | null {
  const [at = "", id = ""] = cursor.split("_")
  return cursor === "" ? null : { at, id }
}

interface Hits {
  hits: Position[]
  next: Position | null
}

export function createUserList({ database: { db } }: { database: OpenDatabase }): UserList {
  /** What fills a page is cut there. */
  const cut = (hits: Position[], orElse: Position | null): Hits => {
    const shown = hits.slice(0, USERS_PER_PAGE)
    return { hits: shown, next: hits.length > shown.length ? (shown.at(-1) ?? null) : orElse }
  }

  /**
   * A word that many have is found among the newest at once, a rare one by the index; a short one, or one that many
   * have but none of the newest, page by page. No way costs more with more users.
   */
  async function hitsOf(wanted: Wanted, now: Date): Promise<Hits> {
    if (wanted.text === "") return cut((await walkUsers(db, wanted, now, MOST, MOST)).hits, null)
    const { hits, last } = await walkUsers(db, wanted, now, USERS_WALKED, MOST)
    if (hits.length === MOST || last === null || !isIndexed(wanted.text)) return cut(hits, last)
    const found = await searchUsers(db, wanted, now, MOST)
    return found === null ? cut(hits, last) : cut(found, null)
  }

  async function shown(ids: string[]): Promise<ListedUser[]> {
    if (ids.length === 0) return []
    const rows = new Map((await usersById(db, ids)).map((row) => [row.id, row]))
    return ids.flatMap((id): ListedUser[] => {
      const row = rows.get(id)
      if (row === undefined) return []
      return [
        {
          id,
          username: row.username,
          full_name: row.full_name,
          signin_email: row.signin_email,
          confirmed: row.email_confirmed_at !== null,
          roles: row.roles,
          has_factor: row.has_factor,
          created_at: row.created_at.toISOString(),
          last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
          deleted_at: row.deleted_at?.toISOString() ?? null,
          deletion_scheduled_at: row.deletion_scheduled_at?.toISOString() ?? null,
          hidden_at: row.hidden_at?.toISOString() ?? null,
        },
      ]
    })
  }

  return {
    async page({ q, status, cursor }, now) {
      const { hits, next } = await hitsOf({ text: q, filter: status, after: positionOf(cursor) }, now)
      const users = await shown(hits.map(({ id }) => id))
      return { users, next: next === null ? null : `${next.at}_${next.id}` }
    },
  }
}
