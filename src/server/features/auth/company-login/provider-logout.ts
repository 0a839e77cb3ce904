// Sign-outs that a provider tells us about: back-channel (from its server, signed) and front-channel (from a browser).
import { decodeJwt } from "jose"
import { isSameIssuer, type LoginProvider, requiredProvider } from "../../../../domain/account/company-login.ts"
import { storable } from "../../../../domain/account/user-metadata.ts"
import { BUDGET } from "../../../../domain/budgets.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, LOGOUT_TOKEN_MAX, LOGOUT_TOKEN_S } from "../../../../domain/limits.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import { perNetwork } from "../../../platform/rate-limits/rate-limits.ts"
import type { Auth } from "../auth.ts"
import { deleteSessionsOf } from "../session/sessions-store.ts"
import { findUser, lockUser } from "../users-store.ts"
import { deleteSessionsOpenedBy, findIdentitiesAt } from "./identities-store.ts"
import { deleteFlowsOf } from "./login-flows-store.ts"

const EVENT = "http://schemas.openid.net/event/backchannel-logout"

const textOr = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && storable(value) === value ? value : null

/** Before the signature is checked: which provider's keys to check it with. */
function issuerIn(token: string): string {
  try {
    // Nothing is checked yet: it can be anything.
    return textOr(decodeJwt(token).iss) ?? ""
  } catch {
    return ""
  }
}

/**
 * OpenID Connect Back-Channel Logout 1.0: ends the sessions that the person opened with this provider; with a `sid`, those of one session
 * there. People whose address belongs to the provider are signed out everywhere.
 * @throws Refusal logout_token_invalid, too_many_requests, company_login_unavailable
 */
export async function backChannelLogout(auth: Auth, token: string, ip: string): Promise<void> {
  const { limits, log, providers } = auth
  await limits.takeAll([perNetwork(BUDGET.providerLogoutPerIp, ip)])
  const issuer = token.length <= LOGOUT_TOKEN_MAX ? issuerIn(token) : ""
  const settings = providers.all.find((each) => isSameIssuer(each.issuer, issuer))
  if (settings === undefined) throw new Refusal("logout_token_invalid")
  const found = await providers.verified(settings, token, { maxTokenAge: LOGOUT_TOKEN_S })
  if (found === null) throw new Refusal("logout_token_invalid")
  const { payload, typ } = found
  const { iss = "", nonce, events } = payload
  const [subject, sid, jti] = [textOr(payload.sub), textOr(payload.sid), textOr(payload.jti)]
  const event = typeof events === "object" && events !== null ? (events as Record<string, unknown>)[EVENT] : undefined
  const isLogout = typeof event === "object" && event !== null && nonce === undefined
  const isTyped = typ === undefined || /^(?:application\/)?(?:logout\+jwt|jwt)$/i.test(typ)
  if (!isLogout || !isTyped || jti === null || (subject === null && sid === null))
    throw new Refusal("logout_token_invalid")
  const refuseSpent = (error: unknown) => {
    const isSpent = error instanceof Refusal && error.code === "too_many_requests"
    throw isSpent ? new Refusal("logout_token_invalid") : error
  }
  const tokenId = `${iss} ${jti}`
  await limits.requireRoom(BUDGET.sameLogoutToken, tokenId).catch(refuseSpent)
  // The token is used up only once the sessions have ended: after a failure, the provider sends it again.
  const ended = await withRetry(() => endSessions(auth, settings, iss, subject, sid))
  await limits.take(BUDGET.sameLogoutToken, tokenId).catch(refuseSpent)
  log.info("auth.company_logout", { provider: settings.id, sessions: ended })
}

/** OpenID Connect Front-Channel Logout 1.0. The id of a session is hard to guess, and its end harms little. @throws Refusal too_many_requests */
export async function frontChannelLogout(auth: Auth, issuer: string, sid: string, ip: string): Promise<void> {
  const { limits, log, providers } = auth
  await limits.takeAll([perNetwork(BUDGET.providerLogoutPerIp, ip)])
  const settings = providers.all.find((each) => isSameIssuer(each.issuer, issuer))
  if (settings === undefined || textOr(sid) === null || sid.length > AUTH_TOKEN_MAX) return
  const ended = await withRetry(() => endSessions(auth, settings, issuer, null, sid))
  log.info("auth.company_logout", { provider: settings.id, sessions: ended })
}

/** @returns how many people's sessions ended */
function endSessions(
  { database, providers }: Auth,
  settings: LoginProvider,
  issuer: string,
  subject: string | null,
  sid: string | null,
): Promise<number> {
  return database.db.transaction(async (tx) => {
    await deleteFlowsOf(tx, issuer, subject, sid)
    const meant = await findIdentitiesAt(tx, issuer, subject, sid)
    // The accounts before their sessions, in the order of all changes that end some of them.
    for (const id of meant.map(({ user_id }) => user_id).sort()) await lockUser(tx, id)
    await deleteSessionsOpenedBy(
      tx,
      meant.map(({ id }) => id),
      subject,
      sid,
    )
    for (const { user_id } of meant) {
      const user = await findUser(tx, user_id)
      if (user !== undefined && requiredProvider(providers.all, user.email) === settings)
        await deleteSessionsOf(tx, user_id)
    }
    return meant.length
  })
}
