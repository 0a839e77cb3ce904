// Where the running program listens for its operator: a socket in a folder that only the program's user and the administrator of the
// machine can enter. No port, no token, no address that a proxy could expose by mistake.
import { chmod, mkdir, rm } from "node:fs/promises"
import { type IncomingMessage, request, type Server } from "node:http"
import { join } from "node:path"
import { ConfigError } from "../../platform/config/config.ts"

/** The limit of every system (sun_path, less the final zero). */
const ADDRESS_MAX_BYTES = 103

const folderIn = (dataDir: string): string => join(dataDir, "control")
const socketIn = (dataDir: string): string => join(folderIn(dataDir), "socket")

/** False: DATA_DIR is too long for a socket's address. */
export const hasSocket = (dataDir: string): boolean => Buffer.byteLength(socketIn(dataDir)) <= ADDRESS_MAX_BYTES

export async function listenForOperator(server: Server, dataDir: string): Promise<void> {
  await mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 })
  await chmod(folderIn(dataDir), 0o700)
  // A killed process left it: this one holds the lock of the database.
  await rm(socketIn(dataDir), { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(socketIn(dataDir), resolve)
  })
  await chmod(socketIn(dataDir), 0o600)
  server.unref()
}

const ANSWER_WITHIN_MS = 10_000

/** The program has the socket, and accepts nothing or says nothing: it is stopped, or busy without an end. */
export class RunningIsSilent extends ConfigError {
  constructor(dataDir: string) {
    super(
      `A program is using this DATA_DIR (${dataDir}), but is not responding. Restart it (systemctl restart meishi), then try again.`,
    )
  }
}

/**
 * Asks the program that runs on this folder; null when none does. The answer itself may take long.
 * @param body sent by POST; undefined: GET @throws RunningIsSilent
 */
export async function askRunning(dataDir: string, path: string, body?: string): Promise<IncomingMessage | null> {
  if (!hasSocket(dataDir)) return null
  const isThere = await ask(dataDir, "/", undefined, ANSWER_WITHIN_MS)
  isThere?.resume()
  return isThere === null || path === "/" ? isThere : ask(dataDir, path, body)
}

function ask(dataDir: string, path: string, body?: string, withinMs?: number): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST"
    const asking = request({ socketPath: socketIn(dataDir), path, method }, resolve)
    if (withinMs !== undefined) asking.setTimeout(withinMs, () => asking.destroy(new RunningIsSilent(dataDir)))
    asking.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null)
      else reject(error)
    })
    asking.end(body)
  })
}

const TEXT_MAX_CHARACTERS = 1_000_000

/** @throws Error when it is longer than any message of this socket */
export async function textOf(message: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of message.setEncoding("utf8")) {
    text += chunk
    if (text.length > TEXT_MAX_CHARACTERS) throw new Error("too long a message")
  }
  return text
}
