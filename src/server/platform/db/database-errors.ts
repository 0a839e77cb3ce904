// Tells trouble with the database itself (gone, full) from an error in a statement.

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

function some(error: unknown, holds: (error: Error & { code?: unknown; syscall?: unknown }) => boolean): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) if (holds(at)) return true
  return false
}

/** The statement may or may not have run: nobody is there to say. */
export const isConnectionLost = (error: unknown): boolean =>
  some(error, ({ code, syscall, message }) => {
    if (typeof code !== "string") return WORDS.test(message)
    return LOST.has(code) || NOT_SERVING.test(code) || (code === "ENOENT" && syscall === "connect")
  })

/** SQLSTATE 40001, 40P01: transactions stood in each other's way, and this one was taken back whole. */
export const isTakenBack = (error: unknown): boolean => some(error, ({ code }) => code === "40001" || code === "40P01")

/** SQLSTATE 23503: the row that a written one points to is gone. */
export const isReferenceGone = (error: unknown): boolean => some(error, ({ code }) => code === "23503")

/** The request cannot be served now. Thrown by the pool and by transactions. */
export class DatabaseUnavailable extends Error {
  /** true: tried for as long as anybody should wait. false: lost in the middle of something that may have been done. */
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
