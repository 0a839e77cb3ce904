// The list of cards on a wide screen: one row each.
import type { CardUrl } from "../../../../api/cards.ts"
import { momentOf, shortDayOf } from "../../../ui/dates.ts"
import { CardActions, type CardActionsProps } from "./card-actions.tsx"
import { CardOwner } from "./card-owner.tsx"
import { CardStatus } from "./card-status.tsx"

export interface CardRowsProps extends Pick<CardActionsProps, "acts" | "ask"> {
  cards: CardUrl[]
}

const COLUMNS = [
  ["Card ID", "w-[25%]"],
  ["Status", "w-[17%]"],
  ["Linked to", "w-[21%]"],
  ["Created", "w-[11%]"],
  ["Activated", "w-[11%]"],
] as const
const HEAD = "px-3 py-3 text-sm font-semibold text-ink-soft first:pl-6 last:pr-6"
const CELL = "px-3 py-2 align-middle first:pl-6 last:pr-4"

export function CardTable({ cards, acts, ask }: CardRowsProps) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">Card URLs, newest first</caption>
      <colgroup>
        {COLUMNS.map(([name, width]) => (
          <col key={name} className={width} />
        ))}
        <col className="w-[15%]" />
      </colgroup>
      <thead className="border-b border-line">
        <tr>
          {COLUMNS.map(([name]) => (
            <th key={name} scope="col" className={HEAD}>
              {name}
            </th>
          ))}
          <th scope="col" className={HEAD}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {cards.map((card) => (
          <tr key={card.card_id} className="hover:bg-well/50">
            <th scope="row" className={`${CELL} font-mono font-normal tracking-tight`}>
              {card.card_id}
            </th>
            <td className={CELL}>
              <CardStatus card={card} />
            </td>
            <td className={CELL}>
              <CardOwner card={card} />
            </td>
            <td className={`${CELL} whitespace-nowrap text-ink-soft`}>
              <Day moment={card.created_at} />
            </td>
            <td className={`${CELL} whitespace-nowrap text-ink-soft`}>
              {card.activated_at === null ? <span aria-hidden="true">–</span> : <Day moment={card.activated_at} />}
            </td>
            <td className={CELL}>
              <div className="flex justify-end">
                <CardActions card={card} acts={acts} ask={ask} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Day = ({ moment }: { moment: string }) => (
  <time dateTime={moment} title={momentOf(moment)}>
    {shortDayOf(moment)}
  </time>
)
