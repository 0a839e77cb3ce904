// A person's sessions: the list of them, the end of one, and signing out.
import type { OpenSession } from "../../../../api/account.ts"
import { deviceName } from "../../../../domain/account/device.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { isUuid } from "../../../../domain/paths.ts"
import { withRetry } from "../../../platform/db/database-errors.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireRecentProof } from "../credentials/step-up.ts"
import { voidTokens } from "../email-flow/one-time-tokens-store.ts"
import { lockUser } from "../users-store.ts"
import { lockCaller, requireOpenSession } from "./lock-caller.ts"
import { deleteSessionsOf, endSession, endSessionOf, sessionsOf } from "./sessions-store.ts"

/** The current one first, then by last use. Sessions of recovery links are not listed. */
export async function listSessions({ database, clock }: Auth, caller: Caller): Promise<OpenSession[]> {
  const now = clock()
  const rows = await sessionsOf(database.db, caller.user_id, now)
  const sessions = rows.map(({ id, user_agent, created_at, last_seen_at }) => ({
    id,
    device: deviceName(user_agent),
    created_at: created_at.toISOString(),
    last_seen_at: (id === caller.session_id ? now : last_seen_at).toISOString(),
    current: id === caller.session_id,
  }))
  return sessions.sort((a, b) => Number(b.current) - Number(a.current))
}

/**
 * Takes effect with the session's next request.
 * @throws Refusal not_found, session_not_found; reauthentication_needed (another session); mfa_required when a second factor was added since
 */
export async function endOwnSession({ clock, database, log }: Auth, caller: Caller, id: string): Promise<void> {
  const now = clock()
  if (id !== caller.session_id) requireRecentProof(caller, now)
  if (!isUuid(id)) throw new Refusal("not_found")
  await database.db.transaction(async (tx) => {
    await lockCaller(tx, caller, now)
    if (!(await endSessionOf(tx, caller.user_id, id))) throw new Refusal("not_found")
    // Whichever session asked: the link of an email that was sent again may not name it.
    if (id !== caller.session_id) await voidTokens(tx, caller.user_id, "email_change")
    await recordSecurityEvent(tx, caller, "session_ended", now)
  })
  log.info("auth.session_ended", { user: caller.user_id, session: id })
}

export const SIGN_OUT_SCOPES = ["global", "local", "others"] as const
type SignOutScope = (typeof SIGN_OUT_SCOPES)[number]

/**
 * Ends all sessions, this one, or all others, with the next request. A recovery session, and one that has not shown its second
 * factor, can only end itself.
 * @throws Refusal reauthentication_needed (scope "others": a stolen session must not sign its owner out)
 */
export async function signOut({ clock, database, log }: Auth, caller: Caller, scope: SignOutScope): Promise<void> {
  const { user_id, session_id } = caller
  const isOwnOnly = scope === "local" || caller.kind === "recovery" || caller.needs_factor
  const endsOthers = scope === "others" && !isOwnOnly
  const now = clock()
  if (endsOthers) requireRecentProof(caller, now)
  await withRetry(() =>
    database.db.transaction(async (tx) => {
      // The account before its sessions, in the order of all changes that end some of them.
      if (!isOwnOnly) await lockUser(tx, user_id)
      if (endsOthers) await requireOpenSession(tx, caller, now)
      if (isOwnOnly) await endSession(tx, session_id)
      else await deleteSessionsOf(tx, user_id, endsOthers ? session_id : undefined)
      if (!endsOthers) return
      // One of those sessions may have asked for another sign-in email: its link would outlive it.
      await voidTokens(tx, user_id, "email_change")
      await recordSecurityEvent(tx, caller, "other_sessions_ended", now)
    }),
  )
  log.info("auth.signed_out", { user: user_id, scope })
}
