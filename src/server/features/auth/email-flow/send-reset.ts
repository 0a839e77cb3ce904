// A password reset that an administrator sends: the email and the link are those of a user's own.
import { accountState } from "../../../../domain/account/lifecycle.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET } from "../../../../domain/limits.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { requireOpenSession } from "../session/lock-caller.ts"
import { findUser } from "../users-store.ts"
import { sendRecovery } from "./email-link-tokens.ts"

/** @throws Refusal not_found, user_deactivated, email_address_missing, over_email_send_rate_limit */
export async function sendReset(context: AuthContext, caller: Caller, userId: string): Promise<void> {
  const { audit, clock, database, limits, log } = context
  const now = clock()
  const user = await findUser(database.db, userId)
  const state = user === undefined ? "gone" : accountState(user, now)
  if (user === undefined || state === "gone") throw new Refusal("not_found")
  if (state === "deactivated") throw new Refusal("user_deactivated")
  if (user.email === "") throw new Refusal("email_address_missing")
  // What strangers have asked for does not count against an administrator.
  await limits.take(BUDGET.mailPerAsker, `${caller.user_id} to ${user.email}`, "over_email_send_rate_limit")
  await database.db.transaction(async (tx) => {
    await requireOpenSession(tx, caller, now)
    await sendRecovery(context, tx, user, null, now)
    await audit.record(tx, { actor_id: caller.user_id, action: "reset.sent", subject_id: userId }, now)
  })
  log.info("auth.reset_sent", { user: userId, by: caller.user_id })
}
