// The cookie by which a card knows its owner's browser: an owner's taps are not counted. It goes to cards alone, names
// nobody, opens nothing, and is never given to who is not signed in.
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Context } from "hono"
import { SESSION_DAYS } from "../../../../domain/limits.ts"
import { cookieValues, forgetOwnCookie, setOwnCookie } from "./private-cookie.ts"

const COOKIE = { name: "meishi-owner", path: "/card" }
const DAY_S = 86_400

export interface OwnerMarks {
  /** What the browser of this user carries. */
  of(userId: string): string
  is(mark: string | null, userId: string): boolean
}

export function createOwnerMarks(key: Buffer): OwnerMarks {
  const mac = (userId: string): Buffer => createHmac("sha256", key).update(userId).digest()
  return {
    of: (userId) => mac(userId).toString("base64url"),
    is(mark, userId) {
      const given = Buffer.from(mark ?? "", "base64url")
      const expected = mac(userId)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

export const ownerMarkOf = (c: Context): string | null => cookieValues(c, COOKIE.name)[0] ?? null

export function setOwnerMark(c: Context, mark: string, publicOrigin: string): void {
  // Lax: a card is opened from outside, by a link or by the phone itself.
  setOwnCookie(c, { ...COOKIE, maxAgeS: SESSION_DAYS * DAY_S, sameSite: "Lax" }, mark, publicOrigin)
}

export const forgetOwnerMark = (c: Context, publicOrigin: string): void => forgetOwnCookie(c, COOKIE, publicOrigin)
