// A list that comes page by page: the first one when it appears, the next ones on request, always behind what is shown.
// What is shown stays until the answer to another question is here.
import { useCallback, useEffect, useRef, useState } from "react"
import { sentenceOf } from "../session/api.ts"

export interface Page<Item, Place> {
  items: Item[]
  /** null: there are no more */
  next: Place | null
}

export interface Pages<Item> {
  state: "loading" | "failed" | "known"
  /** what is shown belongs to the question before */
  isStale: boolean
  items: Item[]
  /** there are more of them */
  hasMore: boolean
  /** the next page is on its way, or could not be had */
  more: "idle" | "loading" | "failed"
  /** what people are told of the page that could not be had */
  problem: string
  loadMore: () => void
  reload: () => void
  /** shows what an act has changed without asking again: nothing else moves or disappears under the hand */
  change: (changed: (items: Item[]) => Item[]) => void
}

type Shown<Item, Place> = Pick<Pages<Item>, "state" | "isStale" | "items" | "more" | "problem"> & { next: Place | null }

const NOTHING = { isStale: false, items: [], more: "idle", problem: "", next: null } as const

/** @param ask the same function on every render; a new one begins a new list */
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
