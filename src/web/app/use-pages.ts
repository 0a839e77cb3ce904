// A list loaded page by page: the first page when it appears, more on request, appended to what is shown.
// Old results stay until the answer to a new query arrives.
import { useCallback, useEffect, useRef, useState } from "react"
import { sentenceOf } from "../session/api.ts"

export interface Page<Item, Place> {
  items: Item[]
  /** null: there are no more */
  next: Place | null
}

export interface Pages<Item> {
  state: "loading" | "failed" | "known"
  /** the results belong to the previous query */
  isStale: boolean
  items: Item[]
  /** there are more of them */
  hasMore: boolean
  /** the next page is loading, or failed to load */
  more: "idle" | "loading" | "failed"
  /** the message for a page that failed to load */
  problem: string
  loadMore: () => void
  reload: () => void
  /** shows what an action has changed without loading again, so that nothing else moves */
  change: (changed: (items: Item[]) => Item[]) => void
}

type Shown<Item, Place> = Pick<Pages<Item>, "state" | "isStale" | "items" | "more" | "problem"> & { next: Place | null }

const NOTHING = { isStale: false, items: [], more: "idle", problem: "", next: null } as const

/** @param ask the same function on every render; a new one starts a new list */
export function usePages<Item, Place>(
  ask: (after: Place | null, signal: AbortSignal) => Promise<Page<Item, Place>>,
): Pages<Item> {
  const [shown, setShown] = useState<Shown<Item, Place>>({ ...NOTHING, state: "loading", items: [] })
  const running = useRef(new AbortController())

  const load = useCallback(
    async (after: Place | null) => {
      running.current.abort()
      const mine = new AbortController()
      running.current = mine
      try {
        const { items, next } = await ask(after, mine.signal)
        if (mine.signal.aborted) return
        setShown((before) => ({
          ...NOTHING,
          state: "known",
          items: after === null ? items : [...before.items, ...items],
          next,
        }))
      } catch (error) {
        if (mine.signal.aborted) return
        const problem = sentenceOf(error)
        if (after === null) setShown({ ...NOTHING, state: "failed", items: [], problem })
        else setShown((before) => ({ ...before, more: "failed", problem }))
      }
    },
    [ask],
  )
  const reload = useCallback(() => {
    setShown((before) => (before.state === "known" ? { ...before, isStale: true } : { ...before, state: "loading" }))
    void load(null)
  }, [load])
  useEffect(() => {
    reload()
    return () => running.current.abort()
  }, [reload])

  const { next, ...rest } = shown
  return {
    ...rest,
    hasMore: next !== null,
    loadMore: () => {
      if (shown.isStale) return
      setShown((before) => ({ ...before, more: "loading" }))
      void load(next)
    },
    reload,
    change: (changed) => setShown((before) => ({ ...before, items: changed(before.items) })),
  }
}
