// NFC cards: administrators create them, people activate them (specification section 4).
import { randomBytes, randomUUID } from "node:crypto"
import type { PublicCard } from "../../../api/cards.ts"
import { isCardId, newCardId } from "../../../domain/card/card.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Log } from "../../platform/log.ts"
import type { Places } from "../../platform/places/places.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Profiles } from "../profiles/service.ts"
import { createActivation } from "./activation.ts"
import { createBatches } from "./batches.ts"
import { createBulkChanges } from "./bulk.ts"
import { createCardChanges } from "./card-changes.ts"
import { createCardSearch } from "./card-search.ts"
import { createLoss } from "./loss.ts"
import { createOwnership } from "./ownership.ts"
import type { RecentTaps } from "./recent-taps.ts"
import { type CardRow, createCardStore } from "./store.ts"
import { createTaps } from "./taps.ts"

interface Needs {
  audit: Audit
  config: Pick<Config, "PUBLIC_ORIGIN">
  database: OpenDatabase
  limits: Pick<RateLimits, "take" | "takeForIp">
  log: Log
  places: Places
  profiles: Pick<Profiles, "own" | "read">
  recentTaps: Pick<RecentTaps, "remember">
}

export type Cards = ReturnType<typeof createCards>

export function createCards(needs: Needs) {
  const { audit, config, database, limits, log, places, profiles, recentTaps } = needs
  const store = createCardStore(database.db)
  const changes = createCardChanges({ audit, database, find })

  return {
    ...createActivation({ changes, database, find, log, profiles }),
    ...createOwnership({ changes, database }),
    ...createLoss({ changes }),
    ...createBulkChanges({ audit, database, limits }),
    ...createBatches({ audit, config, database }),
    ...createCardSearch({ database }),
    taps: createTaps({ database, limits, log, places, recentTaps }),
    find,
    count: store.count,

    /** @returns the new card's card_id */
    async generate(now: Date): Promise<string> {
      const card_id = newCardId(randomBytes)
      if (await store.insert({ id: randomUUID(), card_id }, now)) return card_id
      throw new Error("a random card_id occurred twice: the source of randomness is broken")
    },

    /** What is public about a card; null when it does not exist. */
    async show(cardId: string, now: Date): Promise<PublicCard | null> {
      const card = await find(cardId)
      if (card === null) return null
      if (card.lost_at !== null) return { in_use: false }
      const { activation_status } = card
      const profile = await profileOf(card, now)
      return profile === null ? { activation_status } : { activation_status, username: profile.username }
    },

    /** The profile that an activated card opens, and the card's owner; null: none. */
    async destination(cardId: string, now: Date): Promise<{ profile: PublicProfile; owner_id: string } | null> {
      const card = await find(cardId)
      const profile = card === null ? null : await profileOf(card, now)
      return profile === null ? null : { profile, owner_id: card?.user_id ?? "" }
    },
  }

  async function find(cardId: string): Promise<CardRow | null> {
    return isCardId(cardId) ? ((await store.byCardId(cardId)) ?? null) : null
  }

  async function profileOf({ user_id, profile_id, lost_at }: CardRow, now: Date): Promise<PublicProfile | null> {
    return user_id === null || lost_at !== null ? null : profiles.read(profile_id ?? user_id, now)
  }
}
