// The operator's policy for accounts: which ways in there are, who needs a second factor, and which addresses get an account.
import { emailDomain } from "./email-address.ts"
import type { Role } from "./roles.ts"

/** `company` is OpenID Connect. The order is that of the screens. */
export const WAYS_IN = ["password", "passkey", "company"] as const
export type WayIn = (typeof WAYS_IN)[number]

/** Each includes those before it; the first is the default. */
export const FACTOR_RULES = ["administrators", "moderators", "everyone", "optional"] as const
export type FactorRule = (typeof FACTOR_RULES)[number]

/** An authenticator app or a security key, as the auth protocol names them. */
export const FACTOR_TYPES = ["totp", "webauthn"] as const
export type FactorType = (typeof FACTOR_TYPES)[number]

/** Whether someone with these roles needs a second factor. */
export function needsFactor(rule: FactorRule, roles: readonly Role[]): boolean {
  if (rule === "optional") return false
  if (rule === "everyone" || roles.includes("admin")) return true
  return rule === "moderators" && roles.includes("moderator")
}

/** @param domains the only ones, in lower case; none: every address */
export const mayHaveAccount = (domains: readonly string[], email: string): boolean =>
  domains.length === 0 || domains.includes(emailDomain(email))
