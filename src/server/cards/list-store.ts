// Cards as the portal lists them, newest first, page by page: each page starts behind a card, so that no page costs more than the first.
import { aliasedTable, and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm"
import { type CardFilter, isCardId, withoutAddress } from "../../domain/card.ts"
import { CARD_ID_LENGTH } from "../../domain/limits.ts"
import type { Database } from "../db/open.ts"
import { card_urls, profiles, searchText } from "../db/schema.ts"

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

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

export function createCardListStore(db: Database) {
  const joined = () => db.select(CARD).from(card_urls).leftJoin(profiles, eq(profiles.id, card_urls.user_id))

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

  /** The ids of the first cards that match: by their card_id, and by whom they are linked to; each way has an index of its own. */
  function matching(wanted: Wanted): SQL {
    const typed = wanted.q.toLowerCase()
    const found = aliasedTable(card_urls, "found")
    const firstOf = (match: SQL) =>
      db
        .select({ id: found.id })
        .from(found)
        .where(and(match, allowed(found, wanted)))
        .orderBy(desc(found.created_at), desc(found.id))
        .limit(wanted.count)
    const text = containing(typed)
    // The first condition is the index's own expression, the second leaves out those who match by their address.
    const people = sql`select ${profiles.id} from ${profiles}
      where ${searchText(profiles)} like ${text}
      and lower(${profiles.username} || chr(10) || ${profiles.full_name}) like ${text}`
    const linked = sql`(${firstOf(sql`${found.user_id} in (${people})`)})`
    const id = withoutAddress(typed)
    if (!isCardId(id)) return linked
    const isWhole = id.length === CARD_ID_LENGTH
    const made = firstOf(isWhole ? eq(found.card_id, id) : sql`${found.card_id} like ${containing(id)}`)
    return isWhole ? sql`(${made})` : sql`((${made}) union all ${linked})`
  }

  return {
    page(wanted: Wanted) {
      const found = wanted.q === "" ? allowed(card_urls, wanted) : inArray(card_urls.id, matching(wanted))
      return joined().where(found).orderBy(desc(card_urls.created_at), desc(card_urls.id)).limit(wanted.count)
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

export type ListedCard = Awaited<ReturnType<ReturnType<typeof createCardListStore>["page"]>>[number]
