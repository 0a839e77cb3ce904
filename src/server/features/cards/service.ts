// NFC cards: made by an administrator, linked to whoever activates them (specification section 4).
import { randomBytes, randomUUID } from "node:crypto"
import type { PublicCard } from "../../../api/cards.ts"
import { isCardId, newCardId } from "../../../domain/card/card.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import type { Places } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Profiles } from "../profiles/service.ts"
import { type CardActions, createCardActions } from "./actions.ts"
import { type CardBatches, createCardBatches } from "./batches.ts"
import { type CardLists, createCardLists } from "./lists.ts"
import { type CardRow, createCardStore } from "./store.ts"
import { createTaps, type Taps } from "./taps.ts"

export interface Cards extends CardActions, CardBatches, CardLists {
  /** @returns the new card's card_id */
  generate(now: Date): Promise<string>
  find(cardId: string): Promise<CardRow | null>
  /** What anyone may know of it; null when there is no such card. */
  show(cardId: string, now: Date): Promise<PublicCard | null>
  /** The profile an activated card leads to; null when it leads to none. */
  destination(cardId: string, now: Date): Promise<PublicProfile | null>
  /**
   * Activates it for a person: done twice it gives the same answer.
   * @returns the username the card leads to
   * @throws Refusal profile_missing, card_not_found, card_not_in_use, card_already_activated, card_changed, account_deactivated
   */
  claim(cardId: string, userId: string, now: Date): Promise<string>
  taps: Taps
  count(): Promise<number>
}

interface Needs {
  audit: Audit
  config: Config
  database: OpenDatabase
  limits: RateLimits
  log: Log
  places: Places
  profiles: Profiles
}

export function createCards(services: Needs): Cards {
  const { log, profiles } = services
  const store = createCardStore(services.database.db)

  const find = async (cardId: string) => (isCardId(cardId) ? ((await store.byCardId(cardId)) ?? null) : null)
  const acts = createCardActions({ ...services, find })
  const profileOf = async ({ user_id, lost_at }: CardRow, now: Date) =>
    user_id === null || lost_at !== null ? null : profiles.read(user_id, now)

  return {
    ...acts,
    ...createCardBatches(services),
    ...createCardLists(services),
    async generate(now) {
      const card_id = newCardId(randomBytes)
      if (await store.insert({ id: randomUUID(), card_id }, now)) return card_id
      throw new Error("a random card_id occurred twice: the source of randomness is broken")
    },
    find,
    async show(cardId, now) {
      const card = await find(cardId)
      if (card === null) return null
      if (card.lost_at !== null) return { in_use: false }
      const { activation_status } = card
      const profile = await profileOf(card, now)
      return profile === null ? { activation_status } : { activation_status, username: profile.username }
    },
    async destination(cardId, now) {
      const card = await find(cardId)
      return card === null ? null : profileOf(card, now)
    },
    async claim(cardId, userId, now) {
      const profile = await profiles.own(userId)
      if (profile === null) throw new Refusal("profile_missing")
      const isWon = await acts.activate(cardId, userId, now)
      if (isWon) log.info("card.activated", { user: userId })
      const card = isWon ? null : await find(cardId)
      if (card !== null && card.lost_at !== null) throw new Refusal("card_not_in_use")
      if (isWon || card?.user_id === userId) return profile.username
      if (card === null) throw new Refusal("card_not_found")
      if (card.activation_status === "activated") throw new Refusal("card_already_activated")
      // To be had: but not by an account that was deactivated or deleted in the meantime, or only since a moment ago.
      const isActive = (await profiles.own(userId))?.deleted_at === null
      throw new Refusal(isActive ? "card_changed" : "account_deactivated")
    },
    taps: createTaps(services),
    count: store.count,
  }
}
