// How a card is changed: by one conditional UPDATE, so that of many at once one wins, together with its audit entry.
import { and, eq, exists, isNull, type SQL } from "drizzle-orm"
import type { AuditAction } from "../../../domain/audit/audit.ts"
import { isCardId } from "../../../domain/card/card.ts"
import { CARD } from "../../../domain/card/card-messages.ts"
import { Refusal } from "../../../domain/errors.ts"
import { isReferenceGone } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_urls, profiles } from "../../platform/db/schema.ts"
import type { Audit } from "../audit/service.ts"
import type { CardRow } from "./store.ts"

/** `isAdmin`: may change every card. Others may change only their own. */
export interface CardActor {
  user_id: string
  isAdmin: boolean
  /** the card's owner when the administrator decided; undefined or empty: any */
  from?: string | undefined
}

interface Change {
  action: AuditAction
  values: Partial<typeof card_urls.$inferInsert>
  /** the card changes only while this holds */
  where: SQL | undefined
}

export const isActiveAccount = (db: Queries, userId: string) =>
  exists(
    db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, userId), isNull(profiles.deleted_at))),
  )

/** Another administrator may have given it to someone else, who would lose it. */
const isStillOf = (owner: string | undefined) =>
  owner === undefined || owner === "" ? undefined : eq(card_urls.user_id, owner)

interface Needs {
  audit: Audit
  database: OpenDatabase
  find(cardId: string): Promise<CardRow | null>
}

export type CardChanges = ReturnType<typeof createCardChanges>

export function createCardChanges({ audit, database: { db }, find }: Needs) {
  /** @returns false when the card does not exist or the condition does not hold */
  async function apply(
    actor_id: string,
    card_id: string,
    { action, values, where, detail = {} }: Change & { detail?: Record<string, string> },
    now: Date,
  ): Promise<boolean> {
    if (!isCardId(card_id)) return false
    try {
      return await db.transaction(async (tx) => {
        const condition = and(eq(card_urls.card_id, card_id), where)
        const changed = await tx.update(card_urls).set(values).where(condition).returning({ id: card_urls.id })
        if (changed.length === 1) await audit.record(tx, { actor_id, action, subject_id: card_id, detail }, now)
        return changed.length === 1
      })
    } catch (error) {
      // The account was deleted at the same moment.
      if (isReferenceGone(error)) return false
      throw error
    }
  }

  async function refusalFor({ user_id, isAdmin }: CardActor, cardId: string): Promise<Refusal> {
    const card = await find(cardId)
    // Only administrators can tell another person's card from one that does not exist.
    const isTheirs = card !== null && (isAdmin || card.user_id === user_id)
    return isTheirs ? new Refusal("card_changed") : new Refusal("card_not_found", { message: CARD.unknown })
  }

  return {
    apply,
    refusalFor,
    /** For administrators and the card's owner. @throws Refusal card_not_found, card_changed */
    async applyAs(actor: CardActor, cardId: string, { where, ...change }: Change, now: Date): Promise<void> {
      const isTheirs = actor.isAdmin ? isStillOf(actor.from) : eq(card_urls.user_id, actor.user_id)
      const detail = { by: actor.isAdmin ? "administrator" : "owner" }
      const isDone = await apply(actor.user_id, cardId, { ...change, where: and(where, isTheirs), detail }, now)
      if (!isDone) throw await refusalFor(actor, cardId)
    },
  }
}
