// The tab 'Card URLs' of the Admin Portal: all cards, with search, filter, creation and actions.
import { useCallback, useState } from "react"
import { CARD_FILTERS } from "../../../../domain/card/card.ts"
import { ADMIN } from "../../../../domain/messages.ts"
import { call } from "../../../session/api.ts"
import { StaleOverlay } from "../../../ui/feedback/stale-overlay.tsx"
import { MoreButton } from "../../../ui/more-button.tsx"
import { usePages } from "../../use-pages.ts"
import { useWide } from "../../use-wide.ts"
import { firstNotEmpty } from "../ask-list.ts"
import { ListSearch } from "../list-search.tsx"
import { ListFailed, ListWaiting } from "../list-states.tsx"
import { useListQuery } from "../use-list-query.ts"
import type { Asked } from "./card-actions.tsx"
import { CardBlocks } from "./card-blocks.tsx"
import { CardConfirmDialogs } from "./card-confirm-dialogs.tsx"
import { CardTable } from "./card-table.tsx"
import { GenerateMany } from "./generate-many.tsx"
import { GenerateOne } from "./generate-one.tsx"
import { NoCards } from "./no-cards.tsx"
import { useCardActs } from "./use-card-acts.ts"

const FILTERS = [
  ["pending", "Pending"],
  ["activated", "Activated"],
  ["lost", "Lost"],
] as const

export function CardUrlsTab() {
  const asking = useListQuery(CARD_FILTERS)
  const { q, status } = asking.query
  const askPage = useCallback(
    (after: string | null, signal: AbortSignal) =>
      firstNotEmpty(after, async (cursor) => {
        const query = { q, status, cursor }
        const { cards, next } = await call("GET /api/admin/cards", { query, signal })
        return { items: cards, next }
      }),
    [q, status],
  )
  const list = usePages(askPage)
  const acts = useCardActs({
    reload: list.reload,
    change: (cardId, changed) =>
      list.change((cards) => cards.map((card) => (card.card_id === cardId ? { ...card, ...changed } : card))),
  })
  const [asked, setAsked] = useState<{ what: Asked; id: string } | null>(null)
  const Rows = useWide() ? CardTable : CardBlocks
  // The list can change while a dialog is open: the dialog shows the current state of the card.
  const card = list.items.find(({ card_id }) => card_id === asked?.id)

  return (
    <section aria-labelledby="cards-heading" className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <h2 id="cards-heading" className="font-serif text-lg font-semibold max-sm:sr-only">
          Card URLs
        </h2>
        <div className="flex flex-col gap-3 sm:flex-row-reverse">
          <GenerateOne onMade={list.reload} />
          <GenerateMany onMade={list.reload} />
        </div>
      </div>
      <ListSearch asking={asking} searched="card ID, username or name" filters={FILTERS} />
      <div className="overflow-hidden rounded-2xl border border-line bg-sheet shadow-sheet">
        {list.state === "loading" && <ListWaiting />}
        {list.state === "failed" && (
          <ListFailed title={ADMIN.cardsFailed} problem={list.problem} onRetry={list.reload} />
        )}
        {list.state === "known" && (
          <StaleOverlay isStale={list.isStale}>
            {list.items.length > 0 ? (
              <Rows cards={list.items} acts={acts} ask={(what, { card_id }) => setAsked({ what, id: card_id })} />
            ) : (
              <NoCards query={asking.query} isUnfinished={list.hasMore} />
            )}
          </StaleOverlay>
        )}
      </div>
      {list.state === "known" && (
        <div className="flex flex-col items-center gap-3">
          <p role="status" className="text-sm text-ink-soft tabular-nums">
            {list.isStale ? "Searching..." : list.items.length > 0 && countOf(list.items.length, list.hasMore)}
          </p>
          {list.hasMore && (
            <MoreButton label="Show more" state={list.more} problem={list.problem} onClick={list.loadMore} />
          )}
        </div>
      )}
      <CardConfirmDialogs
        asked={asked && card ? { what: asked.what, card } : null}
        acts={acts}
        onChanged={list.reload}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

const countOf = (count: number, hasMore: boolean): string => {
  const cards = count === 1 ? "1 card" : `${count} cards`
  return hasMore ? `${cards} shown, there are more` : cards
}
