// Links a card to the signed-in user, with one POST however often the page renders.
import { ApiError, call } from "../../session/api.ts"

export type Activation =
  | { state: "success"; username: string }
  /** activated by another person, or reported lost, a moment ago */
  | { state: "taken" }
  /** the account is deactivated: a notice replaces the page */
  | { state: "blocked" }
  | { state: "failed"; needsProfile: boolean; mayRetry: boolean }

/** Codes after which the card has to be loaded again. */
const TAKEN = new Set(["card_already_activated", "card_not_in_use"])

const running = new Map<string, Promise<Activation>>()

/** Never rejects. Two effects of one page are one activation. */
export function activateOnce(cardId: string, userId: string): Promise<Activation> {
  const key = `${userId} ${cardId}`
  const known = running.get(key)
  if (known) return known
  const answer = activate(cardId).finally(() => running.delete(key))
  running.set(key, answer)
  return answer
}

async function activate(cardId: string): Promise<Activation> {
  try {
    const { username } = await call("PUT /api/cards/{card_id}/activation", { params: { card_id: cardId } })
    return { state: "success", username }
  } catch (error) {
    const { code, status } = error instanceof ApiError ? error : { code: "", status: 0 }
    if (TAKEN.has(code)) return { state: "taken" }
    if (code === "account_deactivated") return { state: "blocked" }
    const mayRetry = status === 0 || status === 429 || status >= 500 || code === "card_changed"
    return { state: "failed", needsProfile: code === "profile_missing", mayRetry }
  }
}
