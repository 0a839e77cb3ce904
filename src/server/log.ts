// One JSON line per event. Never a token, a query string or a whole address: what is passed here is what is written.

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

/** @param write receives whole lines without the line end @param always fields of every line */
export function createLog(write: (line: string) => void = standardOutput(), always: LogFields = {}): Log {
  const at =
    (level: Level) =>
    (event: string, fields: LogFields = {}) =>
      write(JSON.stringify({ at: new Date().toISOString(), level, event, ...always, ...fields }))
  return { info: at("info"), warn: at("warn"), error: at("error") }
}

/** "anna@example.com" → "a…@example.com": enough to find a case, not enough to write to. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, "$1…$2")

/** What an unknown throw says, with its cause, on one line. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? "" : ` (${errorText(error.cause)})`
  return `${error.name}: ${error.message.slice(0, 500)}${cause}`
}
