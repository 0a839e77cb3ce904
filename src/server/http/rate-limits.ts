// How often something may be tried. Counted in the database; what is known to be full is answered from memory.
import { createHash } from "node:crypto"
import { Refusal, type RefusalCode } from "../../domain/errors.ts"
import type { Budget } from "../../domain/limits.ts"
import type { Database } from "../db/open.ts"
import type { Clock } from "../services.ts"
import { createTurns } from "../turns.ts"
import { networkOf } from "./client-ip.ts"
import { countAttempt, deletePassedWindows, uncountAttempts } from "./rate-limits-store.ts"

export interface RateLimits {
  /** Counts one attempt of `subject`. @throws Refusal (429 with Retry-After) when the budget is spent */
  take(budget: Budget, subject: string, code?: RefusalCode): Promise<void>
  /** The same per client address; IPv6 counts by /64. */
  takeForIp(budget: Budget, ip: string, code?: RefusalCode): Promise<void>
  /**
   * Counts nothing and asks nobody. 0 while nothing is known against another attempt, otherwise how many seconds until there
   * is room again.
   */
  waitS(budget: Budget, subject: string): number
  waitForIpS(budget: Budget, ip: string): number
  /** Whether anything at all is known to be full: on most days nothing is. */
  isAnyFull(): boolean
  /** Gives one attempt of each back: they were rightful. A subject is named as it was counted, an address by its network. */
  giveBack(...attempts: [budget: Budget, subject: string][]): Promise<void>
  sweep(): Promise<void>
}

const REMEMBERED_MAX = 10_000
/** Attempts of one subject that wait to be counted. */
const WAITING_MAX = 1_000
/** Another process may have given an attempt back: after so long the database is asked again, by one attempt. */
const KNOWN_FULL_MS = 5_000

/** Addresses are not kept in plain text here. */
const keyOf = (budget: Budget, subject: string): string =>
  `${budget.name}:${createHash("sha256").update(subject).digest("base64url")}`

const secondsTo = (end: Date, now: Date): number => (end.getTime() - now.getTime()) / 1000

export function createRateLimits(db: Database, clock: Clock): RateLimits {
  /** full windows: thousands of wrong attempts must not become thousands of writes */
  const full = new Map<string, { resetsAt: Date; askAgainAt: number }>()

  // One after the other: a flood counts once at a time, and hears from memory that it is full, while others' counts pass between.
  const turnOf = createTurns(WAITING_MAX, 1)

  function refuse(resetsAt: Date, now: Date, code: RefusalCode): never {
    throw new Refusal(code, { retryAfterS: secondsTo(resetsAt, now) })
  }

  /** When a window that is known to be full ends. */
  function knownEnd(key: string, now: Date): Date | null {
    const known = full.get(key)
    if (known === undefined) return null
    const { resetsAt, askAgainAt } = known
    // A clock that was set back makes both later than they can be.
    const isKnown = askAgainAt > now.getTime() && askAgainAt <= now.getTime() + KNOWN_FULL_MS
    if (resetsAt > now && isKnown) return resetsAt
    full.delete(key)
    return null
  }

  function refuseIfFull(key: string, now: Date, code: RefusalCode): void {
    const end = knownEnd(key, now)
    if (end !== null) refuse(end, now, code)
  }

  function waitS(budget: Budget, subject: string): number {
    if (full.size === 0) return 0
    const now = clock()
    const end = knownEnd(keyOf(budget, subject), now)
    return end === null ? 0 : secondsTo(end, now)
  }

  async function take(budget: Budget, subject: string, code: RefusalCode = "too_many_requests") {
    const key = keyOf(budget, subject)
    refuseIfFull(key, clock(), code)
    await turnOf(key, async () => {
      const now = clock()
      refuseIfFull(key, now, code)
      const { count, resets_at } = await countAttempt(db, key, budget.max, budget.windowS, now)
      if (count <= budget.max) return
      if (full.size >= REMEMBERED_MAX) full.clear()
      full.set(key, { resetsAt: resets_at, askAgainAt: now.getTime() + KNOWN_FULL_MS })
      refuse(resets_at, now, code)
    })
  }

  async function giveBack(...attempts: [Budget, string][]) {
    const keys = attempts.map(([budget, subject]) => keyOf(budget, subject))
    for (const key of keys) full.delete(key)
    await uncountAttempts(db, keys)
  }

  return {
    take,
    takeForIp: (budget, ip, code) => take(budget, networkOf(ip), code),
    waitS,
    isAnyFull: () => full.size > 0,
    waitForIpS: (budget, ip) => waitS(budget, networkOf(ip)),
    giveBack,
    sweep: () => deletePassedWindows(db, clock()),
  }
}
