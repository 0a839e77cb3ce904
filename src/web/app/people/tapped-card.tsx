// Which of your cards a person tapped before they left their details.
import IconNfc from "~icons/nfc"
import type { ListedPerson } from "../../../api/people.ts"
import { classNames } from "../../ui/class-names.ts"

interface TappedCardProps {
  card: NonNullable<ListedPerson["tapped_card"]>
  className?: string
}

export const TappedCard = ({ card: { card_id, nickname }, className }: TappedCardProps) => (
  <span className={classNames("flex items-center gap-1.5", className)}>
    <IconNfc size={16} aria-hidden="true" className="shrink-0" />
    <span className="min-w-0 truncate">
      Tapped your card {nickname === "" ? `ending in ${card_id.slice(-4)}` : <bdi>“{nickname}”</bdi>}
    </span>
  </span>
)
