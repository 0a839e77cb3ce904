// The actions for one card: copying its address as a button, the rest in a menu.
import { Link } from "react-router"
import IconCopy from "~icons/copy"
import IconHandStop from "~icons/hand-stop"
import IconNfc from "~icons/nfc"
import IconPrinter from "~icons/printer"
import IconSearch from "~icons/search"
import IconUnlink from "~icons/unlink"
import IconUserShare from "~icons/user-share"
import type { CardUrl } from "../../../../api/cards.ts"
import { Button } from "../../../ui/button.tsx"
import { MenuLink, MenuSeparator } from "../../../ui/overlay/menu.tsx"
import { RowAction, RowMenu } from "../row-menu.tsx"
import { sheetPath } from "./batch-links.tsx"
import type { CardActs } from "./use-card-acts.ts"
import { canWriteCards } from "./web-nfc.ts"

export interface CardActionsProps {
  card: CardUrl
  acts: CardActs
  onDialog: (dialog: "write" | "reassign", card: CardUrl) => void
  /** icons only, for a phone */
  isNarrow?: boolean
}

export function CardActions({ card, acts, onDialog, isNarrow = false }: CardActionsProps) {
  const { card_id, activation_status, lost_at, batch_id } = card
  const isActivated = activation_status === "activated"
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Copy the URL of card ${card_id}`}
        onClick={() => void acts.copy(card)}
      >
        <IconCopy size={20} aria-hidden="true" />
        {!isNarrow && "Copy"}
      </Button>
      <RowMenu label={`More for card ${card_id}`} busy={acts.isBusy(card)}>
        {canWriteCards() && (
          <RowAction icon={IconNfc} onSelect={() => onDialog("write", card)}>
            Write to card
          </RowAction>
        )}
        {batch_id !== null && (
          <MenuLink icon={<IconPrinter size={20} aria-hidden="true" />} link={<Link to={sheetPath(batch_id)} />}>
            QR codes of its batch
          </MenuLink>
        )}
        {isActivated && (
          <RowAction icon={IconUserShare} onSelect={() => onDialog("reassign", card)}>
            Reassign
          </RowAction>
        )}
        {(canWriteCards() || batch_id !== null || isActivated) && <MenuSeparator />}
        {lost_at === null ? (
          <RowAction icon={IconHandStop} onSelect={() => acts.reportLost(card)}>
            Report lost
          </RowAction>
        ) : (
          <RowAction icon={IconSearch} onSelect={() => void acts.reportFound(card)}>
            Found again
          </RowAction>
        )}
        {isActivated && (
          <RowAction className="text-bad!" icon={IconUnlink} onSelect={() => acts.unlink(card)}>
            Unlink
          </RowAction>
        )}
      </RowMenu>
    </>
  )
}
