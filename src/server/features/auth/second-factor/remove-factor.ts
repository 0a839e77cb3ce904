// The end of a second factor, by its owner's wish (recovery-codes.ts: when it is lost).
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireRecentProof } from "../credentials/step-up.ts"
import { undoLink } from "../credentials/undo.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { forgetFactor } from "../session/sessions-store.ts"
import { deleteFactor, factorsOf, findFactor } from "./factors-store.ts"
import { requireFullSession } from "./may-change.ts"
import { deleteRecoveryCodes } from "./recovery-codes-store.ts"
import { factorRemovedNotice } from "./second-factor-emails.ts"

/** @returns whether it was the last one that counts */
async function remove(context: AuthContext, tx: Queries, caller: Caller, id: string, now: Date) {
  const { email } = await lockCaller(tx, caller, now)
  const removed = await deleteFactor(tx, caller.user_id, id)
  if (removed === undefined) throw new Refusal("mfa_factor_not_found")
  if (removed.status === "unverified") return
  const left = await factorsOf(tx, caller.user_id)
  const isLast = left.every(({ status }) => status !== "verified")
  if (isLast) {
    await deleteRecoveryCodes(tx, caller.user_id)
    await forgetFactor(tx, caller.user_id, caller.session_id)
  }
  await recordSecurityEvent(tx, caller, "second_factor_removed", now)
  const { SITE_NAME, SUPPORT_EMAIL } = context.config
  const undo = await undoLink(context, tx, { id: caller.user_id, email }, "second_factor", now)
  await context.mail.enqueue(tx, email, factorRemovedNotice(SITE_NAME, SUPPORT_EMAIL, undo, isLast), now)
}

/** @throws Refusal forbidden, mfa_required, account_deactivated, mfa_factor_not_found, reauthentication_needed */
export async function unenrol(context: AuthContext, caller: Caller, id: string): Promise<{ id: string }> {
  const { clock, database, log } = context
  requireFullSession(caller, PROTOCOL.factorToUnenrol)
  const factor = isUuid(id) ? await findFactor(database.db, caller.user_id, id) : undefined
  if (factor === undefined) throw new Refusal("mfa_factor_not_found")
  const now = clock()
  if (factor.status === "verified") requireRecentProof(caller, now)
  await database.db.transaction((tx) => remove(context, tx, caller, factor.id, now))
  log.info("auth.factor_removed", { user: caller.user_id, factor: factor.id })
  return { id: factor.id }
}
