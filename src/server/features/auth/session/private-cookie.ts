// Cookies that only this server reads: httpOnly, of this site, and over https with a prefix that http cannot forge.
import type { Context } from "hono"
import { deleteCookie, setCookie } from "hono/cookie"

interface OwnCookie {
  name: string
  path: string
  maxAgeS: number
  /** Lax where an address is opened from outside */
  sameSite?: "Strict" | "Lax"
}

const isHttps = (publicOrigin: string): boolean => publicOrigin.startsWith("https:")
const SECURE = "__Secure-"

/**
 * All values sent by this name, those with the prefix first. Several come when another site of the domain planted one: it must
 * not hide ours. Values without the prefix are those of sessions from before there was one.
 */
export function cookieValues(c: Context, name: string): string[] {
  const pairs = (c.req.header("cookie") ?? "").split(";").map((pair) => pair.trim())
  return [`${SECURE}${name}=`, `${name}=`].flatMap((start) =>
    pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length)),
  )
}

export function setOwnCookie(
  c: Context,
  { name, path, maxAgeS, sameSite = "Strict" }: OwnCookie,
  value: string,
  publicOrigin: string,
): void {
  const secure = isHttps(publicOrigin)
  const fullName = secure ? `${SECURE}${name}` : name
  setCookie(c, fullName, value, { path, httpOnly: true, sameSite, secure, maxAge: maxAgeS })
}

/** Both names: whichever the browser has. */
export function forgetOwnCookie(
  c: Context,
  { name, path }: Pick<OwnCookie, "name" | "path">,
  publicOrigin: string,
): void {
  if (isHttps(publicOrigin)) deleteCookie(c, `${SECURE}${name}`, { path, secure: true })
  deleteCookie(c, name, { path })
}
