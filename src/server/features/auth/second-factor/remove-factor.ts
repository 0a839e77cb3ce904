// Removes second factors: for their owner, or by an administrator for someone who lost both the phone and the recovery codes. Owners who
// still have a recovery code use recovery-codes.ts.
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { ADMIN } from "../../../../domain/admin-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireFullSession, requireRecentProof } from "../credentials/step-up.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { relyingParty } from "../passkeys/verify-credential.ts"
import { forgetFactor } from "../session/levels-store.ts"
import { lockCaller, requireOpenSession } from "../session/lock-caller.ts"
import { endAccess } from "../session/sessions.ts"
import { findLiveUser, lockUser } from "../users-store.ts"
import { deleteFactor, deleteFactorsOf, deleteRecoveryCodes, findFactor, verifiedFactorsOf } from "./factors-store.ts"
import { factorRemovedNotice, factorsRemovedByAdministratorNotice } from "./second-factor-emails.ts"

/** @throws Refusal forbidden, mfa_required, account_deactivated, mfa_factor_not_found, reauthentication_needed */
export async function unenroll(auth: Auth, caller: Caller, id: string): Promise<{ id: string }> {
  const { clock, database, log } = auth
  requireFullSession(caller, PROTOCOL.factorToUnenrol)
  const factor = isUuid(id) ? await findFactor(database.db, caller.user_id, id) : undefined
  if (factor === undefined) throw new Refusal("mfa_factor_not_found")
  const now = clock()
  if (factor.status === "verified") requireRecentProof(caller, now)
  await database.db.transaction((tx) => remove(auth, tx, caller, factor.id, now))
  log.info("auth.factor_removed", { user: caller.user_id, factor: factor.id })
  return { id: factor.id }
}

async function remove(auth: Auth, tx: Queries, caller: Caller, id: string, now: Date): Promise<void> {
  const { user_id, session_id } = caller
  const { email } = await lockCaller(tx, caller, now)
  const removed = await deleteFactor(tx, user_id, id)
  if (removed === undefined) throw new Refusal("mfa_factor_not_found")
  if (removed.status === "unverified") return
  const isLast = (await verifiedFactorsOf(tx, user_id)).length === 0
  if (isLast) {
    await deleteRecoveryCodes(tx, user_id)
    await forgetFactor(tx, user_id, session_id, relyingParty(auth).id)
  }
  await recordSecurityEvent(
    tx,
    caller,
    removed.type === "webauthn" ? "security_key_removed" : "second_factor_removed",
    now,
  )
  await sendUndoNotice(auth, tx, { id: user_id, email }, "second_factor", factorRemovedNotice(isLast), now)
}

/**
 * All of them, and the recovery codes; every session and link ends: a person who lost the phone may have lost more, and a person
 * who only knows the password must not profit. @throws Refusal forbidden (their own), not_found, mfa_factor_not_found
 */
export async function removeFactorsOf(auth: Auth, caller: Caller, userId: string): Promise<void> {
  const { audit, clock, config, database, log, mail, roles } = auth
  if (caller.user_id === userId) throw new Refusal("forbidden", { message: ADMIN.ownFactors })
  const now = clock()
  await database.db.transaction(async (tx) => {
    // It ends sessions, perhaps those of an administrator who does the same to the caller.
    await roles.lock(tx)
    await requireOpenSession(tx, caller, now)
    await lockUser(tx, userId)
    const user = await findLiveUser(tx, userId, now)
    if (user === undefined) throw new Refusal("not_found")
    if ((await verifiedFactorsOf(tx, userId)).length === 0) throw new Refusal("mfa_factor_not_found")
    await deleteFactorsOf(tx, userId)
    await deleteRecoveryCodes(tx, userId)
    await endAccess(tx, userId)
    await recordSecurityEvent(tx, { user_id: userId, user_agent: null }, "second_factor_removed_by_administrator", now)
    await audit.record(tx, { actor_id: caller.user_id, action: "factor.removed", subject_id: userId }, now)
    await mail.enqueue(tx, user.email, factorsRemovedByAdministratorNotice(config), now)
  })
  log.warn("auth.factors_removed_by_administrator", { user: userId, by: caller.user_id })
}
