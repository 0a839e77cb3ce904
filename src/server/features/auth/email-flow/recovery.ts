// The email of a forgotten password: requested by anyone who knows the address, or sent by an administrator.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { accountState } from "../../../../domain/account/lifecycle.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { EMAIL_MAX, RESET_LINK_KEPT_MINUTES } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { addMinutes } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import { resetEmails } from "../../../platform/mail/hourly-cap.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { admitEmail, emailAttempt, hasRoom, takeEmailTo } from "../credentials/attempts.ts"
import { readBody, text } from "../protocol/read-body.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { requireOpenSession } from "../session/lock-caller.ts"
import { sha256 } from "../session/tokens.ts"
import { findLiveUserByEmail, findUser, lockUser, type UserRow } from "../users-store.ts"
import { refuseIfCompanyLogin, requireOtherDomain, requireWayIn } from "../way-in.ts"
import { openToken, type TokenRow } from "./one-time-tokens-store.ts"
import { readAddress } from "./resend.ts"
import { sendRecovery } from "./send-links.ts"

const recoverBody = z.object({ email: text(EMAIL_MAX, FIELD.emailInvalid) })

/**
 * The answer is the same whether or not there is such an account.
 * @throws Refusal validation_failed, email_provider_disabled, company_login_required, proof_of_work_required, over_email_send_rate_limit, too_many_emails
 */
export async function recover(auth: Auth, input: unknown, client: ClientInfo & ProofSender): Promise<void> {
  const { config, database, clock, knownDevices, limits, log } = auth
  const email = readAddress(readBody(recoverBody, input, PROTOCOL.recoverEmailMissing).email)
  requireOtherDomain(auth, email)
  requireWayIn(auth, "password")
  const known = await knownDevices.find(client, email)
  const asked = await limits.takeAll(emailAttempt(email, client.ip, known), "over_email_send_rate_limit")
  const admission = known === null ? await admitEmail(auth, resetEmails(config), client, asked) : null
  const now = clock()
  const user = await findLiveUserByEmail(database.db, email, now)
  const askedFrom = sha256(`reset from ${networkOf(client.ip)}`)
  if (admission !== null) {
    const isSent = user !== undefined && (await sendToStranger(auth, user, askedFrom, now))
    if (!isSent) return admission.withdraw()
  } else if (user !== undefined) await database.db.transaction((tx) => sendLink(auth, tx, user, askedFrom, now))
  if (user !== undefined) log.info("auth.recovery_sent", { user: user.id })
}

/**
 * A confirmed account without a working link always gets one: once an hour at most, since it works that long. Everything else
 * counts as an email that strangers asked for.
 */
async function sendToStranger(auth: Auth, user: UserRow, askedFrom: string, now: Date): Promise<boolean> {
  const { db } = auth.database
  const isOwed = user.email_confirmed_at !== null && (await openToken(db, user.id, "recovery", now)) === undefined
  if (isOwed && (await sendFirst(auth, user, askedFrom, now))) return true
  const open = await openToken(db, user.id, "recovery", now)
  if (open !== undefined && isKept(open, askedFrom, now)) return false
  if (!(await takeEmailTo(auth, BUDGET.mailPerAddress, user.email.toLowerCase()))) return false
  return db.transaction((tx) => sendLink(auth, tx, user, askedFrom, now))
}

/** Of many at once the first sends one. @returns false when a link works already, or the site has sent as many as it may */
async function sendFirst(auth: Auth, user: UserRow, askedFrom: string, now: Date): Promise<boolean> {
  const { config, database, limits } = auth
  const cap = resetEmails(config)
  if (!(await hasRoom(limits.take(cap, "")))) return false
  const isSent = await database.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if ((await openToken(tx, user.id, "recovery", now)) !== undefined) return false
    return sendLink(auth, tx, user, askedFrom, now)
  })
  if (!isSent) await limits.giveBack([cap, ""])
  return isSent
}

/**
 * A link that was just sent stays valid: repeated requests from elsewhere must not void the one that its owner is about to open.
 * The network that asked for it gets a new one, and so does a known device.
 */
const isKept = (open: TokenRow, askedFrom: string, now: Date): boolean =>
  open.browser_hash !== askedFrom && open.created_at > addMinutes(now, -RESET_LINK_KEPT_MINUTES)

/** False when the account has another address by now: its former mailbox gets no link. */
async function sendLink(auth: Auth, tx: Queries, user: UserRow, askedFrom: string | null, now: Date): Promise<boolean> {
  await lockUser(tx, user.id)
  if ((await findUser(tx, user.id))?.email !== user.email) return false
  await sendRecovery(auth, tx, user, askedFrom, now)
  return true
}

/**
 * An administrator sends the email to someone else. What strangers have asked for does not count against an administrator.
 * @throws Refusal email_provider_disabled, not_found, user_deactivated, email_address_missing, company_login_required,
 * over_email_send_rate_limit, user_moved
 */
export async function sendReset(auth: Auth, caller: Caller, userId: string): Promise<void> {
  const { audit, clock, database, limits, log } = auth
  requireWayIn(auth, "password")
  const now = clock()
  const user = await findUser(database.db, userId)
  const state = user === undefined ? "gone" : accountState(user, now)
  if (user === undefined || state === "gone") throw new Refusal("not_found")
  if (state === "deactivated") throw new Refusal("user_deactivated")
  if (user.email === "") throw new Refusal("email_address_missing")
  // A new password would be useless: this account can sign in only with its company login.
  await refuseIfCompanyLogin(auth, database.db, user)
  await limits.take(BUDGET.mailPerAsker, `${caller.user_id} to ${user.email}`, "over_email_send_rate_limit")
  await database.db.transaction(async (tx) => {
    // The account before the session, which may be one of that account.
    await lockUser(tx, userId)
    await requireOpenSession(tx, caller, now)
    if (!(await sendLink(auth, tx, user, null, now))) throw new Refusal("user_moved")
    await audit.record(tx, { actor_id: caller.user_id, action: "reset.sent", subject_id: userId }, now)
  })
  log.info("auth.reset_sent", { user: userId, by: caller.user_id })
}
