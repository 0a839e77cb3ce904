// Challenges of the auth protocol: `expiry.HMAC` over factor, session and expiry. Nothing is stored; a code counts once anyway.
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto"
import { FACTOR_CHALLENGE_S } from "../../../../domain/limits.ts"

export function createChallenges(key: KeyObject) {
  const mac = (expiry: string, factorId: string, sessionId: string): string =>
    createHmac("sha256", key).update(`${expiry}.${factorId}.${sessionId}`).digest("base64url")
  return {
    /** @returns expires_at in seconds since 1970 */
    issue(factorId: string, sessionId: string, now: Date) {
      const expires_at = Math.floor(now.getTime() / 1000) + FACTOR_CHALLENGE_S
      return { id: `${expires_at}.${mac(String(expires_at), factorId, sessionId)}`, expires_at }
    },
    /** Whether this challenge was issued to this session for this factor, not too long ago. */
    isValid(challenge: string, factorId: string, sessionId: string, now: Date): boolean {
      const [expiry = "", given = "", ...rest] = challenge.split(".")
      if (rest.length > 0 || !/^\d{1,12}$/.test(expiry) || Number(expiry) * 1000 <= now.getTime()) return false
      const expected = Buffer.from(mac(expiry, factorId, sessionId))
      const actual = Buffer.from(given)
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    },
  }
}
