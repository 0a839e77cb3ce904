// Search and filter, kept in the address, so that reloads, links and the back button show the same.
import { useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router"

/** As the API's lists take it; empty entries are left out. */
export interface ListQuery<Filter extends string> {
  q: string
  status: Filter | ""
}

/** Delay between the last key and the request. */
const TYPING_MS = 250

export interface ListAsking<Filter extends string> {
  query: ListQuery<Filter>
  typed: string
  type: (text: string) => void
  /** without waiting for more keys */
  search: () => void
  clear: () => void
  filter: (wanted: ListQuery<Filter>["status"]) => void
}

export function useListQuery<Filter extends string>(filters: readonly Filter[]): ListAsking<Filter> {
  const [search, setSearch] = useSearchParams()
  const status = filters.find((filter) => filter === search.get("status")) ?? ""
  const query: ListQuery<Filter> = { q: search.get("q")?.trim() ?? "", status }
  const [typed, setTyped] = useState(query.q)

  // A filter chosen before the typed text was sent includes that text, so that neither change is lost.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = (wanted: Partial<ListQuery<Filter>>) => {
    clearTimeout(timer.current)
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries({ q: typed.trim(), status: query.status, ...wanted }))
          if (value === "") before.delete(name)
          else before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }

  const isTyping = typed.trim() !== query.q
  useEffect(() => {
    if (!isTyping) return
    timer.current = setTimeout(() => ask({}), TYPING_MS)
    return () => clearTimeout(timer.current)
  })

  return {
    query,
    typed,
    type: setTyped,
    search: () => ask({}),
    clear: () => {
      setTyped("")
      ask({ q: "" })
    },
    filter: (wanted) => ask({ status: wanted }),
  }
}
