// The status of a card: pending or activated, and possibly lost.
import type { CardUrl } from "../../../../api/cards.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"

export const CardStatus = ({ card }: { card: Pick<CardUrl, "activation_status" | "lost_at"> }) => (
  <span className="flex flex-wrap gap-1.5">
    {card.activation_status === "activated" ? <Badge tone="good">Activated</Badge> : <Badge>Pending</Badge>}
    {card.lost_at !== null && <Badge tone="bad">Lost</Badge>}
  </span>
)
