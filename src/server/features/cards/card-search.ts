// Finds cards, newest first: all of them for administrators, searched and filtered, and those of one person.
import { aliasedTable, and, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm"
import type { CardUrl, OwnCard } from "../../../api/cards.ts"
import { isCardId, withoutAddress } from "../../../domain/card/card.ts"
import type { CardListQuery } from "../../../domain/card/card-forms.ts"
import { CARD_ID_LENGTH, CARDS_PER_PAGE, CARDS_WALKED } from "../../../domain/limits.ts"
import { cursorOf, type Page, type Position, pageOf } from "../../../domain/page.ts"
import { isoOrNull } from "../../../domain/time.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { isOlder, rankOf } from "../../platform/db/positions.ts"
import { card_urls, profiles, searchText } from "../../platform/db/schema.ts"
import { containing, isIndexed } from "../../platform/db/search.ts"
import { opensProfile } from "./store.ts"

/** One row more than a page holds shows whether there is another page. */
const COUNT = CARDS_PER_PAGE + 1

const LISTED = {
  id: card_urls.id,
  rank: rankOf(card_urls.created_at),
  card_id: card_urls.card_id,
  activation_status: card_urls.activation_status,
  user_id: card_urls.user_id,
  username: profiles.username,
  full_name: profiles.full_name,
  created_at: card_urls.created_at,
  activated_at: card_urls.activated_at,
  lost_at: card_urls.lost_at,
  batch_id: card_urls.batch_id,
}

const shownText = sql`lower(${profiles.username} || chr(10) || ${profiles.full_name})`

export function createCardSearch({ database: { db } }: { database: OpenDatabase }) {
  return {
    async list(query: CardListQuery): Promise<Page<CardUrl>> {
      const { items, next } = await find(query)
      return { items: items.map(cardUrl), next }
    },

    async own(userId: string, { cursor }: { cursor: Position | null }): Promise<Page<OwnCard>> {
      const { id, card_id, nickname, profile_id, activated_at, lost_at } = card_urls
      const rows = await db
        .select({ id, rank: rankOf(activated_at), card_id, nickname, profile_id, activated_at, lost_at })
        .from(card_urls)
        .where(and(eq(card_urls.user_id, userId), isOlder(cursor, activated_at, id)))
        .orderBy(desc(activated_at), desc(id))
        .limit(COUNT)
      const { items, next } = pageOf(rows, CARDS_PER_PAGE, cursorOf)
      return {
        items: items.map((card) => ({
          card_id: card.card_id,
          nickname: card.nickname,
          profile_id: card.profile_id ?? userId,
          activated_at: isoOrNull(card.activated_at),
          lost_at: isoOrNull(card.lost_at),
        })),
        next,
      }
    },
  }

  async function find(query: CardListQuery): Promise<Page<ListedCard>> {
    const page = async (found: SQL | undefined) => pageOf(await cards(found), CARDS_PER_PAGE, cursorOf)
    if (query.q === "") return page(allowed(card_urls, query))
    const cardId = withoutAddress(query.q.toLowerCase())
    if (isCardId(cardId) && cardId.length === CARD_ID_LENGTH)
      return page(and(eq(card_urls.card_id, cardId), allowed(card_urls, query)))
    // A frequent text is found quickly among the next cards, a rare one by the indexes.
    const near = await page(inArray(card_urls.id, matchingNear(query)))
    if (near.next !== null) return near
    if (isIndexed(query.q)) return page(inArray(card_urls.id, matching(query)))
    return { items: near.items, next: await endOfNear(query) }
  }

  function cards(found: SQL | undefined) {
    return db
      .select(LISTED)
      .from(card_urls)
      .leftJoin(profiles, opensProfile)
      .where(found)
      .orderBy(desc(card_urls.created_at), desc(card_urls.id))
      .limit(COUNT)
  }

  /** The ids of the first matching cards: by their card_id and by their owner. Each way has an index of its own. */
  function matching(query: CardListQuery): SQL {
    const { id, text } = sought(query)
    const found = aliasedTable(card_urls, "found")
    // The first condition is the index's own expression, the second leaves out matches by email address.
    const people = sql`select ${profiles.owner_id} from ${profiles}
      where ${searchText(profiles)} like ${text} and ${shownText} like ${text}`
    const linked = sql`(${first(found, query, sql`${found.user_id} in (${people})`)})`
    if (id === null) return linked
    return sql`((${first(found, query, sql`${found.card_id} like ${containing(id)}`)}) union all ${linked})`
  }

  function first(card: typeof card_urls, query: CardListQuery, match: SQL) {
    return db
      .select({ id: card.id })
      .from(card)
      .where(and(match, allowed(card, query)))
      .orderBy(desc(card.created_at), desc(card.id))
      .limit(COUNT)
  }

  /** The same among the next cards only, which are looked through one by one. */
  function matchingNear(query: CardListQuery): SQL {
    const { id, text } = sought(query)
    const near = db
      .select()
      .from(card_urls)
      .where(allowed(card_urls, query))
      .orderBy(desc(card_urls.created_at), desc(card_urls.id))
      .limit(CARDS_WALKED)
      .as("near")
    // A subquery for each card: with a join the planner may read all profiles.
    const linked = sql`exists (select 1 from ${profiles} where ${profiles.owner_id} = ${near.user_id} and ${shownText} like ${text})`
    const match = id === null ? linked : or(sql`${near.card_id} like ${containing(id)}`, linked)
    const found = db.select({ id: near.id }).from(near).where(match)
    return sql`(${found.orderBy(desc(near.created_at), desc(near.id)).limit(COUNT)})`
  }

  /** The cursor of the last of the next cards, when there are more after it. */
  async function endOfNear(query: CardListQuery): Promise<string | null> {
    const [last, another] = await db
      .select({ id: card_urls.id, rank: rankOf(card_urls.created_at) })
      .from(card_urls)
      .where(allowed(card_urls, query))
      .orderBy(desc(card_urls.created_at), desc(card_urls.id))
      .offset(CARDS_WALKED - 1)
      .limit(2)
    return last && another ? cursorOf(last) : null
  }

  type ListedCard = Awaited<ReturnType<typeof cards>>[number]

  function cardUrl({ id: _, rank: __, ...card }: ListedCard): CardUrl {
    const { created_at, activated_at, lost_at } = card
    return {
      ...card,
      created_at: created_at.toISOString(),
      activated_at: isoOrNull(activated_at),
      lost_at: isoOrNull(lost_at),
    }
  }
}

/** Cards in the wanted state after the cursor, in any alias of the table. */
function allowed(card: typeof card_urls, { cursor, status }: CardListQuery): SQL | undefined {
  return and(
    isOlder(cursor, card.created_at, card.id),
    status === "lost" ? isNotNull(card.lost_at) : undefined,
    status === "pending" || status === "activated" ? eq(card.activation_status, status) : undefined,
  )
}

/** `id`: a piece of a card_id, null if the text cannot be one; `text`: a pattern for names. */
function sought({ q }: CardListQuery): { id: string | null; text: string } {
  const typed = q.toLowerCase()
  const id = withoutAddress(typed)
  return { id: isCardId(id) ? id : null, text: containing(typed) }
}
