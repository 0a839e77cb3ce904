// The way back for anyone who loses the second factor: ten codes, shown once; one of them removes every factor.

import { randomBytes } from "node:crypto"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET, RECOVERY_CODES } from "../../../../domain/limits.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { recoveryCodeAttempt } from "../credentials/attempts.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireRecentProof } from "../credentials/step-up.ts"
import { undoLink } from "../credentials/undo.ts"
import { sha256 } from "../email-flow/one-time-token.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { deleteSessionsOf, forgetFactor } from "../session/sessions-store.ts"
import { deleteFactorsOf } from "./factors-store.ts"
import { requireFullSession } from "./may-change.ts"
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
  useRecoveryCode,
} from "./recovery-codes-store.ts"
import { recoveryCodesMadeNotice, recoveryCodeUsedNotice } from "./second-factor-emails.ts"
import { base32 } from "./totp.ts"

/**
 * 112 bits: nobody finds one by trying, not even with the hashes at hand; so no key is needed that could be lost. Older ones of 80
 * bits still count.
 */
const CODE_BYTES = 14

const newCode = (): string => (base32(randomBytes(CODE_BYTES)).match(/.{1,4}/g) ?? []).join("-")

/** Spaces, dashes and case do not matter. */
const hashOf = (userId: string, code: string): string =>
  sha256(`${userId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, "")}`)

/** Needs a second factor, shown in this session. */
function requireFactor(caller: Caller): void {
  requireFullSession(caller)
  if (caller.aal !== "aal2") throw new Refusal("mfa_factor_not_found")
}

/** @returns the codes, never to be seen again; older ones are void. @throws Refusal of requireFactor, reauthentication_needed, too_many_requests */
export async function makeRecoveryCodes(context: AuthContext, caller: Caller): Promise<string[]> {
  const { clock, config, database, limits, log, mail } = context
  const now = clock()
  requireFactor(caller)
  requireRecentProof(caller, now)
  await limits.take(BUDGET.factorChangesPerAccount, caller.user_id)
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const hashes = codes.map((code) => hashOf(caller.user_id, code))
  await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    await replaceRecoveryCodes(tx, caller.user_id, hashes, now)
    await recordSecurityEvent(tx, caller, "recovery_codes_created", now)
    const undo = await undoLink(context, tx, { id: caller.user_id, email }, "second_factor", now)
    await mail.enqueue(tx, email, recoveryCodesMadeNotice(config.SITE_NAME, config.SUPPORT_EMAIL, undo), now)
  })
  log.info("auth.recovery_codes_made", { user: caller.user_id })
  return codes
}

/** How many nobody has used yet. @throws Refusal of requireFactor */
export function remainingRecoveryCodes(context: AuthContext, caller: Caller): Promise<number> {
  requireFullSession(caller)
  return countRecoveryCodes(context.database.db, caller.user_id)
}

/**
 * Removes every factor and every code, and ends every other session: anyone who lost the phone may have lost more.
 * @throws Refusal mfa_verification_failed, too_many_requests
 */
export async function spendRecoveryCode(context: AuthContext, caller: Caller, code: string, ip: string): Promise<void> {
  const { clock, config, database, limits, log, mail } = context
  const { user_id, session_id } = caller
  const taken = await limits.takeAll(recoveryCodeAttempt(user_id, ip))
  const now = clock()
  await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    if (!(await useRecoveryCode(tx, user_id, hashOf(user_id, code))))
      throw new Refusal("mfa_verification_failed", { message: FACTOR.recoveryCodeWrong })
    await deleteFactorsOf(tx, user_id)
    await deleteRecoveryCodes(tx, user_id)
    await forgetFactor(tx, user_id, session_id)
    await deleteSessionsOf(tx, user_id, session_id)
    await voidTokens(tx, user_id)
    await recordSecurityEvent(tx, caller, "recovery_code_used", now)
    const undo = await undoLink(context, tx, { id: user_id, email }, "second_factor", now)
    await mail.enqueue(tx, email, recoveryCodeUsedNotice(config.SITE_NAME, config.SUPPORT_EMAIL, undo), now)
  })
  await limits.giveBack(...taken)
  log.warn("auth.recovery_code_used", { user: user_id })
}
