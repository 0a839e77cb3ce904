// The way back after losing the second factor: ten codes, shown once; one of them removes every factor.
import { randomBytes } from "node:crypto"
import { FACTOR } from "../../../../domain/account/account-messages.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { RECOVERY_CODES } from "../../../../domain/limits.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { recoveryCodeAttempt } from "../credentials/attempts.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireFullSession, requireRecentProof } from "../credentials/step-up.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { relyingParty } from "../passkeys/verify-credential.ts"
import { forgetFactor } from "../session/levels-store.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { endAccess } from "../session/sessions.ts"
import { sha256 } from "../session/tokens.ts"
import {
  deleteFactorsOf,
  deleteRecoveryCodes,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  useRecoveryCode,
  verifiedFactorsOf,
} from "./factors-store.ts"
import { recoveryCodesMadeNotice, recoveryCodeUsedNotice } from "./second-factor-emails.ts"
import { base32 } from "./totp.ts"

/**
 * 112 bits: too many to find one by trying, even for someone who has the hashes; so no key is needed that could be lost. Older ones of
 * 80 bits still count.
 */
const CODE_BYTES = 14

/** How many are unused. @throws Refusal forbidden, mfa_required, account_deactivated */
export function countRecoveryCodes(auth: Auth, caller: Caller): Promise<number> {
  requireFullSession(caller)
  return recoveryCodesLeft(auth.database.db, caller.user_id)
}

/**
 * Needs a second factor, shown in this session. Older codes become void.
 * @returns the codes, never to be seen again
 * @throws Refusal forbidden, mfa_required, account_deactivated, mfa_factor_not_found, reauthentication_needed, too_many_requests
 */
export async function makeRecoveryCodes(auth: Auth, caller: Caller): Promise<string[]> {
  const { clock, database, limits, log } = auth
  const { user_id } = caller
  const now = clock()
  requireFullSession(caller)
  if (!caller.has_factor || caller.aal !== "aal2") throw new Refusal("mfa_factor_not_found")
  requireRecentProof(caller, now)
  await limits.take(BUDGET.factorChangesPerAccount, user_id)
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  const hashes = codes.map((code) => hashOf(user_id, code))
  await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    // If the factor was removed in the meantime, refuse: these codes must not work for the next one.
    if ((await verifiedFactorsOf(tx, user_id)).length === 0) throw new Refusal("mfa_factor_not_found")
    await replaceRecoveryCodes(tx, user_id, hashes, now)
    await recordSecurityEvent(tx, caller, "recovery_codes_created", now)
    await sendUndoNotice(auth, tx, { id: user_id, email }, "second_factor", recoveryCodesMadeNotice, now)
  })
  log.info("auth.recovery_codes_made", { user: user_id })
  return codes
}

/**
 * Removes every factor and every code, and ends every other session: a person who lost the phone may have lost more. Also for a
 * session that still owes its factor, or whose account is deactivated.
 * @throws Refusal mfa_verification_failed, too_many_requests, session_not_found
 */
export async function spendRecoveryCode(auth: Auth, caller: Caller, code: string, ip: string): Promise<void> {
  const { clock, database, limits, log } = auth
  const { user_id, session_id } = caller
  const taken = await limits.takeAll(recoveryCodeAttempt(user_id, ip))
  const now = clock()
  const spend = () =>
    database.db.transaction(async (tx) => {
      const { email } = await lockCaller(tx, caller, now)
      if (!(await useRecoveryCode(tx, user_id, hashOf(user_id, code))))
        throw new Refusal("mfa_verification_failed", { message: FACTOR.recoveryCodeWrong })
      await deleteFactorsOf(tx, user_id)
      await deleteRecoveryCodes(tx, user_id)
      await forgetFactor(tx, user_id, session_id, relyingParty(auth).id)
      await endAccess(tx, user_id, session_id)
      await recordSecurityEvent(tx, caller, "recovery_code_used", now)
      await sendUndoNotice(auth, tx, { id: user_id, email }, "second_factor", recoveryCodeUsedNotice, now)
    })
  await limits.giveBackUnlessAnswered(taken, spend)
  await limits.giveBack(...taken)
  log.warn("auth.recovery_code_used", { user: user_id })
}

const newCode = (): string => (base32(randomBytes(CODE_BYTES)).match(/.{1,4}/g) ?? []).join("-")

/** Spaces, dashes, case and the full width of Japanese keyboards do not matter. */
const hashOf = (userId: string, code: string): string =>
  sha256(
    `${userId}:${code
      .normalize("NFKC")
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "")}`,
  )
