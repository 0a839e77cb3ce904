// Where cards were tapped, and which ones.
import type { Insights } from "../../../../api/insights.ts"
import { useSite } from "../../../layout/site.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { placeNames } from "./figures.ts"
import { RankedList } from "./ranked-list.tsx"

const NONE = "No card was tapped in this period."

export function Places({ places, totals }: Insights) {
  const { has_places, credit } = useSite().taps
  const { top, elsewhere, unknown } = places
  const rest = [
    { key: "elsewhere", name: "Other places", taps: elsewhere },
    { key: "unknown", name: "Place not known", taps: unknown },
  ].filter(({ taps }) => taps > 0)
  const rows = top.map((place) => ({ key: Object.values(place).join(), ...placeNames(place), taps: place.taps }))
  return (
    <Panel title="Places">
      {totals.taps === 0 && <p className="text-ink-soft">{NONE}</p>}
      {totals.taps > 0 && top.length === 0 && !has_places && (
        <p className="text-ink-soft">This site does not look up where cards are tapped.</p>
      )}
      {totals.taps > 0 && (top.length > 0 || has_places) && (
        <RankedList label="Places, by taps" rows={rows} rest={rest} />
      )}
      {credit !== null && top.length > 0 && (
        <p className="mt-5 text-sm text-ink-soft">
          <TextLink href={credit.url} rel="noopener" className="text-ink-soft">
            {credit.text}
          </TextLink>
        </p>
      )}
    </Panel>
  )
}

export function TappedCards({ cards }: Insights) {
  const rows = cards.map(({ card_id, taps, is_linked }) => ({
    key: card_id,
    name: (
      <>
        Card <span className="font-mono text-sm">…{card_id.slice(-5)}</span>
      </>
    ),
    around: is_linked ? "" : "no longer yours",
    taps,
  }))
  return (
    <Panel title="Cards">
      {rows.length === 0 ? (
        <p className="text-ink-soft">
          No card is linked to your profile. Open a card’s address while you are signed in to activate it.
        </p>
      ) : (
        <RankedList label="Cards, by taps" rows={rows} />
      )}
    </Panel>
  )
}
