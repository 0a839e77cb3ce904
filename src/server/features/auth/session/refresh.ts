// The next tokens of a session. A token that was replaced before must have been stolen: it ends the session.
import { Refusal } from "../../../../domain/errors.ts"
import { AUTH_TOKEN_MAX, REFRESH_REUSE_S, SESSION_DAYS } from "../../../../domain/limits.ts"
import { addDays, addSeconds } from "../../../../domain/time.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Auth } from "../auth.ts"
import { findLiveUser, findUserDetails } from "../users-store.ts"
import { onlyProvider } from "../way-in.ts"
import type { ClientInfo } from "./cookies.ts"
import { type OpenedSession, presentSession } from "./sessions.ts"
import { endSession, findSession, type Rotation, rotateSession } from "./sessions-store.ts"
import { isToken, sha256 } from "./tokens.ts"

/** @throws Refusal refresh_token_not_found; refresh_token_already_used, which also ends the session */
export async function refreshSession(auth: Auth, token: unknown, client: ClientInfo): Promise<OpenedSession> {
  const { config, database, clock, refreshTokens } = auth
  const now = clock()
  const named = typeof token === "string" && token.length <= AUTH_TOKEN_MAX ? refreshTokens.read(token) : null
  if (named === null) throw new Refusal("refresh_token_not_found")
  const rotation: Rotation = {
    ...named,
    // As many as a request's headers hold: planted values in front must not hide ours.
    binding_hashes: [...new Set(client.bindings)].filter(isToken).map(sha256),
    now,
    reuse_since: addSeconds(now, -REFRESH_REUSE_S),
    expires_at: addDays(now, SESSION_DAYS),
    max_days: config.SESSION_MAX_DAYS,
  }
  // May run twice: the second run finds the token just replaced, and returns the same successor.
  const session = await withRetry(() => rotateSession(database.db, rotation))
  if (session === undefined) return refuse(auth, rotation, client.ip)
  const user = await findLiveUser(database.db, session.user_id, now)
  if (user === undefined) throw new Refusal("refresh_token_not_found")
  // From before its people had to use the company's login, which could not end it.
  const isOwn = session.kind === "password" && session.opened_by !== "company"
  if (isOwn && (await onlyProvider(auth, database.db, user)) !== undefined) {
    await endSession(database.db, session.id)
    throw new Refusal("refresh_token_not_found", { userId: user.id })
  }
  return {
    body: await presentSession(auth, session, user, await findUserDetails(database.db, user.id, now), now),
    isBound: session.binding_hash !== null,
    // Not sent again: a late answer must not replace the cookie of a newer sign-in.
    binding: null,
    devices: null,
  }
}

async function refuse(auth: Auth, { session_id, binding_hashes, now }: Rotation, ip: string): Promise<never> {
  const { config, database, log } = auth
  const current = await findSession(database.db, session_id, now)
  if (current === undefined) throw new Refusal("refresh_token_not_found")
  const { id, user_id, binding_hash, created_at } = current
  if (addDays(created_at, config.SESSION_MAX_DAYS) <= now) {
    await endSession(database.db, id)
    throw new Refusal("refresh_token_not_found")
  }
  if (binding_hash !== null && !binding_hashes.includes(binding_hash)) {
    log.warn("auth.refresh_without_cookie", { user: user_id, session: id, ip })
    throw new Refusal("refresh_token_not_found", { userId: user_id })
  }
  await endSession(database.db, id)
  log.warn("auth.refresh_reused", { user: user_id, session: id, ip })
  throw new Refusal("refresh_token_already_used", { userId: user_id })
}
