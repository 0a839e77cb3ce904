// Phone numbers as the specification wants them (section 5): (###) ###-####, and how any stored number is shown and dialed.
import { PHONE_DIGITS } from "../limits.ts"

export const digitsOf = (text: string): string => text.replace(/\D/g, "")

/** How every number of the +1 area begins, an area code and an exchange: neither begins with 0 or 1 or ends in 11, and no area code has a 9 inside. */
const AREA_AND_EXCHANGE = /^[2-9](?!11)[0-8]\d[2-9](?!11)\d\d/

/** No area code, but that of every example in print: it stays one of the +1 area. */
const EXAMPLE = /^555/

/** Digits without a country code. Others belong to another country, and nobody knows which one. */
export const isNorthAmerican = (digits: string): boolean =>
  digits.length === PHONE_DIGITS && (AREA_AND_EXCHANGE.test(digits) || EXAMPLE.test(digits))

/** A country code 1 in front. Without a plus, one behind which there is a number of the +1 area: `138 0013 8000` is from China. */
const hasCountryCode = (text: string): boolean =>
  /^\s*\+\s*1/.test(text) || isNorthAmerican(/^1(\d{10})/.exec(digitsOf(text))?.[1] ?? "")

/** In ten digits, it would be another number: with a trunk zero, or with a 1 that is no country code. No area code begins with either. */
export const isTooLong = (text: string): boolean => /^[01]\d{10}/.test(digitsOf(text)) && !hasCountryCode(text)

/** Of another country: its digits are not those of the +1 area, however many they are. */
export const isAbroad = (text: string): boolean => /^\s*\+(?!\s*1)/.test(text)

/** The number's own digits, all of them, without a leading +1. */
const nationalDigits = (text: string): string => digitsOf(text).slice(hasCountryCode(text) ? 1 : 0)

/** While typing: digits only, at most ten, brackets and dash added as soon as there is something behind them. */
export function formatPhone(text: string): string {
  const digits = nationalDigits(text).slice(0, PHONE_DIGITS)
  if (digits.length <= 3) return digits
  const rest = digits.slice(3)
  return `(${digits.slice(0, 3)}) ${rest.length <= 3 ? rest : `${rest.slice(0, 3)}-${rest.slice(3)}`}`
}

/** The position in `formatted` after the digits of `before`, the part of `text` in front of the caret. @param forward as in typed-phone.ts */
export function caretInPattern(text: string, before: string, formatted: string, forward: boolean): number {
  let digits = digitsOf(before).length
  if (hasCountryCode(text)) digits = Math.max(0, digits - 1)
  if (digits === 0 && !forward) return 0
  let position = 0
  for (; digits > 0 && position < formatted.length; position++) if (/\d/.test(formatted.charAt(position))) digits--
  if (forward) while (/\D/.test(formatted.charAt(position))) position++
  return position
}

/**
 * As shown on a profile: a stored number with brackets or a dash as it is. So is one from abroad, with more than ten digits or with an
 * extension: it would become another number.
 */
export function displayPhone(stored: string): string {
  const isExtended = /[\p{L};,#*]/u.test(stored.slice(stored.search(/\d/)))
  const fits = !isAbroad(stored) && !isExtended && nationalDigits(stored).length <= PHONE_DIGITS
  return /[()-]/.test(stored) || !fits ? stored : formatPhone(stored) || stored
}

/**
 * Address for a phone link: what can be a number of the +1 area is one. Anything else is dialed as stored. Null when there is nothing to
 * dial.
 */
export function telHref(stored: string): string | null {
  const number = numberIn(stored)
  const digits = nationalDigits(number)
  // No number of any country has more than 15 (E.164).
  if (digits === "" || digits.length > 15) return null
  if (isNorthAmerican(digits) && !isAbroad(number)) return `tel:+1${digits}`
  return `tel:${number.startsWith("+") ? "+" : ""}${digitsOf(number)}`
}

/** The number at the start of a stored text, without what follows it: an extension, a second number or a remark. */
function numberIn(stored: string): string {
  const text = vanityDigits(stored)
  const number = firstOf(/(?:\+[\s(]*)?\d[^\p{L};,#*]*/u.exec(text)?.[0] ?? "")
  if (text.endsWith(number) || isWhole(number))
    return digitsOf(number).length > PHONE_DIGITS ? number.replace(/^00\s*(?=[1-9])/, "+") : number
  return ""
}

/** Fewer digits are a part of something else. */
const isWhole = (number: string): boolean => digitsOf(number).length >= 7

/** "+49 (0)5341 / " and "0049 5341 / " are no whole numbers yet. */
const NOT_COUNTED = /\(0\)|^(\+|00)\d/g

/** Without a second number behind the first. What stands between them can also stand behind an area code. */
const firstOf = (numbers: string): string =>
  numbers.split(/(?=[/&|+])/).reduce((first, part) => (isWhole(first.replace(NOT_COUNTED, "")) ? first : first + part))

/** Whether a second number stands behind the first. */
export const isSeveral = (numbers: string): boolean => isWhole(numbers.slice(firstOf(numbers).length))

/** What the keys of a telephone say, from A to Z. */
const KEYPAD = "22233344455566677778889999"

/** 1-800-FLOWERS in digits. What is not a whole number of the +1 area then stays as it is. */
export function vanityDigits(text: string): string {
  const letters = text.search(/[A-Z]/)
  const [number, word] = [text.slice(0, letters), text.slice(letters)]
  if (letters === -1 || !/^[\d\s().+-]{3,}$/.test(number) || !/^[A-Z\s.-]+$/.test(word)) return text
  const digits = text.replace(/[A-Z]/g, (letter) => KEYPAD.charAt(letter.charCodeAt(0) - 65))
  return /^1?[2-9]\d{9}$/.test(digitsOf(digits)) ? digits : text
}
