// Roles: who has which, and giving and taking them. A change counts from the next request of the user it concerns.
import { and, asc, eq } from "drizzle-orm"
import { accountState } from "../../../domain/account/lifecycle.ts"
import { type FactorRule, needsFactor } from "../../../domain/account/policy.ts"
import type { Role } from "../../../domain/account/roles.ts"
import { ADMIN } from "../../../domain/admin-messages.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { user_roles, users } from "../../platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { Log } from "../../platform/log.ts"
import type { Audit } from "../audit/service.ts"
import type { Caller } from "../auth/caller.ts"
import { requireOpenSession } from "../auth/session/lock-caller.ts"
import { hasOtherAdministrator, isActiveAdministrator, isConfirmed, lockAccount, lockAdministrators } from "./store.ts"

interface Needs {
  audit: Audit
  clock: Clock
  config: Pick<Config, "SECOND_FACTOR">
  database: OpenDatabase
  log: Log
}

export type Roles = ReturnType<typeof createRoles>

export function createRoles({ audit, clock, config, database, log }: Needs) {
  return {
    setByProvider,

    /** For a transaction that sets roles after it has locked an account: all take the two locks in this order. */
    lock: lockAdministrators,

    /**
     * @returns all roles the user has now
     * @throws Refusal role_already_given, forbidden, not_found, user_deactivated, user_unconfirmed
     */
    add: (caller: Caller, userId: string, role: Role, now: Date): Promise<Role[]> =>
      change(caller, userId, { action: "role.added", role }, now, async (tx) => {
        // Anyone can sign up with a colleague's address.
        if (role !== "user" && !(await isConfirmed(tx, userId))) throw new Refusal("user_unconfirmed")
        if (!(await giveRole(tx, userId, role))) throw new Refusal("role_already_given")
        return true
      }),

    /** Removing a role that the user does not have changes nothing. @throws Refusal forbidden, not_found, user_deactivated */
    async remove(caller: Caller, userId: string, role: Role, now: Date): Promise<Role[]> {
      if (caller.user_id === userId && role === "admin") throw new Refusal("forbidden", { message: ADMIN.ownAdminRole })
      return change(caller, userId, { action: "role.removed", role }, now, (tx) =>
        takeRole(tx, userId, role, config.SECOND_FACTOR),
      )
    },
  }

  /**
   * At a sign-in with a provider that says which groups a person is in, or when it is disconnected, in that transaction. The last
   * administrator stays one: no one else could give the role back.
   * @param managed the roles that the provider gives and takes @param has those of them that the person is to have
   */
  async function setByProvider(
    tx: Queries,
    userId: string,
    managed: readonly Role[],
    has: readonly Role[],
    provider: string,
    now: Date,
  ): Promise<void> {
    const isWrong = (present: Role[]) => managed.filter((role) => present.includes(role) !== has.includes(role))
    if (isWrong(await rolesOf(tx, userId)).length === 0) return
    await lockAdministrators(tx)
    await lockAccount(tx, userId)
    for (const role of isWrong(await rolesOf(tx, userId))) {
      const isGiven = has.includes(role)
      if (!isGiven && role === "admin" && !(await hasOtherAdministrator(tx, userId))) {
        log.warn("role.kept", { user: userId, role, reason: "the last administrator" })
        continue
      }
      await (isGiven ? giveRole(tx, userId, role) : takeRole(tx, userId, role, config.SECOND_FACTOR))
      const action = isGiven ? "role.added" : "role.removed"
      await audit.record(tx, { actor_id: null, action, subject_id: userId, detail: { role, provider } }, now)
      log.info(action, { user: userId, role, by: provider })
    }
  }

  /**
   * One change after the other, and only by callers who are still administrators. Since administrators cannot remove their
   * own admin role, the one who removes another's remains, and so there is always one left.
   */
  async function change(
    caller: Caller,
    userId: string,
    { action, role }: { action: "role.added" | "role.removed"; role: Role },
    now: Date,
    work: (tx: Queries) => Promise<boolean>,
  ): Promise<Role[]> {
    const roles = await database.db.transaction(async (tx) => {
      await lockAdministrators(tx)
      const account = await lockAccount(tx, userId)
      // After these locks: the request that holds them may be about to end this session, which may be one of that account.
      await requireOpenSession(tx, caller, clock())
      if (!(await isActiveAdministrator(tx, caller.user_id))) throw new Refusal("forbidden")
      const state = account === undefined ? "gone" : accountState(account, now)
      if (state === "gone") throw new Refusal("not_found")
      if (state === "deactivated") throw new Refusal("user_deactivated")
      if (await work(tx))
        await audit.record(tx, { actor_id: caller.user_id, action, subject_id: userId, detail: { role } }, now)
      return rolesOf(tx, userId)
    })
    log.info(action, { user: userId, role, by: caller.user_id })
    return roles
  }
}

async function rolesOf(db: Queries, userId: string): Promise<Role[]> {
  const own = eq(user_roles.user_id, userId)
  const rows = await db.select({ role: user_roles.role }).from(user_roles).where(own).orderBy(asc(user_roles.role))
  return rows.map(({ role }) => role)
}

/** False when the user has the role already: of two at once one gives it. */
export async function giveRole(db: Queries, userId: string, role: Role): Promise<boolean> {
  const values = { user_id: userId, role }
  const given = await db.insert(user_roles).values(values).onConflictDoNothing().returning({ role: user_roles.role })
  return given.length === 1
}

/**
 * Someone who no longer needs a second factor gets the full time to set one up when a role needs it again.
 * @returns false when the user did not have the role, and nothing changes
 */
export async function takeRole(db: Queries, userId: string, role: Role, rule: FactorRule): Promise<boolean> {
  const own = and(eq(user_roles.user_id, userId), eq(user_roles.role, role))
  const taken = await db.delete(user_roles).where(own).returning({ role: user_roles.role })
  if (taken.length === 0) return false
  if (!needsFactor(rule, await rolesOf(db, userId)))
    await db.update(users).set({ second_factor_due_at: null }).where(eq(users.id, userId))
  return true
}
