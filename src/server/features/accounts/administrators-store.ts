// Who is administrator, as the operator at the machine wants to know it.
import { and, asc, eq, exists, sql } from "drizzle-orm"
import { factors, user_roles, users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { audit, profiles } from "../../platform/db/schema.ts"

export interface AdministratorRow {
  id: string
  email: string
  username: string | null
  isConfirmed: boolean
  isDeactivated: boolean
  /** when the role was last given; null: before there was a trail, or by hand */
  since: Date | null
  hasSecondFactor: boolean
}

/** By address. */
export async function administrators(db: Queries): Promise<AdministratorRow[]> {
  const verified = and(eq(factors.user_id, users.id), eq(factors.status, "verified"))
  const since = sql`(
    select max(${audit.at}) from ${audit}
    where ${audit.action} = 'role.added' and ${audit.subject_id} = ${users.id}::text and ${audit.detail}->>'role' = 'admin')`
  return db
    .select({
      id: users.id,
      email: users.email,
      username: profiles.username,
      isConfirmed: sql<boolean>`${users.email_confirmed_at} is not null`,
      isDeactivated: sql<boolean>`${profiles.deleted_at} is not null`,
      since: since.mapWith(audit.at) as ReturnType<typeof sql<Date | null>>,
      hasSecondFactor: sql<boolean>`${exists(db.select({ id: factors.id }).from(factors).where(verified))}`,
    })
    .from(user_roles)
    .innerJoin(users, eq(users.id, user_roles.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(user_roles.role, "admin"))
    .orderBy(asc(users.email))
}

/** The account with this address, in any case. */
export async function accountOfEmail(
  db: Queries,
  email: string,
): Promise<{ id: string; isConfirmed: boolean } | undefined> {
  const rows = await db
    .select({ id: users.id, isConfirmed: sql<boolean>`${users.email_confirmed_at} is not null` })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return rows[0]
}
