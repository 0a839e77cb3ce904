// Whether this instance has, or ever had, an administrator.
import { and, eq, sql } from "drizzle-orm"
import { user_roles } from "../../../platform/db/auth-schema.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import { audit } from "../../../platform/db/schema.ts"

/** Of two accounts that would be the first, the second waits for the transaction of the first. */
export async function lockFirstAdministrator(db: Queries): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`)
}

/** Also one who lost the role or whose account is gone: rows of the audit log stay. */
export async function hasHadAdministrator(db: Queries): Promise<boolean> {
  const now = await db.select({ role: user_roles.role }).from(user_roles).where(eq(user_roles.role, "admin")).limit(1)
  if (now.length > 0) return true
  const given = and(eq(audit.action, "role.added"), sql`${audit.detail}->>'role' = 'admin'`)
  return (await db.select({ id: audit.id }).from(audit).where(given).limit(1)).length > 0
}
