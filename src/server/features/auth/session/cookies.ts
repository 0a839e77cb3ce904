// What a request tells about its client, and cookies that only this server reads: httpOnly, and over https with a prefix that http cannot
// forge.
import type { Context } from "hono"
import { deleteCookie, setCookie } from "hono/cookie"
import {
  COMPANY_LOGIN_MINUTES,
  DEVICE_ACCOUNTS_MAX,
  EMAIL_CHANGE_LINK_HOURS,
  KNOWN_DEVICE_DAYS,
  PASSKEY_CHALLENGE_S,
  SESSION_DAYS,
  SIGNUP_LINK_HOURS,
} from "../../../../domain/limits.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { RequestOrigin } from "../../../platform/places/places.ts"

interface OwnCookie {
  name: string
  path: string
  sameSite: "Strict" | "Lax"
}

/** A browser's session is bound to it: without it a stolen refresh token is worthless. */
const BINDING: OwnCookie = { name: "meishi-binding", path: "/auth/v1/token", sameSite: "Strict" }
/** Known devices: one value for each account that has signed in here. It survives signing out. */
const DEVICES: OwnCookie = { name: "meishi-device", path: "/auth/v1", sameSite: "Strict" }
/**
 * The browser that asked for a confirmation email. The link works at once in that browser; anywhere else it needs the account's
 * password, because the person who reads the email did not necessarily choose it (pre-hijacking). The link is opened from
 * outside, but the page it opens makes the call: same-site.
 */
const EMAIL_LINK: OwnCookie = { name: "meishi-email-link", path: "/auth/v1", sameSite: "Strict" }
/**
 * Tells a card that this is its owner's browser: an owner's taps are not counted. It is sent to cards only, gives no access, and
 * only signed-in browsers get one. Lax: a card is opened from outside, by a link or by the phone itself.
 */
const OWNER: OwnCookie = { name: "meishi-owner", path: "/card", sameSite: "Lax" }

/** The browser that asked for the challenge of a passkey: only the same one can answer it. */
const PASSKEY: OwnCookie = { name: "meishi-passkey", path: "/auth/v1/passkeys", sameSite: "Strict" }

/**
 * The browser that went to a company's login: only the same one comes back. Lax: it comes from another site. On every path, so that no
 * sibling host can set it: with a planted one, the victim's company login would be connected to the attacker's account.
 */
const COMPANY_LOGIN: OwnCookie = { name: "meishi-company-login", path: "/", sameSite: "Lax" }

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
const EMAIL_LINK_S = Math.max(SIGNUP_LINK_HOURS, EMAIL_CHANGE_LINK_HOURS) * HOUR_S
/** Between the values of one cookie; no value contains it. */
const BETWEEN_DEVICES = "."
const SECURE = "__Secure-"
/** Browsers accept this prefix only with the path "/", and then only from this host. */
const HOST = "__Host-"

const isHttps = (publicOrigin: string): boolean => publicOrigin.startsWith("https:")
const nameAt = ({ name, path }: OwnCookie, publicOrigin: string): string =>
  isHttps(publicOrigin) ? (path === "/" ? HOST : SECURE) + name : name

function setOwn(c: Context, cookie: OwnCookie, value: string, maxAge: number, publicOrigin: string): void {
  const { path, sameSite } = cookie
  const secure = isHttps(publicOrigin)
  setCookie(c, nameAt(cookie, publicOrigin), value, { path, httpOnly: true, sameSite, secure, maxAge })
}

/** Both names: the browser may have either. */
function forget(c: Context, { name, path }: OwnCookie, publicOrigin: string): void {
  if (isHttps(publicOrigin)) deleteCookie(c, SECURE + name, { path, secure: true })
  deleteCookie(c, name, { path })
}

/**
 * All values sent with this name, those with the prefix first. There are several when another site of the domain planted one,
 * which must not hide ours. Values without the prefix are those of sessions from before there was one.
 */
const valuesOf = (c: Context, { name }: OwnCookie): string[] =>
  [SECURE + name, name].flatMap((each) => valuesNamed(c, each))

function valuesNamed(c: Context, name: string): string[] {
  // Only the spaces that browsers strip: a name after a no-break space escapes their rules for prefixes.
  const pairs = (c.req.header("cookie") ?? "").split(";").map((pair) => pair.replace(/^[ \t]+/, ""))
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}

/** What a request tells about its client. */
export interface ClientInfo extends RequestOrigin {
  /** values of the binding cookie: one, or none, or ours and planted ones */
  bindings: readonly string[]
  /** values of the cookie of known devices, unchecked */
  devices: readonly string[]
  /** a browser that keeps cookies */
  isBrowser: boolean
  userAgent: string
}

/** Only browsers send Sec-Fetch-Site, and scripts cannot set it. */
export const clientInfoOf = (c: Context<RequestEnv>): ClientInfo => ({
  ip: c.get("clientIp"),
  headers: c.req.raw.headers,
  isProxied: c.get("isProxied"),
  bindings: valuesOf(c, BINDING),
  devices: valuesOf(c, DEVICES).flatMap((value) => value.split(BETWEEN_DEVICES)),
  isBrowser: c.req.header("sec-fetch-site") !== undefined,
  userAgent: (c.req.header("user-agent") ?? "").toWellFormed(),
})

/** @param lifeDays of the longest session: it may need the cookie until its last day */
export const setBinding = (c: Context, value: string, publicOrigin: string, lifeDays: number): void =>
  setOwn(c, BINDING, value, lifeDays * DAY_S, publicOrigin)

/** @param marks the newest first */
export const setDevices = (c: Context, marks: readonly string[], publicOrigin: string): void =>
  setOwn(c, DEVICES, marks.slice(0, DEVICE_ACCOUNTS_MAX).join(BETWEEN_DEVICES), KNOWN_DEVICE_DAYS * DAY_S, publicOrigin)

export const setOwnerMark = (c: Context, mark: string, publicOrigin: string): void =>
  setOwn(c, OWNER, mark, SESSION_DAYS * DAY_S, publicOrigin)

export const ownerMarkOf = (c: Context): string | null => valuesOf(c, OWNER)[0] ?? null

/** Signs the browser out. The cookie of known devices stays. */
export function forgetSessionCookies(c: Context, publicOrigin: string): void {
  forget(c, OWNER, publicOrigin)
  forget(c, BINDING, publicOrigin)
}

export const setLinkCookie = (c: Context, value: string, publicOrigin: string): void =>
  setOwn(c, EMAIL_LINK, value, EMAIL_LINK_S, publicOrigin)

/** Who sends a request about the link of an email. */
export interface LinkAsker {
  ip: string
  /** value of the cookie of the browser that asked for the email; null: not sent */
  cookie: string | null
}

export const linkAskerOf = (c: Context<RequestEnv>, publicOrigin: string): LinkAsker => ({
  ip: c.get("clientIp"),
  cookie: valuesNamed(c, nameAt(EMAIL_LINK, publicOrigin))[0] ?? null,
})

/** All values: a planted one must not hide ours. */
export const passkeyCookiesOf = (c: Context): string[] => valuesOf(c, PASSKEY)

export const setPasskeyCookie = (c: Context, value: string, publicOrigin: string): void =>
  setOwn(c, PASSKEY, value, PASSKEY_CHALLENGE_S, publicOrigin)

/** Only with the prefix on https: others may be planted. */
export const companyCookiesOf = (c: Context, publicOrigin: string): string[] =>
  valuesNamed(c, nameAt(COMPANY_LOGIN, publicOrigin))

export const setCompanyCookie = (c: Context, value: string, publicOrigin: string): void =>
  setOwn(c, COMPANY_LOGIN, value, COMPANY_LOGIN_MINUTES * 60, publicOrigin)
