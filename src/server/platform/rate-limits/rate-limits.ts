// Rate limits, counted in the database so that they hold across processes; full windows are known from memory.
import { hash } from "node:crypto"
import type { Budget } from "../../../domain/budgets.ts"
import { Refusal, type RefusalCode } from "../../../domain/errors.ts"
import type { Clock } from "../clock.ts"
import { createKeyedMutex } from "../concurrency/keyed-mutex.ts"
import type { Database } from "../db/queries.ts"
import { networksOf } from "../http/client-ip.ts"
import type { OnlyAttempt } from "./only-attempt.ts"
import {
  type Attempt,
  countAttempts,
  deletePassedWindows,
  findFull,
  forgetAttempts,
  uncountAttempts,
} from "./rate-limits-store.ts"

/** What an attempt counts against. */
export type Counted = readonly [budget: Budget, subject: string]

/**
 * A budget of every network around an address (IPv6: /64, /56 and /48), the narrowest first.
 * @param of what the budget is for, such as one account; absent: everything from that network together
 */
export const perNetwork = (budget: Budget, ip: string, of?: string): Counted[] =>
  networksOf(ip).map(({ name, share }) => [
    { ...budget, max: budget.max * share },
    of === undefined ? name : `${of} from ${name}`,
  ])

const REMEMBERED_MAX = 10_000
/** Attempts of one subject that wait to be counted. */
const WAITING_MAX = 1_000
/** Another process may have given an attempt back: after this time one attempt asks the database again. */
const KNOWN_FULL_MS = 5_000

/** Addresses are not kept in plain text here. */
const keyOf = (name: string, subject: string): string => `${name}:${hash("sha256", subject, "base64url")}`

const secondsTo = (end: Date, now: Date): number => (end.getTime() - now.getTime()) / 1000

export type RateLimits = ReturnType<typeof createRateLimits>

export function createRateLimits(db: Database, clock: Clock) {
  /** Full windows: thousands of wrong attempts must not become thousands of writes. */
  const full = new Map<string, { resetsAt: Date; askAgainAt: number }>()

  // One after the other: a flood counts one attempt at a time and is then refused from memory, while other counts pass in between.
  const turnOf = createKeyedMutex(WAITING_MAX, 1)

  function refuse(resetsAt: Date, now: Date, code: RefusalCode): never {
    throw new Refusal(code, { retryAfterS: secondsTo(resetsAt, now) })
  }

  /** When a window that is known to be full ends; null: not known to be full. */
  function knownEnd(key: string, now: Date): Date | null {
    const known = full.get(key)
    if (known === undefined) return null
    const { resetsAt, askAgainAt } = known
    // A clock that was set back makes both later than possible.
    const isKnown = askAgainAt > now.getTime() && askAgainAt <= now.getTime() + KNOWN_FULL_MS
    if (resetsAt > now && isKnown) return resetsAt
    full.delete(key)
    return null
  }

  /** Seconds until there is room again, without counting or asking the database; 0: not known to be full. */
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

  /**
   * Counts one attempt against all of them or, if one is full, against none. Each group is one statement: a later group counts only when
   * the earlier ones had room. @returns what was counted, for `giveBack` @throws Refusal (429 with Retry-After) when a budget is spent
   */
  async function takeAll(groups: readonly (readonly Counted[])[], code: RefusalCode = "too_many_requests") {
    // An account under attack from many networks: none of the attempts is worth a write.
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

  /** Counts nothing, but asks the database. @throws Refusal as `takeAll` would */
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

  /** Takes one attempt of each back: they were rightful. Names the subjects as they were counted. */
  const giveBack = (...counted: readonly Counted[]): Promise<void> => uncountAttempts(db, keysOf(counted))

  /**
   * What was taken stays counted only if the attempt is answered, by a result or a refusal. A server that is busy or broken has told
   * nothing that helps to guess.
   */
  async function giveBackUnlessAnswered<Done>(taken: readonly Counted[], attempt: () => Promise<Done>): Promise<Done> {
    try {
      return await attempt()
    } catch (error) {
      const isAnswer = error instanceof Refusal && error.status < 500
      // The database may be what failed: the first error says why.
      if (!isAnswer) await giveBack(...taken).catch(() => undefined)
      throw error
    }
  }

  return {
    /** Counts one attempt. @throws Refusal as `takeAll` */
    take: async (budget: Budget, subject: string, code?: RefusalCode): Promise<void> =>
      void (await takeAll([[[budget, subject]]], code)),
    /** The same per client address; IPv6 counts by /64, /56 and /48. */
    takeForIp: async (budget: Budget, ip: string, code?: RefusalCode): Promise<void> =>
      void (await takeAll([perNetwork(budget, ip)], code)),
    takeAll,
    /** For a statement that counts the only attempt of a subject itself. */
    only(budget: Budget, subject: string): OnlyAttempt {
      const resetsAt = new Date(clock().getTime() + budget.windowS * 1000)
      return { key: keyOf(budget.name, subject), resets_at: resetsAt.toISOString() }
    },
    /** Counts nothing and asks no database. @throws Refusal as `takeForIp`, if the budget is known to be full */
    refuseKnownFull: (budget: Budget, ip: string): void =>
      refuseKnown(attemptsOf(perNetwork(budget, ip)), clock(), "too_many_requests"),
    requireRoom,
    waitS,
    giveBack,
    giveBackUnlessAnswered,
    /** As if nothing had been tried. */
    forget: (...counted: Counted[]): Promise<void> => forgetAttempts(db, keysOf(counted)),
    sweep: (): Promise<void> => deletePassedWindows(db, clock()),
  }
}
