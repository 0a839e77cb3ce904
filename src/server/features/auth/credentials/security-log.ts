// The security log of an account: what happened to its protection, on which device, for its owner to read. It keeps no IP address.
import type { LoggedEvent } from "../../../../api/account.ts"
import { deviceName } from "../../../../domain/account/device.ts"
import type { SecurityEvent } from "../../../../domain/account/security-event.ts"
import { SECURITY_LOG_SHOWN } from "../../../../domain/limits.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import type { Caller } from "../caller.ts"
import { insertSecurityEvent, securityEventsOf } from "./security-log-store.ts"

/** Whose log, and on which device. A caller is one. */
interface Actor {
  user_id: string
  /** null: on no device of the owner */
  user_agent: string | null
}

/** Inside the transaction of what happened, so that neither exists without the other. */
export async function recordSecurityEvent(
  tx: Queries,
  { user_id, user_agent }: Actor,
  event: SecurityEvent,
  now: Date,
): Promise<void> {
  const device = user_agent === null ? "" : deviceName(user_agent)
  await insertSecurityEvent(tx, { user_id, event, device, at: now })
}

/** The caller's own, the newest first. */
export async function listSecurityEvents({ database }: Auth, { user_id }: Caller): Promise<LoggedEvent[]> {
  const rows = await securityEventsOf(database.db, user_id, SECURITY_LOG_SHOWN)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
