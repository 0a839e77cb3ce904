// Change of the sign-in email: the new address confirms it, the old one is notified, and nothing changes until then.
import type { EmailChange } from "../../../../api/account.ts"
import type { SecurityEvent } from "../../../../domain/account/security-event.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { EMAIL_CHANGE_LINK_HOURS, SECURITY_LOG_SHOWN } from "../../../../domain/limits.ts"
import { addHours } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { takeStrangersEmail } from "../../../platform/mail/hourly-cap.ts"
import { type Counted, perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { recordSecurityEvent, securityEventsOf } from "../credentials/security-log.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { deleteRecoverySessions } from "../session/sessions-store.ts"
import { findTaken, findUser, lockUser, moveToEmail, type UserRow } from "../users-store.ts"
import { requireDomain, requireOtherDomain } from "../way-in.ts"
import { emailChangedNotice, emailChangeNotice } from "./auth-emails.ts"
import { newLinkBinding } from "./email-links.ts"
import { openToken, voidTokens } from "./one-time-tokens-store.ts"
import { readAddress } from "./resend.ts"
import { sendEmailChange } from "./send-links.ts"

/**
 * Everything that can be refused, before anything is changed.
 * @returns the address that has to be confirmed, or null when it is the current one
 * @throws Refusal validation_failed, company_login_required, email_address_not_authorized, email_already_exists, over_email_send_rate_limit
 */
export async function readNewAddress(
  { config, database, limits, providers, purge }: Auth,
  caller: Caller,
  typed: string,
  ip: string,
): Promise<string | null> {
  const email = readAddress(typed)
  if (email === caller.email.toLowerCase()) return null
  for (const address of [email, caller.email]) requireOtherDomain({ providers }, address)
  requireDomain({ config }, email)
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
 * Sends the link to the new address and a notice to the current one.
 * @returns the value of the cookie with which the browser that asked confirms without a password
 */
export async function requestEmailChange(auth: Auth, caller: Caller, email: string): Promise<string> {
  const { config, database, clock, log, mail } = auth
  const { user_id, session_id } = caller
  const now = clock()
  const { cookie, browser_hash } = newLinkBinding()
  await database.db.transaction(async (tx) => {
    const user = await lockCaller(tx, caller, now)
    await sendEmailChange(auth, tx, { id: user_id, email }, { browser_hash, session_id }, now)
    await recordSecurityEvent(tx, caller, "email_change_requested", now)
    await mail.enqueue(tx, user.email, emailChangeNotice(config), now)
  })
  log.info("auth.email_change_requested", { user: user_id })
  return cookie
}

/** The address that waits for its confirmation; or why the newest link of the last day no longer works. */
export async function pendingEmailChange({ clock, database: { db } }: Auth, { user_id }: Caller): Promise<EmailChange> {
  const now = clock()
  const token = await openToken(db, user_id, "email_change", now)
  if (token !== undefined) return { new_email: token.email, ended: null }
  const events = await securityEventsOf(db, user_id, SECURITY_LOG_SHOWN)
  const at = events.findIndex(({ event }) => EMAIL_EVENTS.has(event))
  const asked = events[at]
  const isRecent = asked?.event === "email_change_requested" && asked.at > addHours(now, -EMAIL_CHANGE_LINK_HOURS)
  const ending = isRecent ? events.slice(0, at).findLast(({ event }) => event in ENDINGS) : undefined
  return { new_email: null, ended: ending === undefined ? null : (ENDINGS[ending.event] ?? null) }
}

const EMAIL_EVENTS = new Set<SecurityEvent>(["email_change_requested", "email_change_canceled", "email_changed"])
/** What voids an open link. */
const ENDINGS: { [event in SecurityEvent]?: EmailChange["ended"] } = {
  password_changed: "password_changed",
  password_reset: "password_changed",
  session_ended: "device_signed_out",
  other_sessions_ended: "device_signed_out",
  password_removed: "security_changed",
  second_factor_added: "security_changed",
  security_key_added: "security_changed",
  second_factor_removed_by_administrator: "security_changed",
  recovery_code_used: "security_changed",
  deactivated: "security_changed",
  deactivated_by_administrator: "security_changed",
}

/** Voids the link. @throws Refusal session_not_found */
export async function cancelEmailChange({ clock, database: { db }, log }: Auth, caller: Caller): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    const { id } = await lockCaller(tx, caller, now)
    if ((await openToken(tx, id, "email_change", now)) === undefined) return
    await voidTokens(tx, id, "email_change")
    await recordSecurityEvent(tx, caller, "email_change_canceled", now)
  })
  log.info("auth.email_change_canceled", { user: caller.user_id })
}

/**
 * Voids every other link of this user, ends the sessions of resets, and sends the former address the link that undoes the change.
 * @returns undefined when the address has been taken in the meantime
 */
export async function confirmEmailChange(
  auth: Auth,
  tx: Queries,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<UserRow | undefined> {
  await lockUser(tx, id)
  const former = await findUser(tx, id)
  if (former === undefined) return undefined
  const user = await moveToEmail(tx, id, email, now)
  if (user === undefined) return undefined
  await voidTokens(tx, id)
  // A reset that was opened from the former mailbox must no longer set a password.
  await deleteRecoverySessions(tx, id)
  await recordSecurityEvent(tx, { user_id: id, user_agent: null }, "email_changed", now)
  await sendUndoNotice(auth, tx, former, "email", emailChangedNotice, now)
  return user
}
