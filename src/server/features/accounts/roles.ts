// Giving and taking roles, by administrators. It counts from the next request of whom it concerns.
import { accountState } from "../../../domain/account/lifecycle.ts"
import type { Role } from "../../../domain/account/roles.ts"
import { Refusal } from "../../../domain/errors.ts"
import { ADMIN } from "../../../domain/messages.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { Log } from "../../platform/log.ts"
import type { Audit } from "../audit/service.ts"
import type { Auth } from "../auth/auth.ts"
import type { Caller } from "../auth/caller.ts"
import { giveRole, rolesOf, takeRole } from "./roles-store.ts"
import { isActiveAdministrator, lockAccount, lockAdministrators } from "./store.ts"

export interface Roles {
  /** @returns all roles the user has now @throws Refusal role_already_given, forbidden, not_found, user_deactivated */
  add(caller: Caller, userId: string, role: Role, now: Date): Promise<Role[]>
  /** A role the user does not have is gone already. @throws Refusal forbidden, not_found, user_deactivated */
  remove(caller: Caller, userId: string, role: Role, now: Date): Promise<Role[]>
}

type Change = (tx: Queries) => Promise<boolean>

interface Needs {
  audit: Audit
  auth: Pick<Auth, "requireOpenSession">
  database: OpenDatabase
  log: Log
}

export function createRoles({ audit, auth, database, log }: Needs): Roles {
  /**
   * One after the other, and only by whoever is still an administrator: since nobody takes the own admin role, whoever
   * takes another's remains, and so there is always one left.
   */
  async function changed(
    caller: Caller,
    userId: string,
    act: { action: "role.added" | "role.removed"; role: Role },
    now: Date,
    change: Change,
  ): Promise<Role[]> {
    const { action, role } = act
    const roles = await database.db.transaction(async (tx) => {
      await auth.requireOpenSession(tx, caller)
      await lockAdministrators(tx)
      if (!(await isActiveAdministrator(tx, caller.user_id))) throw new Refusal("forbidden")
      const account = await lockAccount(tx, userId)
      const state = account === undefined ? "gone" : accountState(account, now)
      if (state === "gone") throw new Refusal("not_found")
      if (state === "deactivated") throw new Refusal("user_deactivated")
      if (await change(tx))
        await audit.record(tx, { actor_id: caller.user_id, action, subject_id: userId, detail: { role } }, now)
      return rolesOf(tx, userId)
    })
    log.info(action, { user: userId, role, by: caller.user_id })
    return roles
  }

  return {
    add: (caller, userId, role, now) =>
      changed(caller, userId, { action: "role.added", role }, now, async (tx) => {
        if (!(await giveRole(tx, userId, role))) throw new Refusal("role_already_given")
        return true
      }),

    async remove(caller, userId, role, now) {
      if (caller.user_id === userId && role === "admin") throw new Refusal("forbidden", { message: ADMIN.ownAdminRole })
      return changed(caller, userId, { action: "role.removed", role }, now, (tx) => takeRole(tx, userId, role))
    },
  }
}
