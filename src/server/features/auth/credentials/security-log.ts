// The security log of an account: what happened to its protection, on which device, for its owner to read. It keeps no IP address.
import { desc, eq, lt, type SQL, sql } from "drizzle-orm"
import type { LoggedEvent } from "../../../../api/account.ts"
import { deviceName } from "../../../../domain/account/device.ts"
import type { SecurityEvent } from "../../../../domain/account/security-event.ts"
import { SECURITY_LOG_SHOWN } from "../../../../domain/limits.ts"
import { security_events } from "../../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../../platform/db/open.ts"
import { prepared, rowOf } from "../../../platform/db/prepared.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Caller } from "../caller.ts"

/** Whose log, and on which device. A caller is one. */
interface Actor {
  user_id: string
  /** null: on no device of the owner */
  user_agent: string | null
}

const { user_id, event, device, at } = rowOf(security_events)
const insertion = prepared("security_event_insertion", (db) =>
  db.insert(security_events).values({ user_id, event, device, at }),
)

/** Part of a statement: inserts an entry under a condition. Needs `eventValues`. */
export function eventPart(db: Queries, condition: SQL) {
  const inserted = sql`
    insert into security_events (user_id, event, device, at) select ${user_id}, ${event}, ${device}, ${at} where ${condition}`
  return db.$with("security_event", {}).as(inserted)
}

export const eventValues = ({ user_id, user_agent }: Actor, event: SecurityEvent, now: Date) => ({
  user_id,
  event,
  device: user_agent === null ? "" : deviceName(user_agent),
  at: now,
})

/** Inside the transaction of what happened, so that neither exists without the other. */
export async function recordSecurityEvent(tx: Queries, actor: Actor, event: SecurityEvent, now: Date): Promise<void> {
  await insertion(tx, eventValues(actor, event, now))
}

/** The caller's own, the newest first. */
export async function listSecurityEvents(
  { database }: { database: OpenDatabase },
  { user_id }: Caller,
): Promise<LoggedEvent[]> {
  const rows = await securityEventsOf(database.db, user_id, SECURITY_LOG_SHOWN)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Newest first. */
export const securityEventsOf = (db: Queries, userId: string, count: number) =>
  db
    .select({
      id: security_events.id,
      event: security_events.event,
      device: security_events.device,
      at: security_events.at,
    })
    .from(security_events)
    .where(eq(security_events.user_id, userId))
    .orderBy(desc(security_events.at), desc(security_events.id))
    .limit(count)

export async function deleteSecurityEvents(db: Queries, before: Date): Promise<void> {
  await db.delete(security_events).where(lt(security_events.at, before))
}
