// The most tapped items, each with a bar in proportion to the first.
import type { ReactNode } from "react"
import { countOf } from "../../../ui/sizes.ts"

export interface Ranked {
  key: string
  name: ReactNode
  /** in smaller text, next to the name */
  around?: ReactNode
  taps: number
}

interface RankedListProps {
  label: string
  rows: Ranked[]
  /** counted, but not an item of its own: no bar */
  rest?: Ranked[]
}

export function RankedList({ label, rows, rest = [] }: RankedListProps) {
  const most = Math.max(1, ...rows.map(({ taps }) => taps))
  return (
    <ol aria-label={label} className="flex flex-col gap-3.5">
      {rows.map((row) => (
        <li key={row.key}>
          <Line {...row} />
          <svg width="100%" height="4" aria-hidden="true" className="mt-1.5 block">
            <rect width="100%" height="4" rx="2" className="fill-well" />
            <rect width={`${(100 * row.taps) / most}%`} height="4" rx="2" className="fill-ink-soft" />
          </svg>
        </li>
      ))}
      {rest.map((row) => (
        <li key={row.key} className="text-sm text-ink-soft">
          <Line {...row} />
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
        {around !== undefined && around !== "" && <span className="text-sm text-ink-soft"> {around}</span>}
      </span>
      <span className="tabular-nums">
        {countOf(taps)}
        <span className="sr-only"> {taps === 1 ? "tap" : "taps"}</span>
      </span>
    </p>
  )
}
