// The state of a card, as far as its holder may know it.
import type { PublicCard } from "../../../api/cards.ts"
import { ApiError, call } from "../../session/api.ts"

/**
 * `unavailable`: activated, but its profile is not shown. `not-in-use`: reported lost. `failed`: the server could not be
 * asked; trying again may help.
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
    return fetchedCard(await call("GET /api/cards/{card_id}", { params: { card_id: cardId } }))
  } catch (error) {
    return { state: error instanceof ApiError && error.status === 404 ? "unknown" : "failed" }
  }
}
