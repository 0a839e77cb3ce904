// Whether a new password is strong enough: long enough, and hard to guess.
import { CHANGED_PASSWORD_MIN, SIGNUP_PASSWORD_MIN } from "../limits.ts"
import { ACCOUNT_FIELD } from "./field-messages.ts"
import { isGuessedEarly, type KnownWords, ownWords } from "./password-guesses.ts"
import { SIGNUP } from "./sign-up-messages.ts"

/** In the auth protocol's words: too short; known to attackers. */
type WeakReason = "length" | "pwned"

export interface Weakness {
  reasons: WeakReason[]
  message: string
}

export interface LengthRule {
  min: number
  message: string
}

/** In code points, as the forms count. */
export const passwordLength = (password: string): number => [...password].length

/** A changed password must be as long as a first one. `sentence` is the specification's, for what is below its own limit. */
export const changedPasswordRule = (password: string, sentence: string): LengthRule =>
  passwordLength(password) < CHANGED_PASSWORD_MIN
    ? { min: CHANGED_PASSWORD_MIN, message: sentence }
    : { min: SIGNUP_PASSWORD_MIN, message: ACCOUNT_FIELD.signupPasswordShort }

/**
 * @param short the rule of the form in question: fewest characters, and its sentence
 * @param own what an attacker knows: username, names, address, the site's name
 * @returns null when it is strong enough
 */
export function judgePassword(password: string, short: LengthRule, own: string[], known: KnownWords): Weakness | null {
  const tooShort = passwordLength(password) < short.min
  const early = isGuessedEarly(password, ownWords(own), known)
  if (!tooShort && !early) return null
  const reasons: WeakReason[] = [...(tooShort ? ["length" as const] : []), ...(early ? ["pwned" as const] : [])]
  return { reasons, message: tooShort ? short.message : SIGNUP.passwordCommon }
}
