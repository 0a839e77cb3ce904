// How long a process may serve what it has in memory: until a lease ends, which a question to the database renews.
import { setTimeout as pause } from "node:timers/promises"

/** No process serves a page from memory that was changed longer ago than this, even if its connection is silent. */
export const LEASE_MS = 500
/** Renewed by the first use after this time, so that under load no one waits for it. */
const RENEW_AFTER_MS = 200
/** How long a request waits for a renewal before it reads the data itself. */
const CONFIRM_WITHIN_MS = 100
/** After a failed one; a process without its listening connection asks no more often. */
const RETRY_AFTER_MS = 1_000

/** @param prove resolves when all changes that were announced before it was called have arrived; rejects when that is unknown */
export function createLease(prove: () => Promise<void>) {
  let granted = Number.NEGATIVE_INFINITY
  let failed = Number.NEGATIVE_INFINITY
  let number = 0
  let renewing: Promise<void> | null = null

  /** From the moment of the question: what was announced later may not have arrived with its answer. */
  async function renewNow(): Promise<void> {
    const asked = performance.now()
    const mine = number
    try {
      await prove()
      if (mine === number) granted = asked
    } catch {
      if (mine === number) failed = performance.now()
    }
  }

  /** Never rejects. Of several calls at once, the later ones wait for the first. */
  function renew(): Promise<void> {
    renewing ??= renewNow().finally(() => {
      renewing = null
    })
    return renewing
  }

  function isCurrent(): boolean {
    const age = performance.now() - granted
    if (age >= RENEW_AFTER_MS && renewing === null && performance.now() - failed >= RETRY_AFTER_MS) void renew()
    return age < LEASE_MS
  }

  return {
    renew,
    isCurrent,
    async confirm(): Promise<boolean> {
      if (isCurrent()) return true
      if (renewing === null) return false
      const abort = new AbortController()
      const late = pause(CONFIRM_WITHIN_MS, undefined, { signal: abort.signal }).catch(() => undefined)
      await Promise.race([renewing, late])
      abort.abort()
      return isCurrent()
    },
    /** Over now, also for a renewal in progress. */
    end(): void {
      number += 1
      granted = Number.NEGATIVE_INFINITY
    },
  }
}
