// The cards that a search and a filter find, page by page. What is shown stays until the answer to a new search is here.
import { useCallback, useEffect, useRef, useState } from "react"
import type { CardFilter, CardPage, CardUrl } from "../../../../domain/card.ts"
import { ApiError, api } from "../../../session/api.ts"
import { refreshMe } from "../../../session/session-store.ts"
import type { ListQuery } from "../use-list-query.ts"

interface Shown extends CardPage {
  state: "loading" | "failed" | "known"
  /** what is shown belongs to the search before */
  isStale: boolean
  more: "idle" | "loading" | "failed"
}

/** What is too short for the indexes is looked for among so many at a time; pages without a hit are gone through without asking. */
const EMPTY_PAGES_MAX = 10

async function ask(query: ListQuery<CardFilter>, from: string, signal: AbortSignal): Promise<CardPage> {
  for (let cursor = from, page = 1; ; page++) {
    const answer = await api<CardPage>(`/api/admin/cards?${new URLSearchParams({ ...query, cursor })}`, { signal })
    if (answer.cards.length > 0 || answer.next === null || page === EMPTY_PAGES_MAX) return answer
    cursor = answer.next
  }
}

const NOTHING: Omit<Shown, "state"> = { isStale: false, more: "idle", cards: [], next: null }

export function useCards({ q, status }: ListQuery<CardFilter>) {
  const [shown, setShown] = useState<Shown>({ state: "loading", ...NOTHING })
  const running = useRef(new AbortController())

  const run = useCallback(
    async (cursor: string, arrived: (page: CardPage) => void, failed: () => void) => {
      running.current.abort()
      const mine = new AbortController()
      running.current = mine
      try {
        const page = await ask({ q, status }, cursor, mine.signal)
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
    setShown((before) => (before.state === "known" ? { ...before, isStale: true } : { ...before, state: "loading" }))
    return run(
      "",
      (page) => setShown({ state: "known", isStale: false, more: "idle", ...page }),
      () => setShown({ state: "failed", ...NOTHING }),
    )
  }, [run])

  useEffect(() => {
    void load()
    return () => running.current.abort()
  }, [load])

  const showMore = () => {
    setShown((before) => ({ ...before, more: "loading" }))
    void run(
      shown.next ?? "",
      ({ cards, next }) =>
        setShown((before) => ({ ...before, more: "idle", cards: [...before.cards, ...cards], next })),
      () => setShown((before) => ({ ...before, more: "failed" })),
    )
  }

  /** What an act has changed, shown without asking again: nothing moves or disappears under the hand. */
  const change = (cardId: string, changed: Partial<CardUrl>) =>
    setShown((before) => ({
      ...before,
      cards: before.cards.map((card) => (card.card_id === cardId ? { ...card, ...changed } : card)),
    }))

  return { ...shown, load, showMore, change }
}
