// One JSON line per event. Never a token, a query string or a whole address: what is passed here is what is written, up to a length.
import { EMAIL_MAX } from "../../domain/limits.ts"

export type LogFields = Record<string, string | number | boolean | null | undefined>

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

type Level = "info" | "warn" | "error"

/** What a pipe takes in one piece, in bytes (PIPE_BUF): of more, another process' lines may come between. */
const ONE_PIECE_BYTES = 4_096

/** Collects the lines of one turn of the event loop into one write: a write per request would cost more than the request. */
function standardOutput(): (line: string) => void {
  let waiting = ""
  let bytes = 0
  const flush = () => {
    if (waiting !== "") process.stdout.write(waiting)
    waiting = ""
    bytes = 0
  }
  process.on("exit", flush)
  return (line) => {
    const more = Buffer.byteLength(line) + 1
    if (bytes + more > ONE_PIECE_BYTES) flush()
    if (waiting === "") setImmediate(flush)
    waiting += `${line}\n`
    bytes += more
  }
}

/** Characters of one value: what a client sends may come here, and must not fill the disk. */
const VALUE_MAX = 500

function shortened(line: LogFields): LogFields {
  for (const name of Object.keys(line)) {
    const value = line[name]
    if (typeof value === "string" && value.length > VALUE_MAX) line[name] = `${value.slice(0, VALUE_MAX)}…`
  }
  return line
}

/** @param write receives whole lines without the line end @param always fields of every line */
export function createLog(write: (line: string) => void = standardOutput(), always: LogFields = {}): Log {
  const at =
    (level: Level) =>
    (event: string, fields: LogFields = {}) =>
      // Not by a replacer: that costs as much as the rest of the line.
      write(JSON.stringify(shortened({ at: new Date().toISOString(), level, event, ...always, ...fields })))
  return { info: at("info"), warn: at("warn"), error: at("error") }
}

/** What stands behind the @ of an address that can have an account. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

/**
 * "anna@example.com" → "a…@example.com": enough to find a case, not enough to write to. What is no address is not written at all:
 * it may be a password in the wrong field.
 */
export function maskedEmail(email: string): string {
  const at = email.indexOf("@")
  const isAddress =
    at > 0 && email.length <= EMAIL_MAX && /^[!-~]+$/.test(email.slice(0, at)) && HOST.test(email.slice(at + 1))
  return isAddress ? `${email[0]}…${email.slice(at)}` : "(not an email address)"
}

/** Characters of a message; with a cause, which says more and must find room behind it, fewer. */
const MESSAGE_MAX = { alone: 500, caused: 200 }

/** What an unknown throw says, with its cause, on one line. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? "" : ` (${errorText(error.cause)})`
  // Behind this word the database's library repeats every value: addresses, hashes of passwords.
  const [message = ""] = error.message.split("\nparams:")
  return `${error.name}: ${message.slice(0, MESSAGE_MAX[cause === "" ? "alone" : "caused"])}${cause}`
}
