// One's own sessions: on which devices, since when, last seen when; and the end of one of them.
import type { OpenSession } from "../../../../api/account.ts"
import { deviceName } from "../../../../domain/account/device.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { isUuid } from "../../../../domain/paths.ts"
import type { Caller } from "../caller.ts"
import type { AuthContext } from "../context.ts"
import { recordSecurityEvent } from "../credentials/security-log.ts"
import { requireRecentProof } from "../credentials/step-up.ts"
import { requireOpenSession } from "./lock-caller.ts"
import { endSessionOf, sessionsOf } from "./sessions-store.ts"

/** The current one first, then those seen last. Sessions of recovery links are not among them. */
export async function listSessions({ database, clock }: AuthContext, caller: Caller): Promise<OpenSession[]> {
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

/** Effective with the next request that comes with it. @throws Refusal not_found, reauthentication_needed (another session) */
export async function endOwnSession({ clock, database, log }: AuthContext, caller: Caller, id: string): Promise<void> {
  const now = clock()
  if (id !== caller.session_id) requireRecentProof(caller, now)
  if (!isUuid(id)) throw new Refusal("not_found")
  await database.db.transaction(async (tx) => {
    await requireOpenSession(tx, caller, now)
    if (!(await endSessionOf(tx, caller.user_id, id))) throw new Refusal("not_found")
    await recordSecurityEvent(tx, caller, "session_ended", now)
  })
  log.info("auth.session_ended", { user: caller.user_id, session: id })
}
