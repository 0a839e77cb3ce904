// ADMIN_EMAIL names the first administrator, once: anyone who lost the role does not take it back by confirming the address again.
import type { Act } from "../../../../domain/audit/audit.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { AuthContext } from "../context.ts"
import { insertRole, type UserRow } from "../users-store.ts"
import { hasHadAdministrator, lockFirstAdministrator } from "./first-administrator-store.ts"

/**
 * Makes the account administrator if it confirmed ADMIN_EMAIL while nobody has ever been one.
 * @param db the transaction that confirms the address
 */
export async function makeFirstAdministrator(
  { audit, config, log }: Pick<AuthContext, "audit" | "config" | "log">,
  db: Queries,
  user: Pick<UserRow, "id" | "email">,
  now: Date,
): Promise<void> {
  if (user.email.toLowerCase() !== config.ADMIN_EMAIL?.toLowerCase()) return
  await lockFirstAdministrator(db)
  if (await hasHadAdministrator(db)) {
    log.info("auth.administrator_not_made", { user: user.id, reason: "there has been one: npm run admin -- grant" })
    return
  }
  await insertRole(db, user.id, "admin")
  const act: Act = { actor_id: null, action: "role.added", subject_id: user.id, detail: { role: "admin" } }
  await audit.record(db, act, now)
  log.info("auth.administrator", { user: user.id })
}
