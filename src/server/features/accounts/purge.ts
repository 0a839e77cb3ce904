// The end of an account: put beyond recall, then the pictures, then every row in one transaction, so that a crash in between
// is finished by the next run. Any number of processes may do this at once.
import { accountState } from "../../../domain/account/lifecycle.ts"
import type { Clock } from "../../platform/clock.ts"
import { databaseError } from "../../platform/db/database-errors.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Queries } from "../../platform/db/queries.ts"
import { withRetry } from "../../platform/db/retry.ts"
import type { Log } from "../../platform/log.ts"
import { errorText } from "../../platform/log.ts"
import type { Audit } from "../audit/service.ts"
import type { Profiles } from "../profiles/service.ts"
import { deleteAccount, dueAccounts, dueHolders } from "./purge-store.ts"
import { type AccountRow, endNow, lockAccount } from "./store.ts"

export interface Purge {
  /** Removes every account whose date has passed. @returns how many went by this call */
  sweep(signal?: AbortSignal): Promise<number>
  /** Removes one of them. False when its date lies ahead, when it is gone, or in another process' hands. */
  remove(id: string): Promise<boolean>
  /** Makes a username and an address free that only an account holds whose date has passed. */
  free(names: { username?: string | undefined; email?: string | undefined }): Promise<void>
}

const BATCH = 50
const FIRST_ID = "00000000-0000-0000-0000-000000000000"

interface Needs {
  audit: Audit
  clock: Clock
  database: OpenDatabase
  log: Log
  profiles: Profiles
}

export function createPurge({ audit, clock, database, log, profiles }: Needs): Purge {
  const { db, changes } = database

  /** Nothing when its date lies ahead, by the time at which it is held. */
  async function heldDue(tx: Queries, id: string, others?: { skipLocked: true }): Promise<AccountRow | undefined> {
    const account = await lockAccount(tx, id, others)
    return account !== undefined && accountState(account, clock()) === "gone" ? account : undefined
  }

  /** Files know no transaction: none may go while a reactivation can still win. */
  const putBeyondRecall = (id: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      if ((await heldDue(tx, id)) === undefined) return false
      await endNow(tx, id, clock())
      return true
    })

  const deleteRows = (id: string): Promise<AccountRow | undefined> =>
    db.transaction(async (tx) => {
      const account = await heldDue(tx, id, { skipLocked: true })
      if (account === undefined) return undefined
      await audit.record(tx, { actor_id: null, action: "account.purged", subject_id: id }, clock())
      await deleteAccount(tx, id, account.email)
      await changes.announce(tx, "profile", account.username ?? id)
      return account
    })

  async function remove(id: string): Promise<boolean> {
    if (!(await withRetry(() => putBeyondRecall(id)))) return false
    await profiles.deletePictures(id)
    const removed = await withRetry(() => deleteRows(id))
    if (removed === undefined) return false
    log.info("account.purged", { user: id })
    return true
  }

  /** One account that cannot be removed must not keep the others. */
  async function tryToRemove(id: string): Promise<boolean> {
    try {
      return await remove(id)
    } catch (error) {
      if (databaseError(error) !== null) throw error
      log.error("account.purge_failed", { user: id, error: errorText(error) })
      return false
    }
  }

  return {
    remove,
    async sweep(signal) {
      let removed = 0
      for (let after = FIRST_ID; ; ) {
        const due = await dueAccounts(db, after, BATCH, clock())
        for (const id of due) {
          if (signal?.aborted) return removed
          if (await tryToRemove(id)) removed += 1
          after = id
        }
        if (due.length < BATCH) return removed
      }
    },
    async free(names) {
      for (const id of await dueHolders(db, names, clock())) await remove(id)
    },
  }
}
