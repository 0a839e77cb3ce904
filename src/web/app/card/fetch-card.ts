// Where a card stands, as far as it concerns whoever holds it.
import type { PublicCard } from "../../../domain/card/card.ts"
import { ApiError, api } from "../../session/api.ts"

/**
 * `unavailable`: activated, but nobody's profile is shown there. `not-in-use`: somebody reported it lost. `failed`: nobody could
 * say; asking again may help.
 */
export type FetchedCard =
  | { state: "pending" | "unavailable" | "not-in-use" | "unknown" | "failed" }
  | { state: "activated"; username: string }

export function fetchedCard(card: PublicCard | null): FetchedCard {
  if (card === null) return { state: "unknown" }
  if ("in_use" in card) return { state: "not-in-use" }
  if (card.activation_status === "pending") return { state: "pending" }
  return card.username === undefined ? { state: "unavailable" } : { state: "activated", username: card.username }
}

/** Asks the server. Never rejects. */
export async function fetchCard(cardId: string): Promise<FetchedCard> {
  try {
    return fetchedCard(await api<PublicCard>(`/api/cards/${encodeURIComponent(cardId)}`))
  } catch (error) {
    return { state: error instanceof ApiError && error.status === 404 ? "unknown" : "failed" }
  }
}
