// How often something may be tried. Counted in the database; what is known to be full is answered from memory.
import { createHash } from "node:crypto"
import { Refusal, type RefusalCode } from "../../../domain/errors.ts"
import type { Budget } from "../../../domain/limits.ts"
import type { Clock } from "../clock.ts"
import { createKeyedMutex } from "../concurrency/keyed-mutex.ts"
import type { Database } from "../db/queries.ts"
import { networksOf } from "../http/client-ip.ts"
import {
  type Attempt,
  countAttempts,
  deletePassedWindows,
  findFull,
  forgetAttempts,
  uncountAttempts,
} from "./rate-limits-store.ts"

/** What one attempt counts against. */
export type Counted = readonly [budget: Budget, subject: string]

/**
 * A budget of every network around an address (IPv6: /64, /56 and /48), the narrowest first.
 * @param of what each network has the budget for, such as one account; absent: for everything together
 */
export const perNetwork = (budget: Budget, ip: string, of?: string): Counted[] =>
  networksOf(ip).map(({ name, share }) => [
    { ...budget, max: budget.max * share },
    of === undefined ? name : `${of} from ${name}`,
  ])

export interface RateLimits {
  /** Counts one attempt of `subject`. @throws Refusal (429 with Retry-After) when the budget is spent */
  take(budget: Budget, subject: string, code?: RefusalCode): Promise<void>
  /** The same per client address; IPv6 counts by /64, /56 and /48. */
  takeForIp(budget: Budget, ip: string, code?: RefusalCode): Promise<void>
  /**
   * Counts one attempt against all of them, or, when one is full, against none. Each group is one statement: a later one is
   * counted only when the earlier ones had room. @returns what was counted, for `giveBack` @throws Refusal as `take`
   */
  takeAll(groups: readonly (readonly Counted[])[], code?: RefusalCode): Promise<Counted[]>
  /** Counts nothing, but asks the database. @throws Refusal as `take` would */
  requireRoom(budget: Budget, subject: string, code?: RefusalCode): Promise<void>
  /**
   * Counts nothing and asks nobody. 0 while nothing is known against another attempt, otherwise how many seconds until there
   * is room again.
   */
  waitS(budget: Budget, subject: string): number
  /** Gives one attempt of each back: they were rightful. A subject is named as it was counted. */
  giveBack(...counted: Counted[]): Promise<void>
  /** As if nothing had been tried. */
  forget(...counted: Counted[]): Promise<void>
  sweep(): Promise<void>
}

const REMEMBERED_MAX = 10_000
/** Attempts of one subject that wait to be counted. */
const WAITING_MAX = 1_000
/** Another process may have given an attempt back: after so long the database is asked again, by one attempt. */
const KNOWN_FULL_MS = 5_000

/** Addresses are not kept in plain text here. */
const keyOf = (name: string, subject: string): string =>
  `${name}:${createHash("sha256").update(subject).digest("base64url")}`

const secondsTo = (end: Date, now: Date): number => (end.getTime() - now.getTime()) / 1000

export function createRateLimits(db: Database, clock: Clock): RateLimits {
  /** full windows: thousands of wrong attempts must not become thousands of writes */
  const full = new Map<string, { resetsAt: Date; askAgainAt: number }>()

  // One after the other: a flood counts once at a time, and hears from memory that it is full, while others' counts pass between.
  const turnOf = createKeyedMutex(WAITING_MAX, 1)

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

  function waitS(budget: Budget, subject: string): number {
    if (full.size === 0) return 0
    const now = clock()
    const end = knownEnd(keyOf(budget.name, subject), now)
    return end === null ? 0 : secondsTo(end, now)
  }

  function refuseKnown(attempts: readonly Attempt[], now: Date, code: RefusalCode): void {
    const ends = attempts.map(({ key }) => knownEnd(key, now)?.getTime() ?? 0)
    const last = Math.max(0, ...ends)
    if (last > 0) refuse(new Date(last), now, code)
  }

  async function takeGroup(attempts: readonly Attempt[], code: RefusalCode): Promise<void> {
    const [first] = attempts
    if (first === undefined) return
    await turnOf(first.key, async () => {
      const now = clock()
      refuseKnown(attempts, now, code)
      const filled = await countAttempts(db, attempts, now)
      for (const { key, resets_at } of filled) {
        if (full.size >= REMEMBERED_MAX) full.clear()
        full.set(key, { resetsAt: resets_at, askAgainAt: now.getTime() + KNOWN_FULL_MS })
      }
      const ends = filled.map(({ resets_at }) => resets_at.getTime())
      if (ends.length > 0) refuse(new Date(Math.max(...ends)), now, code)
    })
  }

  const attemptsOf = (counted: readonly Counted[]): Attempt[] =>
    counted.map(([{ name, max, windowS }, subject]) => ({ key: keyOf(name, subject), max, windowS }))

  async function takeAll(groups: readonly (readonly Counted[])[], code: RefusalCode = "too_many_requests") {
    // An account under attack from many networks: not one of them is worth a write.
    refuseKnown(attemptsOf(groups.flat()), clock(), code)
    const taken: Counted[] = []
    for (const group of groups) {
      try {
        await takeGroup(attemptsOf(group), code)
      } catch (error) {
        if (taken.length > 0) await giveBack(...taken)
        throw error
      }
      taken.push(...group)
    }
    return taken
  }

  async function requireRoom(budget: Budget, subject: string, code: RefusalCode = "too_many_requests") {
    const now = clock()
    for (const attempt of attemptsOf([[budget, subject]])) {
      const end = knownEnd(attempt.key, now) ?? (await findFull(db, attempt, now))
      if (end !== undefined) refuse(end, now, code)
    }
  }

  function keysOf(counted: readonly Counted[]): string[] {
    const keys = counted.map(([{ name }, subject]) => keyOf(name, subject))
    for (const key of keys) full.delete(key)
    return keys
  }

  const giveBack = (...counted: readonly Counted[]) => uncountAttempts(db, keysOf(counted))

  return {
    take: async (budget, subject, code) => void (await takeAll([[[budget, subject]]], code)),
    takeForIp: async (budget, ip, code) => void (await takeAll([perNetwork(budget, ip)], code)),
    takeAll,
    requireRoom,
    waitS,
    giveBack,
    forget: (...counted) => forgetAttempts(db, keysOf(counted)),
    sweep: () => deletePassedWindows(db, clock()),
  }
}
