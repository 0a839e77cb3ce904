// The cookie of the browser that asked for a confirmation email. The link works at once in that browser; anywhere else it needs
// the account's password, because anyone who reads the email did not necessarily choose it (pre-hijacking).
import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import { EMAIL_CHANGE_LINK_HOURS, SIGNUP_LINK_HOURS } from "../../../../domain/limits.ts"
import { newToken, sha256 } from "./one-time-token.ts"
import type { TokenRow } from "./one-time-tokens-store.ts"

const NAME = "meishi-email-link"
const HOUR_S = 3600
const MAX_AGE_S = Math.max(SIGNUP_LINK_HOURS, EMAIL_CHANGE_LINK_HOURS) * HOUR_S

const isHttps = (publicOrigin: string): boolean => publicOrigin.startsWith("https:")
const nameAt = (publicOrigin: string): string => (isHttps(publicOrigin) ? `__Secure-${NAME}` : NAME)

/** Who sends a request about a link. */
export interface LinkAsker {
  ip: string
  /** value of the cookie; null when there is none */
  cookie: string | null
}

/** What binds a link to the browser that asks for it: the value for its cookie, and the hash for the database. */
export interface LinkBinding {
  cookie: string
  browser_hash: string
}

/** Always a fresh value: one that came with the request may have been planted. */
export function newLinkBinding(): LinkBinding {
  const cookie = newToken()
  return { cookie, browser_hash: sha256(cookie) }
}

/** Whether the request comes from the browser the link is bound to. */
export const isBoundTo = ({ browser_hash }: Pick<TokenRow, "browser_hash">, cookie: string | null): boolean =>
  browser_hash !== null && cookie !== null && sha256(cookie) === browser_hash

export const linkCookieOf = (c: Context, publicOrigin: string): string | null =>
  getCookie(c, nameAt(publicOrigin)) ?? null

export function setLinkCookie(c: Context, value: string, publicOrigin: string): void {
  setCookie(c, nameAt(publicOrigin), value, {
    path: "/auth/v1",
    httpOnly: true,
    // The link is opened from outside, but the page it opens makes the call: same-site.
    sameSite: "Strict",
    secure: isHttps(publicOrigin),
    maxAge: MAX_AGE_S,
  })
}
