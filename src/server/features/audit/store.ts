// The audit log in the database: rows are added and read, never changed.
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm"
import type { Act, AuditAction } from "../../../domain/audit/audit.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { audit, profiles } from "../../platform/db/schema.ts"

export async function insertActs(db: Queries, acts: Act[], now: Date): Promise<void> {
  if (acts.length > 0) await db.insert(audit).values(acts.map((act) => ({ at: now, ...act })))
}

interface WantedActs {
  action?: AuditAction | undefined
  actor_id?: string | undefined
  subject_id?: string | undefined
  /** only rows with a smaller id */
  behind?: string | undefined
}

/** Newest first. */
export async function readActs(db: Queries, wanted: WantedActs, limit: number) {
  const { action, actor_id, subject_id, behind } = wanted
  return db
    .select()
    .from(audit)
    .where(
      and(
        action === undefined ? undefined : eq(audit.action, action),
        actor_id === undefined ? undefined : eq(audit.actor_id, actor_id),
        subject_id === undefined ? undefined : eq(audit.subject_id, subject_id),
        behind === undefined ? undefined : lt(audit.id, Number(behind)),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit)
}

export async function namesOf(db: Queries, ids: string[]) {
  if (ids.length === 0) return []
  const { id, username, full_name } = profiles
  return db.select({ id, username, full_name }).from(profiles).where(inArray(id, ids))
}

/** The profile with this username, in any case and every state, and its account. */
export async function profileNamed(
  db: Queries,
  username: string,
): Promise<{ id: string; owner_id: string } | undefined> {
  const match = eq(sql`lower(${profiles.username})`, username.toLowerCase())
  return (await db.select({ id: profiles.id, owner_id: profiles.owner_id }).from(profiles).where(match))[0]
}
