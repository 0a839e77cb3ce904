// The actions: a table if there is room, stacked rows on a phone.
import type { AuditPage, RecordedAct } from "../../../../api/audit.ts"
import { momentOf } from "../../../ui/dates.ts"
import { ActSentence } from "./act-sentence.tsx"
import { ACTION_LABEL } from "./action-label.ts"

interface ActListProps {
  items: { act: RecordedAct; people: AuditPage["people"] }[]
}

export function ActList({ items }: ActListProps) {
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-sheet shadow-sheet">
      <table className="block w-full text-left md:table">
        <caption className="sr-only">Acts, newest first</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-line border-b text-ink-soft text-sm">
            <th scope="col" className="px-6 py-3 font-semibold">
              When
            </th>
            <th scope="col" className="px-6 py-3 font-semibold">
              What happened
            </th>
            <th scope="col" className="px-6 py-3 font-semibold">
              Kind
            </th>
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">
          {items.map(({ act, people }) => (
            <tr key={act.id} className="flex flex-col-reverse gap-1 px-5 py-4 md:table-row md:p-0">
              <td className="text-ink-soft text-sm whitespace-nowrap md:px-6 md:py-3.5">
                <time dateTime={act.at}>{momentOf(act.at)}</time>
              </td>
              <td className="w-full text-ink md:px-6 md:py-3.5">
                <ActSentence act={act} people={people} />
              </td>
              <td className="hidden text-ink-soft text-sm whitespace-nowrap md:table-cell md:px-6 md:py-3.5">
                {ACTION_LABEL[act.action] ?? act.action}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
