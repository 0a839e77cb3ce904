// Logs one JSON line per event, with exactly the given fields. Never pass a token, a query string or a whole email address.
import { writeSync } from "node:fs"
import { Socket } from "node:net"
import { EMAIL_MAX } from "../../domain/limits.ts"

export type LogFields = Record<string, string | number | boolean | null | undefined>

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

const LEVELS = ["info", "warn", "error"] as const
export type Level = (typeof LEVELS)[number]

const silent = () => undefined

/** What a pipe takes in one piece (PIPE_BUF): within more, lines of another process may appear. */
const ONE_PIECE_BYTES = 4_096

/** One write for all lines of a turn of the event loop: a write per request would cost more than the request. */
function standardOutput(): (line: string) => void {
  const write = survivingWrite()
  let waiting = ""
  let bytes = 0
  const flush = () => {
    if (waiting !== "") write(waiting)
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

/** A full disk, or a reader that has gone away, loses lines. It does not end the program. */
function survivingWrite(): (text: string) => void {
  const { stdout } = process
  const { fd } = stdout
  // A terminal or a pipe.
  if (stdout instanceof Socket) {
    stdout.on("error", () => undefined)
    return (text) => void stdout.write(text)
  }
  // Not through the stream: it stays closed after its first error, also when there is room again.
  let isCut = false
  return (text) => {
    const bytes = Buffer.from(isCut ? `\n${text}` : text)
    try {
      isCut = writeSync(fd, bytes) < bytes.length
    } catch {
      // Only a log could say so.
    }
  }
}

/** Values may come from clients and must not fill the disk. */
const VALUE_MAX = 500
/** Text that is the same in JSON. */
const PLAIN = /^[\w ./:@-]*$/

function valueText(value: LogFields[string]): string {
  if (typeof value !== "string") return typeof value === "number" ? jsonNumber(value) : String(value)
  if (value.length > VALUE_MAX) return JSON.stringify(`${value.slice(0, VALUE_MAX)}…`)
  return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
}

const jsonNumber = (value: number): string => (Number.isFinite(value) ? String(value) : "null")

/** Names are written in this program: they need no escape. JSON.stringify with these limits takes three times as long. */
function fieldsText(fields: LogFields): string {
  let text = ""
  for (const name in fields) if (fields[name] !== undefined) text += `,"${name}":${valueText(fields[name])}`
  return text
}

/** A busy server logs many lines in one millisecond. */
function createTimestamp(): () => string {
  let ms = 0
  let text = ""
  return () => {
    const now = Date.now()
    if (now !== ms) text = new Date(now).toISOString()
    ms = now
    return text
  }
}

/**
 * @param write receives whole lines without the line end
 * @param always fields of every line
 * @param least less important lines are left out
 */
export function createLog(
  write: (line: string) => void = standardOutput(),
  always: LogFields = {},
  least: Level = "info",
): Log {
  const timestamp = createTimestamp()
  const everyLine = fieldsText(always)
  const at = (level: Level) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return silent
    return (event: string, fields: LogFields = {}) =>
      write(`{"at":"${timestamp()}","level":"${level}","event":"${event}"${everyLine}${fieldsText(fields)}}`)
  }
  return { info: at("info"), warn: at("warn"), error: at("error") }
}

/** The part after the @ of an address that can have an account. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

/**
 * "anna@example.com" → "a…@example.com": enough to find a case, not enough to write to. Anything but an address is left out: it may be a
 * password in the wrong field.
 */
export function maskedEmail(email: string): string {
  const at = email.indexOf("@")
  const isAddress =
    at > 0 && email.length <= EMAIL_MAX && /^[!-~]+$/.test(email.slice(0, at)) && HOST.test(email.slice(at + 1))
  return isAddress ? `${email[0]}…${email.slice(at)}` : "(not an email address)"
}

/** Fewer with a cause, which says more and needs room after it. */
const MESSAGE_MAX = { alone: 500, caused: 200 }

/** The message of anything thrown, with its cause, on one line. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? "" : ` (${errorText(error.cause)})`
  // After this word Drizzle repeats every value: addresses, password hashes.
  const [message = ""] = error.message.split("\nparams:")
  return `${error.name}: ${message.slice(0, MESSAGE_MAX[cause === "" ? "alone" : "caused"])}${cause}`
}
