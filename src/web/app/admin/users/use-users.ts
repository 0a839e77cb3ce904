// The users that a search and a filter find, page by page. What is shown stays until the answer to a new search is here.
import { useCallback, useEffect, useRef, useState } from "react"
import type { ListedUser, UserFilter, UserPage } from "../../../../domain/user-list.ts"
import { ApiError, api } from "../../../session/api.ts"
import { refreshMe } from "../../../session/session-store.ts"
import type { ListQuery } from "../use-list-query.ts"

/** A short word is looked for among so many at a time; pages without a hit are gone through without asking. */
const EMPTY_PAGES_MAX = 10

export interface Users extends UserPage {
  state: "loading" | "failed" | "known"
  /** what is shown belongs to the search before */
  isStale: boolean
  more: "idle" | "loading" | "failed"
}

async function ask(query: ListQuery<UserFilter>, from: string, signal: AbortSignal): Promise<UserPage> {
  for (let cursor = from, page = 1; ; page++) {
    const answer = await api<UserPage>(`/api/admin/users?${new URLSearchParams({ ...query, cursor })}`, { signal })
    if (answer.users.length > 0 || answer.next === null || page === EMPTY_PAGES_MAX) return answer
    cursor = answer.next
  }
}

export function useUsers(query: ListQuery<UserFilter>) {
  const { q, status } = query
  const [users, setUsers] = useState<Users>({ state: "loading", isStale: false, more: "idle", users: [], next: null })
  const running = useRef(new AbortController())

  const run = useCallback(
    async (from: string, arrived: (page: UserPage) => void, failed: () => void) => {
      running.current.abort()
      const mine = new AbortController()
      running.current = mine
      try {
        const page = await ask({ q, status }, from, mine.signal)
        if (!mine.signal.aborted) arrived(page)
      } catch (error) {
        if (mine.signal.aborted) return
        failed()
        // The role may be gone: then the page has to say so.
        if (error instanceof ApiError && error.status === 403) void refreshMe()
      }
    },
    [q, status],
  )

  const load = useCallback(() => {
    setUsers((shown) => (shown.state === "known" ? { ...shown, isStale: true } : { ...shown, state: "loading" }))
    return run(
      "",
      (page) => setUsers({ state: "known", isStale: false, more: "idle", ...page }),
      () => setUsers({ state: "failed", isStale: false, more: "idle", users: [], next: null }),
    )
  }, [run])

  useEffect(() => {
    void load()
    return () => running.current.abort()
  }, [load])

  const more = () => {
    setUsers((shown) => ({ ...shown, more: "loading" }))
    void run(
      users.next ?? "",
      (page) =>
        setUsers((shown) => ({ ...shown, more: "idle", users: [...shown.users, ...page.users], next: page.next })),
      () => setUsers((shown) => ({ ...shown, more: "failed" })),
    )
  }

  /** What an act has changed, shown without asking again: nobody moves or disappears under the hand. */
  const change = useCallback(
    (id: string, changed: Partial<ListedUser>) =>
      setUsers((shown) => ({
        ...shown,
        users: shown.users.map((user) => (user.id === id ? { ...user, ...changed } : user)),
      })),
    [],
  )
  return { ...users, load, showMore: more, change }
}
