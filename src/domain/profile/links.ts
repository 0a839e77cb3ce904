// Links on profiles: the networks they may lead to, and which links are shown (http and https only).
import { FIELD_MAX } from "../limits.ts"

/** The social networks a profile may link to (specification section 3), as the edit form names them (section 2). */
export const NETWORK_LABEL = {
  instagram: "Instagram",
  facebook: "Facebook",
  tiktok: "TikTok",
  twitter: "X (formerly Twitter)",
  bluesky: "Bluesky",
  pinterest: "Pinterest",
  linkedin: "LinkedIn",
  youtube: "YouTube",
} as const
export type Network = keyof typeof NETWORK_LABEL
export const NETWORKS = Object.keys(NETWORK_LABEL) as Network[]

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
