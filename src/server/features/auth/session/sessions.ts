// Sessions: opened by a password or a recovery link, named by the access token, carried on by the refresh token.
import { randomUUID } from "node:crypto"
import { accountState } from "../../../../domain/account/lifecycle.ts"
import { Refusal } from "../../../../domain/errors.ts"
import {
  ACCESS_TOKEN_S,
  AUTH_TOKEN_MAX,
  RECOVERY_SESSION_MINUTES,
  RECOVERY_SESSIONS_MAX,
  REFRESH_REUSE_S,
  SESSION_DAYS,
  SESSIONS_MAX,
} from "../../../../domain/limits.ts"
import { addDays, addMinutes, addSeconds } from "../../../../domain/time.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext, Origin } from "../context.ts"
import { isToken, newToken, sha256 } from "../email-flow/one-time-token.ts"
import { type SessionBody, userBody } from "../protocol/serialize.ts"
import { findUserDetails } from "../protocol/user-details-store.ts"
import { findUser, type UserRow } from "../users-store.ts"
import {
  deleteOldestSessions,
  endSession,
  findSession,
  insertSession,
  rotateSession,
  type SessionRow,
} from "./sessions-store.ts"

const USER_AGENT_MAX = 200

export interface Opened {
  body: SessionBody
  /** the browser's session is bound to a cookie */
  isBound: boolean
  /** value that cookie has from now on; null: as it is */
  binding: string | null
  /** what the cookie of known devices holds from now on; null: as it is */
  devices: string[] | null
}

export async function presentSession(
  context: AuthContext,
  db: Queries,
  session: SessionRow,
  user: UserRow,
  now: Date,
): Promise<SessionBody> {
  const hourFromNow = addSeconds(now, ACCESS_TOKEN_S)
  const expiresAt = session.expires_at < hourFromNow ? session.expires_at : hourFromNow
  const access_token = await context.accessTokens.sign(
    {
      user_id: user.id,
      session_id: session.id,
      email: user.email,
      method: session.kind,
      authenticated_at: session.created_at,
      factor_verified_at: session.factor_verified_at,
      user_metadata: { ...user.user_metadata },
    },
    expiresAt,
    now,
  )
  return {
    access_token,
    token_type: "bearer",
    expires_in: Math.floor((expiresAt.getTime() - now.getTime()) / 1000),
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    refresh_token: context.refreshTokens.issue(session.id, session.counter),
    user: userBody(user, await findUserDetails(db, user.id, now)),
  }
}

/** The last moment a session may have, whatever is refreshed. */
const lastDay = ({ config }: Pick<AuthContext, "config">, openedAt: Date): Date =>
  addDays(openedAt, config.SESSION_MAX_DAYS)

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/**
 * A browser's session is bound to an httpOnly cookie, whose value is new with every session: one that came with the request may
 * have been planted. Inside a transaction that holds the user.
 */
export async function openSession(
  context: AuthContext,
  db: Queries,
  user: UserRow,
  kind: SessionRow["kind"],
  origin: Origin,
  now: Date,
): Promise<Opened> {
  const isBound = kind === "password" && origin.isBrowser
  const binding = isBound ? newToken() : null
  const unused = kind === "recovery" ? addMinutes(now, RECOVERY_SESSION_MINUTES) : addDays(now, SESSION_DAYS)
  const session: SessionRow = {
    id: randomUUID(),
    user_id: user.id,
    kind,
    counter: 0,
    binding_hash: binding === null ? null : sha256(binding),
    user_agent: origin.userAgent.slice(0, USER_AGENT_MAX),
    created_at: now,
    rotated_at: now,
    expires_at: earlier(unused, lastDay(context, now)),
    factor_verified_at: null,
    seen_at: null,
    reauthenticated_at: null,
  }
  await insertSession(db, session)
  await deleteOldestSessions(db, session, kind === "recovery" ? RECOVERY_SESSIONS_MAX : SESSIONS_MAX)
  return { body: await presentSession(context, db, session, user, now), isBound, binding, devices: null }
}

/** As many as a request's headers hold: planted values in front must not hide ours. */
const hashesOf = (bindings: readonly string[]): string[] => [...new Set(bindings)].filter(isToken).map(sha256)

/** @throws Refusal refresh_token_not_found; refresh_token_already_used, which also ends the session: it was stolen */
export async function refreshSession(context: AuthContext, token: unknown, origin: Origin): Promise<Opened> {
  const { config, database, clock, log, refreshTokens } = context
  const now = clock()
  const named = typeof token === "string" && token.length <= AUTH_TOKEN_MAX ? refreshTokens.read(token) : null
  if (named === null) throw new Refusal("refresh_token_not_found")
  const binding_hashes = hashesOf(origin.bindings)
  const rotation = {
    ...named,
    binding_hashes,
    now,
    reuse_since: addSeconds(now, -REFRESH_REUSE_S),
    expires_at: addDays(now, SESSION_DAYS),
    max_days: config.SESSION_MAX_DAYS,
  }
  // May run twice: the second finds the token just replaced, and gives the same successor.
  const session = await withRetry(() => rotateSession(database.db, rotation))
  if (session === undefined) {
    const current = await findSession(database.db, named.session_id, now)
    if (current === undefined) throw new Refusal("refresh_token_not_found")
    if (lastDay(context, current.created_at) <= now) {
      await endSession(database.db, current.id)
      throw new Refusal("refresh_token_not_found")
    }
    if (current.binding_hash !== null && !binding_hashes.includes(current.binding_hash)) {
      log.warn("auth.refresh_without_cookie", { user: current.user_id, session: current.id, ip: origin.ip })
      throw new Refusal("refresh_token_not_found", { userId: current.user_id })
    }
    await endSession(database.db, current.id)
    log.warn("auth.refresh_reused", { user: current.user_id, session: current.id, ip: origin.ip })
    throw new Refusal("refresh_token_already_used", { userId: current.user_id })
  }
  const user = await findUser(database.db, session.user_id)
  if (user === undefined || isGone(user, now)) throw new Refusal("refresh_token_not_found")
  return {
    body: await presentSession(context, database.db, session, user, now),
    isBound: session.binding_hash !== null,
    // Not again: an answer that is late must not replace the cookie of a newer sign-in.
    binding: null,
    devices: null,
  }
}

/** A user without a profile has no dates: active. */
export const isGone = (dates: { deleted_at: Date | null; deletion_scheduled_at: Date | null }, now: Date): boolean =>
  accountState(dates, now) === "gone"
