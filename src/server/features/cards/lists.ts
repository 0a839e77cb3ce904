// Lists of cards, a page at a time: everybody's for administrators, the own ones for their owner.
import type { CardPage, CardUrl, OwnCardPage } from "../../../api/cards.ts"
import { isCardId, withoutAddress } from "../../../domain/card/card.ts"
import type { CardListQuery } from "../../../domain/card/card-forms.ts"
import { CARD_ID_LENGTH, CARDS_PER_PAGE } from "../../../domain/limits.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { isIndexed } from "../../platform/db/search-text.ts"
import { createCardListStore, type ListedCard } from "./list-store.ts"

export interface CardLists {
  list(query: CardListQuery): Promise<CardPage>
  own(userId: string, query: { cursor: string }): Promise<OwnCardPage>
}

/** One row more than a page tells that there is another. */
const COUNT = CARDS_PER_PAGE + 1

function page<Row extends { card_id: string }>(rows: Row[]): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, CARDS_PER_PAGE)
  return { rows: shown, next: rows.length > shown.length ? (shown.at(-1)?.card_id ?? null) : null }
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

const cardUrl = (row: ListedCard): CardUrl => ({
  card_id: row.card_id,
  activation_status: row.activation_status,
  user_id: row.user_id,
  username: row.username,
  full_name: row.full_name,
  created_at: row.created_at.toISOString(),
  activated_at: iso(row.activated_at),
  lost_at: iso(row.lost_at),
  batch_id: row.batch_id,
})

export function createCardLists({ database }: { database: OpenDatabase }): CardLists {
  const store = createCardListStore(database.db)

  async function find(query: CardListQuery): Promise<{ rows: ListedCard[]; next: string | null }> {
    const wanted = { ...query, count: COUNT }
    if (query.q === "") return page(await store.all(wanted))
    const cardId = withoutAddress(query.q.toLowerCase())
    if (isCardId(cardId) && cardId.length === CARD_ID_LENGTH) return page(await store.whole(cardId, wanted))
    // What many cards have is found at once among the next ones; what few have, by the indexes.
    const near = await store.foundNear(wanted)
    if (near.length === COUNT) return page(near)
    if (isIndexed(query.q)) return page(await store.found(wanted))
    return { rows: near, next: await store.lastNear(wanted) }
  }

  return {
    async list(query) {
      const { rows, next } = await find(query)
      return { cards: rows.map(cardUrl), next }
    },
    async own(userId, { cursor }) {
      const { rows, next } = page(await store.own(userId, cursor, COUNT))
      const cards = rows.map(({ card_id, activated_at, lost_at }) => ({
        card_id,
        activated_at: iso(activated_at),
        lost_at: iso(lost_at),
      }))
      return { cards, next }
    },
  }
}
