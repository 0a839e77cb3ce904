// Phone numbers with a country code other than +1, by the numbering plans of the world (libphonenumber). 30 kB of tables, compressed: loaded
// where such a number is typed or saved, never for visitors.
import { AsYouType, parsePhoneNumberFromString } from "libphonenumber-js/min"

/** @param number a plus and digits @returns the same digits, in the groups that its country writes */
export const formatInternational = (number: string): string => new AsYouType().input(number) || number

/** In front of mobile numbers in Mexico until 2019; many address books still have it. */
const FORMER_PREFIX = /^\+521(?=\d{10}$)/

/**
 * As `+49 30 1234567`, without a trunk zero. Numbers of the right length are taken: which ones are in use changes faster than servers
 * are updated.
 * @param number a plus and digits
 * @returns null when the country does not exist or has no numbers of this length
 */
export function internationalPhone(number: string): string | null {
  const found = parsePhoneNumberFromString(number.replace(FORMER_PREFIX, "+52"))
  // The tables complete a few short numbers with an area code. Which one is meant is not known.
  if (!found?.isPossible() || found.number.length > number.length) return null
  return found.formatInternational()
}
