// Makes cards, one or a thousand, and remembers which were made together.
import { randomBytes, randomUUID } from "node:crypto"
import type { CardBatch } from "../../../api/cards.ts"
import { newCardId } from "../../../domain/card/card.ts"
import { Refusal } from "../../../domain/errors.ts"
import { cardPath, isUuid } from "../../../domain/paths.ts"
import { csv } from "../../../domain/text/csv.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { withRetry } from "../../platform/db/retry.ts"
import type { Audit } from "../audit/service.ts"
import { batchCardIds, insertBatch, lockBatch } from "./batch-store.ts"
import { createCardListStore } from "./list-store.ts"

export interface CardBatches {
  /** All of them or none. The same batch ordered again makes no more: the answer is what was made first. */
  order(actorId: string, order: { batch: string; count: number }, now: Date): Promise<CardBatch>
  /** @throws Refusal not_found */
  batch(id: string): Promise<CardBatch>
  /** A line per card (RFC 4180). @throws Refusal not_found */
  batchCsv(id: string): Promise<string>
}

const COLUMNS = [
  "card_id",
  "url",
  "activation_status",
  "username",
  "full_name",
  "created_at",
  "activated_at",
  "lost_at",
] as const

interface Needs {
  audit: Audit
  config: Config
  database: OpenDatabase
}

export function createCardBatches({ audit, config, database }: Needs) {
  const { db } = database
  const list = createCardListStore(db)

  const insert = (actor_id: string, { batch, count }: { batch: string; count: number }, now: Date) =>
    db.transaction(async (tx) => {
      await lockBatch(tx, batch)
      const before = await batchCardIds(tx, batch)
      if (before.length > 0) return before
      const card_ids = Array.from({ length: count }, () => newCardId(randomBytes))
      const cards = card_ids.map((card_id, n) => ({ id: randomUUID(), card_id, batch_id: batch, batch_number: n + 1 }))
      await insertBatch(tx, cards, now)
      await audit.record(tx, { actor_id, action: "card.generated", detail: { batch, count } }, now)
      return card_ids
    })

  return {
    async order(actorId, order, now) {
      const card_ids = await withRetry(() => insert(actorId, order, now))
      return { batch: order.batch, card_ids }
    },
    async batch(id) {
      const card_ids = isUuid(id) ? await batchCardIds(db, id) : []
      if (card_ids.length === 0) throw new Refusal("not_found")
      return { batch: id, card_ids }
    },
    async batchCsv(id) {
      const cards = isUuid(id) ? await list.batch(id) : []
      if (cards.length === 0) throw new Refusal("not_found")
      const rows = cards.map((card) => {
        const row = { ...card, url: config.PUBLIC_ORIGIN + cardPath(card.card_id) }
        return COLUMNS.map((column) => {
          const value = row[column]
          return value instanceof Date ? value.toISOString() : (value ?? "")
        })
      })
      return csv([[...COLUMNS], ...rows])
    },
  } satisfies CardBatches
}
