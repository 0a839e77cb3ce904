// Who may change an account's second factors: a session that is signed in completely (step-up.ts: and has just proved it).
import { Refusal } from "../../../../domain/errors.ts"
import type { Caller } from "../caller.ts"

/** @param message of mfa_required @throws Refusal forbidden (recovery session), mfa_required, account_deactivated */
export function requireFullSession(caller: Caller, message?: string): void {
  if (caller.kind !== "password") throw new Refusal("forbidden")
  if (caller.needs_factor) throw new Refusal("mfa_required", message === undefined ? {} : { message })
  if (caller.account === "deactivated") throw new Refusal("account_deactivated")
}
