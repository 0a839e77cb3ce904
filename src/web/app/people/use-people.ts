// The list of people with its search and filters, which are kept in the address, so that reloads and the back button show the same.
import { useCallback, useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router"
import { call } from "../../session/api.ts"
import { usePages } from "../use-pages.tsx"
import { useTypingPause } from "../use-typing-pause.ts"

export interface PeopleQuery {
  q: string
  tag: string
  event: string
}

export type PeopleSearching = ReturnType<typeof usePeople>["search"]

export function usePeople() {
  const [parameters, setParameters] = useSearchParams()
  const get = (name: keyof PeopleQuery) => parameters.get(name)?.trim() ?? ""
  const [q, tag, event] = [get("q"), get("tag"), get("event")]
  const [typed, setTyped] = useState(q)
  const ask = useCallback(
    async (after: string | null, signal: AbortSignal) => {
      const { people, next } = await call("GET /api/people", { query: { q, tag, event, cursor: after ?? "" }, signal })
      return { items: people, next }
    },
    [q, tag, event],
  )
  const pages = usePages(ask)

  // The newest choice, also while a busy device does not show it yet: what was typed before must not bring the former one back.
  const chosen = useRef({ tag, event })
  useEffect(() => {
    chosen.current = { tag, event }
  }, [tag, event])

  const change = (wanted: Partial<PeopleQuery>) => {
    stopWaiting()
    const next = { q: typed.trim(), ...chosen.current, ...wanted }
    chosen.current = { tag: next.tag, event: next.event }
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(next))
          if (value === "") before.delete(name)
          else before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const stopWaiting = useTypingPause(typed.trim() !== q, () => change({}))

  // The button that clears is gone then.
  const field = useRef<HTMLInputElement>(null)
  const clear = (more: Partial<PeopleQuery> = {}) => {
    setTyped("")
    change({ q: "", ...more })
    field.current?.focus()
  }
  const clearAll = () => clear({ tag: "", event: "" })
  return { pages, search: { query: { q, tag, event }, typed, field, type: setTyped, change, clear, clearAll } }
}
