// Rows of the security log.
import { desc, eq, lt } from "drizzle-orm"
import type { SecurityEvent } from "../../../../domain/account/security-event.ts"
import { security_events } from "../../../platform/db/auth-schema.ts"
import { prepared, rowOf } from "../../../platform/db/prepared.ts"
import type { Queries } from "../../../platform/db/queries.ts"

const { user_id, event, device, at } = rowOf(security_events)
const insertion = prepared("security_event_insertion", (db) =>
  db.insert(security_events).values({ user_id, event, device, at }),
)

export async function insertSecurityEvent(
  db: Queries,
  row: { user_id: string; event: SecurityEvent; device: string; at: Date },
): Promise<void> {
  await insertion(db, row)
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
