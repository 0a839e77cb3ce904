// Step-up: requests that change an account's security, export its data or delete it need a proof of identity from the last few minutes.
// A stolen access token, or a session left open on a table, is not enough (OWASP ASVS 5.0, 7.5.1).

import { ACCOUNT_FIELD } from "../../../../domain/account/field-messages.ts"
import { type ProofMethod, Refusal } from "../../../../domain/errors.ts"
import { PROOF_MINUTES } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { addMinutes } from "../../../../domain/time.ts"
import type { Auth } from "../auth.ts"
import { type Caller, hasFullSession } from "../caller.ts"
import { confirmByCode } from "../second-factor/attempt-code.ts"
import { markReauthenticated } from "../session/sessions-store.ts"
import { ownSession } from "./attempts.ts"
import { accountByPassword, type PasswordCheck } from "./passwords.ts"

/**
 * The one rule of step-up. A recovery session needs no proof for the one thing it can do.
 * @throws Refusal reauthentication_needed, with the methods that count
 */
export function requireRecentProof(caller: Caller, now: Date): void {
  if (caller.kind === "recovery") return
  const since = addMinutes(now, -PROOF_MINUTES)
  if (!proofsOf(caller).some((moment) => moment > since))
    throw new Refusal("reauthentication_needed", { methods: methodsOf(caller) })
}

/** When the caller last proved who they are in this session, in the way that counts for this account. */
function proofsOf({ has_factor, opened_at, opened_by, factor_verified_at, reauthenticated_at }: Caller): Date[] {
  // A company's login may have opened the session without asking the person for anything.
  const opened = opened_by === "company" ? null : opened_at
  const given = has_factor ? factor_verified_at : opened
  return [given, reauthenticated_at].filter((moment) => moment !== null)
}

/** Where there is a second factor, the password or the company's login proves nothing. @throws Refusal reauthentication_needed */
export function requireNoFactor(caller: Caller): void {
  if (caller.has_factor) throw new Refusal("reauthentication_needed", { methods: methodsOf(caller) })
}

/** With a second factor the password alone proves nothing: the factor is there in case the password is stolen. */
const methodsOf = ({
  factor_types,
  has_company_login,
  has_factor,
  has_passkey,
  has_password,
}: Caller): ProofMethod[] => [
  ...(has_passkey ? (["passkey"] as const) : []),
  ...(has_factor ? factor_types : has_password ? (["password"] as const) : []),
  ...(has_company_login && !has_factor ? (["company"] as const) : []),
]

/**
 * Like `requireRecentProof`, for requests that may include the current password. If included, it must be right, and it counts as the
 * proof unless the account has a second factor.
 * @throws Refusal reauthentication_needed, invalid_credentials, too_many_requests, service_unavailable
 */
export async function requireProof(check: PasswordCheck, caller: Caller, current: string | undefined, ip: string) {
  if (current === undefined || caller.has_factor) requireRecentProof(caller, check.clock())
  if (current !== undefined && caller.kind !== "recovery") await checkPassword(check, caller, current, ip)
}

/** @throws Refusal invalid_credentials with the form's own sentence, too_many_requests, service_unavailable */
async function checkPassword(check: PasswordCheck, caller: Caller, password: string, ip: string): Promise<void> {
  const account = await accountByPassword(check, caller.email, password, ip, ownSession(caller)).catch((error) => {
    const isWrong = error instanceof Refusal && error.code === "invalid_credentials"
    throw isWrong ? new Refusal("invalid_credentials", { message: FIELD.currentPasswordWrong }) : error
  })
  if (account.id !== caller.user_id) throw new Refusal("session_not_found")
}

interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/**
 * The proof, given again. It counts for this session only, and no token changes. With both, the code counts.
 * @throws Refusal reauthentication_needed (a password where a code is required), invalid_credentials, validation_failed,
 * mfa_factor_not_found, mfa_verification_failed, session_not_found, too_many_requests, service_unavailable
 */
export async function confirmIdentity(
  auth: Auth,
  caller: Caller,
  { password, code }: Proof,
  ip: string,
): Promise<void> {
  if (code !== undefined) await confirmByCode(auth, caller, code)
  else if (password === undefined)
    throw new Refusal("validation_failed", { fields: { password: ACCOUNT_FIELD.currentPasswordRequired } })
  else {
    requireNoFactor(caller)
    await checkPassword(auth, caller, password, ip)
  }
  await noteProof(auth, caller)
}

/** The session counts as one that has just proved its owner. @throws Refusal session_not_found */
export async function noteProof({ clock, database, log }: Auth, { session_id, user_id }: Caller): Promise<void> {
  if (!(await markReauthenticated(database.db, session_id, clock())))
    throw new Refusal("session_not_found", { userId: user_id })
  log.info("auth.identity_confirmed", { user: user_id, session: session_id })
}

/**
 * Only a completely signed-in session changes an account's second factors.
 * @param message of mfa_required @throws Refusal forbidden (recovery session), mfa_required, account_deactivated
 */
export function requireFullSession(caller: Caller, message?: string): void {
  requireCompleteSession(caller, message)
  if (caller.account === "deactivated") throw new Refusal("account_deactivated")
}

/** Also of a deactivated account. @param message of mfa_required @throws Refusal forbidden (recovery session), mfa_required */
export function requireCompleteSession(caller: Caller, message?: string): void {
  if (!hasFullSession(caller)) throw new Refusal("forbidden")
  if (caller.needs_factor) throw new Refusal("mfa_required", message === undefined ? {} : { message })
}
