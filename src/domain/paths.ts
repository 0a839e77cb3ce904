// The addresses of the product: which first path segments are ours, and what a profile's own addresses are.

import { lazy } from "./lazy.ts"

/** Single-segment routes of the specification (section 2): never a username. */
const RESERVED_ROUTES = [
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

/** First segments that the server answers itself, now or later: never a profile either. */
const OWN_SEGMENTS = [
  "account",
  "api",
  "assets",
  "auth",
  "card",
  "files",
  "insights",
  "report",
  "moderation",
  "people",
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

const RESERVED_ADDRESSES = new Set<string>([...RESERVED_ROUTES, ...OWN_SEGMENTS])

/** True for addresses of the product's own pages and reserved ones: never a profile. */
export const isReservedAddress = (segment: string): boolean => RESERVED_ADDRESSES.has(segment.toLowerCase())

/** A profile's page may be at this path: one segment, which is not ours and does not look like a file. */
export const mayBeProfilePath = (pathname: string): boolean =>
  /^\/[^/.]+$/.test(pathname) && !isReservedAddress(pathname.slice(1))

/** Not allowed as usernames: names that sound like the operators of the site, or that programs request. */
const reservedNames = () => [
  ..."administrator administrators admins moderator moderators root superuser sysadmin sysop system".split(" "),
  ..."official staff team teams support helpdesk service customerservice abuse info billing payment payments".split(
    " ",
  ),
  ..."legal press marketing safety verification".split(" "),
  ..."postmaster hostmaster webmaster mailerdaemon noreply donotreply mail email smtp imap pop3 ftp".split(" "),
  ..."account accounts profile profiles card cards contacts team org".split(" "),
  ..."dav carddav caldav wallet tap taps exchange import export invite invites undo".split(" "),
  ..."signin signout sign-up log-in logout register home index search explore".split(" "),
  ..."blog news status docs help robots sitemap favicon manifest".split(" "),
  ..."webfinger nodeinfo host-meta acme-challenge change-password security openid-configuration".split(" "),
  ..."autoconfig autodiscover wpad localhost".split(" "),
]

/** Names are compared without separators, which make one look like another. */
const folded = (name: string): string => name.toLowerCase().replace(/[-_]/g, "")

/** Made on first use and marked as pure, so that the visitor script, which needs paths only, does not carry the names. */
const reserved = /* @__PURE__ */ lazy(() => new Set([...RESERVED_ADDRESSES, ...reservedNames()].map(folded)))

/** Shorter site names occur in too many ordinary names. */
const SITE_NAME_MIN = 3

/**
 * Reserved names cannot be chosen at sign-up; existing accounts keep theirs.
 * @param siteName SITE_NAME, which only the server knows: the site's own name is reserved, alone and with a reserved word on either side
 */
export function isReservedName(name: string, siteName = ""): boolean {
  const plain = folded(name)
  if (reserved().has(plain)) return true
  const site = siteName
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
  if (site.length < SITE_NAME_MIN) return false
  const besideSite = [
    plain.startsWith(site) ? plain.slice(site.length) : null,
    plain.endsWith(site) ? plain.slice(0, -site.length) : null,
  ]
  return besideSite.some((rest) => rest !== null && (rest === "" || reserved().has(rest)))
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Profiles are found by id when the key is a UUID, otherwise by username (specification section 4). */
export const isUuid = (key: string): boolean => UUID.test(key)

/** Pages with a token in their address, or that are shown when one was refused: no cache stores them. */
const TOKEN_PAGES = ["/reset-password", "/verify-email", "/login", "/signup"]
const TOKEN_NAMES = ["access_token", "refresh_token", "token", "token_hash", "code", "error_code"]

/** @param search with its question mark, or empty */
export const mayHoldToken = (pathname: string, search: string): boolean =>
  TOKEN_PAGES.includes(pathname.replace(/\/$/, "").toLowerCase()) ||
  TOKEN_NAMES.some((name) => new URLSearchParams(search).has(name))

export const profilePath = (username: string): string => `/${encodeURIComponent(username)}`
/** The contact card as a plain address, so that saving works without any script. */
export const contactPath = (username: string): string => `/${encodeURIComponent(username)}.vcf`
export const profileJsonPath = (username: string): string => `/${encodeURIComponent(username)}.json`
/** Where visitors leave their details for the owner of a profile. */
export const exchangePath = (username: string): string => `/exchange/${encodeURIComponent(username)}`
/** Where those who left their details see them; the token is in the query, so that it works without scripts. */
export const GIVEN_PAGE = "/exchange/my/details"
export const reportPath = (username: string): string => `/report/${encodeURIComponent(username)}`
/** Where the link of an email about a change leads; its token is in the fragment. */
export const UNDO_PAGE = "/account/undo"
/** The screen to hand over your card; an installed application starts there. */
export const OWN_CARD_PATH = "/settings/card"
export const cardPath = (cardId: string): string => `/card/${encodeURIComponent(cardId)}`

/** Control characters, which browsers remove before parsing ("/\t/evil" becomes "//evil"), and the backslash, read as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const MISREAD = /[\u0000-\u001f\u007f\\]/

/** A placeholder for the site; no real address has this host. */
const BASE = "http://own.invalid"

/** Two slashes at the start lead to another host, and routers refuse to go there. */
const leadsAway = (path: string): boolean => !path.startsWith("/") || path.startsWith("//")

/**
 * A path of our own to return to after signing in; anything else (another host, a scheme, a backslash trick) gives the fallback.
 * Removing dots makes new addresses ("/.//evil" becomes "//evil"), so the result is checked like the input.
 */
export function ownPath(candidate: string | null | undefined, fallback: string): string {
  if (!candidate || leadsAway(candidate) || MISREAD.test(candidate)) return fallback
  try {
    const { origin, pathname, search, hash } = new URL(candidate, BASE)
    const path = pathname + search + hash
    return origin === BASE && !leadsAway(path) && new URL(path, BASE).href === BASE + path ? path : fallback
  } catch {
    return fallback
  }
}

/** The code is in the fragment, which reaches no server and no log. */
export const invitationPath = (code: string): string => `/signup#invite=${code}`
