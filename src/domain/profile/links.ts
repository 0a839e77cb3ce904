// Links on profiles: the networks they may lead to, and which links are shown (http and https only).
import { URL_MAX } from "../limits.ts"

/** The social networks a profile may link to (specification section 3), as the edit form names them (section 2). */
export const NETWORKS = [
  "instagram",
  "facebook",
  "tiktok",
  "twitter",
  "bluesky",
  "pinterest",
  "linkedin",
  "youtube",
] as const
export type Network = (typeof NETWORKS)[number]

export const NETWORK_LABEL: Record<Network, string> = {
  instagram: "Instagram",
  facebook: "Facebook",
  tiktok: "TikTok",
  twitter: "X (formerly Twitter)",
  bluesky: "Bluesky",
  pinterest: "Pinterest",
  linkedin: "LinkedIn",
  youtube: "YouTube",
}

/** Includes changes of direction: such a link looks like another one. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/**
 * Null also for text longer than any link here: for hosts in other scripts, the time of parsing grows with the square of the length.
 * Not URL.canParse: for some long hosts it returns true, and the parser then throws.
 */
export function parsedUrl(text: string): URL | null {
  if (text.length > URL_MAX) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The normalized address, or null when such a link is not shown: another scheme, no scheme, credentials or controls. */
export function httpUrl(text: string): string | null {
  if (text.length > URL_MAX || !/^https?:\/\//i.test(text) || CONTROLS.test(text)) return null
  const url = parsedUrl(text)
  return url !== null && url.username === "" && url.password === "" ? url.href : null
}

/** As shown to people: without the protocol and a lone trailing slash (specification section 2). */
export const displayUrl = (url: string): string => url.replace(/^https?:\/\//i, "").replace(/\/$/, "")
