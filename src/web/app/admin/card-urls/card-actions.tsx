// The actions for one card: copying its address as a button, the rest in a menu.
import { Link } from "react-router"
import IconCopy from "~icons/copy"
import IconDots from "~icons/dots"
import IconHandStop from "~icons/hand-stop"
import IconNfc from "~icons/nfc"
import IconPrinter from "~icons/printer"
import IconSearch from "~icons/search"
import IconUnlink from "~icons/unlink"
import IconUserShare from "~icons/user-share"
import type { CardUrl } from "../../../../api/cards.ts"
import { Button } from "../../../ui/button.tsx"
import { buttonStyle } from "../../../ui/button-style.ts"
import { Menu, MenuAction, MenuLink, MenuSeparator } from "../../../ui/overlay/menu.tsx"
import { sheetPath } from "./sheet-path.ts"
import type { CardHandlers } from "./use-card-acts.ts"
import { canWriteCards } from "./web-nfc.ts"

export type Asked = "write" | "reassign" | "unlink" | "lost"

export interface CardActionsProps {
  card: CardUrl
  acts: CardHandlers
  /** opens the matching dialog */
  ask: (what: Asked, card: CardUrl) => void
  /** icons only, for a phone */
  isNarrow?: boolean
}

export function CardActions({ card, acts, ask, isNarrow = false }: CardActionsProps) {
  const { card_id, activation_status, lost_at, batch_id } = card
  const icon = (Icon: typeof IconDots) => <Icon size={20} aria-hidden="true" />
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Copy the URL of card ${card_id}`}
        onClick={() => void acts.copy(card)}
      >
        {icon(IconCopy)}
        {!isNarrow && "Copy"}
      </Button>
      <Menu
        busy={acts.isBusy(card)}
        trigger={
          <button
            type="button"
            aria-label={`More for card ${card_id}`}
            className={buttonStyle({ variant: "quiet", size: "sm" }, "data-popup-open:bg-well")}
          >
            {icon(IconDots)}
          </button>
        }
      >
        {canWriteCards() && (
          <MenuAction icon={icon(IconNfc)} onSelect={() => ask("write", card)}>
            Write to card
          </MenuAction>
        )}
        {batch_id !== null && (
          <MenuLink icon={icon(IconPrinter)} link={<Link to={sheetPath(batch_id)} />}>
            QR codes of its batch
          </MenuLink>
        )}
        {activation_status === "activated" && (
          <MenuAction icon={icon(IconUserShare)} onSelect={() => ask("reassign", card)}>
            Reassign
          </MenuAction>
        )}
        {(canWriteCards() || batch_id !== null || activation_status === "activated") && <MenuSeparator />}
        {lost_at === null ? (
          <MenuAction icon={icon(IconHandStop)} onSelect={() => ask("lost", card)}>
            Report lost
          </MenuAction>
        ) : (
          <MenuAction icon={icon(IconSearch)} onSelect={() => void acts.reportFound(card)}>
            Found again
          </MenuAction>
        )}
        {activation_status === "activated" && (
          <MenuAction className="text-bad!" icon={icon(IconUnlink)} onSelect={() => ask("unlink", card)}>
            Unlink
          </MenuAction>
        )}
      </Menu>
    </>
  )
}
