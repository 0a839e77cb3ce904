// Change of the sign-in address: the new one confirms, the old one is told, and nothing changes until then.
import { Refusal } from "../../../../domain/errors.ts"
import { BUDGET } from "../../../../domain/limits.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { takeStrangersEmail } from "../../../platform/mail/hourly-cap.ts"
import { type Counted, perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { undoLink } from "../credentials/undo.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { deleteRecoverySessions } from "../session/sessions-store.ts"
import { findTaken, findUser, lockUser, moveToEmail, type UserRow } from "../users-store.ts"
import { emailChangedNotice, emailChangeNotice } from "./auth-emails.ts"
import { sendEmailChange } from "./email-link-tokens.ts"
import { newLinkBinding } from "./link-cookie.ts"
import { voidTokens } from "./one-time-tokens-store.ts"
import { readAddress } from "./resend.ts"

/**
 * Everything that can be refused, before anything is changed.
 * @returns the address that has to be confirmed, or null when it is the current one
 * @throws Refusal validation_failed, email_already_exists, over_email_send_rate_limit
 */
export async function readNewAddress(
  { config, database, limits, purge }: AuthContext,
  caller: Caller,
  typed: string,
  ip: string,
): Promise<string | null> {
  const email = readAddress(typed)
  if (email === caller.email.toLowerCase()) return null
  const ofCaller: Counted[] = [
    [BUDGET.emailChangePerAccount, caller.user_id],
    [BUDGET.mailPerAsker, `${caller.user_id} to ${email}`],
  ]
  const groups = [perNetwork(BUDGET.mailPerIp, ip), ofCaller, [[BUDGET.emailChangePerAddress, email]]] as const
  await limits.takeAll(groups, "over_email_send_rate_limit")
  await purge.free({ email })
  if ((await findTaken(database.db, { email })).email) throw new Refusal("email_already_exists")
  await takeStrangersEmail({ config, limits })
  return email
}

/**
 * Sends the link to the new address and a notice to the present one.
 * @returns the value of the cookie by which the asking browser confirms without a password
 */
export async function requestEmailChange(context: AuthContext, caller: Caller, email: string): Promise<string> {
  const { config, database, clock, log, mail } = context
  const now = clock()
  const { cookie, browser_hash } = newLinkBinding()
  await database.db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller, now)
    await sendEmailChange(
      context,
      tx,
      { id: caller.user_id, email },
      { browser_hash, session_id: caller.session_id },
      now,
    )
    await recordSecurityEvent(tx, caller, "email_change_requested", now)
    await mail.enqueue(tx, user.email, emailChangeNotice(config.SITE_NAME, config.SUPPORT_EMAIL), now)
  })
  log.info("auth.email_change_requested", { user: caller.user_id })
  return cookie
}

/**
 * Every other link of this user is void afterwards, every session of a reset has ended, and the former address gets the one that undoes the change.
 * @returns undefined when the address was taken meanwhile
 */
export async function confirmEmailChange(
  context: Pick<AuthContext, "config" | "mail">,
  tx: Queries,
  account: { id: string; email: string },
  now: Date,
): Promise<UserRow | undefined> {
  const { config, mail } = context
  await lockUser(tx, account.id)
  const former = await findUser(tx, account.id)
  if (former === undefined) return undefined
  const user = await moveToEmail(tx, account.id, account.email, now)
  if (user === undefined) return undefined
  await voidTokens(tx, account.id)
  // A reset that was opened from the former mailbox sets no password any more.
  await deleteRecoverySessions(tx, account.id)
  await recordSecurityEvent(tx, { user_id: user.id, user_agent: null }, "email_changed", now)
  const undo = await undoLink(context, tx, former, "email", now)
  await mail.enqueue(tx, former.email, emailChangedNotice(config.SITE_NAME, config.SUPPORT_EMAIL, undo), now)
  return user
}
