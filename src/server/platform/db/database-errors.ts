// Tells problems of the database itself (gone, full) from errors of a statement, and tries again while it restarts.
import { setTimeout as pause } from "node:timers/promises"

/** Network errors of Node, as far as a database connection shows them. */
const LOST = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
])
/** SQLSTATE: shutting down, crashed, starting up, too many connections. */
const NOT_SERVING = /^(57P0[1-5]|08\w{3}|53300)$/
/** SQLSTATE: disk full; writing while the disk guard allows reads only. */
const NO_ROOM = /^(53100|25006)$/
/** What `pg` says without a code. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

interface DatabaseError extends Error {
  code?: unknown
  syscall?: unknown
  constraint?: unknown
}

function some(error: unknown, holds: (error: DatabaseError) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) if (holds(at)) return true
  return false
}

/** The statement may or may not have run. */
export const isConnectionLost = (error: unknown): boolean =>
  some(error, ({ code, syscall, message }) => {
    if (typeof code !== "string") return WORDS.test(message)
    return LOST.has(code) || NOT_SERVING.test(code) || (code === "ENOENT" && syscall === "connect")
  })

/**
 * SQLSTATE 40001, 40P01: transactions conflicted, and this one was rolled back. So is a statement whose row waited for the default
 * partition while the partition of its month was made: 23514, without the name of a constraint.
 */
export const isTakenBack = (error: unknown): boolean =>
  some(
    error,
    ({ code, constraint }) => code === "40001" || code === "40P01" || (code === "23514" && constraint === undefined),
  )

/** SQLSTATE 23503: the row that a written one points to is gone. */
export const isReferenceGone = (error: unknown): boolean => some(error, ({ code }) => code === "23503")

/** The request cannot be served now. Thrown by the pool, once it has tried for ten seconds (resilient-pool.ts), and by transactions. */
export class DatabaseUnavailable extends Error {
  /** true: tried for as long as a client should wait. false: lost in the middle of something that may have been done. */
  readonly patienceSpent: boolean

  constructor(cause: unknown, patienceSpent: boolean) {
    super("The database cannot be reached", { cause })
    this.name = "DatabaseUnavailable"
    this.patienceSpent = patienceSpent
  }
}

export const isWorthAnotherTry = (error: unknown): boolean =>
  isTakenBack(error) ||
  (isConnectionLost(error) && !some(error, (at) => at instanceof DatabaseUnavailable && at.patienceSpent))

/** "unavailable": answer 503 and ask to come back. "full": no room for a write, 507. null: an ordinary error. */
export function databaseError(error: unknown): "unavailable" | "full" | null {
  if (some(error, (at) => at instanceof DatabaseUnavailable)) return "unavailable"
  return some(error, ({ code }) => typeof code === "string" && NO_ROOM.test(code)) ? "full" : null
}

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 800
export const PATIENCE_MS = 10_000

/**
 * Runs `work`, and again after 50 ms, 100 ms … while the connection fails or another transaction conflicts, for ten seconds in all.
 * Only for work that may run twice: the first try may have reached the disk before the connection broke. Throws the last error.
 * @param mayRunAgain asked after such an error; default: yes
 */
export async function withRetry<T>(
  work: () => Promise<T>,
  mayRunAgain: (error: unknown) => boolean = () => true,
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (let next = FIRST_PAUSE_MS; ; next = Math.min(next * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthAnotherTry(error) || !mayRunAgain(error) || performance.now() + next > deadline) throw error
      await pause(next)
    }
  }
}
