// The identifier of an NFC card: 26 random letters and digits (specification sections 3 and 9).
import { CARD_BATCH_MAX, CARD_ID_LENGTH } from "../limits.ts"

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
/** Bytes from here on would make the first letters of the alphabet likelier than the rest. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length)

/** @param randomBytes gives that many bytes from a cryptographic source; asked again when too many had to be thrown away */
export function newCardId(randomBytes: (count: number) => Uint8Array): string {
  let id = ""
  while (id.length < CARD_ID_LENGTH)
    for (const byte of randomBytes(CARD_ID_LENGTH))
      if (byte < FAIR_BELOW && id.length < CARD_ID_LENGTH) id += ALPHABET.charAt(byte % ALPHABET.length)
  return id
}

/** How many new cards somebody types that they want; null: nothing that can be ordered. */
export function cardCountOf(typed: string): number | null {
  const count = Number(typed.trim() || Number.NaN)
  return Number.isInteger(count) && count >= 1 && count <= CARD_BATCH_MAX ? count : null
}

export type ActivationStatus = "pending" | "activated"

/**
 * What anyone may know of a card: that it is not in use, and no more; or where it stands. `username`: where it leads, when a
 * profile is shown there.
 */
export type PublicCard = { in_use: false } | { activation_status: ActivationStatus; username?: string }

/** A card as administrators see it; moments are ISO 8601. */
export interface CardUrl {
  card_id: string
  activation_status: ActivationStatus
  /** empty until activation, and after its owner's account is gone */
  user_id: string | null
  username: string | null
  full_name: string | null
  created_at: string
  activated_at: string | null
  lost_at: string | null
  batch_id: string | null
}

/**
 * As GET /api/admin/cards gives them. `next`: the cursor of the page that follows, when there is one; a page that goes on may hold
 * few, even none: so far has been searched.
 */
export interface CardPage {
  cards: CardUrl[]
  next: string | null
}

/** As GET /api/account/cards gives them. */
export interface OwnCardPage {
  cards: OwnCard[]
  next: string | null
}

/** Cards made by one order, in their order. */
export interface CardBatch {
  batch: string
  card_ids: string[]
}

/** A card as its owner sees it; moments are ISO 8601. */
export interface OwnCard {
  card_id: string
  activated_at: string | null
  lost_at: string | null
}

/** What a list of cards can be narrowed to; a lost card is pending or activated as well. */
export const CARD_FILTERS = ["pending", "activated", "lost"] as const
export type CardFilter = (typeof CARD_FILTERS)[number]

/** Worth a look-up: cards made elsewhere may carry shorter identifiers. */
export const isCardId = (text: string): boolean => text.length <= CARD_ID_LENGTH && /^[0-9a-z]+$/.test(text)

/** What to look for when somebody pastes a card's whole address, as a scanned QR code gives it. */
export const withoutAddress = (typed: string): string => /\/card\/([0-9a-z]+)[/?#]*$/.exec(typed)?.[1] ?? typed
