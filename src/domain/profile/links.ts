// Links people put on their cards: http(s) only, on save and again wherever one is shown.
import { FIELD_MAX } from "../limits.ts"

/** Also what turns the direction of text: such a link is read as another one. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/**
 * Null also for what is longer than any link here: the time that parsers take for a host of other scripts grows with the square of
 * its length. Not URL.canParse: for some long hosts it says yes, and the parser then throws.
 */
export function parsedUrl(text: string): URL | null {
  if (text.length > FIELD_MAX.url) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The address normalized, or null when it is not a link we show: another scheme, no scheme, credentials or controls inside. */
export function httpUrl(text: string): string | null {
  if (text.length > FIELD_MAX.url || !/^https?:\/\//i.test(text) || CONTROLS.test(text)) return null
  const url = parsedUrl(text)
  return url !== null && url.username === "" && url.password === "" ? url.href : null
}

/** As shown to people: without the protocol and a lone trailing slash (specification section 2). */
export const displayUrl = (url: string): string => url.replace(/^https?:\/\//i, "").replace(/\/$/, "")
