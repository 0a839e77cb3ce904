// A new password: in a recovery session, which ends with it, or by someone who has just proved who they are.
import { ACCOUNT_FIELD } from "../../../../domain/account/field-messages.ts"
import { changedPasswordRule, passwordLength } from "../../../../domain/account/password-strength.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { PASSWORD_MAX, UNDO_LINK_DAYS } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { addDays } from "../../../../domain/time.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { disconnectSince } from "../company-login/disconnect.ts"
import { passwordChangedNotice } from "../email-flow/auth-emails.ts"
import { confirmAccount } from "../email-flow/verify.ts"
import { deletePasskeysSince } from "../passkeys/passkeys-store.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { endAccess } from "../session/sessions.ts"
import { endSession } from "../session/sessions-store.ts"
import { setPassword } from "../users-store.ts"
import { requireDomain, requireWayIn } from "../way-in.ts"
import { startAfresh } from "./attempts.ts"
import { passwordWeakness } from "./known-words/known-words.ts"
import { recordSecurityEvent } from "./security-log.ts"
import { requireProof } from "./step-up.ts"
import { sendUndoNotice } from "./undo.ts"

/**
 * Every other session and every open link of the user ends. A reset also removes the passkeys and company logins of the last days: someone
 * who got into the account may have added one, and the owner may not have seen the email about it. The owner is told
 * when a known device other than that of the reset signs in again. An account without a password gets its first one.
 * @throws Refusal email_provider_disabled, email_address_not_authorized, weak_password, validation_failed, reauthentication_needed,
 * invalid_credentials, session_not_found, too_many_requests
 */
export async function changePassword(
  auth: Auth,
  caller: Caller,
  password: string,
  currentPassword: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const { config, database, clock, knownDevices, limits, log, passwords, roles } = auth
  const { ip } = client
  const isRecovery = caller.kind === "recovery"
  requireWayIn(auth, "password")
  refuseWeak(password, caller, config.SITE_NAME)
  await requireProof(auth, caller, currentPassword, ip)
  // A link counts once anyway.
  const taken = isRecovery ? [] : await limits.takeAll([[[BUDGET.passwordChangePerAccount, caller.user_id]]])
  const password_hash = await limits.giveBackUnlessAnswered(taken, () => passwords.hash(password, networkOf(ip)))
  const now = clock()
  const { user_id, session_id, username } = caller
  await database.db.transaction(async (tx) => {
    if (isRecovery) await roles.lock(tx)
    const { email, email_confirmed_at, created_at, has_password } = await lockCaller(tx, caller, now)
    const user = { id: user_id, email }
    // If two requests use one link at once, the first ends its session and the second is refused.
    if (isRecovery && !(await endSession(tx, session_id))) throw new Refusal("session_not_found")
    await setPassword(tx, user_id, { password_hash, has_password: true }, now)
    // Reading the email proves that the address is theirs. It confirms none that may no longer have an account.
    if (isRecovery && email_confirmed_at === null) requireDomain(auth, email)
    if (isRecovery) await confirmAccount(auth, tx, user, now)
    await endAccess(tx, user_id, isRecovery ? undefined : session_id)
    if (isRecovery) await knownDevices.distrustOthers(tx, user_id, client)
    // Anyone can sign up with an address that is not theirs: its owner keeps nothing that came before the address was confirmed.
    const since = email_confirmed_at === null ? new Date(0) : addDays(now, -UNDO_LINK_DAYS)
    const passkeys = isRecovery ? await deletePasskeysSince(tx, user_id, since) : 0
    const logins = isRecovery ? await disconnectSince(auth, tx, { ...user, created_at }, since, now) : 0
    const removed = { passkeys, logins }
    await recordSecurityEvent(tx, caller, isRecovery ? "password_reset" : "password_changed", now)
    await sendUndoNotice(auth, tx, user, "password", passwordChangedNotice(removed, !has_password), now)
    // A confirmed address shows the profile.
    if (isRecovery && username !== null) await database.changes.announce(tx, "profile", [username])
  })
  if (!isRecovery) await startAfresh(auth, caller, ip)
  log.info("auth.password_changed", { user: user_id, by: caller.kind })
}

function refuseWeak(password: string, caller: Caller, siteName: string): void {
  if (passwordLength(password) > PASSWORD_MAX) throw new Refusal("validation_failed", { message: FIELD.tooLong })
  const message = caller.kind === "recovery" ? ACCOUNT_FIELD.resetPasswordShort : ACCOUNT_FIELD.newPasswordShort
  const own = [siteName, caller.email, caller.username ?? "", caller.full_name]
  const weakness = passwordWeakness(password, changedPasswordRule(password, message), own)
  if (weakness !== null) throw new Refusal("weak_password", weakness)
}
