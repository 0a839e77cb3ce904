// Who may change how an account is protected: somebody signed in completely, who has shown just now to be the owner.
import { Refusal } from "../../../domain/errors.ts"
import { FRESH_SESSION_MINUTES } from "../../../domain/limits.ts"
import { FACTOR } from "../../../domain/messages.ts"
import type { Caller } from "../../http/caller.ts"
import { after } from "../parts.ts"

/** @throws Refusal forbidden (recovery session), mfa_required, account_deactivated */
export function requireFullSession(caller: Caller): void {
  if (caller.kind !== "password") throw new Refusal("forbidden")
  if (caller.needs_factor) throw new Refusal("mfa_required")
  if (caller.account === "deactivated") throw new Refusal("account_deactivated")
}

/**
 * A session left open on a table must not be enough to lock its owner out: a password or a code was given within the last
 * minutes (OWASP ASVS 5.0, 7.5.1). @throws Refusal reauthentication_needed
 */
export function requireFresh(caller: Caller, now: Date): void {
  const since = after.minutes(-FRESH_SESSION_MINUTES, now)
  const isFresh = caller.opened_at > since || (caller.factor_verified_at !== null && caller.factor_verified_at > since)
  if (!isFresh) throw new Refusal("reauthentication_needed", { message: FACTOR.confirmAgain })
}
