// The end of an account: first it can no longer be reactivated, then the pictures go, then every row in one transaction, so that
// the next run finishes what a crash interrupted. Any number of processes may do this at once.
import { and, asc, eq, gt, isNotNull, lte, or, sql } from "drizzle-orm"
import { accountState } from "../../../domain/account/lifecycle.ts"
import type { Clock } from "../../platform/clock.ts"
import { users } from "../../platform/db/auth-schema.ts"
import { databaseError, withRetry } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { card_urls, mail_outbox, profiles as profileRows } from "../../platform/db/schema.ts"
import { errorText, type Log } from "../../platform/log.ts"
import type { Audit } from "../audit/service.ts"
import type { Profiles } from "../profiles/service.ts"
import { type AccountRow, endNow, lockAccount, profilesOf, usernamesOf } from "./store.ts"

const BATCH = 50
const FIRST_ID = "00000000-0000-0000-0000-000000000000"

interface Needs {
  audit: Audit
  clock: Clock
  database: OpenDatabase
  log: Log
  profiles: Pick<Profiles, "deletePictures">
}

export type Purge = ReturnType<typeof createPurge>

export function createPurge({ audit, clock, database: { db, changes }, log, profiles }: Needs) {
  return {
    /** Removes every account whose date has passed, until `signal` aborts. @returns how many this call removed */
    async sweep(signal?: AbortSignal): Promise<number> {
      let removed = 0
      for (let after = FIRST_ID; ; ) {
        const due = await dueAccounts(after)
        for (const id of due) {
          if (signal?.aborted) return removed
          if (await tryToRemove(id)) removed += 1
          after = id
        }
        if (due.length < BATCH) return removed
      }
    },

    /** Makes a username and an address free that only an account holds whose date has passed. */
    async free(names: { username?: string | undefined; email?: string | undefined }): Promise<void> {
      for (const id of await dueHolders(names)) await remove(id)
    },

    /** Removes one of them: other requests about it are waited for. False when its date lies ahead, or when it is gone. */
    remove: (id: string): Promise<boolean> => remove(id),
  }

  /** One account that cannot be removed must not keep the others. */
  async function tryToRemove(id: string): Promise<boolean> {
    try {
      return await remove(id, { skipLocked: true })
    } catch (error) {
      if (databaseError(error) !== null) throw error
      log.error("account.purge_failed", { user: id, error: errorText(error) })
      return false
    }
  }

  /** @param others `skipLocked`: for sweeps, which leave an account to the request that has locked it, and come back to it */
  async function remove(id: string, others?: { skipLocked: true }): Promise<boolean> {
    if (!(await withRetry(() => putBeyondRecall(id)))) return false
    for (const profile of await profilesOf(db, id)) await profiles.deletePictures(profile.id)
    if (!(await withRetry(() => deleteRows(id, others)))) return false
    log.info("account.purged", { user: id })
    return true
  }

  /** Files know no transaction: none may be deleted while a reactivation can still win. */
  function putBeyondRecall(id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      if ((await lockDue(tx, id)) === undefined) return false
      await endNow(tx, id, clock())
      return true
    })
  }

  /**
   * The user's row takes profiles, roles, sessions, one-time tokens and taps with it; cards stay activated and lead nowhere
   * (docs/decisions/account-lifecycle.md). Emails are stored by address, so they are deleted by address.
   */
  function deleteRows(id: string, others?: { skipLocked: true }): Promise<boolean> {
    return db.transaction(async (tx) => {
      const account = await lockDue(tx, id, others)
      if (account === undefined) return false
      await audit.record(tx, { actor_id: null, action: "account.purged", subject_id: id }, clock())
      await tx.delete(mail_outbox).where(eq(sql`lower(${mail_outbox.recipient})`, account.email.toLowerCase()))
      // Not withdrawn: no one has seen them since the account was deactivated.
      await changes.announce(tx, "profile", await usernamesOf(tx, id))
      // The cards stay, without what the person called them. Changed in this transaction, they are checked again while the profile goes:
      // a card that still names it would keep the account.
      await tx.update(card_urls).set({ nickname: "", profile_id: null }).where(eq(card_urls.user_id, id))
      await tx.delete(users).where(eq(users.id, id))
      return true
    })
  }

  /** The locked account, if its date has passed by the time it is locked. */
  async function lockDue(tx: Queries, id: string, others?: { skipLocked: true }): Promise<AccountRow | undefined> {
    const account = await lockAccount(tx, id, others)
    return account !== undefined && accountState(account, clock()) === "gone" ? account : undefined
  }

  /** Ids of the next accounts in the order of their ids. */
  async function dueAccounts(after: string): Promise<string[]> {
    const rows = await db
      .select({ id: profileRows.id })
      .from(profileRows)
      .where(and(isDue(clock()), isFirst, gt(profileRows.id, after)))
      .orderBy(asc(profileRows.id))
      .limit(BATCH)
    return rows.map(({ id }) => id)
  }

  /** Ids of those that still hold this username or this address; at most two. */
  async function dueHolders({
    username = "",
    email = "",
  }: {
    username?: string | undefined
    email?: string | undefined
  }) {
    const holds = or(
      eq(sql`lower(${profileRows.username})`, username.toLowerCase()),
      eq(sql`lower(${users.email})`, email.toLowerCase()),
    )
    const rows = await db
      .selectDistinct({ id: users.id })
      .from(users)
      .innerJoin(profileRows, eq(profileRows.owner_id, users.id))
      .where(and(holds, isDue(clock())))
    return rows.map(({ id }) => id)
  }
}

/** Every account has one such profile, with its own id. */
const isFirst = eq(profileRows.id, profileRows.owner_id)

const isDue = (now: Date) => and(isNotNull(profileRows.deleted_at), lte(profileRows.deletion_scheduled_at, now))
