// Reset of a forgotten password: a link opens a session that can do one thing, set a password.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, BUDGET, EMAIL_MAX, RESET_LINK_KEPT_MINUTES } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { addMinutes } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import { resetEmails } from "../../../platform/mail/hourly-cap.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext, Origin } from "../context.ts"
import { admitEmail, emailAttempt, hasRoom, startAfresh, takeEmailTo } from "../credentials/attempts.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { factorsOf } from "../second-factor/factors-store.ts"
import { knownDevice, rememberDevice } from "../session/known-devices.ts"
import { isGone, type Opened, openSession } from "../session/sessions.ts"
import { findUser, findUserByEmail, lockUser, type UserRow } from "../users-store.ts"
import { sendRecovery } from "./email-link-tokens.ts"
import { sha256 } from "./one-time-token.ts"
import { findToken, openToken, type TokenRow } from "./one-time-tokens-store.ts"
import { readAddress } from "./resend.ts"

const recoverBody = z.object({ email: text(EMAIL_MAX, FIELD.emailInvalid) })

/**
 * A link that was just sent stays: anyone who asks again and again from elsewhere must not void the one its owner is about to click.
 * The network that asked for it gets a new one, and so does a known device.
 */
const isKept = (open: TokenRow, askedFrom: string, now: Date): boolean =>
  open.browser_hash !== askedFrom && open.created_at > addMinutes(now, -RESET_LINK_KEPT_MINUTES)

/** False when the account has left the address meanwhile: its former mailbox gets no link. */
async function sendLink(context: AuthContext, tx: Queries, user: UserRow, askedFrom: string, now: Date) {
  await lockUser(tx, user.id)
  if ((await findUser(tx, user.id))?.email !== user.email) return false
  await sendRecovery(context, tx, user, askedFrom, now)
  return true
}

/** Of many at once the first sends one. @returns false when a link works meanwhile, or the site has sent as many as it may */
async function sendFirst(context: AuthContext, user: UserRow, askedFrom: string, now: Date): Promise<boolean> {
  const { config, database, limits } = context
  const cap = resetEmails(config)
  if (!(await hasRoom(limits.take(cap, "")))) return false
  const isSent = await database.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if ((await openToken(tx, user.id, "recovery", now)) !== undefined) return false
    return sendLink(context, tx, user, askedFrom, now)
  })
  if (!isSent) await limits.giveBack([cap, ""])
  return isSent
}

/**
 * A confirmed account without a link that works always gets one: once an hour at most, since it works so long. Everything else
 * counts as an email that strangers asked for.
 */
async function sendToStranger(context: AuthContext, user: UserRow, askedFrom: string, now: Date): Promise<boolean> {
  const { db } = context.database
  const isOwed = user.email_confirmed_at !== null && (await openToken(db, user.id, "recovery", now)) === undefined
  if (isOwed && (await sendFirst(context, user, askedFrom, now))) return true
  const open = await openToken(db, user.id, "recovery", now)
  if (open !== undefined && isKept(open, askedFrom, now)) return false
  if (!(await takeEmailTo(context, BUDGET.mailPerAddress, user.email.toLowerCase()))) return false
  return db.transaction((tx) => sendLink(context, tx, user, askedFrom, now))
}

/** The answer is the same whether or not there is such an account. @throws Refusal validation_failed, proof_of_work_required, over_email_send_rate_limit, too_many_emails */
export async function recover(context: AuthContext, input: unknown, origin: Origin & ProofSender): Promise<void> {
  const { config, database, clock, limits, log } = context
  const email = readAddress(readBody(recoverBody, input, PROTOCOL.recoverEmailMissing).email)
  const known = await knownDevice(context, origin, email)
  const asked = await limits.takeAll(emailAttempt(email, origin.ip, known), "over_email_send_rate_limit")
  const admission = known === null ? await admitEmail(context, resetEmails(config), origin, asked) : null
  const now = clock()
  const found = await findUserByEmail(database.db, email)
  const user = found === undefined || isGone(found, now) ? null : found
  const askedFrom = sha256(`reset from ${networkOf(origin.ip)}`)
  if (admission !== null) {
    const isSent = user !== null && (await sendToStranger(context, user, askedFrom, now))
    if (!isSent) return admission.withdraw()
  } else if (user !== null) await database.db.transaction((tx) => sendLink(context, tx, user, askedFrom, now))
  if (user !== null) log.info("auth.recovery_sent", { user: user.id })
}

/**
 * The session of a recovery link. Opening the link uses nothing up (mail scanners open links); setting the password does.
 * @throws Refusal otp_expired, too_many_requests
 */
export async function openRecovery(context: AuthContext, token: string, origin: Origin): Promise<Opened> {
  const { database, clock, limits, log } = context
  await limits.takeForIp(BUDGET.linkPerIp, origin.ip)
  const now = clock()
  const found = token.length > AUTH_TOKEN_MAX ? undefined : await findToken(database.db, sha256(token), "recovery", now)
  const user = found && (await findUser(database.db, found.user_id))
  if (user === undefined || isGone(user, now)) throw new Refusal("otp_expired")
  const opened = await database.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    // The account may have moved to another address since, or have a new password: either voids the link.
    if ((await findToken(tx, sha256(token), "recovery", now)) === undefined) throw new Refusal("otp_expired")
    return openSession(context, tx, user, "recovery", origin, now)
  })
  log.info("auth.recovery_opened", { user: user.id })
  return opened
}

/**
 * After a reset: what was tried before counts no more, and strangers do not keep this browser out of the sign-in that follows.
 * Where there is a second factor, so often a day at most as the attempts begin anew: a mailbox must not open more room for codes.
 * @returns what the browser's cookie of known devices holds from now on; null: as it is
 */
export async function rememberAfterReset(
  context: AuthContext,
  caller: Caller,
  origin: Origin,
): Promise<string[] | null> {
  const { database, clock } = context
  const isFresh = await startAfresh(context, caller, origin.ip)
  const hasFactor = (await factorsOf(database.db, caller.user_id)).some(({ status }) => status === "verified")
  if (hasFactor && !isFresh) return null
  return database.db.transaction((tx) => rememberDevice(context, tx, caller.user_id, origin, clock()))
}
