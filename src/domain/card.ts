// The identifier of an NFC card: 26 random letters and digits (specification sections 3 and 9).
import { CARD_ID_LENGTH } from "./limits.ts"

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

/** What anyone may know of a card. `username`: where it leads, when a profile is shown there. */
export interface PublicCard {
  activation_status: "pending" | "activated"
  username?: string
}

/** Worth a look-up: cards made elsewhere may carry shorter identifiers. */
export const isCardId = (text: string): boolean => text.length <= CARD_ID_LENGTH && /^[0-9a-z]+$/.test(text)
