// Challenges of passkeys: random text for the authenticator, and `expiry.HMAC` as its name. None is stored, so that asking for many
// takes no room; an answered one is remembered until it expires (BUDGET.samePasskeyChallenge).
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto"
import { PASSKEY_CHALLENGE_S } from "../../../../domain/limits.ts"
import { newToken } from "../session/tokens.ts"

export type ChallengePurpose = "registration" | "authentication" | "sign-up" | "factor-registration" | "factor"

export function createPasskeyChallenges(key: KeyObject) {
  const mac = (...parts: (string | number)[]): Buffer => createHmac("sha256", key).update(parts.join("\n")).digest()
  return {
    /** @param holder the session or browser that may answer @returns expires_at in seconds since 1970 */
    issue(purpose: ChallengePurpose, holder: string, now: Date) {
      const challenge = newToken()
      const expires_at = Math.floor(now.getTime() / 1000) + PASSKEY_CHALLENGE_S
      const signature = mac(purpose, holder, expires_at, challenge).toString("base64url")
      return { challenge, challenge_id: `${expires_at}.${signature}`, expires_at }
    },
    /** Whether `id` belongs to this challenge, which was issued for this purpose to one of these holders and has not expired. */
    isValid(id: string, challenge: string, purpose: ChallengePurpose, holders: readonly string[], now: Date): boolean {
      const [, expiry = "", signature = ""] = /^(\d{1,12})\.([\w-]{43})$/.exec(id) ?? []
      if (expiry === "" || Number(expiry) * 1000 <= now.getTime()) return false
      const given = Buffer.from(signature, "base64url")
      return holders.some((holder) => timingSafeEqual(given, mac(purpose, holder, expiry, challenge)))
    },
    /** The id of the account that signs up with this challenge. The passkey is made for it before there is one. */
    accountOf(challenge: string): string {
      const bytes = mac("account", challenge).subarray(0, 16)
      // A random UUID, as all accounts have (RFC 9562, version 4).
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
      const hex = bytes.toString("hex")
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
    },
  }
}
