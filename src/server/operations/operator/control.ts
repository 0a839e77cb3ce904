// What the running program does for its operator. Only one process can open the embedded database, so commands that back it up or change
// its administrators ask the running program here.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { administratorsCommand, NotDone } from "../../features/accounts/administrators.ts"
import type { Audit } from "../../features/audit/service.ts"
import type { Clock } from "../../platform/clock.ts"
import { errorText, type Log } from "../../platform/log.ts"
import { type BackupSource, backUp } from "../backup/back-up.ts"
import { BackupError } from "../backup/trouble-words.ts"
import { hasSocket, listenForOperator, textOf } from "./control-socket.ts"

interface Needs extends BackupSource {
  audit: Audit
  clock: Clock
  log: Log
}

/** Details are in the log only: they may hold a query and its values. */
const FAILED = "This failed. See the running program's log for details (admin.failed)."

/** One backup at a time. */
function backups(needs: Needs) {
  const { clock, log } = needs
  let isBusy = false
  return (withSecret: boolean, answer: ServerResponse) => {
    if (isBusy) return void answer.writeHead(409).end("A backup is already running.")
    isBusy = true
    const stream = backUp(needs, clock(), { withSecret })
    log.info("backup.started", { with_secret: withSecret })
    stream.once("error", (error) => {
      log.error("backup.failed", { error: errorText(error) })
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(500).end(error instanceof BackupError ? error.message : errorText(error))
    })
    answer.once("close", () => {
      isBusy = false
      stream.destroy()
      log.info("backup.ended", { complete: answer.writableFinished })
    })
    stream.pipe(answer)
  }
}

/** @throws NotDone */
function wordsIn(text: string): string[] {
  try {
    const words: unknown = JSON.parse(text)
    if (Array.isArray(words) && words.every((word) => typeof word === "string")) return words
  } catch {
    // Refused below.
  }
  throw new NotDone("The message is not a list of words.")
}

async function administrators(needs: Needs, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  try {
    const args = wordsIn(await textOf(asked))
    const said = await administratorsCommand(needs, args, needs.clock())
    answer.writeHead(200).end(said)
  } catch (error) {
    if (!(error instanceof NotDone)) needs.log.error("admin.failed", { error: errorText(error) })
    answer.writeHead(422).end(error instanceof NotDone ? error.message : FAILED)
  }
}

/** @returns how to end it */
export async function openControl(needs: Needs): Promise<() => Promise<void>> {
  const { DATA_DIR } = needs.config
  // With a PostgreSQL server, the operator's command opens the database itself.
  if (needs.database.engine !== "embedded") return async () => undefined
  if (!hasSocket(DATA_DIR)) {
    needs.log.warn("control.unavailable", {
      reason: "DATA_DIR is too long for a socket: to back up or manage administrators, stop the program first",
    })
    return async () => undefined
  }
  const makeBackup = backups(needs)
  const server = createServer((asked, answer) => {
    const [path = "", query = ""] = (asked.url ?? "").split("?", 2)
    if (path === "/backup") return makeBackup(new URLSearchParams(query).has("with-secret"), answer)
    if (path === "/admin" && asked.method === "POST") return void administrators(needs, asked, answer)
    answer.writeHead(404).end("The running program is a different version. Restart it first.")
  })
  await listenForOperator(server, DATA_DIR)
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
