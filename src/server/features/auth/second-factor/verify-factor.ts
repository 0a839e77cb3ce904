// A challenge and its code: the session that shows the right code is signed in completely (aal2) from then on.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, SESSIONS_MAX } from "../../../../domain/limits.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { completeSignIn } from "../session/complete-sign-in.ts"
import type { Origin } from "../session/cookies.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { endAccess, type Opened, presentSession } from "../session/sessions.ts"
import { deleteOldestSessions, markFactorVerified } from "../session/sessions-store.ts"
import { findUser, findUserDetails } from "../users-store.ts"
import { attemptCode } from "./attempt-code.ts"
import { deleteUnverifiedFactors, type FactorRow, findFactor, markVerified, useStep } from "./factors-store.ts"
import { factorAddedNotice } from "./second-factor-emails.ts"

/** @returns expires_at in seconds since 1970 @throws Refusal forbidden, mfa_factor_not_found */
export async function challenge(auth: Auth, caller: Caller, factorId: string) {
  const { id } = await ownFactor(auth, caller, factorId)
  return { type: "totp", ...auth.challenges.issue(id, caller.session_id, auth.clock()) }
}

async function ownFactor({ database }: Auth, caller: Caller, factorId: string): Promise<FactorRow> {
  if (caller.kind !== "password") throw new Refusal("forbidden")
  const factor = isUuid(factorId) ? await findFactor(database.db, caller.user_id, factorId) : undefined
  // A session that owes a code must show one of a verified app, not of one that was added on the way.
  const isOwed = factor?.status === "verified" || !caller.needs_factor
  if (factor === undefined || !isOwed) throw new Refusal("mfa_factor_not_found")
  return factor
}

const verifyBody = z.object({ challenge_id: text(AUTH_TOKEN_MAX), code: text(AUTH_TOKEN_MAX) })

/**
 * Of many requests with one code at once, one wins; the code never counts again.
 * @throws Refusal forbidden, mfa_factor_not_found, validation_failed, mfa_challenge_expired, mfa_verification_failed,
 * too_many_requests, session_not_found
 */
export async function verifyFactor(
  auth: Auth,
  caller: Caller,
  factorId: string,
  input: unknown,
  origin: Origin,
): Promise<Opened> {
  const { challenges, clock, database, log } = auth
  const { challenge_id, code } = readBody(verifyBody, input)
  const named = await ownFactor(auth, caller, factorId)
  const now = clock()
  if (!challenges.isValid(challenge_id, named.id, caller.session_id, now))
    throw new Refusal("mfa_challenge_expired", { message: PROTOCOL.challengeExpired(challenge_id) })
  return attemptCode(auth, caller, named, code, origin, now, async ({ factor, step }) => {
    const { isNew, opened } = await database.db.transaction(async (tx) => {
      const { email } = await lockCaller(tx, caller, now)
      if (!(await useStep(tx, factor.id, step, now))) throw new Refusal("mfa_verification_failed")
      const isNew = await markVerified(tx, factor.id, now)
      if (isNew) await beginToCount(auth, tx, { ...caller, email }, now)
      const session = await markFactorVerified(tx, caller.session_id, now)
      const user = await findUser(tx, caller.user_id)
      if (session === undefined || user === undefined) throw new Refusal("session_not_found")
      await deleteOldestSessions(tx, session, SESSIONS_MAX)
      const devices = caller.needs_factor ? await completeSignIn(auth, tx, user, origin, now) : null
      const body = await presentSession(auth, session, user, await findUserDetails(tx, user.id, now), now)
      return { isNew, opened: { body, isBound: session.binding_hash !== null, binding: null, devices } }
    })
    log.info(isNew ? "auth.factor_added" : "auth.factor_verified", { user: caller.user_id, factor: factor.id })
    return opened
  })
}

/** From the first code on, the password alone is not enough: other sessions, open links and other new factors end. */
async function beginToCount(auth: Auth, tx: Queries, caller: Caller, now: Date): Promise<void> {
  const { user_id, session_id, email } = caller
  await deleteUnverifiedFactors(tx, user_id)
  await endAccess(tx, user_id, session_id)
  await sendUndoNotice(auth, tx, { id: user_id, email }, "second_factor", factorAddedNotice, now)
  await recordSecurityEvent(tx, caller, "second_factor_added", now)
}
