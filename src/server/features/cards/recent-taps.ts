// Which card a visitor tapped a moment ago: the details that they leave on the profile afterwards name it. Only in this process's memory:
// no cookie, nothing in the page, and all of it is gone after a restart.
import { createHmac, randomBytes } from "node:crypto"
import { LRUCache } from "lru-cache"
import { TAP_REMEMBERED_MS, TAPS_REMEMBERED_MAX } from "../../../domain/limits.ts"
import type { RequestOrigin } from "../../platform/places/places.ts"

/** Who tapped is not stored. */
export interface Tap {
  card_id: string
  profile_id: string
}

export type RecentTaps = ReturnType<typeof createRecentTaps>

export function createRecentTaps() {
  // The key never leaves this process, so a remembered tap reveals neither address nor device.
  const key = randomBytes(32)
  const taps = new LRUCache<string, { card_id: string; until: number }>({ max: TAPS_REMEMBERED_MAX })

  const markOf = (profileId: string, { ip, headers }: RequestOrigin): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([profileId, ip, headers.get("user-agent")]))
      .digest("base64url")

  return {
    remember({ card_id, profile_id }: Tap, origin: RequestOrigin, now: Date): void {
      taps.set(markOf(profile_id, origin), { card_id, until: now.getTime() + TAP_REMEMBERED_MS })
    },

    /** The card's card_id, or null. Visitors behind one address with the same browser are taken for one. */
    find(profileId: string, origin: RequestOrigin, now: Date): string | null {
      const tap = taps.get(markOf(profileId, origin))
      return tap !== undefined && now.getTime() < tap.until ? tap.card_id : null
    },

    /** How many are remembered; the oldest make room for new ones. */
    count: (): number => taps.size,
  }
}
