// What is searched and filtered, kept in the address: a reload, a link and the way back show the same.
import { useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { USER_FILTERS, type UserFilter } from "../../../../domain/user-list.ts"

/** As GET /api/admin/users takes it; what is empty is not asked for. */
export interface UserQuery {
  q: string
  status: UserFilter | ""
}

/** After the last key, before anything is asked. */
const TYPING_MS = 250

const isFilter = (text: string | null): text is UserFilter => USER_FILTERS.some((filter) => filter === text)

export function useUserQuery() {
  const [search, setSearch] = useSearchParams()
  const status = search.get("status")
  const query: UserQuery = { q: search.get("q")?.trim() ?? "", status: isFilter(status) ? status : "" }
  const [typed, setTyped] = useState(query.q)

  const set = (name: keyof UserQuery, value: string) =>
    setSearch(
      (before) => {
        if (value === "") before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )

  const isTyping = typed.trim() !== query.q
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => set("q", typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  })

  return {
    query,
    typed,
    type: setTyped,
    /** without waiting for further keys */
    search: () => set("q", typed.trim()),
    clear: () => {
      setTyped("")
      set("q", "")
    },
    filter: (wanted: UserQuery["status"]) => set("status", wanted),
  }
}
