// The addresses that call a number and write to an email address.
import { telHref } from "../../../domain/contact/phone.ts"
import { plainPhone } from "../../../domain/contact/typed-phone.ts"

/** No number is longer. Contacts come from anywhere, and their texts may have any length. */
const NUMBER_MAX = 100
/** "+44 (0)20": from abroad the zero is not dialed, except in Italy. */
const TRUNK_ZERO = /^(\+(?!39)[\d\s.-]{1,6})\(0\)/
/** Written as only the +1 area does. The grouping counts: `138 2345 6789` is from China. */
const HAS_COUNTRY = /^\s*\+|^\s*1[\s(.-]+\d{3}[\s).-]|\(\d{3}\) \d{3}-\d{4}/

/** Null when there is no number to call. */
export function phoneLink(phone: string): string | null {
  const number = plainPhone(phone.slice(0, NUMBER_MAX)).replace(TRUNK_ZERO, "$1")
  const href = telHref(number)
  if (!href?.startsWith("tel:+1") || HAS_COUNTRY.test(number)) return href
  // It may be a number of any country: the phone that calls it knows where it is.
  return href.replace(/^tel:\+1/, /^\D*1/.test(number) ? "tel:1" : "tel:")
}

export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email)}`
