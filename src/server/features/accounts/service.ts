// The life of an account after sign-up: deactivated, reactivated, deleted at once (specification sections 4 and 6).
import { ACCOUNT_FIELD } from "../../../domain/account/field-messages.ts"
import { accountState, type DeletionDates, deletionDate } from "../../../domain/account/lifecycle.ts"
import { ADMIN } from "../../../domain/admin-messages.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { Refusal } from "../../../domain/errors.ts"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import type { Log } from "../../platform/log.ts"
import type { EmailContent } from "../../platform/mail/email-template.ts"
import type { Mail } from "../../platform/mail/mail.ts"
import type { RateLimits } from "../../platform/rate-limits/rate-limits.ts"
import type { Audit } from "../audit/service.ts"
import type { Access } from "../auth/access.ts"
import type { Caller } from "../auth/caller.ts"
import type { Passwords } from "../auth/credentials/passwords.ts"
import { recordSecurityEvent } from "../auth/credentials/security-log.ts"
import { requireProof, requireRecentProof } from "../auth/credentials/step-up.ts"
import { hasPasswordSignIn } from "../auth/email-flow/auth-emails.ts"
import { requireOpenSession } from "../auth/session/lock-caller.ts"
import { endAccess } from "../auth/session/sessions.ts"
import type { Purge } from "./purge.ts"
import {
  type AccountRow,
  endNow,
  isActiveAdministrator,
  lockAccount,
  lockAdministrators,
  setDates,
  usernamesOf,
} from "./store.ts"

interface Needs {
  access: Access
  audit: Audit
  clock: Clock
  config: Pick<Config, "PUBLIC_ORIGIN" | "SIGN_IN" | "SITE_NAME" | "SUPPORT_EMAIL">
  database: OpenDatabase
  limits: Pick<RateLimits, "giveBackUnlessAnswered" | "giveBack" | "take" | "takeAll">
  log: Log
  mail: Pick<Mail, "enqueue">
  passwords: Passwords
  purge: Pick<Purge, "remove">
}

interface Change {
  event: "deactivated" | "reactivated"
  dates: DeletionDates
  /** runs in the transaction of the change */
  alsoDo?(tx: Queries, account: AccountRow): Promise<void>
}

const NEVER: DeletionDates = { deleted_at: null, deletion_scheduled_at: null }

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(needs: Needs) {
  const { access, audit, clock, config, database, limits, log, mail, purge } = needs
  const { db, changes } = database

  return {
    /**
     * Hides the account and ends its sessions and links. Administrators may do this to others, everyone else to themselves.
     * Doing it again changes nothing: the first dates stay.
     * @throws Refusal forbidden, not_found, too_many_requests, reauthentication_needed
     */
    async deactivate(caller: Caller, userId: string, now: Date): Promise<DeletionDates> {
      const isOwn = caller.user_id === userId
      if (isOwn && caller.roles.includes("admin")) throw new Refusal("forbidden", { message: ADMIN.ownAccount })
      await requireRight(caller, userId)
      if (isOwn) {
        requireRecentProof(caller, clock())
        // Only for the owner: spending this budget must not protect an account from administrators.
        await limits.take(BUDGET.deactivatePerAccount, userId)
      }
      const dates = { deleted_at: now, deletion_scheduled_at: deletionDate(now) }
      return change(caller, userId, now, {
        event: "deactivated",
        dates,
        async alsoDo(tx, { email }) {
          await endAccess(tx, userId)
          await mail.enqueue(tx, email, deactivatedEmail(config, dates.deletion_scheduled_at), now)
        },
      })
    },

    /**
     * Restores everything, within 30 days; an active account stays as it is.
     * @throws Refusal forbidden, not_found, reauthentication_needed (administrators)
     */
    async reactivate(caller: Caller, userId: string, now: Date): Promise<DeletionDates> {
      await requireRight(caller, userId)
      return change(caller, userId, now, { event: "reactivated", dates: NEVER })
    },

    /**
     * Deletes the caller's deactivated account now.
     * @param password undefined only for an account that has none
     * @throws Refusal account_active, validation_failed, reauthentication_needed (a second factor, no password), invalid_credentials,
     * too_many_requests
     */
    async deleteNow(caller: Caller, password: string | undefined, ip: string): Promise<void> {
      if (caller.account !== "deactivated") throw new Refusal("account_active")
      if (caller.has_password && password === undefined)
        throw new Refusal("validation_failed", { fields: { password: ACCOUNT_FIELD.currentPasswordRequired } })
      await requireProof(needs, caller, password, ip)
      const { user_id } = caller
      await withRetry(() =>
        db.transaction(async (tx) => {
          const account = await lockAccount(tx, user_id)
          if (account === undefined) throw new Refusal("not_authenticated")
          const now = clock()
          const state = accountState(account, now)
          if (state === "active") throw new Refusal("account_active")
          // Deleted by another call, or by this one before its connection was lost.
          if (state === "gone") return
          await requireOpenSession(tx, caller, clock())
          await endNow(tx, user_id, now)
          await audit.record(tx, { actor_id: user_id, action: "account.deleted", subject_id: user_id }, now)
        }),
      )
      await purge.remove(user_id)
    },
  }

  /** Everyone may change their own account, and administrators every account. */
  async function requireRight(caller: Caller, userId: string): Promise<void> {
    if (caller.user_id === userId) return
    if (caller.account === "deactivated") throw new Refusal("account_deactivated")
    if (!caller.roles.includes("admin")) throw new Refusal("forbidden")
    await access.requireFactorSetUp(caller)
    requireRecentProof(caller, clock())
  }

  /** @returns the dates as they are now; of many calls at once one changes them */
  async function change(caller: Caller, userId: string, now: Date, wanted: Change): Promise<DeletionDates> {
    const { event, dates, alsoDo } = wanted
    const action = `account.${event}` as const
    const isDone = ({ deleted_at }: DeletionDates) => (deleted_at === null) === (dates.deleted_at === null)
    const { deleted_at, deletion_scheduled_at, isNew } = await withRetry(() =>
      db.transaction(async (tx) => {
        await requireRightStill(tx, caller, userId, event)
        const account = await lock(tx, userId)
        // Also when nothing is left to do: the call that did it may have lost its connection before it told the processes.
        const tell = event === "deactivated" ? changes.withdraw : changes.announce
        await tell(tx, "profile", await usernamesOf(tx, userId))
        if (isDone(account)) return { ...account, isNew: false }
        await requireOpenSession(tx, caller, clock())
        await setDates(tx, account, dates, now)
        await audit.record(tx, { actor_id: caller.user_id, action, subject_id: userId }, now)
        if (caller.user_id === userId) await recordSecurityEvent(tx, caller, event, now)
        else {
          const owner = { user_id: userId, user_agent: null }
          await recordSecurityEvent(tx, owner, `${event}_by_administrator`, now)
        }
        await alsoDo?.(tx, account)
        return { ...dates, isNew: true }
      }),
    )
    if (isNew) log.info(action, { user: userId, by: caller.user_id })
    return { deleted_at, deletion_scheduled_at }
  }

  /** Of two administrators who deactivate each other at once, one remains. */
  async function requireRightStill(tx: Queries, caller: Caller, userId: string, event: Change["event"]): Promise<void> {
    const isOwn = caller.user_id === userId
    if (isOwn && event === "reactivated") return
    await lockAdministrators(tx)
    const isAdministrator = await isActiveAdministrator(tx, caller.user_id)
    // The caller may have become an administrator since the request came, and may be the last one by now.
    if (isOwn && isAdministrator) throw new Refusal("forbidden", { message: ADMIN.ownAccount })
    if (!isOwn && !isAdministrator) throw new Refusal("forbidden")
  }

  /** An account whose date has passed counts as gone, purged or not; the date may have passed while this call waited. */
  async function lock(tx: Queries, userId: string): Promise<AccountRow> {
    const account = await lockAccount(tx, userId)
    if (account === undefined || accountState(account, clock()) === "gone") throw new Refusal("not_found")
    return account
  }
}

/** As the dialog at login writes it. */
const DAY = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" })

/** Tells the owner, who may not have been the one who asked for it. */
const deactivatedEmail = (
  { PUBLIC_ORIGIN, SITE_NAME, SUPPORT_EMAIL, ...rest }: Needs["config"],
  until: Date,
): EmailContent => ({
  subject: `Your ${SITE_NAME} account was deactivated`,
  heading: "Your account was deactivated",
  paragraphs: [
    `Your ${SITE_NAME} profile is hidden and all devices were signed out.`,
    `Sign in before ${DAY.format(until)} to get everything back. On that day, your account will be permanently deleted.`,
  ],
  action: { label: "Sign in to reactivate", url: `${PUBLIC_ORIGIN}/login` },
  notes: [
    `If this wasn't you, sign in, reactivate your account${hasPasswordSignIn(rest) ? ", change your password" : ""} and write to ${SUPPORT_EMAIL}.`,
  ],
})
