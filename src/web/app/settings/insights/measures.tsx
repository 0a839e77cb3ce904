// Three numbers with their change; the selected one is drawn below as a chart, and on request as a table.
import { useState } from "react"
import IconChevronDown from "~icons/chevron-down"
import type { Insights } from "../../../../api/insights.ts"
import { type Counts, MEASURES, type Measure } from "../../../../domain/insights/insights.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { Tab, TabList, TabPanel, TabRoot } from "../../../ui/layout/tab-parts.tsx"
import { countOf } from "../../../ui/sizes.ts"
import { BarChart } from "./bar-chart.tsx"
import { amountOf, changeOf, foldEmpty, MEASURE_NAMES, type Span, spansOf, unitOf } from "./figures.ts"

type Unit = ReturnType<typeof unitOf>

const BY_UNIT: Record<Unit, string> = { day: "Day by day", week: "Week by week" }

export function Measures({ insights }: { insights: Insights }) {
  const { days, per_day, totals, before } = insights
  const [shown, setShown] = useState<string>("views")
  const [hasTable, setHasTable] = useState(false)
  const spans = spansOf(per_day)
  const unit = unitOf(per_day.length)
  return (
    <section aria-label={BY_UNIT[unit]} className="overflow-hidden rounded-2xl border border-line bg-sheet shadow-card">
      <TabRoot value={shown} onValueChange={setShown}>
        <TabList
          aria-label="Statistic"
          className="grid grid-cols-3 divide-x divide-line border-b border-line bg-well/60"
        >
          {MEASURES.map((measure) => (
            <Tab
              key={measure}
              value={measure}
              className="relative flex min-w-0 cursor-pointer flex-col items-start px-3 pt-3.5 pb-3 first:pl-5 text-left text-ink-soft select-none hover:text-ink focus-visible:z-10 focus-visible:-outline-offset-2 data-active:bg-sheet data-active:text-ink data-active:before:absolute data-active:before:inset-x-3 first:data-active:before:left-5 data-active:before:top-0 data-active:before:h-[3px] data-active:before:rounded-b-full data-active:before:bg-accent sm:data-active:before:inset-x-7! data-active:after:absolute data-active:after:inset-x-0 data-active:after:-bottom-px data-active:after:h-px data-active:after:bg-sheet sm:px-7! sm:pt-5 sm:pb-4"
            >
              <span className="text-sm font-semibold">{MEASURE_NAMES[measure].title}</span>
              <span className="mt-0.5 font-serif text-xl font-semibold text-ink tabular-nums sm:text-2xl">
                {countOf(totals[measure])}
              </span>
              <Change measure={measure} totals={totals} before={before} days={days} />
            </Tab>
          ))}
        </TabList>
        {MEASURES.map((measure) => (
          <TabPanel key={measure} value={measure} className="px-5 pt-4 pb-2 outline-none sm:px-7 sm:pt-6">
            <BarChart spans={spans} measure={measure} summary={summaryOf(spans, unit, measure, totals[measure])} />
          </TabPanel>
        ))}
      </TabRoot>
      <div className="px-5 pb-4 sm:px-7 sm:pb-6">
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3 text-ink-soft"
          aria-expanded={hasTable}
          onClick={() => setHasTable(!hasTable)}
        >
          {hasTable ? "Hide table" : "Show as table"}
          <IconChevronDown size={18} aria-hidden="true" className={classNames(hasTable && "rotate-180")} />
        </Button>
        {hasTable && <ValueTable spans={spans} unit={unit} totals={totals} />}
      </div>
    </section>
  )
}

/** The chart in one sentence. */
function summaryOf(spans: Span[], unit: Unit, measure: Measure, total: number): string {
  const best = spans.reduce((high, span) => (span[measure] > high[measure] ? span : high), spans[0] as Span)
  if (total === 0) return `No ${MEASURE_NAMES[measure].many} in this period`
  return `Busiest ${unit}: ${best.long} (${amountOf(best[measure], measure)})`
}

interface ChangeProps {
  measure: Measure
  totals: Counts
  before: Counts | null
  days: number
}

function Change({ measure, totals, before, days }: ChangeProps) {
  const change = changeOf(totals[measure], before?.[measure])
  // The line is always there, so that nothing moves when the period changes.
  if (change === null) return <span className="text-sm">&nbsp;</span>
  const isMore = totals[measure] > (before?.[measure] ?? 0)
  return (
    <span className={classNames("text-sm tabular-nums", isMore && "text-good")}>
      {change}
      <span className="sr-only"> compared with the previous {days} days</span>
    </span>
  )
}

/** The same numbers as a table, newest first. */
function ValueTable({ spans, unit, totals }: { spans: Span[]; unit: Unit; totals: Counts }) {
  return (
    <section aria-label={`${BY_UNIT[unit]}, as a table`} className="mt-2 border-t border-line">
      <table className="w-full table-fixed border-collapse text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="py-2.5 pr-2 text-left font-semibold">
              {unit === "day" ? "Day" : "Week"}
            </th>
            {MEASURES.map((measure) => (
              <th key={measure} scope="col" className="w-1/5 py-2.5 pl-2 text-right font-semibold whitespace-nowrap">
                {MEASURE_NAMES[measure].title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {foldEmpty(spans)
            .reverse()
            .map((span) => (
              <tr key={span.long} className="border-t border-line">
                <th scope="row" className="py-2 pr-2 text-left font-normal text-ink-soft">
                  {span.long}
                </th>
                {MEASURES.map((measure) => (
                  <td
                    key={measure}
                    className={classNames(
                      "py-2 pl-2 text-right whitespace-nowrap",
                      span[measure] === 0 && "text-ink-soft",
                    )}
                  >
                    {countOf(span[measure])}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr className="border-t border-line-strong">
            <th scope="row" className="py-2.5 pr-2 text-left">
              Total
            </th>
            {MEASURES.map((measure) => (
              <td key={measure} className="py-2.5 pl-2 text-right">
                {countOf(totals[measure])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
