// Step-up: whatever changes how an account is protected, or takes its data away, needs a password or a code of the last minutes.
// An access token that was stolen, or a session left open on a table, is not enough (OWASP ASVS 5.0, 7.5.1).
import { type ProofMethod, Refusal } from "../../../../domain/errors.ts"
import { PROOF_MINUTES } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { addMinutes } from "../../../../domain/time.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { confirmByCode } from "../second-factor/confirm-by-code.ts"
import { markReauthenticated } from "../session/sessions-store.ts"
import { accountOf } from "../session/sign-in.ts"
import { ownSession } from "./attempts.ts"

/** With a second factor the password alone proves nothing: it is what the factor protects against losing. */
const methodsOf = (caller: Caller): ProofMethod[] => [caller.has_factor ? "totp" : "password"]

/** When the caller last proved who they are in this session, in the way that counts for this account. */
function proofsOf({ has_factor, opened_at, factor_verified_at, reauthenticated_at }: Caller): Date[] {
  const given = has_factor ? factor_verified_at : opened_at
  return [given, reauthenticated_at].filter((moment) => moment !== null)
}

/**
 * The one rule of step-up. A recovery session does its one act without it.
 * @throws Refusal reauthentication_needed, with the methods that would do
 */
export function requireRecentProof(caller: Caller, now: Date): void {
  if (caller.kind === "recovery") return
  const since = addMinutes(now, -PROOF_MINUTES)
  if (!proofsOf(caller).some((moment) => moment > since))
    throw new Refusal("reauthentication_needed", { methods: methodsOf(caller) })
}

/** @throws Refusal invalid_credentials with the form's own sentence, too_many_requests, service_unavailable */
async function checkPassword(context: AuthContext, caller: Caller, password: string, ip: string): Promise<void> {
  const account = await accountOf(context, caller.email, password, ip, ownSession(caller)).catch((error) => {
    const isWrong = error instanceof Refusal && error.code === "invalid_credentials"
    throw isWrong ? new Refusal("invalid_credentials", { message: FIELD.currentPasswordWrong }) : error
  })
  if (account.id !== caller.user_id) throw new Refusal("session_not_found")
}

/**
 * The same where the current password may come along: it must be right, and stands for the proof unless there is a factor.
 * @throws Refusal reauthentication_needed, invalid_credentials, too_many_requests, service_unavailable
 */
export async function requireProof(context: AuthContext, caller: Caller, current: string | undefined, ip: string) {
  if (current === undefined || caller.has_factor) requireRecentProof(caller, context.clock())
  if (current !== undefined && caller.kind !== "recovery") await checkPassword(context, caller, current, ip)
}

/**
 * The proof, given anew; it counts for this session only, and no token changes.
 * @throws Refusal reauthentication_needed (a password where a code is asked for), invalid_credentials,
 * mfa_factor_not_found, mfa_verification_failed, session_not_found, too_many_requests, service_unavailable
 */
export async function confirmIdentity(
  context: AuthContext,
  caller: Caller,
  proof: { password: string } | { code: string },
  ip: string,
): Promise<void> {
  if ("code" in proof) await confirmByCode(context, caller, proof.code)
  else if (caller.has_factor) throw new Refusal("reauthentication_needed", { methods: methodsOf(caller) })
  else await checkPassword(context, caller, proof.password, ip)
  if (!(await markReauthenticated(context.database.db, caller.session_id, context.clock())))
    throw new Refusal("session_not_found", { userId: caller.user_id })
  context.log.info("auth.identity_confirmed", { user: caller.user_id, session: caller.session_id })
}
