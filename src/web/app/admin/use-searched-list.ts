// A list of the portal with its search and filter, which are kept in the address, so that reloads, links and the back
// button show the same.
import { useCallback, useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router"
import { type Page, usePages } from "../use-pages.tsx"
import { useTypingPause } from "../use-typing-pause.ts"

/** As the API's lists take it; empty entries are left out. */
export interface ListQuery<Filter extends string> {
  q: string
  status: Filter | ""
}

type Fetch<Filter extends string, Item> = (
  query: ListQuery<Filter> & { cursor: string },
  signal: AbortSignal,
) => Promise<Page<Item, string>>

const EMPTY_PAGES_MAX = 10

/** @param fetchPage the same function on every render; `cursor` is empty for the first page */
export function useSearchedList<Filter extends string, Item>(
  filters: readonly Filter[],
  fetchPage: Fetch<Filter, Item>,
) {
  const search = useListSearch(filters)
  const { q, status } = search.query
  const ask = useCallback(
    (after: string | null, signal: AbortSignal) =>
      firstNotEmpty(after, (cursor) => fetchPage({ q, status, cursor }, signal)),
    [fetchPage, q, status],
  )
  return { search, pages: usePages(ask) }
}

/** Short words are searched for in small batches, so a page may be empty although the list continues: it is skipped. */
async function firstNotEmpty<Item>(after: string | null, fetchPage: (cursor: string) => Promise<Page<Item, string>>) {
  for (let cursor = after ?? "", pages = 1; ; pages++) {
    const { items, next } = await fetchPage(cursor)
    if (items.length > 0 || next === null || pages === EMPTY_PAGES_MAX) return { items, next }
    cursor = next
  }
}

export type ListSearching<Filter extends string> = ReturnType<typeof useListSearch<Filter>>

function useListSearch<Filter extends string>(filters: readonly Filter[]) {
  const [search, setSearch] = useSearchParams()
  const status = filters.find((filter) => filter === search.get("status")) ?? ""
  const query: ListQuery<Filter> = { q: search.get("q")?.trim() ?? "", status }
  const [typed, setTyped] = useState(query.q)
  // A link to another search, such as the palette's, fills the field in.
  const [asked, setAsked] = useState(query.q)
  const [seen, setSeen] = useState(query.q)
  if (query.q !== seen) {
    setSeen(query.q)
    if (query.q !== asked) setTyped(query.q)
  }

  // The newest choice, also while a busy device does not show it yet: what was typed before must not bring the former one back.
  const chosen = useRef(status)
  useEffect(() => {
    chosen.current = status
  }, [status])

  // A filter chosen before the typed text was sent includes that text, so that neither change is lost.
  const ask = (wanted: Partial<ListQuery<Filter>>) => {
    stopWaiting()
    const next = { q: typed.trim(), status: chosen.current, ...wanted }
    chosen.current = next.status
    setAsked(next.q)
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(next))
          if (value === "") before.delete(name)
          else before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }

  const stopWaiting = useTypingPause(typed.trim() !== query.q, () => ask({}))

  return {
    query,
    typed,
    type: setTyped,
    /** without waiting for more keys */
    submit: () => ask({}),
    clear: () => {
      setTyped("")
      ask({ q: "" })
    },
    filter: (wanted: Filter | "") => ask({ status: wanted }),
  }
}
