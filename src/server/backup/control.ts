// The running program's back door for its operator: a socket in a folder that only the program's own user may enter. The
// embedded database admits one process, so a backup of it is asked for here.
import { chmod, mkdir, rm } from "node:fs/promises"
import { createServer, request, type Server } from "node:http"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { errorText } from "../log.ts"
import type { Services } from "../services.ts"
import { BackupError, type BackupSource, backUp } from "./back-up.ts"

/** What a socket's address may have on every system (sun_path, less the final zero). */
const ADDRESS_MAX_BYTES = 103

const folderIn = (dataDir: string): string => join(dataDir, "control")
const socketIn = (dataDir: string): string => join(folderIn(dataDir), "socket")
const isTooLong = (dataDir: string): boolean => Buffer.byteLength(socketIn(dataDir)) > ADDRESS_MAX_BYTES

/** @returns how to end it */
export async function openControl(
  source: BackupSource,
  { clock, log }: Pick<Services, "clock" | "log">,
): Promise<() => Promise<void>> {
  const { DATA_DIR } = source.config
  // Anybody may read a PostgreSQL server beside this process.
  if (source.database.engine !== "embedded") return async () => undefined
  if (isTooLong(DATA_DIR)) {
    log.warn("control.unavailable", { reason: "DATA_DIR is too long for a socket: to back up, stop the program first" })
    return async () => undefined
  }
  await mkdir(folderIn(DATA_DIR), { recursive: true, mode: 0o700 })
  await chmod(folderIn(DATA_DIR), 0o700)
  // Of a process that was killed: the database's lock says that there is no other one.
  await rm(socketIn(DATA_DIR), { force: true })
  let isBusy = false
  const server: Server = createServer((asked, answer) => {
    if (asked.url !== "/backup") return void answer.writeHead(404).end()
    if (isBusy) return void answer.writeHead(409).end("A backup is being made already.")
    isBusy = true
    const stream = backUp(source, clock())
    log.info("backup.started")
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
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(socketIn(DATA_DIR), resolve)
  })
  server.unref()
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** A backup by the program that runs on this folder; null when none does. @throws BackupError when it cannot */
export function backUpByRunning(dataDir: string): Promise<Readable | null> {
  return new Promise((resolve, reject) => {
    if (isTooLong(dataDir)) return resolve(null)
    const asking = request({ socketPath: socketIn(dataDir), path: "/backup" }, (answer) => {
      if (answer.statusCode === 200) return resolve(answer)
      let text = ""
      answer.on("data", (chunk) => {
        text += chunk
      })
      answer.on("end", () => reject(new BackupError(text)))
    })
    asking.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null)
      else reject(error)
    })
    asking.end()
  })
}
