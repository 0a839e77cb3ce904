// Phone numbers as they are typed and pasted: which rules they follow, and where the caret belongs after formatting. Separate from what
// shows a number: a visitor's page need not carry these rules.
import { caretInPattern, digitsOf, formatPhone, isAbroad, isSeveral, isTooLong, vanityDigits } from "./phone.ts"

/** What people put between digits. Anything else, such as an extension or a second number, must not become part of the number. */
const SEPARATOR = /[\s()./\p{Pd}]/u
const DIALABLE = /^\+?[\d\s()./\p{Pd}]*$/u
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu

/**
 * The number as it is stored. One from abroad takes its international form, one of the +1 area behind 00 the pattern;
 * anything else stays as it is, in western digits.
 * @returns null when no such number exists
 */
export async function storablePhone(text: string): Promise<string | null> {
  const plain = plainPhone(text)
  if (!isAbroad(plain)) {
    if (/^\s*00/.test(text) && DIALABLE.test(plain) && /^1\d{10}$/.test(digitsOf(plain))) return formatPhone(plain)
    // Two numbers typed one behind the other: the field keeps only their digits.
    return /\d{16}/.test(plain) ? null : inWesternDigits(text)
  }
  const number = dialable(plain)
  if (number === null) return null
  const { internationalPhone } = await import("./international-phone.ts")
  return internationalPhone(number)
}

/** A number with digits of another script in those that every program dials; any other one as it is. */
export const inWesternDigits = (text: string): string =>
  /(?![0-9])\p{Nd}/u.test(text) ? plainPhone(text).trim() : text

/**
 * What the field shows after an edit.
 * @param international from international-phone.ts; until it is loaded, a number from abroad stays as typed
 */
export function formatTyped(text: string, international: ((number: string) => string) | null): string {
  const plain = plainPhone(text)
  if (!isAbroad(plain)) return isSeveral(plain) ? text : isTooLong(plain) ? uncut(plain, text) : formatPhone(plain)
  const number = dialable(plain)
  return international === null || number === null ? text : international(number)
}

const uncut = (plain: string, text: string): string => (DIALABLE.test(plain) ? digitsOf(plain) : text)

/** Erasing the plus alone would turn a number from abroad into one of the pattern, cut to ten digits: the plus stays while there are digits. */
export const withPlus = (text: string, before: string): string => (text !== "" && before === `+${text}` ? before : text)

/**
 * Where the caret belongs after `text`, with the caret at `caret`, became `formatted`: beside the same digit.
 * @param forward the edit was a Delete key: the caret passes the punctuation, or it would never get beyond it
 */
export function caretAfterFormat(text: string, caret: number, formatted: string, forward = false): number {
  const plain = plainPhone(text)
  return isAbroad(plain)
    ? caretAbroad(text.slice(caret), formatted, forward)
    : caretInPattern(plain, plainPhone(text.slice(0, caret)), formatted, forward)
}

/** In front of as many characters as there are in `after`, separators aside: none is ever cut off. The plus stays in front. */
function caretAbroad(after: string, formatted: string, forward: boolean): number {
  const isSeparator = (at: number) => SEPARATOR.test(formatted.charAt(at))
  let count = Array.from(after.normalize("NFKC").replace(INVISIBLE, "")).filter((each) => !SEPARATOR.test(each)).length
  let position = formatted.length
  while (position > 1 && (count > 0 || (!forward && isSeparator(position - 1)))) {
    position--
    if (!isSeparator(position)) count--
  }
  return position
}

/**
 * With western digits, without invisible characters, and with `+` at the start of a number with a country code: for `00` and its like, and
 * in place of a label, as in `tel:+49…`.
 */
export function plainPhone(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(/(?![0-9])\p{Nd}/gu, westernDigit)
    .replaceAll(HEAVY_PLUS, "+")
    .replace(WHATSAPP, "+")
    .replace(NUMBERED_LABEL, (whole, label: string) => (/\p{L}/u.test(label) ? "" : whole))
    .replace(BEFORE_PLUS, (whole, label: string) => (/\d/.test(label) && !/[\p{L}.:)]/u.test(label) ? whole : "+"))
    .replace(/^\+00[\s(]*/, "+")
    .replace(/^[^\d+(]*00[\s(]*(?=[2-9]|1[\s(]*[02-9])/, "+")
  return vanityDigits(withoutPrefix(plain))
}

const HEAVY_PLUS = "\u2795"
/** Their links have the country code without a plus. */
const WHATSAPP = /^\s*(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)(?=[1-9])/i
/** "Phone 2: " */
const NUMBERED_LABEL = /^([^\d+]+)\d{1,2}\s*[.:)]\s*(?=[\d(])/
/** A label, which may be numbered. */
const BEFORE_PLUS = /^([^\d+]*(?:\d{1,2}[^\d+]*)?)\+[+\s(]*/

/** Which many countries dial in front of a country code, and Australia. */
const PREFIX_00 = /^[^\d+]*0[\s().-]*0(?:[\s().-]*1[\s().-]*1(?=[\s().-]*[2-9]))?[\s().-]*(?=[1-9])/
/** That of the +1 area. Behind fewer digits it is an area code of another country, such as that of Leeds, 0113. */
const PREFIX_011 = /^[^\d+]*0[\s().-]*1[\s().-]*1[\s().-]*(?=[2-9])/
const PREFIX_011_DIGITS = 13

/** With `+` for what stands for it when a number is too long for the pattern. A shorter one may begin so while its first digits are replaced. */
function withoutPrefix(plain: string): string {
  if (!isTooLong(plain) || plain.startsWith("+")) return plain
  if (PREFIX_00.test(plain)) return plain.replace(PREFIX_00, "+")
  return digitsOf(plain).length >= PREFIX_011_DIGITS ? plain.replace(PREFIX_011, "+") : plain
}

/** Every script has its ten digits in a row. NFKC has replaced those whose rows touch. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** @returns the plus and the digits; null when there is more than that */
const dialable = (plain: string): string | null => (DIALABLE.test(plain) ? `+${plain.replace(/\D/g, "")}` : null)
