// Challenges of passkeys: random text for the authenticator, and `expiry.HMAC` as its name. None is stored, so that asking for many
// takes no room; an answered one is remembered until it expires (BUDGET.samePasskeyChallenge).
import { createHmac, timingSafeEqual } from "node:crypto"
import { PASSKEY_CHALLENGE_S } from "../../../../domain/limits.ts"
import { newToken } from "../session/tokens.ts"

type Purpose = "registration" | "authentication"

export function createPasskeyChallenges(key: Buffer) {
  const mac = (...parts: (string | number)[]): Buffer => createHmac("sha256", key).update(parts.join("\n")).digest()
  return {
    /** @param holder the session or browser that may answer @returns expires_at in seconds since 1970 */
    issue(purpose: Purpose, holder: string, now: Date) {
      const challenge = newToken()
      const expires_at = Math.floor(now.getTime() / 1000) + PASSKEY_CHALLENGE_S
      const signature = mac(purpose, holder, expires_at, challenge).toString("base64url")
      return { challenge, challenge_id: `${expires_at}.${signature}`, expires_at }
    },
    /** Whether this challenge has this name, and was issued for this purpose to one of these, not too long ago. */
    isValid(id: string, challenge: string, purpose: Purpose, holders: readonly string[], now: Date): boolean {
      const [, expiry = "", signature = ""] = /^(\d{1,12})\.([\w-]{43})$/.exec(id) ?? []
      if (expiry === "" || Number(expiry) * 1000 <= now.getTime()) return false
      const given = Buffer.from(signature, "base64url")
      return holders.some((holder) => timingSafeEqual(given, mac(purpose, holder, expiry, challenge)))
    },
  }
}
