// Orders new cards. If the answer is lost, the order is sent again under the same id, so that no card is created twice.
import type { CardBatch } from "../../../../api/cards.ts"
import { ApiError, call } from "../../../session/api.ts"

interface Order {
  batch: string
  count: number
}

let unanswered: Order | null = null

/** A random uuid; the browser's own function is missing where the site has no https. */
function newName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** @throws ApiError */
export async function orderCards(count: number): Promise<CardBatch> {
  const order = unanswered?.count === count ? unanswered : { batch: newName(), count }
  unanswered = order
  try {
    const made = await call("POST /api/admin/cards", { body: order })
    unanswered = null
    return made
  } catch (error) {
    // Refused for good: the next attempt is a new order.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) unanswered = null
    throw error
  }
}
