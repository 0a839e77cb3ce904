// The end of an account: pictures first, then every row in one transaction, so that a crash in between is finished by the
// next run. Any number of processes may do this at once.
import { withRetry } from "../db/retry.ts"
import { databaseTrouble } from "../db/trouble.ts"
import { errorText } from "../log.ts"
import type { Services } from "../services.ts"
import { deleteAccount, dueAccounts, dueHolders, findDue, holdDue } from "./purge-store.ts"

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

type Needed = Pick<Services, "audit" | "clock" | "database" | "log" | "profiles">

export function createPurge({ audit, clock, database, log, profiles }: Needed): Purge {
  const { db, changes } = database

  async function remove(id: string): Promise<boolean> {
    const now = clock()
    const username = await findDue(db, id, now)
    if (username === undefined) return false
    await profiles.deletePictures(id)
    const removed = await withRetry(() =>
      db.transaction(async (tx) => {
        const held = await holdDue(tx, id, now)
        if (held === undefined) return false
        await audit.record(tx, { actor_id: null, action: "account.purged", subject_id: id }, now)
        await deleteAccount(tx, id, held.email)
        return true
      }),
    )
    if (!removed) return false
    await changes.publish("profile", username)
    log.info("account.purged", { user: id })
    return true
  }

  /** One account that cannot be removed must not keep the others. */
  async function tryToRemove(id: string): Promise<boolean> {
    try {
      return await remove(id)
    } catch (error) {
      if (databaseTrouble(error) !== null) throw error
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
