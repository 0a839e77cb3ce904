// Where cards were tapped, and which ones.
import type { ReactNode } from "react"
import type { Insights } from "../../../../api/insights.ts"
import { cardName } from "../../../../domain/card/card-name.ts"
import { useSite } from "../../../layout/site.ts"
import { Panel } from "../../../ui/layout/panel.tsx"
import { countOf } from "../../../ui/sizes.ts"
import { TextLink } from "../../../ui/text-link.tsx"
import { placeNames } from "./figures.ts"

const NONE = "No cards were tapped in this period."

export function Places({ places, totals }: Insights) {
  const { has_places, credit } = useSite().taps
  const { top, elsewhere, unknown } = places
  const rest = [
    { key: "elsewhere", name: "Other places", taps: elsewhere },
    { key: "unknown", name: "Unknown place", taps: unknown },
  ].filter(({ taps }) => taps > 0)
  const rows = top.map((place) => ({ key: Object.values(place).join(), ...placeNames(place), taps: place.taps }))
  return (
    <Panel title="Places">
      {totals.taps === 0 && <p className="text-ink-soft">{NONE}</p>}
      {totals.taps > 0 && top.length === 0 && !has_places && (
        <p className="text-ink-soft">This site doesn't look up where cards are tapped.</p>
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
  const rows = cards.map(({ taps, ...card }) => ({
    key: card.card_id,
    name: <bdi>{cardName(card)}</bdi>,
    around: card.is_linked ? "" : "no longer yours",
    taps,
  }))
  return (
    <Panel title="Cards">
      {rows.length === 0 ? (
        <p className="text-ink-soft">
          No cards are linked to your profile. Tap a card with your phone while you're signed in to activate it.
        </p>
      ) : (
        <RankedList label="Cards, by taps" rows={rows} />
      )}
    </Panel>
  )
}

interface Ranked {
  key: string
  name: ReactNode
  /** in smaller text, next to the name */
  around?: ReactNode
  taps: number
}

interface RankedListProps {
  label: string
  rows: Ranked[]
  /** counted, but not items of their own: the last, and in softer ink */
  rest?: Ranked[]
}

/** The most tapped items, each with a bar in proportion to the largest number. */
function RankedList({ label, rows, rest = [] }: RankedListProps) {
  const most = Math.max(1, ...[...rows, ...rest].map(({ taps }) => taps))
  return (
    <ol aria-label={label} className="flex flex-col gap-3.5">
      {[...rows, ...rest].map((row, at) => (
        <li key={row.key} className={at < rows.length ? undefined : "text-ink-soft"}>
          <Line {...row} />
          <svg width="100%" height="4" aria-hidden="true" className="mt-1.5 block">
            <rect width="100%" height="4" rx="2" className="fill-well" />
            <rect width={`${(100 * row.taps) / most}%`} height="4" rx="2" className="fill-ink-soft" />
          </svg>
        </li>
      ))}
    </ol>
  )
}

function Line({ name, around, taps }: Ranked) {
  return (
    <p className="flex items-baseline gap-3">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {name}
        {around !== undefined && around !== "" && <span className="text-sm text-ink-soft"> · {around}</span>}
      </span>
      <span className="tabular-nums">
        {countOf(taps)}
        <span className="sr-only"> {taps === 1 ? "tap" : "taps"}</span>
      </span>
    </p>
  )
}
