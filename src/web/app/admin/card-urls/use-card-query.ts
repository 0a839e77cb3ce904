// What is searched and filtered, kept in the address: a reload, a link and the way back show the same.
import { useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router"
import { CARD_FILTERS, type CardFilter } from "../../../../domain/card.ts"

/** As GET /api/admin/cards takes it; what is empty is not asked for. */
export interface CardQuery {
  q: string
  status: CardFilter | ""
}

/** After the last key, before anything is asked. */
const TYPING_MS = 250

const isFilter = (text: string | null): text is CardFilter => CARD_FILTERS.some((filter) => filter === text)

export function useCardQuery() {
  const [search, setSearch] = useSearchParams()
  const status = search.get("status")
  const query: CardQuery = { q: search.get("q")?.trim() ?? "", status: isFilter(status) ? status : "" }
  const [typed, setTyped] = useState(query.q)

  // A filter chosen before the typed text has been asked for takes it along: of two changes at once none is lost.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = (wanted: Partial<CardQuery>) => {
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
    /** without waiting for further keys */
    search: () => ask({}),
    clear: () => {
      setTyped("")
      ask({ q: "" })
    },
    filter: (wanted: CardQuery["status"]) => ask({ status: wanted }),
  }
}
