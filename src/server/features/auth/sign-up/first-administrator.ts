// ADMIN_EMAIL names the first administrator, once: confirming the address again does not give the role back to someone who lost it.
import type { Act } from "../../../../domain/audit/audit.ts"
import type { Queries } from "../../../platform/db/queries.ts"
import type { Auth } from "../auth.ts"
import { insertRole, type UserRow } from "../users-store.ts"
import { hasHadAdministrator, lockFirstAdministrator } from "./first-administrator-store.ts"

/**
 * Makes the account administrator if it confirmed ADMIN_EMAIL before there ever was one.
 * @param db the transaction that confirms the address
 */
export async function makeFirstAdministrator(
  { audit, config, log }: Pick<Auth, "audit" | "config" | "log">,
  db: Queries,
  user: Pick<UserRow, "id" | "email">,
  now: Date,
): Promise<void> {
  if (user.email.toLowerCase() !== config.ADMIN_EMAIL?.toLowerCase()) return
  await lockFirstAdministrator(db)
  if (await hasHadAdministrator(db)) {
    log.info("auth.administrator_not_made", {
      user: user.id,
      reason: "the site has had one before: meishi admin grant EMAIL",
    })
    return
  }
  await insertRole(db, user.id, "admin")
  const act: Act = { actor_id: null, action: "role.added", subject_id: user.id, detail: { role: "admin" } }
  await audit.record(db, act, now)
  log.info("auth.administrator", { user: user.id })
}
