// A challenge and its answer, a code or the touch of a security key: the session that gives the right one is signed in completely
// (aal2) from then on.
import * as z from "zod/mini"
import { PROTOCOL } from "../../../../domain/account/account-messages.ts"
import type { FactorType } from "../../../../domain/account/policy.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, SESSIONS_MAX } from "../../../../domain/limits.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import { type Caller, hasFullSession } from "../caller.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireFullSession } from "../credentials/step-up.ts"
import { sendUndoNotice } from "../credentials/undo.ts"
import { limitFailures } from "../passkeys/failed-attempts.ts"
import { readBody, text } from "../protocol/read-body.ts"
import { completeSignIn, withPlace } from "../session/complete-sign-in.ts"
import type { ClientInfo } from "../session/cookies.ts"
import { markFactorVerified } from "../session/levels-store.ts"
import { lockCaller } from "../session/lock-caller.ts"
import { endAccess, type OpenedSession, presentSession } from "../session/sessions.ts"
import { deleteOldestSessions } from "../session/sessions-store.ts"
import { findUser, findUserDetails } from "../users-store.ts"
import { attemptCode } from "./attempt-code.ts"
import { deleteUnverifiedFactors, type FactorRow, findFactor, markVerified, useStep } from "./factors-store.ts"
import { factorAddedNotice } from "./second-factor-emails.ts"
import { challengeKey, checkKey } from "./security-keys.ts"

/** @returns expires_at in seconds since 1970 @throws Refusal forbidden, account_deactivated, mfa_factor_not_found, webauthn_credential_not_found */
export async function challenge(auth: Auth, caller: Caller, factorId: string) {
  const factor = await ownFactor(auth, caller, factorId)
  if (factor.type === "webauthn") return challengeKey(auth, caller, factor)
  return { type: factor.type, ...auth.challenges.issue(factor.id, caller.session_id, auth.clock()) }
}

async function ownFactor({ database }: Auth, caller: Caller, factorId: string): Promise<FactorRow> {
  if (!hasFullSession(caller)) throw new Refusal("forbidden")
  const factor = isUuid(factorId) ? await findFactor(database.db, caller.user_id, factorId) : undefined
  // A session that owes its factor must show a verified one, not one that was added on the way.
  const isOwed = factor?.status === "verified" || !caller.needs_factor
  if (factor === undefined || !isOwed) throw new Refusal("mfa_factor_not_found")
  if (factor.status === "unverified") requireFullSession(caller)
  return factor
}

const codeBody = z.object({ challenge_id: text(AUTH_TOKEN_MAX), code: text(AUTH_TOKEN_MAX) })

/**
 * Of many requests with one code or one answer of a key at once, one wins; it never counts again.
 * @throws Refusal forbidden, account_deactivated, mfa_factor_not_found, validation_failed, mfa_challenge_expired, mfa_verification_failed,
 * webauthn_challenge_expired, webauthn_verification_failed, webauthn_credential_exists, too_many_requests, session_not_found
 */
export async function verifyFactor(
  auth: Auth,
  caller: Caller,
  factorId: string,
  input: unknown,
  client: ClientInfo,
): Promise<OpenedSession> {
  const { challenges, clock } = auth
  const named = await ownFactor(auth, caller, factorId)
  const now = clock()
  if (named.type === "webauthn")
    return limitFailures(auth, client.ip, async () => {
      const { factor, use } = await checkKey(auth, caller, named, input, client, now)
      return signInCompletely(auth, caller, factor, client, now, use)
    })
  const { challenge_id, code } = readBody(codeBody, input)
  if (!challenges.isValid(challenge_id, named.id, caller.session_id, now))
    throw new Refusal("mfa_challenge_expired", { message: PROTOCOL.challengeExpired(challenge_id) })
  return attemptCode(auth, caller, named, code, client, now, ({ factor, step }) =>
    signInCompletely(auth, caller, factor, client, now, async (tx) => {
      if (!(await useStep(tx, factor.id, step, now))) throw new Refusal("mfa_verification_failed")
    }),
  )
}

/** @param use uses up the code or the key's answer, or throws */
async function signInCompletely(
  auth: Auth,
  caller: Caller,
  factor: FactorRow,
  client: ClientInfo,
  now: Date,
  use: (tx: Queries) => Promise<void>,
): Promise<OpenedSession> {
  const { database, log } = auth
  const signingIn = caller.needs_factor ? await withPlace(auth, client) : null
  const { isNew, opened } = await database.db.transaction(async (tx) => {
    const { email } = await lockCaller(tx, caller, now)
    await use(tx)
    const isNew = await markVerified(tx, factor.id, now)
    if (isNew) await beginToCount(auth, tx, { ...caller, email }, factor.type, now)
    const session = await markFactorVerified(tx, caller.session_id, factor.type, now)
    const user = await findUser(tx, caller.user_id)
    if (session === undefined || user === undefined) throw new Refusal("session_not_found")
    await deleteOldestSessions(tx, session, SESSIONS_MAX)
    const devices = signingIn === null ? null : await completeSignIn(auth, tx, user, signingIn, now)
    const body = await presentSession(auth, session, user, await findUserDetails(tx, user.id, now), now)
    return { isNew, opened: { body, isBound: session.binding_hash !== null, binding: null, devices } }
  })
  log.info(isNew ? "auth.factor_added" : "auth.factor_verified", { user: caller.user_id, factor: factor.id })
  return opened
}

/** From its first use on, the password alone is not enough: other sessions, open links and other new factors end. */
async function beginToCount(auth: Auth, tx: Queries, caller: Caller, type: FactorType, now: Date): Promise<void> {
  const { user_id, session_id, email } = caller
  await deleteUnverifiedFactors(tx, user_id)
  await endAccess(tx, user_id, session_id)
  await sendUndoNotice(auth, tx, { id: user_id, email }, "second_factor", factorAddedNotice(type), now)
  await recordSecurityEvent(tx, caller, type === "webauthn" ? "security_key_added" : "second_factor_added", now)
}
