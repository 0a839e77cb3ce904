// The life of an account after sign-up: deactivated, reactivated, deleted at once (specification sections 4 and 6).
import { accountState, type DeletionDates, deletionDate } from "../../../domain/account/lifecycle.ts"
import { Refusal } from "../../../domain/errors.ts"
import { BUDGET } from "../../../domain/limits.ts"
import { ADMIN } from "../../../domain/messages.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { withRetry } from "../../platform/db/retry.ts"
import type { Log } from "../../platform/log.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Auth } from "../auth/auth.ts"
import type { Caller } from "../auth/caller.ts"
import { deactivatedNotice } from "./account-emails.ts"
import type { Purge } from "./purge.ts"
import { type AccountRow, endNow, isActiveAdministrator, lockAccount, lockAdministrators, setDates } from "./store.ts"

export interface Accounts {
  /**
   * Hides the account and ends its sessions and links. The owner may, unless an administrator, and administrators may for
   * others. Doing it again changes nothing: the first dates stay. @throws Refusal forbidden, not_found, too_many_requests,
   * reauthentication_needed
   */
  deactivate(caller: Caller, userId: string, now: Date): Promise<DeletionDates>
  /** Restores everything, within 30 days; an active account stays as it is. @throws Refusal forbidden, not_found, reauthentication_needed (administrators) */
  reactivate(caller: Caller, userId: string, now: Date): Promise<DeletionDates>
  /**
   * Deletes the caller's deactivated account now.
   * @throws Refusal account_active, reauthentication_needed (a second factor), invalid_credentials, too_many_requests
   */
  deleteNow(caller: Caller, password: string, ip: string): Promise<void>
}

interface Needs {
  audit: Audit
  auth: Auth
  clock: Clock
  config: Config
  database: OpenDatabase
  limits: RateLimits
  log: Log
  mail: Mail
  purge: Purge
}

const NEVER: DeletionDates = { deleted_at: null, deletion_scheduled_at: null }

export function createAccounts(services: Needs): Accounts {
  const { audit, auth, clock, config, database, limits, log, mail, purge } = services
  const { db, changes } = database

  /** Oneself, or anybody for an administrator. */
  async function requireRight(caller: Caller, userId: string): Promise<void> {
    if (caller.user_id === userId) return
    if (caller.account === "deactivated") throw new Refusal("account_deactivated")
    if (!caller.roles.includes("admin")) throw new Refusal("forbidden")
    await auth.requireAdministratorsFactor(caller)
    auth.requireRecentProof(caller)
  }

  /** Of two administrators who deactivate each other at once, one remains. */
  async function requireRightStill(tx: Queries, caller: Caller, userId: string, action: string): Promise<void> {
    const isOwn = caller.user_id === userId
    if (isOwn && action !== "account.deactivated") return
    await lockAdministrators(tx)
    const isAdministrator = await isActiveAdministrator(tx, caller.user_id)
    // Someone may have been made an administrator since the request came, and be the last one by now.
    if (isOwn && isAdministrator) throw new Refusal("forbidden", { message: ADMIN.ownAccount })
    if (!isOwn && !isAdministrator) throw new Refusal("forbidden")
  }

  /** An account that is due counts as gone, whether or not it is purged; it may have become so while this call waited. */
  async function held(tx: Queries, userId: string): Promise<AccountRow> {
    const account = await lockAccount(tx, userId)
    if (account === undefined || accountState(account, clock()) === "gone") throw new Refusal("not_found")
    return account
  }

  interface Change {
    action: "account.deactivated" | "account.reactivated"
    dates: DeletionDates
    /** the account as it was, with its change already in the transaction */
    alsoDo?(tx: Queries, account: AccountRow): Promise<void>
    event: "deactivated" | "reactivated"
  }

  /** @returns the dates as they are now; of many at once one changes them */
  async function change(caller: Caller, userId: string, now: Date, wanted: Change): Promise<DeletionDates> {
    const isDone = ({ deleted_at }: DeletionDates) => (deleted_at === null) === (wanted.dates.deleted_at === null)
    const { account, isNew } = await withRetry(() =>
      db.transaction(async (tx) => {
        await requireRightStill(tx, caller, userId, wanted.action)
        const account = await held(tx, userId)
        // Also when nothing is left to do: the call that did it may have lost its connection before it told the processes.
        if (account.username !== null) await changes.announce(tx, "profile", account.username)
        if (isDone(account)) return { account, isNew: false }
        await auth.requireOpenSession(tx, caller)
        await setDates(tx, account, wanted.dates, now)
        await audit.record(tx, { actor_id: caller.user_id, action: wanted.action, subject_id: userId }, now)
        const isOwn = caller.user_id === userId
        if (isOwn) await auth.recordSecurityEvent(tx, caller, wanted.event, now)
        else {
          const owner = { user_id: userId, user_agent: null }
          await auth.recordSecurityEvent(tx, owner, `${wanted.event}_by_administrator`, now)
        }
        await wanted.alsoDo?.(tx, account)
        return { account: { ...account, ...wanted.dates }, isNew: true }
      }),
    )
    const { deleted_at, deletion_scheduled_at } = account
    if (isNew) log.info(wanted.action, { user: userId, by: caller.user_id })
    return { deleted_at, deletion_scheduled_at }
  }

  return {
    async deactivate(caller, userId, now) {
      if (caller.user_id === userId && caller.roles.includes("admin"))
        throw new Refusal("forbidden", { message: ADMIN.ownAccount })
      await requireRight(caller, userId)
      if (caller.user_id === userId) auth.requireRecentProof(caller)
      // Anyone who has spent the own budget must not be out of an administrator's reach.
      if (caller.user_id === userId) await limits.take(BUDGET.deactivatePerAccount, userId)
      const deletion_scheduled_at = deletionDate(now)
      const notice = deactivatedNotice(
        config.SITE_NAME,
        config.SUPPORT_EMAIL,
        `${config.PUBLIC_ORIGIN}/login`,
        deletion_scheduled_at,
      )
      return change(caller, userId, now, {
        action: "account.deactivated",
        event: "deactivated",
        dates: { deleted_at: now, deletion_scheduled_at },
        async alsoDo(tx, { email }) {
          await auth.endAccess(tx, userId)
          await mail.enqueue(tx, email, notice, now)
        },
      })
    },

    async reactivate(caller, userId, now) {
      await requireRight(caller, userId)
      return change(caller, userId, now, { action: "account.reactivated", event: "reactivated", dates: NEVER })
    },

    async deleteNow(caller, password, ip) {
      if (caller.account !== "deactivated") throw new Refusal("account_active")
      await auth.requireProof(caller, password, ip)
      const { user_id } = caller
      await withRetry(() =>
        db.transaction(async (tx) => {
          const account = await lockAccount(tx, user_id)
          if (account === undefined) throw new Refusal("not_authenticated")
          const now = clock()
          const state = accountState(account, now)
          if (state === "active") throw new Refusal("account_active")
          // By another call, or by this one before its connection was lost.
          if (state === "gone") return
          await auth.requireOpenSession(tx, caller)
          await endNow(tx, user_id, now)
          await audit.record(tx, { actor_id: user_id, action: "account.deleted", subject_id: user_id }, now)
        }),
      )
      await purge.remove(user_id)
    },
  }
}
