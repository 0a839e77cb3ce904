// The link of a reset: it leads to the page that sets the password (specification section 2), with a session for that alone.
import type { Context } from "hono"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX } from "../../../../domain/limits.ts"
import type { RequestEnv } from "../../../platform/http/env.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { startAfresh } from "../credentials/attempts.ts"
import { verifiedFactorsOf } from "../second-factor/factors-store.ts"
import { type ClientInfo, clientInfoOf } from "../session/cookies.ts"
import { type OpenedSession, openSession } from "../session/sessions.ts"
import { sha256 } from "../session/tokens.ts"
import { findLiveUser, lockUser } from "../users-store.ts"
import { findToken } from "./one-time-tokens-store.ts"

/** Tokens go in the query string because the specification's page reads them there; it removes them at once. */
export async function followRecoveryLink(auth: Auth, c: Context<RequestEnv>): Promise<Response> {
  const page = (query: Record<string, string>) =>
    c.redirect(`${auth.config.PUBLIC_ORIGIN}/reset-password?${new URLSearchParams(query)}`, 303)
  try {
    // Links of other kinds lead to a page directly: no email ever had such an address.
    if (c.req.query("type") !== "recovery") throw new Refusal("otp_expired")
    const { body } = await openRecovery(auth, c.req.query("token") ?? "", clientInfoOf(c))
    return page({
      access_token: body.access_token,
      refresh_token: body.refresh_token,
      expires_in: String(body.expires_in),
      token_type: body.token_type,
      type: "recovery",
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return page({ error: "access_denied", error_code: error.code, error_description: error.message })
  }
}

/**
 * Opening the link does not use it up (mail scanners open links); setting the password does.
 * @throws Refusal otp_expired, too_many_requests
 */
async function openRecovery(auth: Auth, token: string, client: ClientInfo): Promise<OpenedSession> {
  const { database, clock, limits, log } = auth
  await limits.takeForIp(BUDGET.linkPerIp, client.ip)
  const now = clock()
  const found = token.length > AUTH_TOKEN_MAX ? undefined : await findToken(database.db, sha256(token), "recovery", now)
  const user = found && (await findLiveUser(database.db, found.user_id, now))
  if (user === undefined) throw new Refusal("otp_expired")
  const opened = await database.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    // The account may have moved to another address since, or have a new password: either voids the link.
    if ((await findToken(tx, sha256(token), "recovery", now)) === undefined) throw new Refusal("otp_expired")
    return openSession(auth, tx, user, "recovery", client, now)
  })
  log.info("auth.recovery_opened", { user: user.id })
  return opened
}

/**
 * After a reset, earlier attempts no longer count, and this browser becomes a known device, so that strangers cannot block its next
 * sign-in. If the account has a second factor, this has the daily limit of `startAfresh`: access to the mailbox must not allow more
 * guesses at codes.
 * @returns the new values of the known-devices cookie; null to leave it unchanged
 */
export async function rememberAfterReset(auth: Auth, caller: Caller, client: ClientInfo): Promise<string[] | null> {
  const { database, clock, knownDevices } = auth
  const isFresh = await startAfresh(auth, caller, client.ip)
  const hasFactor = (await verifiedFactorsOf(database.db, caller.user_id)).length > 0
  if (hasFactor && !isFresh) return null
  return database.db.transaction(async (tx) =>
    (await lockUser(tx, caller.user_id))
      ? (await knownDevices.remember(tx, caller.user_id, client, clock())).marks
      : null,
  )
}
