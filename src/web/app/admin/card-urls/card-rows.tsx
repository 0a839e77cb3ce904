// The list of cards: one row or block each, with the actions.

import { Link } from "react-router"
import IconCopy from "~icons/copy"
import IconHandStop from "~icons/hand-stop"
import IconListCheck from "~icons/list-check"
import IconNfc from "~icons/nfc"
import IconPrinter from "~icons/printer"
import IconSearch from "~icons/search"
import IconUnlink from "~icons/unlink"
import IconUserShare from "~icons/user-share"
import type { CardUrl } from "../../../../api/cards.ts"
import { profilePath } from "../../../../domain/paths.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { shortDayOf } from "../../../ui/dates.ts"
import { Badge } from "../../../ui/feedback/badge.tsx"
import type { MenuEntry } from "../../../ui/overlay/menu.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { ListRows, Time } from "../list-rows.tsx"
import { RowMenu } from "../row-menu.tsx"
import { sheetPath } from "./batch-links.tsx"
import type { CardSelection } from "./selected-cards.tsx"
import type { CardActs } from "./use-card-acts.ts"
import { canWriteCards } from "./web-nfc.ts"

interface CardRowsProps extends Pick<CardActionsProps, "acts" | "selection" | "onDialog"> {
  cards: CardUrl[]
  /** ids of those that were just made */
  made: readonly string[]
}

export const CardRows = ({ cards, made, ...rest }: CardRowsProps) => (
  <ListRows
    caption="Card URLs, newest first"
    items={cards}
    keyOf={({ card_id }) => card_id}
    select={rest.selection.select}
    isNew={({ card_id }) => made.includes(card_id)}
    columns={[
      { name: "Card ID", width: "w-[23%]", look: "font-mono tracking-tight", cell: ({ card_id }) => card_id },
      { name: "Status", width: "w-[11%]", cell: (card) => <Status card={card} /> },
      { name: "Linked to", width: "w-[27%]", cell: (card) => <Owner card={card} /> },
      { name: "Created", width: "w-[10.5%]", look: DAY, cell: ({ created_at }) => <Day at={created_at} /> },
      { name: "Activated", width: "w-[10.5%]", look: DAY, cell: ({ activated_at }) => <Day at={activated_at} /> },
    ]}
    actions={(card) => <CardActions card={card} {...rest} />}
    block={(card) => (
      <div className="relative py-3 pr-4 pl-1 text-sm text-ink-soft">
        <div className="absolute top-0.5 right-1.5">
          <CardMenu card={card} {...rest} hasCopy />
        </div>
        <div className="flex min-h-6 items-center pr-12">
          {card.activation_status === "activated" ? (
            <OwnerName card={card} className="truncate text-base text-ink" />
          ) : (
            <CardId card={card} className="text-ink" />
          )}
        </div>
        <div className="my-1.5 flex items-center gap-x-2 last:mb-0">
          <Status card={card} />
          <p className="flex min-w-0 gap-1 whitespace-nowrap">
            {card.username !== null && <OwnerLink username={card.username} className="min-w-0 truncate" />}
            {/* The username tells cards apart; the day needs room of its own. */}
            <span className={classNames("shrink-0", card.username !== null && "max-[22.5rem]:hidden")}>
              {card.username !== null && "· "}
              <Since card={card} />
            </span>
          </p>
        </div>
        {card.activation_status === "activated" && <CardId card={card} />}
      </div>
    )}
  />
)

const CardId = ({ card: { card_id }, className }: { card: CardUrl; className?: string }) => (
  <p className={classNames("font-mono tracking-tight wrap-anywhere", className)}>{card_id}</p>
)

const DAY = "whitespace-nowrap text-ink-soft"

const Day = ({ at }: { at: string | null }) =>
  at === null ? <span aria-hidden="true">–</span> : <Time at={at}>{shortDayOf(at)}</Time>

const Status = ({ card: { activation_status, lost_at } }: { card: CardUrl }) => (
  <span className="flex flex-wrap gap-1.5">
    {lost_at === null && activation_status === "activated" && <Badge tone="good">Activated</Badge>}
    {activation_status === "pending" && <Badge>Pending</Badge>}
    {lost_at !== null && <Badge tone="bad">Lost</Badge>}
  </span>
)

/** The day that its status is from. */
const Since = ({ card: { created_at, activated_at, lost_at } }: { card: CardUrl }) => {
  const at = lost_at ?? activated_at
  return at === null ? <>Created {shortDayOf(created_at)}</> : <Time at={at}>{shortDayOf(at)}</Time>
}

const Owner = ({ card }: { card: CardUrl }) => (
  <span className="flex min-w-0 flex-col">
    <OwnerName card={card} className="line-clamp-2" />
    {card.username !== null && <OwnerLink username={card.username} />}
  </span>
)

function OwnerName({ card, className }: { card: CardUrl; className?: string }) {
  const { activation_status, username, full_name } = card
  if (username === null)
    return <span className="text-ink-soft">{activation_status === "pending" ? "No one yet" : "Account deleted"}</span>
  return (
    <bdi className={classNames("font-semibold", className)} title={full_name || username}>
      {full_name || username}
    </bdi>
  )
}

const OwnerLink = ({ username, className }: { username: string; className?: string }) => (
  <TextLink
    bare
    href={profilePath(username)}
    className={classNames("w-fit text-sm text-ink-soft hover:text-ink hover:underline", className)}
  >
    @{username}
  </TextLink>
)

interface CardActionsProps {
  card: CardUrl
  acts: CardActs
  selection: CardSelection
  onDialog: (dialog: "write" | "reassign", card: CardUrl) => void
}

/** Copying the address as a button, the rest in a menu. */
const CardActions = ({ card, acts, ...rest }: CardActionsProps) => (
  <>
    <Button
      variant="quiet"
      size="sm"
      title="Copy"
      aria-label={`Copy the URL of card ${card.card_id}`}
      onClick={() => void acts.copy(card)}
    >
      <IconCopy size={20} />
    </Button>
    <CardMenu card={card} acts={acts} {...rest} />
  </>
)

/** @param props.hasCopy on a phone, whose rows have room for one button */
function CardMenu({ card, acts, selection, onDialog, hasCopy = false }: CardActionsProps & { hasCopy?: boolean }) {
  const { card_id, activation_status, lost_at, batch_id } = card
  const isActivated = activation_status === "activated"
  const entries: MenuEntry[] = [
    ...(hasCopy ? [{ icon: <IconCopy size={20} />, text: "Copy URL", onSelect: () => void acts.copy(card) }] : []),
    ...(canWriteCards()
      ? [{ icon: <IconNfc size={20} />, text: "Write to card", onSelect: () => onDialog("write", card) }]
      : []),
    ...(batch_id === null
      ? []
      : [
          {
            icon: <IconPrinter size={20} />,
            text: "QR codes for this batch",
            link: <Link to={sheetPath(batch_id)} />,
          },
          {
            icon: <IconListCheck size={20} />,
            text: "Select this batch",
            onSelect: () => void selection.addBatch(batch_id),
          },
        ]),
    ...(isActivated
      ? [{ icon: <IconUserShare size={20} />, text: "Reassign", onSelect: () => onDialog("reassign", card) }]
      : []),
    lost_at === null
      ? { icon: <IconHandStop size={20} />, text: "Report lost", onSelect: () => acts.reportLost(card) }
      : { icon: <IconSearch size={20} />, text: "Mark as found", onSelect: () => void acts.reportFound(card) },
    ...(isActivated
      ? [{ icon: <IconUnlink size={20} />, text: "Unlink", isDanger: true, onSelect: () => acts.unlink(card) }]
      : []),
  ]
  const about = hasCopy ? (
    <>
      <p className="font-semibold text-ink wrap-anywhere">
        <OwnerName card={card} />
      </p>
      <p className="font-mono">{card_id}</p>
    </>
  ) : undefined
  return <RowMenu label={`More for card ${card_id}`} busy={acts.isBusy(card)} entries={entries} about={about} />
}
