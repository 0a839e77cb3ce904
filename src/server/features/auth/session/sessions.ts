// Sessions: opened by a password, a passkey, a company's login or a recovery link, named by the access token, continued by the refresh token.
import { randomUUID } from "node:crypto"
import {
  ACCESS_TOKEN_S,
  RECOVERY_SESSION_MINUTES,
  RECOVERY_SESSIONS_MAX,
  SESSION_DAYS,
  SESSIONS_MAX,
} from "../../../../domain/limits.ts"
import { addDays, addHours, addMinutes, addSeconds } from "../../../../domain/time.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { deleteAppPasswordsOf } from "../app-passwords/app-passwords-store.ts"
import type { Auth } from "../auth.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { userBody } from "../protocol/serialize.ts"
import type { UserDetails, UserRow } from "../users-store.ts"
import type { ClientInfo } from "./cookies.ts"
import { deleteSessionsOf, insertSessionAndReadUser, type SessionRow, USER_AGENT_MAX } from "./sessions-store.ts"
import { newToken, sha256 } from "./tokens.ts"

/** Opened by the company's login, which can also end it. */
interface CompanySession extends Pick<SessionRow, "identity_id" | "provider_sid"> {
  /** after which the company is asked again */
  hours: number
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

export interface OpenedSession {
  body: Awaited<ReturnType<typeof presentSession>>
  /** the browser's session is bound to a cookie */
  isBound: boolean
  /** the new value of that cookie; null: as it is */
  binding: string | null
  /** the new values of the cookie of known devices; null: as it is */
  devices: string[] | null
}

type OpenedBy = "password" | "passkey" | "recovery" | CompanySession

/** Inside a transaction that has locked the user's row. */
export async function openSession(
  auth: Auth,
  tx: Queries,
  user: UserRow,
  by: OpenedBy,
  client: ClientInfo,
  now: Date,
): Promise<OpenedSession> {
  const { session, maxSessions, binding } = newSession(auth, user.id, by, client, now)
  const details = await insertSessionAndReadUser(tx, session, maxSessions, now)
  const body = await presentSession(auth, session, user, details, now)
  return { body, isBound: binding !== null, binding, devices: null }
}

/** Whether a second factor is still needed. Not for sessions opened by a passkey, which counts as two factors. */
export const owesFactor = ({ body }: OpenedSession): boolean =>
  (body.user.factors ?? []).some(({ status }) => status === "verified")

/**
 * A browser's session is bound to an httpOnly cookie, whose value is new with every session: one that came with the request may
 * have been planted.
 * @returns maxSessions: how many of its kind the account keeps; binding: the cookie's value, null: not a browser session
 */
export function newSession(
  { config }: Pick<Auth, "config">,
  user_id: string,
  by: OpenedBy,
  client: ClientInfo,
  now: Date,
) {
  const kind = by === "recovery" ? "recovery" : "password"
  const binding = kind === "password" && client.isBrowser ? newToken() : null
  const idleExpiry = kind === "recovery" ? addMinutes(now, RECOVERY_SESSION_MINUTES) : addDays(now, SESSION_DAYS)
  const expires_at = typeof by === "object" ? earlier(idleExpiry, addHours(now, by.hours)) : idleExpiry
  const session: SessionRow = {
    id: randomUUID(),
    user_id,
    kind,
    opened_by: typeof by === "object" ? "company" : by === "passkey" ? "passkey" : "password",
    identity_id: typeof by === "object" ? by.identity_id : null,
    provider_sid: typeof by === "object" ? by.provider_sid : null,
    counter: 0,
    binding_hash: binding === null ? null : sha256(binding),
    user_agent: client.userAgent.slice(0, USER_AGENT_MAX),
    created_at: now,
    rotated_at: now,
    expires_at: earlier(expires_at, addDays(now, config.SESSION_MAX_DAYS)),
    // A passkey is two factors at once: the device, and the finger, face or PIN that unlocked it.
    factor_verified_at: by === "passkey" ? now : null,
    factor_type: null,
    seen_at: null,
    reauthenticated_at: null,
  }
  return { session, maxSessions: kind === "recovery" ? RECOVERY_SESSIONS_MAX : SESSIONS_MAX, binding }
}

/** The session as the auth protocol shows it, with new tokens. */
export async function presentSession(auth: Auth, session: SessionRow, user: UserRow, details: UserDetails, now: Date) {
  const expiresAt = earlier(session.expires_at, addSeconds(now, ACCESS_TOKEN_S))
  const claims = {
    user_id: user.id,
    session_id: session.id,
    email: user.email,
    method: session.kind === "recovery" ? ("recovery" as const) : session.opened_by,
    authenticated_at: session.created_at,
    factor_verified_at: session.factor_verified_at,
    factor_type: session.factor_type,
    user_metadata: user.user_metadata,
  }
  return {
    access_token: await auth.accessTokens.sign(claims, expiresAt, now),
    token_type: "bearer" as const,
    /** seconds */
    expires_in: Math.floor((expiresAt.getTime() - now.getTime()) / 1000),
    /** seconds since 1970 */
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    refresh_token: auth.refreshTokens.issue(session.id, session.counter),
    user: userBody(user, details),
  }
}

/** Ends every session of a user, except one to keep, and every app password, and voids every open link. Inside the transaction that changes the account. */
export async function endAccess(tx: Queries, userId: string, keep?: string): Promise<void> {
  await deleteSessionsOf(tx, userId, keep)
  await deleteAppPasswordsOf(tx, userId)
  await voidTokens(tx, userId)
}
