// What is searched and filtered, kept in the address: a reload, a link and the way back show the same.
import { useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router"

/** As the lists of the API take it; what is empty is not asked for. */
export interface ListQuery<Filter extends string> {
  q: string
  status: Filter | ""
}

/** After the last key, before anything is asked. */
const TYPING_MS = 250

export interface ListAsking<Filter extends string> {
  query: ListQuery<Filter>
  typed: string
  type: (text: string) => void
  /** without waiting for further keys */
  search: () => void
  clear: () => void
  filter: (wanted: ListQuery<Filter>["status"]) => void
}

export function useListQuery<Filter extends string>(filters: readonly Filter[]): ListAsking<Filter> {
  const [search, setSearch] = useSearchParams()
  const status = filters.find((filter) => filter === search.get("status")) ?? ""
  const query: ListQuery<Filter> = { q: search.get("q")?.trim() ?? "", status }
  const [typed, setTyped] = useState(query.q)

  // A filter chosen before the typed text has been asked for takes it along: of two changes at once none is lost.
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
