// A challenge and its code: the session that brings the right one is signed in completely (aal2) from then on.

import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, BUDGET, SESSIONS_MAX, TOTP_DIGITS } from "../../../../domain/limits.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Counted } from "../../../platform/rate-limits/rate-limits.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext, Origin } from "../context.ts"
import { codeAttempt, ownSession } from "../credentials/attempts.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { undoLink } from "../credentials/undo.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { completeSignIn } from "../session/complete-sign-in.ts"
import { knownDevice } from "../session/known-devices.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { type Opened, presentSession } from "../session/sessions.ts"
import { deleteOldestSessions, deleteSessionsOf, markFactorVerified } from "../session/sessions-store.ts"
import { findUser } from "../users-store.ts"
import {
  deleteUnverifiedFactors,
  type FactorRow,
  findFactor,
  markVerified,
  useStep,
  verifiedFactorsOf,
} from "./factors-store.ts"
import { factorAddedNotice, wrongCodesNotice } from "./second-factor-emails.ts"
import { matchingStep } from "./totp.ts"

export interface ChallengeBody {
  id: string
  type: "totp"
  /** seconds since 1970 */
  expires_at: number
}

async function ownFactor({ database }: AuthContext, caller: Caller, factorId: string): Promise<FactorRow> {
  if (caller.kind !== "password") throw new Refusal("forbidden")
  const factor = isUuid(factorId) ? await findFactor(database.db, caller.user_id, factorId) : undefined
  // Who owes a code shows one of an app that counts already, not of one that was added on the way.
  const isOwed = factor?.status === "verified" || !caller.needs_factor
  if (factor === undefined || !isOwed) throw new Refusal("mfa_factor_not_found")
  return factor
}

/** @throws Refusal forbidden, mfa_factor_not_found */
export async function challenge(context: AuthContext, caller: Caller, factorId: string): Promise<ChallengeBody> {
  const { id } = await ownFactor(context, caller, factorId)
  return { type: "totp", ...context.challenges.issue(id, caller.session_id, context.clock()) }
}

/**
 * Counts one attempt. A session that owes no code gives one again: its attempts are its own. When there have been too many, the
 * owner is told once a day: someone has the password.
 */
async function countAttempt(context: AuthContext, caller: Caller, origin: Origin | null): Promise<Counted[]> {
  const { clock, config, database, limits, log, mail } = context
  const { user_id, session_id, email } = caller
  const owing = caller.needs_factor ? origin : null
  const known = owing === null ? ownSession(caller) : await knownDevice(context, owing, email.toLowerCase())
  try {
    return await limits.takeAll(codeAttempt(user_id, owing?.ip ?? "", known))
  } catch (refused) {
    const isFirst = await limits.take(BUDGET.wrongCodesNoticePerAccount, user_id).then(
      () => true,
      () => false,
    )
    if (isFirst) {
      log.warn("auth.factor_guessed", { user: user_id, session: session_id })
      const notice = wrongCodesNotice(config.SITE_NAME, config.SUPPORT_EMAIL)
      await database.db.transaction(async (tx) => {
        await mail.enqueue(tx, email, notice, clock())
        await recordSecurityEvent(tx, caller, "wrong_codes", clock())
      })
    }
    throw refused
  }
}

const verifyBody = z.object({ challenge_id: text(AUTH_TOKEN_MAX), code: text(AUTH_TOKEN_MAX) })
const isCode = (typed: string): boolean => typed.length === TOTP_DIGITS && /^\d+$/.test(typed)

/** Null when the code is not of this app. */
function stepOf(context: AuthContext, factor: FactorRow, code: string, now: Date): number | null {
  const key = context.sealing.open(factor.secret, factor.id)
  // After a change of SECRET: recovery codes still count.
  if (key === null) context.log.error("auth.factor_unreadable", { user: factor.user_id, factor: factor.id })
  return key === null ? null : matchingStep(key, code, now)
}

/**
 * The app that shows this code, and the code's step. Nobody with several apps has to say which one: an attempt is made at all.
 * @throws Refusal mfa_verification_failed
 */
async function matching(context: AuthContext, named: FactorRow, code: string, now: Date) {
  const verified = named.status === "verified" ? await verifiedFactorsOf(context.database.db, named.user_id) : []
  for (const factor of [named, ...verified.filter(({ id }) => id !== named.id)]) {
    const step = stepOf(context, factor, code, now)
    if (step !== null) return { factor, step }
  }
  throw new Refusal("mfa_verification_failed")
}

/**
 * One attempt to show a code, counted, and given back when it was right.
 * @param origin null where a code is given again, in a session that owes none
 * @param accept what the code is for; it throws when the code counts no more
 * @throws Refusal mfa_verification_failed, too_many_requests, and those of `accept`
 */
export async function attemptCode<Done>(
  context: AuthContext,
  caller: Caller,
  named: FactorRow,
  typed: string,
  origin: Origin | null,
  now: Date,
  accept: (matched: { factor: FactorRow; step: number }) => Promise<Done>,
): Promise<Done> {
  const { limits, log } = context
  const { user_id } = caller
  const code = typed.replace(/\s/g, "")
  if (!isCode(code)) throw new Refusal("mfa_verification_failed")
  const taken = await countAttempt(context, caller, origin)
  try {
    const done = await accept(await matching(context, named, code, now))
    await limits.giveBack(...taken)
    return done
  } catch (error) {
    if (error instanceof Refusal) {
      log.info("auth.factor_refused", { code: error.code, user: user_id, factor: named.id, ip: origin?.ip })
    }
    throw error
  }
}

/** From the first code on, anyone who only knows the password is out: other sessions, open links, emails on their way. */
async function beginToCount(context: AuthContext, tx: Queries, caller: Caller, now: Date): Promise<void> {
  const { user_id, session_id, email } = caller
  const { SITE_NAME, SUPPORT_EMAIL } = context.config
  await deleteUnverifiedFactors(tx, user_id)
  await deleteSessionsOf(tx, user_id, session_id)
  await voidTokens(tx, user_id)
  const undo = await undoLink(context, tx, { id: user_id, email }, "second_factor", now)
  await context.mail.enqueue(tx, email, factorAddedNotice(SITE_NAME, SUPPORT_EMAIL, undo), now)
}

/**
 * Of many who bring one code at once, one wins; it never counts again.
 * @throws Refusal forbidden, mfa_factor_not_found, validation_failed, mfa_challenge_expired, mfa_verification_failed,
 * too_many_requests, session_not_found
 */
export async function verifyFactor(
  context: AuthContext,
  caller: Caller,
  factorId: string,
  input: unknown,
  origin: Origin,
): Promise<Opened> {
  const { challenges, clock, database, log } = context
  const { challenge_id, code } = readBody(verifyBody, input)
  const named = await ownFactor(context, caller, factorId)
  const now = clock()
  if (!challenges.isValid(challenge_id, named.id, caller.session_id, now))
    throw new Refusal("mfa_challenge_expired", { message: PROTOCOL.challengeExpired(challenge_id) })
  return attemptCode(context, caller, named, code, origin, now, async ({ factor, step }) => {
    const { isNew, opened } = await database.db.transaction(async (tx) => {
      const { email } = await lockCaller(tx, caller, now)
      if (!(await useStep(tx, factor.id, step, now))) throw new Refusal("mfa_verification_failed")
      const isNew = await markVerified(tx, factor.id, now)
      if (isNew) await beginToCount(context, tx, { ...caller, email }, now)
      if (isNew) await recordSecurityEvent(tx, caller, "second_factor_added", now)
      const session = await markFactorVerified(tx, caller.session_id, now)
      const user = await findUser(tx, caller.user_id)
      if (session === undefined || user === undefined) throw new Refusal("session_not_found")
      await deleteOldestSessions(tx, session, SESSIONS_MAX)
      const completed = caller.needs_factor
        ? await completeSignIn(context, tx, user.id, origin, now)
        : { devices: null }
      const isBound = session.binding_hash !== null
      const body = await presentSession(context, tx, session, user, now)
      return { isNew, opened: { body, isBound, binding: null, ...completed } }
    })
    log.info(isNew ? "auth.factor_added" : "auth.factor_verified", { user: caller.user_id, factor: factor.id })
    return opened
  })
}
