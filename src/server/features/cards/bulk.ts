// One change of many cards, for administrators: all that it applies to change together, each with its own audit entry.
import { and, inArray, isNotNull, isNull } from "drizzle-orm"
import { BUDGET } from "../../../domain/budgets.ts"
import type { CardBulkChange } from "../../../domain/card/card-forms.ts"
import { withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { card_urls } from "../../platform/db/schema.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Caller } from "../auth/caller.ts"
import { requireOpenSession } from "../auth/session/lock-caller.ts"
import { isActivated, UNLINKED } from "./ownership.ts"

interface Needs {
  audit: Audit
  database: OpenDatabase
  limits: Pick<RateLimits, "take">
}

/** What each change does, and to which cards: the same as for a single one. */
const CHANGES = {
  lost: (now: Date) => ({ action: "card.lost", values: { lost_at: now }, where: isNull(card_urls.lost_at) }) as const,
  found: () => ({ action: "card.found", values: { lost_at: null }, where: isNotNull(card_urls.lost_at) }) as const,
  unlinked: () => ({ action: "card.unlinked", values: UNLINKED, where: isActivated }) as const,
} satisfies Record<CardBulkChange["change"], unknown>

export function createBulkChanges({ audit, database: { db }, limits }: Needs) {
  return {
    /**
     * @param caller an administrator
     * @returns the card_ids that changed; unknown cards, those that are already so, and those that have another owner by now are left out
     * @throws Refusal too_many_requests
     */
    async changeMany(caller: Caller, { card_ids, change, owners = {} }: CardBulkChange, now: Date): Promise<string[]> {
      await limits.take(BUDGET.cardChangesPerAccount, caller.user_id)
      const { action, values, where } = CHANGES[change](now)
      const detail = { by: "administrator", together: card_ids.length }
      const expected = new Map(Object.entries(owners))
      const apply = () =>
        db.transaction(async (tx) => {
          await requireOpenSession(tx, caller, now)
          const chosen = and(inArray(card_urls.card_id, card_ids), where)
          const found = await tx
            .select({ card_id: card_urls.card_id, user_id: card_urls.user_id })
            .from(card_urls)
            .where(chosen)
            .orderBy(card_urls.card_id)
            .for("update")
          const ids = found
            .filter(({ card_id, user_id }) => [undefined, user_id].includes(expected.get(card_id)))
            .map(({ card_id }) => card_id)
          if (ids.length > 0) await tx.update(card_urls).set(values).where(inArray(card_urls.card_id, ids))
          const acts = ids.map((subject_id) => ({ actor_id: caller.user_id, action, subject_id, detail }))
          await audit.recordAll(tx, acts, now)
          return ids
        })
      return withRetry(apply)
    },
  }
}
