// The tab 'Card URLs' of the Admin Portal: every card, searched and filtered, new ones, and what can be done with each.
import { useState } from "react"
import { CARD_FILTERS } from "../../../../domain/card.ts"
import { MoreButton } from "../../../ui/more-button.tsx"
import { ListSearch } from "../list-search.tsx"
import { useListQuery } from "../use-list-query.ts"
import { useWide } from "../use-wide.ts"
import type { Asked } from "./card-actions.tsx"
import { CardBlocks } from "./card-blocks.tsx"
import { CardQuestions } from "./card-questions.tsx"
import { CardsFailed, CardsWaiting, NoCards } from "./card-states.tsx"
import { CardTable } from "./card-table.tsx"
import { GenerateMany } from "./generate-many.tsx"
import { GenerateOne } from "./generate-one.tsx"
import { useCardActs } from "./use-card-acts.ts"
import { useCards } from "./use-cards.ts"

const FILTERS = [
  ["pending", "Pending"],
  ["activated", "Activated"],
  ["lost", "Lost"],
] as const

export function CardUrlsTab() {
  const asking = useListQuery(CARD_FILTERS)
  const list = useCards(asking.query)
  const acts = useCardActs(list)
  const [asked, setAsked] = useState<{ what: Asked; id: string } | null>(null)
  const Rows = useWide() ? CardTable : CardBlocks
  // The list changes under an open dialog: it shows the card as it is now.
  const card = list.cards.find(({ card_id }) => card_id === asked?.id)
  const reload = () => void list.load()

  return (
    <section aria-labelledby="cards-heading" className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <h2 id="cards-heading" className="font-serif text-lg font-semibold max-sm:sr-only">
          Card URLs
        </h2>
        <div className="flex flex-col gap-3 sm:flex-row-reverse">
          <GenerateOne onMade={reload} />
          <GenerateMany onMade={reload} />
        </div>
      </div>
      <ListSearch asking={asking} searched="card ID, username or name" filters={FILTERS} />
      <div className="overflow-hidden rounded-2xl border border-line bg-sheet shadow-sheet">
        {list.state === "loading" && <CardsWaiting />}
        {list.state === "failed" && <CardsFailed onRetry={reload} />}
        {list.state === "known" && (
          <div aria-busy={list.isStale} className={list.isStale ? "opacity-60" : undefined}>
            {list.cards.length > 0 ? (
              <Rows cards={list.cards} acts={acts} ask={(what, { card_id }) => setAsked({ what, id: card_id })} />
            ) : (
              <NoCards query={asking.query} isUnfinished={list.next !== null} />
            )}
          </div>
        )}
      </div>
      {list.state === "known" && (
        <div className="flex flex-col items-center gap-3">
          <p role="status" className="text-sm text-ink-soft tabular-nums">
            {list.isStale ? "Searching..." : list.cards.length > 0 && countOf(list.cards.length, list.next !== null)}
          </p>
          {list.next !== null && <MoreButton label="Show more" state={list.more} onClick={list.showMore} />}
        </div>
      )}
      <CardQuestions
        asked={asked && card ? { what: asked.what, card } : null}
        acts={acts}
        onChanged={reload}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

const countOf = (count: number, hasMore: boolean): string => {
  const cards = count === 1 ? "1 card" : `${count} cards`
  return hasMore ? `${cards} shown, there are more` : cards
}
