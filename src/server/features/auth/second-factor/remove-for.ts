// The second factors of someone who lost the phone and the recovery codes, removed by an administrator.
import { Refusal } from "../../../../domain/errors.ts"
import { ADMIN } from "../../../../domain/messages.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { requireOpenSession } from "../session/lock-caller.ts"
import { isGone } from "../session/sessions.ts"
import { deleteSessionsOf } from "../session/sessions-store.ts"
import { findUser, lockUser } from "../users-store.ts"
import { deleteFactorsOf, factorsOf } from "./factors-store.ts"
import { deleteRecoveryCodes } from "./recovery-codes-store.ts"
import { factorsRemovedByAdministratorNotice } from "./second-factor-emails.ts"

/**
 * All of them, and the recovery codes; every session and link ends: anyone who lost the phone may have lost more, and anyone who
 * knew the password only must not profit. @throws Refusal forbidden (the own), not_found, mfa_factor_not_found
 */
export async function removeFor(context: AuthContext, caller: Caller, userId: string): Promise<void> {
  const { audit, clock, config, database, log, mail } = context
  if (caller.user_id === userId) throw new Refusal("forbidden", { message: ADMIN.ownFactors })
  const now = clock()
  await database.db.transaction(async (tx) => {
    await requireOpenSession(tx, caller, now)
    await lockUser(tx, userId)
    const user = await findUser(tx, userId)
    if (user === undefined || isGone(user, now)) throw new Refusal("not_found")
    const isProtected = (await factorsOf(tx, userId)).some(({ status }) => status === "verified")
    if (!isProtected) throw new Refusal("mfa_factor_not_found")
    await deleteFactorsOf(tx, userId)
    await deleteRecoveryCodes(tx, userId)
    await deleteSessionsOf(tx, userId)
    await voidTokens(tx, userId)
    await recordSecurityEvent(tx, { user_id: userId, user_agent: null }, "second_factor_removed_by_administrator", now)
    await audit.record(tx, { actor_id: caller.user_id, action: "factor.removed", subject_id: userId }, now)
    const notice = factorsRemovedByAdministratorNotice(config.SITE_NAME, config.SUPPORT_EMAIL)
    await mail.enqueue(tx, user.email, notice, now)
  })
  log.warn("auth.factors_removed_by_administrator", { user: userId, by: caller.user_id })
}
