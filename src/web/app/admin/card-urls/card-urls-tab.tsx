// The tab 'Card URLs' of the Admin Portal: all cards, with search, filter, creation and actions.
import { type ReactNode, useState } from "react"
import IconNfc from "~icons/nfc"
import IconSearch from "~icons/search"
import type { CardUrl } from "../../../../api/cards.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { CARD_FILTERS, type CardFilter } from "../../../../domain/card/card.ts"
import { call } from "../../../session/api.ts"
import { Empty } from "../../../ui/layout/empty.tsx"
import { Dialog } from "../../../ui/overlay/dialog.tsx"
import { MoreButton } from "../../use-pages.tsx"
import { ListBox, ListCount } from "../list-rows.tsx"
import { ClearSearch, ListSearch, ShowAll } from "../list-search.tsx"
import { type ListQuery, type ListSearching, useSearchedList } from "../use-searched-list.ts"
import { CardRows } from "./card-rows.tsx"
import { GenerateMany, GenerateOne } from "./generate-cards.tsx"
import { ReassignCard } from "./reassign-card.tsx"
import { SelectedCards, useCardSelection } from "./selected-cards.tsx"
import { useCardActs } from "./use-card-acts.ts"
import { WRITTEN, WriteCard } from "./write-card.tsx"

const FILTERS = [
  ["pending", "Pending"],
  ["activated", "Activated"],
  ["lost", "Lost"],
] as const

async function fetchPage(query: ListQuery<CardFilter> & { cursor: string }, signal: AbortSignal) {
  const { cards, next } = await call("GET /api/admin/cards", { query, signal })
  return { items: cards, next }
}

export function CardUrlsTab() {
  const { search, pages } = useSearchedList(CARD_FILTERS, fetchPage)
  const { reload } = pages
  const acts = useCardActs({
    reload,
    change: (cardId, changed) =>
      pages.change((cards) => cards.map((card) => (card.card_id === cardId ? { ...card, ...changed } : card))),
  })
  const [open, setOpen] = useState<{ dialog: "write" | "reassign"; id: string } | null>(null)
  const close = () => setOpen(null)
  const [isWritten, setWritten] = useState(false)
  const selection = useCardSelection()
  const [made, setMade] = useState<readonly string[]>([])
  const showMade = (cardIds: string[]) => {
    setMade(cardIds)
    reload()
  }
  // The list can change while a dialog is open: the dialog shows the current state of the card.
  const card = pages.items.find(({ card_id }) => card_id === open?.id)

  return (
    <section aria-labelledby="cards-heading" className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
        <h2 id="cards-heading" className="font-serif text-lg font-semibold max-sm:sr-only">
          Card URLs
        </h2>
        <div className="flex flex-row-reverse flex-wrap gap-2 max-sm:*:grow max-sm:*:basis-[calc(50%-0.25rem)] max-sm:*:px-2 max-sm:*:whitespace-nowrap sm:gap-3">
          <GenerateOne onMade={showMade} onCopy={(card_id) => acts.copy({ card_id })} />
          <GenerateMany onMade={showMade} />
        </div>
      </div>
      <ListSearch search={search} searched="card ID, username or name" noun="card" filters={FILTERS} />
      <ListCount pages={pages} noun="card" />
      <ListBox
        pages={pages}
        failed={ADMIN.cardsFailed}
        empty={<NoCards search={search} isUnfinished={pages.hasMore} />}
      >
        {(cards) => (
          <CardRows
            cards={cards}
            made={made}
            acts={acts}
            selection={selection}
            onDialog={(dialog, { card_id }) => {
              setOpen({ dialog, id: card_id })
              setWritten(false)
            }}
          />
        )}
      </ListBox>
      <MoreButton pages={pages} />
      <SelectedCards selection={selection} urlOf={acts.urlOf} onChanged={reload} />
      <CardDialog
        title={isWritten ? WRITTEN : "Write to card"}
        card={open?.dialog === "write" && card}
        hasOwner
        onClose={close}
      >
        {(it) => <WriteCard url={acts.urlOf(it)} onWritten={() => setWritten(true)} onClose={close} />}
      </CardDialog>
      <CardDialog title="Reassign card" card={open?.dialog === "reassign" && card} onClose={close}>
        {(it) => <ReassignCard card={it} onDone={reload} onClose={close} />}
      </CardDialog>
      {acts.dialog}
    </section>
  )
}

interface CardDialogProps {
  title: string
  /** falsy: closed */
  card: CardUrl | false | undefined
  /** the owner stands above the ID: what follows does not name them */
  hasOwner?: boolean
  onClose: () => void
  children: (card: CardUrl) => ReactNode
}

const CardDialog = ({ title, card, hasOwner = false, onClose, children }: CardDialogProps) => (
  <Dialog
    title={title}
    description={
      card ? (
        <>
          {hasOwner && card.username !== null && (
            <bdi className="mb-1 block font-semibold text-balance text-ink wrap-anywhere">
              {card.full_name || card.username}
            </bdi>
          )}
          <span className="font-mono text-sm tracking-tight">{card.card_id}</span>
        </>
      ) : undefined
    }
    open={Boolean(card)}
    onOpenChange={(open) => !open && onClose()}
  >
    {card && children(card)}
  </Dialog>
)

const NONE_LIKE_THIS = { pending: "No pending cards", activated: "No activated cards", lost: "No lost cards" }

interface NoCardsProps {
  search: ListSearching<CardFilter>
  /** older ones have not been searched yet */
  isUnfinished: boolean
}

function NoCards({ search, isUnfinished }: NoCardsProps) {
  const { q, status } = search.query
  if (q !== "")
    return (
      <Empty
        icon={IconSearch}
        title={`No cards found for “${q}”${isUnfinished ? " so far" : ""}`}
        action={<ClearSearch onClear={search.clear} />}
      >
        {isUnfinished
          ? "Only the newest cards were searched. Type at least three letters to search them all."
          : "Search by card ID, username, name or card URL. Part of a word is enough."}
      </Empty>
    )
  if (status !== "")
    return (
      <Empty
        icon={IconNfc}
        title={NONE_LIKE_THIS[status]}
        action={<ShowAll noun="card" onAll={() => search.filter("")} />}
      >
        Other cards are shown under All.
      </Empty>
    )
  return (
    <Empty icon={IconNfc} title="No cards yet">
      Generate a card URL, write it to an NFC card or print its QR code, and hand it out. The first signed-in person who
      opens it can claim it.
    </Empty>
  )
}
