// A list loaded page by page: the first page when it appears, more on request, appended to what is shown.
// Old results stay until the answer to a new query arrives.
import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from "react"
import { sentenceOf } from "../session/api.ts"
import { Button } from "../ui/button.tsx"
import { PanelFailed, PanelWaiting } from "../ui/feedback/panel-waiting.tsx"
import { StaleOverlay } from "../ui/feedback/stale-overlay.tsx"
import { useFirstNewRow } from "./use-first-new-row.ts"

export interface Page<Item, Place> {
  items: Item[]
  /** null: there are no more */
  next: Place | null
}

interface Shown<Item, Place> extends Page<Item, Place> {
  state: "loading" | "failed" | "known"
  /** they are being loaded again */
  isStale: boolean
  /** the query that found the items */
  found: unknown
  /** the next page is loading, or failed to load */
  more: "idle" | "loading" | "failed"
  /** the message for a page that failed to load */
  problem: string
}

const NOTHING = { isStale: false, found: null, items: [], more: "idle", problem: "", next: null } as const

export type Pages<Item> = ReturnType<typeof usePages<Item, string | number>>

/** @param ask the same function on every render; a new one starts a new list */
export function usePages<Item, Place>(ask: (after: Place | null, signal: AbortSignal) => Promise<Page<Item, Place>>) {
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
        // Between other work: at once, a long list would block a slow phone.
        startTransition(() =>
          setShown((before) => ({
            ...NOTHING,
            state: "known",
            found: ask,
            items: after === null ? items : [...before.items, ...items],
            next,
          })),
        )
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

  const { next, found, ...rest } = shown
  // Also in the moment before they are loaded again.
  const isOutdated = shown.state === "known" && found !== ask
  const isStale = shown.isStale || isOutdated
  return {
    ...rest,
    /** the items belong to the previous query */
    isStale,
    /** because the query is another one now, not just to see what has changed */
    isOutdated,
    hasMore: next !== null,
    loadMore: () => {
      if (isStale) return
      setShown((before) => ({ ...before, more: "loading" }))
      void load(next)
    },
    reload,
    /** shows what an action has changed without loading again, so that nothing else moves */
    change: (changed: (items: Item[]) => Item[]) => setShown((before) => ({ ...before, items: changed(before.items) })),
  }
}

interface PageItemsProps<Item> {
  pages: Pick<Pages<Item>, "items" | "isStale">
  /** shown instead of no items */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** The items of the last answer, or what stands in their place, also while a new query runs: its result is not known yet. */
export function PageItems<Item>({ pages: { items, isStale }, empty, children }: PageItemsProps<Item>) {
  const answered = useRef(empty)
  useEffect(() => {
    if (!isStale) answered.current = empty
  })
  const shown = isStale ? answered.current : empty
  return <StaleOverlay isStale={isStale}>{items.length > 0 ? children(items) : shown}</StaleOverlay>
}

interface PageListProps<Item> extends PageItemsProps<Item> {
  pages: Pages<Item>
  waiting?: ReactNode
  /** label of the button for more */
  more?: string
}

/** The items, or what stands in their place, and the button for more. */
export function PageList<Item>({ pages, waiting = <PanelWaiting />, more, ...items }: PageListProps<Item>) {
  if (pages.state === "loading") return waiting
  if (pages.state === "failed") return <PanelFailed problem={pages.problem} onRetry={pages.reload} />
  return (
    <>
      <PageItems pages={pages} {...items} />
      <MoreButton pages={pages} label={more} />
    </>
  )
}

interface MoreButtonProps {
  pages: Pick<Pages<unknown>, "hasMore" | "more" | "problem" | "loadMore">
  label?: string | undefined
}

export function MoreButton({ pages, label = "Show more" }: MoreButtonProps) {
  const { box, remember } = useFirstNewRow(pages.hasMore)
  const load = () => {
    remember()
    pages.loadMore()
  }
  if (!pages.hasMore) return null
  return (
    <div ref={box} className="flex flex-col items-center gap-2">
      {pages.more === "failed" && (
        <p role="alert" className="text-sm font-medium text-bad">
          {pages.problem}
        </p>
      )}
      <Button variant="secondary" busy={pages.more === "loading"} onClick={load}>
        {label}
      </Button>
    </div>
  )
}
