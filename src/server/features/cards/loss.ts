// A lost card leads nowhere and cannot be activated until it is found.
import { isNotNull, isNull } from "drizzle-orm"
import { card_urls } from "../../platform/db/schema.ts"
import type { CardActor, CardChanges } from "./card-changes.ts"

export function createLoss({ changes }: { changes: CardChanges }) {
  return {
    /** @throws Refusal card_not_found, card_changed */
    reportLost: (actor: CardActor, cardId: string, now: Date): Promise<void> =>
      changes.applyAs(
        actor,
        cardId,
        { action: "card.lost", values: { lost_at: now }, where: isNull(card_urls.lost_at) },
        now,
      ),

    /** @throws Refusal card_not_found, card_changed */
    reportFound: (actor: CardActor, cardId: string, now: Date): Promise<void> =>
      changes.applyAs(
        actor,
        cardId,
        { action: "card.found", values: { lost_at: null }, where: isNotNull(card_urls.lost_at) },
        now,
      ),
  }
}
