// Removing the password: from then on only passkeys sign in, and a reset sets a new password.
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { passwordRemovedNotice } from "../email-flow/auth-emails.ts"
import { passkeysOf } from "../passkeys/passkeys-store.ts"
import { relyingParty } from "../passkeys/verify-credential.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { endAccess } from "../session/sessions.ts"
import { setPassword } from "../users-store.ts"
import { requireWayIn } from "../way-in.ts"
import { noPassword } from "./passwords.ts"
import { recordSecurityEvent } from "./security-log.ts"
import { requireFullSession, requireRecentProof } from "./step-up.ts"
import { sendUndoNotice } from "./undo.ts"

/**
 * Every other session and every open link of the user ends. Only with a passkey that has been used here: it is the way in from now on.
 * @throws Refusal forbidden, mfa_required, account_deactivated, passkey_disabled, reauthentication_needed, passkey_needed, session_not_found,
 * too_many_requests
 */
export async function removePassword(auth: Auth, caller: Caller): Promise<void> {
  const { clock, database, limits, log } = auth
  const { user_id, session_id } = caller
  const now = clock()
  requireFullSession(caller)
  requireWayIn(auth, "passkey")
  requireRecentProof(caller, now)
  await limits.take(BUDGET.passwordChangePerAccount, user_id)
  const { id: host } = relyingParty(auth)
  const isRemoved = await database.db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller, now)
    if (!user.has_password) return false
    const works = (await passkeysOf(tx, user_id)).some(
      ({ last_used_at, rp_id }) => last_used_at !== null && rp_id === host,
    )
    if (!works) throw new Refusal("passkey_needed")
    await setPassword(tx, user_id, noPassword(), now)
    await endAccess(tx, user_id, session_id)
    await recordSecurityEvent(tx, caller, "password_removed", now)
    await sendUndoNotice(auth, tx, user, "password", passwordRemovedNotice, now)
    return true
  })
  if (isRemoved) log.info("auth.password_removed", { user: user_id })
}
