// The identifier of an NFC card: 26 random letters and digits (specification sections 3 and 9).
import { CARD_BATCH_MAX, CARD_ID_LENGTH } from "../limits.ts"

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
/** Higher bytes would make the first letters of the alphabet more likely than the rest. */
const FAIR_BELOW = 256 - (256 % ALPHABET.length)

/** @param randomBytes gives that many bytes from a cryptographic source; called again when too many had to be thrown away */
export function newCardId(randomBytes: (count: number) => Uint8Array): string {
  let id = ""
  while (id.length < CARD_ID_LENGTH)
    for (const byte of randomBytes(CARD_ID_LENGTH))
      if (byte < FAIR_BELOW && id.length < CARD_ID_LENGTH) id += ALPHABET.charAt(byte % ALPHABET.length)
  return id
}

/** A typed number of new cards; null when it cannot be ordered. */
export function cardCountOf(typed: string): number | null {
  // Japanese keyboards may write full-width digits.
  const digits = typed
    .normalize("NFKC")
    .trim()
    .replace(/^(\d),(\d{3})$/, "$1$2")
  const count = /^\d+$/.test(digits) ? Number(digits) : 0
  return count >= 1 && count <= CARD_BATCH_MAX ? count : null
}

export const ACTIVATION_STATUSES = ["pending", "activated"] as const

/** What the list of cards can be filtered by; a lost card is also pending or activated. */
export const CARD_FILTERS = ["pending", "activated", "lost"] as const
export type CardFilter = (typeof CARD_FILTERS)[number]

/** Cards made elsewhere may have shorter identifiers. */
export const isCardId = (text: string): boolean => text.length <= CARD_ID_LENGTH && /^[0-9a-z]+$/.test(text)

/** The card_id in a pasted address, as a scanned QR code gives it; other text stays as typed. */
export const withoutAddress = (typed: string): string => /\/card\/([0-9a-z]+)[/?#]*$/.exec(typed)?.[1] ?? typed
