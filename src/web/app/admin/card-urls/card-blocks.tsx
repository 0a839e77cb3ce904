// The list of cards on a phone: a block each, with the same content as the table.
import { shortDayOf } from "../../../ui/dates.ts"
import { CardActions } from "./card-actions.tsx"
import { CardOwner } from "./card-owner.tsx"
import { CardStatus } from "./card-status.tsx"
import type { CardRowsProps } from "./card-table.tsx"

export const CardBlocks = ({ cards, acts, ask }: CardRowsProps) => (
  <ul className="flex flex-col divide-y divide-line" aria-label="Card URLs, newest first">
    {cards.map((card) => (
      <li key={card.card_id} className="flex flex-col gap-1.5 py-3 pr-1.5 pl-4">
        <div className="flex items-center justify-between">
          <p className="min-w-0 font-mono text-sm tracking-tight">{card.card_id}</p>
          <div className="flex shrink-0">
            <CardActions card={card} acts={acts} ask={ask} isNarrow />
          </div>
        </div>
        {card.activation_status === "activated" && (
          <div className="pr-2.5">
            <CardOwner card={card} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 pr-2.5 text-sm text-ink-soft">
          <CardStatus card={card} />
          {card.activated_at === null
            ? `Created ${shortDayOf(card.created_at)}`
            : `Since ${shortDayOf(card.activated_at)}`}
        </div>
      </li>
    ))}
  </ul>
)
