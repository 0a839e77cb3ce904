// Cards as the portal lists them, newest first, page by page: each page starts behind a card, so that no page costs more than the first.
import { aliasedTable, and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm"
import { type CardFilter, isCardId, withoutAddress } from "../../../domain/card/card.ts"
import { CARDS_WALKED } from "../../../domain/limits.ts"
import type { Database } from "../../platform/db/queries.ts"
import { card_urls, profiles, searchText } from "../../platform/db/schema.ts"
import { containing } from "../../platform/db/search-text.ts"

const CARD = {
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

interface Wanted {
  /** the last card_id of the page before, or empty */
  cursor: string
  /** a piece of a card_id, a username or a name, literally; empty: all */
  q: string
  status: CardFilter | ""
  count: number
}

const shownText = sql`lower(${profiles.username} || chr(10) || ${profiles.full_name})`

/** `id`: what a card_id may hold of it; null when it cannot. `text`: what a name may. */
function sought({ q }: Wanted): { id: string | null; text: string } {
  const typed = q.toLowerCase()
  const id = withoutAddress(typed)
  return { id: isCardId(id) ? id : null, text: containing(typed) }
}

export function createCardListStore(db: Database) {
  /** Which cards may stand on the page, in whichever table of cards is meant. */
  function allowed(card: typeof card_urls, { cursor, status }: Wanted): SQL | undefined {
    const before = aliasedTable(card_urls, "before")
    const last = db.select({ at: before.created_at, id: before.id }).from(before).where(eq(before.card_id, cursor))
    return and(
      cursor === "" ? undefined : sql`(${card.created_at}, ${card.id}) < (${last})`,
      status === "lost" ? isNotNull(card.lost_at) : undefined,
      status === "pending" || status === "activated" ? eq(card.activation_status, status) : undefined,
    )
  }

  const firstOf = (card: typeof card_urls, wanted: Wanted, match?: SQL) =>
    db
      .select({ id: card.id })
      .from(card)
      .where(and(match, allowed(card, wanted)))
      .orderBy(desc(card.created_at), desc(card.id))
      .limit(wanted.count)

  /** The ids of the first cards that match: by their card_id, and by whom they are linked to; each way has an index of its own. */
  function matching(wanted: Wanted): SQL {
    const { id, text } = sought(wanted)
    const found = aliasedTable(card_urls, "found")
    // The first condition is the index's own expression, the second leaves out those who match by their address.
    const people = sql`select ${profiles.id} from ${profiles}
      where ${searchText(profiles)} like ${text} and ${shownText} like ${text}`
    const linked = sql`(${firstOf(found, wanted, sql`${found.user_id} in (${people})`)})`
    if (id === null) return linked
    const made = firstOf(found, wanted, sql`${found.card_id} like ${containing(id)}`)
    return sql`((${made}) union all ${linked})`
  }

  /** The same among the next cards alone, looked through one by one. */
  function matchingNear(wanted: Wanted): SQL {
    const { id, text } = sought(wanted)
    const near = db
      .select()
      .from(card_urls)
      .where(allowed(card_urls, wanted))
      .orderBy(desc(card_urls.created_at), desc(card_urls.id))
      .limit(CARDS_WALKED)
      .as("near")
    // Of each card in turn: a join would be tempted to read all the profiles.
    const linked = sql`(select ${shownText} from ${profiles} where ${profiles.id} = ${near.user_id}) like ${text}`
    const match = id === null ? linked : or(sql`${near.card_id} like ${containing(id)}`, linked)
    const first = db.select({ id: near.id }).from(near).where(match)
    return sql`(${first.orderBy(desc(near.created_at), desc(near.id)).limit(wanted.count)})`
  }

  const joined = () => db.select(CARD).from(card_urls).leftJoin(profiles, eq(profiles.id, card_urls.user_id))

  const page = (found: SQL | undefined, count: number) =>
    joined().where(found).orderBy(desc(card_urls.created_at), desc(card_urls.id)).limit(count)

  return {
    all: (wanted: Wanted) => page(allowed(card_urls, wanted), wanted.count),
    whole: (cardId: string, wanted: Wanted) => page(and(eq(card_urls.card_id, cardId), allowed(card_urls, wanted)), 1),
    found: (wanted: Wanted) => page(inArray(card_urls.id, matching(wanted)), wanted.count),
    foundNear: (wanted: Wanted) => page(inArray(card_urls.id, matchingNear(wanted)), wanted.count),
    /** The last one of the next cards, when there are more behind it. */
    async lastNear(wanted: Wanted): Promise<string | null> {
      const rows = await db
        .select({ card_id: card_urls.card_id })
        .from(card_urls)
        .where(allowed(card_urls, wanted))
        .orderBy(desc(card_urls.created_at), desc(card_urls.id))
        .offset(CARDS_WALKED - 1)
        .limit(2)
      return rows.length === 2 ? (rows[0]?.card_id ?? null) : null
    },
    /** The cards of one person, newest first. */
    own(userId: string, cursor: string, count: number) {
      const before = aliasedTable(card_urls, "before")
      const last = db.select({ at: before.activated_at, id: before.id }).from(before).where(eq(before.card_id, cursor))
      const behind = cursor === "" ? undefined : sql`(${card_urls.activated_at}, ${card_urls.id}) < (${last})`
      return db
        .select({ card_id: card_urls.card_id, activated_at: card_urls.activated_at, lost_at: card_urls.lost_at })
        .from(card_urls)
        .where(and(eq(card_urls.user_id, userId), behind))
        .orderBy(desc(card_urls.activated_at), desc(card_urls.id))
        .limit(count)
    },
    batch: (id: string) => joined().where(eq(card_urls.batch_id, id)).orderBy(asc(card_urls.batch_number)),
  }
}

export type ListedCard = Awaited<ReturnType<ReturnType<typeof createCardListStore>["all"]>>[number]
