// Reset of a forgotten password: a link opens a session that can do one thing, set a password.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, BUDGET, EMAIL_MAX, RESET_LINK_KEPT_MINUTES } from "../../../../domain/limits.ts"
import { FIELD } from "../../../../domain/messages.ts"
import { addMinutes } from "../../../../domain/time.ts"
import { networkOf } from "../../../platform/http/client-ip.ts"
import type { ProofSender } from "../../proof-of-work/service.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext, Origin } from "../context.ts"
import { admitEmail, emailAttempt, startAfresh } from "../credentials/attempts.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { factorsOf } from "../second-factor/factors-store.ts"
import { knownDevice, rememberDevice } from "../session/known-devices.ts"
import { isGone, type Opened, openSession } from "../session/sessions.ts"
import { findUser, findUserByEmail, lockUser } from "../users-store.ts"
import { sendRecovery } from "./email-link-tokens.ts"
import { sha256 } from "./one-time-token.ts"
import { findToken, newestToken } from "./one-time-tokens-store.ts"
import { readAddress } from "./resend.ts"

const recoverBody = z.object({ email: text(EMAIL_MAX, FIELD.emailInvalid) })

const NOBODY = "00000000-0000-0000-0000-000000000000"

/**
 * A link that was just sent stays: anyone who asks again and again from elsewhere must not void the one its owner is about to click.
 * The network that asked for it gets a new one, and so does a known device.
 */
async function isKept({ database }: AuthContext, userId: string, askedFrom: string, now: Date): Promise<boolean> {
  const newest = await newestToken(database.db, userId, "recovery")
  if (newest === undefined || newest.browser_hash === askedFrom) return false
  return newest.used_at === null && newest.created_at > addMinutes(now, -RESET_LINK_KEPT_MINUTES)
}

/** The answer is the same whether or not there is such an account. @throws Refusal validation_failed, proof_of_work_required, over_email_send_rate_limit, too_many_emails */
export async function recover(context: AuthContext, input: unknown, origin: Origin & ProofSender): Promise<void> {
  const { database, clock, limits, log } = context
  const email = readAddress(readBody(recoverBody, input, PROTOCOL.recoverEmailMissing).email)
  const known = await knownDevice(context, origin, email)
  const asked = await limits.takeAll(emailAttempt(email, origin.ip, known), "over_email_send_rate_limit")
  const now = clock()
  const user = await findUserByEmail(database.db, email)
  const askedFrom = sha256(`reset from ${networkOf(origin.ip)}`)
  if (known === null) {
    const admission = await admitEmail(context, email, origin, asked)
    if (admission === null) return
    if (await isKept(context, user?.id ?? NOBODY, askedFrom, now)) return admission.withdraw()
  }
  if (user === undefined || isGone(user, now)) return
  await database.db.transaction((tx) => sendRecovery(context, tx, user, askedFrom, now))
  log.info("auth.recovery_sent", { user: user.id })
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
    if (!(await lockUser(tx, user.id))) throw new Refusal("otp_expired")
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
