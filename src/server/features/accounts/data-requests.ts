// How an administrator answers a person's data request: everything about them as a zip, or the end of their account before its 30 days
// are over. Both are in the audit log and in the person's security log, and an email tells them.
import { accountState, erasableFrom } from "../../../domain/account/lifecycle.ts"
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
import type { Caller } from "../auth/caller.ts"
import { recordSecurityEvent } from "../auth/credentials/security-log.ts"
import { requireOpenSession } from "../auth/session/lock-caller.ts"
import type { People } from "../people/service.ts"
import type { Profiles } from "../profiles/service.ts"
import { dataOf } from "./export.ts"
import type { Purge } from "./purge.ts"
import { endNow, isActiveAdministrator, lockAccount, lockAdministrators } from "./store.ts"

interface Needs {
  audit: Audit
  clock: Clock
  config: Site
  database: OpenDatabase
  limits: Pick<RateLimits, "take">
  log: Log
  mail: Pick<Mail, "enqueue">
  people: Pick<People, "catchUp">
  profiles: Pick<Profiles, "allOf" | "contactCard" | "ownPicture">
  purge: Pick<Purge, "remove">
}
type Site = Pick<Config, "SITE_NAME" | "SUPPORT_EMAIL">

export type DataRequests = ReturnType<typeof createDataRequests>

export function createDataRequests(needs: Needs) {
  const { audit, clock, config, database, limits, log, mail, purge } = needs

  /** Only administrators, still, and of two who delete each other at once one remains. @throws Refusal forbidden, not_found */
  async function lockOther(tx: Queries, caller: Caller, userId: string) {
    await lockAdministrators(tx)
    const account = await lockAccount(tx, userId)
    // After these locks: the request that holds them may be about to end this session, which may be one of that account.
    await requireOpenSession(tx, caller, clock())
    if (!(await isActiveAdministrator(tx, caller.user_id))) throw new Refusal("forbidden")
    if (account === undefined || accountState(account, clock()) === "gone") throw new Refusal("not_found")
    return account
  }

  return {
    /** @param caller an administrator @returns the zip @throws Refusal forbidden, not_found, too_many_requests */
    async exportFor(caller: Caller, userId: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      await limits.take(BUDGET.dataRequestPerAccount, caller.user_id)
      const now = clock()
      await database.db.transaction(async (tx) => {
        const { email } = await lockOther(tx, caller, userId)
        const owner = { user_id: userId, user_agent: null }
        await recordSecurityEvent(tx, owner, "data_exported_by_administrator", now)
        await audit.record(tx, { actor_id: caller.user_id, action: "data.exported", subject_id: userId }, now)
        await mail.enqueue(tx, email, exportedEmail(config), now)
      })
      log.warn("account.exported_by_administrator", { user: userId, by: caller.user_id })
      return dataOf(needs, userId)
    },

    /**
     * @param caller an administrator; never deletes their own account
     * @throws Refusal forbidden, not_found, account_not_deactivated, erasure_too_early
     */
    async erase(caller: Caller, userId: string): Promise<void> {
      if (caller.user_id === userId) throw new Refusal("forbidden", { message: ADMIN.ownAccount })
      const email = await withRetry(() =>
        database.db.transaction(async (tx) => {
          const account = await lockOther(tx, caller, userId)
          const now = clock()
          if (account.deleted_at === null) throw new Refusal("account_not_deactivated")
          if (erasableFrom(account.deleted_at) > now) throw new Refusal("erasure_too_early")
          await endNow(tx, userId, now)
          await audit.record(tx, { actor_id: caller.user_id, action: "account.deleted", subject_id: userId }, now)
          return account.email
        }),
      )
      log.warn("account.deleted_by_administrator", { user: userId, by: caller.user_id })
      await purge.remove(userId)
      // The purge deletes all emails to this address, so this one comes after it.
      await mail.enqueue(database.db, email, erasedEmail(config), clock())
    },
  }
}

const exportedEmail = ({ SITE_NAME, SUPPORT_EMAIL }: Site): EmailContent => ({
  subject: `An administrator downloaded your ${SITE_NAME} data`,
  heading: "Your data was downloaded",
  paragraphs: [
    `An administrator of ${SITE_NAME} downloaded everything in your account in response to a request for your data.`,
    "You can download the same file yourself at any time, in your settings under Your Data.",
  ],
  notes: [`If you didn't ask for this, write to ${SUPPORT_EMAIL}.`],
})

const erasedEmail = ({ SITE_NAME }: Site): EmailContent => ({
  subject: `Your ${SITE_NAME} account was deleted`,
  heading: "Your account was deleted",
  paragraphs: [
    `An administrator of ${SITE_NAME} permanently deleted your account, with its profiles, pictures and insights. It can't be restored.`,
    "Your cards no longer open a profile.",
  ],
  notes: ["This is the last email about this account."],
})
