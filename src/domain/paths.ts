// The addresses of the product: which first path segments are ours, and what a profile's own addresses are.

/** Single-segment routes of the specification (section 2): never a username. */
export const RESERVED_ROUTES = [
  "login",
  "signup",
  "about",
  "contact",
  "faq",
  "admin",
  "settings",
  "edit-profile",
  "verify-email",
  "reset-password",
  "privacy",
  "terms",
  "acceptable-use",
] as const

/** First segments the server answers itself, or may want to: refused as usernames too. */
const RESERVED_SEGMENTS = [
  "account",
  "api",
  "assets",
  "auth",
  "card",
  "files",
  "insights",
  "report",
  "moderation",
  "offline",
  "static",
  "storage",
  "well-known",
  "www",
  "support",
  "help",
  "security",
  "undefined",
  "null",
] as const

const RESERVED = new Set<string>([...RESERVED_ROUTES, ...RESERVED_SEGMENTS])

export const isReservedName = (name: string): boolean => RESERVED.has(name.toLowerCase())

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Profile look-ups match by id when the key is a uuid, otherwise by username (specification section 4). */
export const isUuid = (key: string): boolean => UUID.test(key)

/** Pages that are reached with a token in their address, or that are shown when one was refused: no cache keeps them. */
const TOKEN_PAGES = ["/reset-password", "/verify-email", "/login", "/signup"]
const TOKEN_NAMES = ["access_token", "refresh_token", "token", "token_hash", "code", "error_code"]

/** @param search with its question mark, or empty */
export const mayHoldToken = (pathname: string, search: string): boolean =>
  TOKEN_PAGES.includes(pathname.replace(/\/$/, "").toLowerCase()) ||
  TOKEN_NAMES.some((name) => new URLSearchParams(search).has(name))

export const profilePath = (username: string): string => `/${encodeURIComponent(username)}`
/** The contact card as a plain address, so that saving works without any script. */
export const contactPath = (username: string): string => `/${encodeURIComponent(username)}.vcf`
export const reportPath = (username: string): string => `/report/${encodeURIComponent(username)}`
/** Behind it: the page has counted already that somebody saves the contact. */
export const COUNTED = "?counted"
/** Where the link of an email about a change leads; its token is in the fragment. */
export const UNDO_PAGE = "/account/undo"
export const cardPath = (cardId: string): string => `/card/${encodeURIComponent(cardId)}`

/**
 * A path of our own to return to after signing in; anything else (another host, a scheme, a backslash trick) gives the fallback.
 */
export function ownPath(candidate: string | null | undefined, fallback: string): string {
  if (!candidate?.startsWith("/") || /^\/[/\\]/.test(candidate)) return fallback
  // Browsers drop tabs and newlines before they parse, so "/\t/evil" would become "//evil".
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  if (/[\u0000-\u001f\u007f\\]/.test(candidate)) return fallback
  const base = "http://own.invalid"
  try {
    const url = new URL(candidate, base)
    return url.origin === base ? url.pathname + url.search + url.hash : fallback
  } catch {
    return fallback
  }
}
