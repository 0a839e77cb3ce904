// Activation: a pending card is linked to the first person who activates it (specification section 4).
import { and, eq, isNull } from "drizzle-orm"
import { Refusal } from "../../../domain/errors.ts"
import { hasName } from "../../../domain/profile/profile.ts"
import { withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { card_urls } from "../../platform/db/schema.ts"
import type { Log } from "../../platform/log.ts"
import type { Profiles } from "../profiles/service.ts"
import { type CardChanges, isActiveAccount } from "./card-changes.ts"
import type { CardRow } from "./store.ts"

interface Needs {
  changes: CardChanges
  database: OpenDatabase
  find(cardId: string): Promise<CardRow | null>
  log: Log
  profiles: Pick<Profiles, "own">
}

export function createActivation({ changes, database: { db }, find, log, profiles }: Needs) {
  return {
    linkPending,
    /**
     * Activates a card for a person. Doing it again gives the same answer.
     * @returns the username the card leads to
     * @throws Refusal profile_missing, card_not_found, card_not_in_use, card_already_activated, card_changed, account_deactivated
     */
    async activate(cardId: string, userId: string, now: Date): Promise<string> {
      const profile = await profiles.own(userId)
      if (profile === null || !hasName(profile)) throw new Refusal("profile_missing")
      const isWon = await linkPending(cardId, userId, now)
      if (isWon) log.info("card.activated", { user: userId })
      const card = isWon ? null : await find(cardId)
      if (card !== null && card.lost_at !== null) throw new Refusal("card_not_in_use")
      if (isWon || card?.user_id === userId) return profile.username
      if (card === null) throw new Refusal("card_not_found")
      if (card.activation_status === "activated") throw new Refusal("card_already_activated")
      // Still pending: the account was deactivated or deleted in the meantime, or the card became pending a moment ago.
      const isActive = (await profiles.own(userId))?.deleted_at === null
      throw new Refusal(isActive ? "card_changed" : "account_deactivated")
    },
  }

  /** True for the one call that linked a pending card; false when it is activated, lost or does not exist. */
  function linkPending(cardId: string, userId: string, now: Date): Promise<boolean> {
    const activation = {
      action: "card.activated",
      values: { user_id: userId, profile_id: null, activation_status: "activated", activated_at: now },
      where: and(
        eq(card_urls.activation_status, "pending"),
        isNull(card_urls.lost_at),
        // A deactivated account gets no cards.
        isActiveAccount(db, userId),
      ),
    } as const
    // Safe to repeat: the second time the card is no longer pending.
    return withRetry(() => changes.apply(userId, cardId, activation, now))
  }
}
