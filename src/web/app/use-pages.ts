// A list that comes page by page: the first one when it appears, the next ones on request, always behind what is shown.
import { useCallback, useEffect, useRef, useState } from "react"

interface Page<Item, Place> {
  items: Item[]
  next: Place | null
}

export interface Pages<Item> {
  state: "loading" | "failed" | "known"
  items: Item[]
  /** there are more of them */
  hasMore: boolean
  /** the next page is on its way, or could not be had */
  more: "idle" | "loading" | "failed"
  loadMore: () => void
  reload: () => void
  /** takes items out of what is shown, without asking again */
  remove: (isGone: (item: Item) => boolean) => void
}

/** @param ask the same function on every render; a new one begins a new list */
export function usePages<Item, Place>(ask: (after: Place | null) => Promise<Page<Item, Place>>): Pages<Item> {
  const [state, setState] = useState<Pages<Item>["state"]>("loading")
  const [items, setItems] = useState<Item[]>([])
  const [next, setNext] = useState<Place | null>(null)
  const [more, setMore] = useState<Pages<Item>["more"]>("idle")
  const latest = useRef(0)

  const load = useCallback(
    async (after: Place | null) => {
      latest.current += 1
      const mine = latest.current
      const page = await ask(after).catch(() => null)
      if (mine !== latest.current) return
      if (after === null) setState(page === null ? "failed" : "known")
      setMore(after !== null && page === null ? "failed" : "idle")
      if (page === null) return
      setItems((shown) => (after === null ? page.items : [...shown, ...page.items]))
      setNext(page.next)
    },
    [ask],
  )
  useEffect(() => {
    setState("loading")
    void load(null)
    return () => {
      latest.current += 1
    }
  }, [load])

  return {
    state,
    items,
    hasMore: next !== null,
    more,
    loadMore: () => {
      setMore("loading")
      void load(next)
    },
    reload: () => {
      setState("loading")
      void load(null)
    },
    remove: (isGone) => setItems((shown) => shown.filter((item) => !isGone(item))),
  }
}
