// A new password: for a recovery session, which ends with it, or for someone who has just proved who they are.
import { changedPasswordRule } from "../../../../domain/account/password-strength.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET, PASSWORD_MAX } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { passwordChangedNotice } from "../email-flow/auth-emails.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { confirmAccount } from "../email-flow/verify.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { deleteSessionsOf, endSession } from "../session/sessions-store.ts"
import { setPasswordHash } from "../users-store.ts"
import { startAfresh } from "./attempts.ts"
import { passwordWeakness } from "./known-words/known-words.ts"
import { recordSecurityEvent } from "./security-log.ts"
import { requireProof } from "./step-up.ts"
import { undoLink } from "./undo.ts"

function refuseWeak(password: string, caller: Caller, siteName: string): void {
  if (password.length > PASSWORD_MAX) throw new Refusal("validation_failed", { message: FIELD.tooLong })
  const message = caller.kind === "recovery" ? FIELD.resetPasswordShort : FIELD.newPasswordShort
  const own = [siteName, caller.email, caller.username ?? "", caller.full_name]
  const weakness = passwordWeakness(password, changedPasswordRule(password, message), own)
  if (weakness !== null) throw new Refusal("weak_password", weakness)
}

/**
 * Every other session and every outstanding link of the user is gone afterwards.
 * @throws Refusal weak_password, validation_failed, reauthentication_needed, invalid_credentials, session_not_found,
 * too_many_requests
 */
export async function changePassword(
  context: AuthContext,
  caller: Caller,
  change: { password: string; current_password?: string | undefined },
  ip: string,
): Promise<void> {
  const { config, database, clock, limits, log, mail, passwords } = context
  refuseWeak(change.password, caller, config.SITE_NAME)
  await requireProof(context, caller, change.current_password, ip)
  // A link counts once by itself.
  if (caller.kind !== "recovery") await limits.take(BUDGET.passwordChangePerAccount, caller.user_id)
  const password_hash = await passwords.hash(change.password, networkOf(ip))
  const now = clock()
  const { user_id, session_id, username } = caller
  const isRecovery = caller.kind === "recovery"
  await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    // Of two at once with one link, the first ends the session the second needs.
    if (isRecovery && !(await endSession(tx, session_id))) throw new Refusal("session_not_found")
    await setPasswordHash(tx, user_id, password_hash, now)
    // Anyone who read the email owns the address.
    if (isRecovery) await confirmAccount(context, tx, { id: user_id, email }, now)
    await deleteSessionsOf(tx, user_id, isRecovery ? undefined : session_id)
    await voidTokens(tx, user_id)
    await recordSecurityEvent(tx, caller, isRecovery ? "password_reset" : "password_changed", now)
    const undo = await undoLink(context, tx, { id: user_id, email }, "password", now)
    await mail.enqueue(tx, email, passwordChangedNotice(config.SITE_NAME, config.SUPPORT_EMAIL, undo), now)
    // A confirmed address shows the profile.
    if (isRecovery && username !== null) await database.changes.announce(tx, "profile", username)
  })
  if (!isRecovery) await startAfresh(context, caller, ip)
  log.info("auth.password_changed", { user: user_id, by: caller.kind })
}
