// Who has which role.
import { and, asc, eq } from "drizzle-orm"
import type { Role } from "../../../domain/account/roles.ts"
import { user_roles, users } from "../../platform/db/auth-schema.ts"
import type { Queries } from "../../platform/db/queries.ts"

export async function rolesOf(db: Queries, userId: string): Promise<Role[]> {
  const own = eq(user_roles.user_id, userId)
  const rows = await db.select({ role: user_roles.role }).from(user_roles).where(own).orderBy(asc(user_roles.role))
  return rows.map(({ role }) => role)
}

/** False when the user has it already: of two at once one gives it. */
export async function giveRole(db: Queries, userId: string, role: Role): Promise<boolean> {
  const values = { user_id: userId, role }
  const given = await db.insert(user_roles).values(values).onConflictDoNothing().returning({ role: user_roles.role })
  return given.length === 1
}

/** False when the user did not have it. Anyone who becomes administrator anew has the grace for a second factor anew. */
export async function takeRole(db: Queries, userId: string, role: Role): Promise<boolean> {
  if (role === "admin") await db.update(users).set({ second_factor_due_at: null }).where(eq(users.id, userId))
  const own = and(eq(user_roles.user_id, userId), eq(user_roles.role, role))
  return (await db.delete(user_roles).where(own).returning({ role: user_roles.role })).length === 1
}
