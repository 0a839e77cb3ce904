// The same numbers as a table, newest first.
import { type Counts, MEASURES } from "../../../../domain/insights/insights.ts"
import { countOf } from "../../../ui/sizes.ts"
import { MEASURE_NAMES, type Span } from "./figures.ts"

export function ValueTable({ spans, totals }: { spans: Span[]; totals: Counts }) {
  return (
    <section
      aria-label="Day by day, as a table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      className="mt-2 max-h-96 overflow-y-auto rounded-xl border border-line"
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead className="sticky top-0 bg-well">
          <tr>
            <th scope="col" className="px-3 py-2.5 text-left font-semibold sm:px-4">
              Day
            </th>
            {MEASURES.map((measure) => (
              <th key={measure} scope="col" className="px-2 py-2.5 text-right font-semibold whitespace-nowrap sm:px-4">
                {MEASURE_NAMES[measure].title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spans.toReversed().map((span) => (
            <tr key={span.long} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal text-ink-soft sm:px-4">
                {span.long}
              </th>
              {MEASURES.map((measure) => (
                <td key={measure} className="px-2 py-2 text-right whitespace-nowrap sm:px-4">
                  {countOf(span[measure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-well font-semibold">
          <tr>
            <th scope="row" className="px-3 py-2.5 text-left sm:px-4">
              Total
            </th>
            {MEASURES.map((measure) => (
              <td key={measure} className="px-2 py-2.5 text-right sm:px-4">
                {countOf(totals[measure])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
