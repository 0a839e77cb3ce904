// Whether a new password is strong enough: its length, and that it is none of those everybody tries first.
import { isCommonPassword } from "./common-passwords.ts"
import { SIGNUP } from "./messages.ts"

/** In the auth protocol's words: too short; known to attackers. */
export type WeakReason = "length" | "pwned"

export interface Weakness {
  reasons: WeakReason[]
  message: string
}

/**
 * @param short the rule of the form in question: fewest characters, and its sentence
 * @param own what an attacker knows anyway: username, address
 * @returns null when it is strong enough
 */
export function passwordWeakness(
  password: string,
  short: { min: number; message: string },
  own: string[],
): Weakness | null {
  const tooShort = password.length < short.min
  const known = isCommonPassword(password, [...own, ...own.map((word) => word.split("@", 1)[0] ?? "")])
  if (!tooShort && !known) return null
  const reasons: WeakReason[] = [...(tooShort ? ["length" as const] : []), ...(known ? ["pwned" as const] : [])]
  return { reasons, message: tooShort ? short.message : SIGNUP.passwordCommon }
}
