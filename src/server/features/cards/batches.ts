// Batches: up to a thousand cards created together, which can be listed again by their batch.
import { randomBytes, randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import type { CardBatch } from "../../../api/cards.ts"
import { newCardId } from "../../../domain/card/card.ts"
import { Refusal } from "../../../domain/errors.ts"
import { cardPath, isUuid } from "../../../domain/paths.ts"
import { csv } from "../../../domain/text/csv.ts"
import type { Config } from "../../platform/config/config.ts"
import { withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_urls, profiles } from "../../platform/db/schema.ts"
import type { Audit } from "../audit/service.ts"
import { opensProfile } from "./store.ts"

/** The columns of the table after the card's identifier and address. */
const DETAILS = {
  activation_status: card_urls.activation_status,
  username: profiles.username,
  full_name: profiles.full_name,
  created_at: card_urls.created_at,
  activated_at: card_urls.activated_at,
  lost_at: card_urls.lost_at,
}
const DETAIL_NAMES = Object.keys(DETAILS) as (keyof typeof DETAILS)[]

interface Needs {
  audit: Audit
  config: Pick<Config, "PUBLIC_ORIGIN">
  database: OpenDatabase
}

export function createBatches({ audit, config, database: { db } }: Needs) {
  return {
    /** Creates all cards or none. The same batch sent again creates no more: the answer holds the cards of the first time. */
    async createBatch(
      actor_id: string,
      { batch, count }: { batch: string; count: number },
      now: Date,
    ): Promise<CardBatch> {
      const create = () =>
        db.transaction(async (tx) => {
          // The same batch sent at the same moment waits here until these cards are visible.
          await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${batch}, 0))`)
          const existing = await cardIdsOf(tx, batch)
          if (existing.length > 0) return existing
          const card_ids = Array.from({ length: count }, () => newCardId(randomBytes))
          const cards = card_ids.map((card_id, n) => ({ card_id, batch_id: batch, batch_number: n + 1 }))
          await tx.insert(card_urls).values(cards.map((card) => ({ id: randomUUID(), ...card, created_at: now })))
          await audit.record(tx, { actor_id, action: "card.generated", detail: { batch, count } }, now)
          return card_ids
        })
      return { batch, card_ids: await withRetry(create) }
    },

    /** @throws Refusal not_found */
    async batch(id: string): Promise<CardBatch> {
      const card_ids = isUuid(id) ? await cardIdsOf(db, id) : []
      if (card_ids.length === 0) throw new Refusal("not_found")
      return { batch: id, card_ids }
    },

    /** One line per card (RFC 4180). @throws Refusal not_found */
    async batchCsv(id: string): Promise<string> {
      const cards = isUuid(id) ? await cardsOf(id) : []
      if (cards.length === 0) throw new Refusal("not_found")
      const rows = cards.map((card) => {
        const details = DETAIL_NAMES.map((name) => card[name])
        const texts = details.map((value) => (value instanceof Date ? value.toISOString() : (value ?? "")))
        return [card.card_id, config.PUBLIC_ORIGIN + cardPath(card.card_id), ...texts]
      })
      return csv([["card_id", "url", ...DETAIL_NAMES], ...rows])
    },
  }

  function cardsOf(batch: string) {
    return db
      .select({ card_id: card_urls.card_id, ...DETAILS })
      .from(card_urls)
      .leftJoin(profiles, opensProfile)
      .where(eq(card_urls.batch_id, batch))
      .orderBy(asc(card_urls.batch_number))
  }
}

async function cardIdsOf(db: Queries, batch: string): Promise<string[]> {
  const rows = await db
    .select({ card_id: card_urls.card_id })
    .from(card_urls)
    .where(eq(card_urls.batch_id, batch))
    .orderBy(asc(card_urls.batch_number))
  return rows.map(({ card_id }) => card_id)
}
