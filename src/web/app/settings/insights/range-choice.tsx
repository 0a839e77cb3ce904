// The choice of a period; all periods end today.
import { INSIGHT_DAYS, type InsightDays } from "../../../../domain/insights/insights.ts"

const NAMES: Record<InsightDays, [short: string, long: string]> = {
  7: ["7 days", "Last 7 days"],
  30: ["30 days", "Last 30 days"],
  90: ["90 days", "Last 90 days"],
  365: ["Year", "Last 365 days"],
}

interface RangeChoiceProps {
  days: InsightDays
  /** older data is deleted; 0: never */
  keptDays: number
  onChange: (days: InsightDays) => void
}

export function RangeChoice({ days, keptDays, onChange }: RangeChoiceProps) {
  const offered = INSIGHT_DAYS.filter((one) => one === INSIGHT_DAYS[0] || keptDays === 0 || one <= keptDays)
  return (
    <fieldset className="flex min-w-0 shrink-0 gap-1 rounded-xl bg-well p-1">
      <legend className="sr-only">Period</legend>
      {offered.map((one) => (
        <label
          key={one}
          className="relative flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-lg px-1 text-sm font-semibold whitespace-nowrap text-ink-soft select-none hover:text-ink sm:px-3 has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="days"
            value={one}
            checked={one === days}
            onChange={() => onChange(one)}
            aria-label={NAMES[one][1]}
            className="sr-only"
          />
          {NAMES[one][0]}
        </label>
      ))}
    </fieldset>
  )
}
