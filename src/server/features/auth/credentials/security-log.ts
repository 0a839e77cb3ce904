// The security log of an account: what happened to its protection, on which device, for its owner to read. No address is kept.
import type { LoggedEvent } from "../../../../api/account.ts"
import { deviceName } from "../../../../domain/account/device.ts"
import type { SecurityEvent } from "../../../../domain/account/security-event.ts"
import { SECURITY_LOG_SHOWN } from "../../../../domain/limits.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext } from "../context.ts"
import { insertSecurityEvent, securityEventsOf } from "./security-events-store.ts"

/** Whose log, and with what. A caller is one. */
export interface Actor {
  user_id: string
  /** null: no device of the owner took part */
  user_agent: string | null
}

/** Inside the transaction of what happened: the one is never there without the other. */
export async function recordSecurityEvent(
  tx: Queries,
  { user_id, user_agent }: Actor,
  event: SecurityEvent,
  now: Date,
): Promise<void> {
  const device = user_agent === null ? "" : deviceName(user_agent)
  await insertSecurityEvent(tx, { user_id, event, device, at: now })
}

/** The newest, newest first. */
export async function listSecurityEvents({ database }: AuthContext, userId: string): Promise<LoggedEvent[]> {
  const rows = await securityEventsOf(database.db, userId, SECURITY_LOG_SHOWN)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
