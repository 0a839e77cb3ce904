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

export const ACTIVATION_STATUSES = ["pending", "activated"] as const
export type ActivationStatus = (typeof ACTIVATION_STATUSES)[number]

/** What a list of cards can be narrowed to; a lost card is pending or activated as well. */
export const CARD_FILTERS = ["pending", "activated", "lost"] as const
export type CardFilter = (typeof CARD_FILTERS)[number]

/** Worth a look-up: cards made elsewhere may carry shorter identifiers. */
export const isCardId = (text: string): boolean => text.length <= CARD_ID_LENGTH && /^[0-9a-z]+$/.test(text)

/** What to look for when somebody pastes a card's whole address, as a scanned QR code gives it. */
export const withoutAddress = (typed: string): string => /\/card\/([0-9a-z]+)[/?#]*$/.exec(typed)?.[1] ?? typed
