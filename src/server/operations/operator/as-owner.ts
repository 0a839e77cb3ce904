// Root beside a service that has a user of its own: what a command would write into DATA_DIR as root, the service could not open.
// A child process does it as the folder's owner; root only reads and writes the operator's own file.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, statSync } from "node:fs"
import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { type Config, ConfigError, ownerEnvironment } from "../../platform/config/config.ts"

interface Owner {
  uid: number
  gid: number
}

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url))

/** The owner of DATA_DIR when this is root and the folder is another user's; otherwise null. */
export function otherOwner(dataDir: string): Owner | null {
  if (process.getuid?.() !== 0) return null
  const found = statSync(dataDir, { throwIfNoEntry: false })
  return found === undefined || found.uid === 0 ? null : { uid: found.uid, gid: found.gid }
}

/** @throws ConfigError when files of this process would lock the folder's owner out */
export function refuseAsRoot(dataDir: string): void {
  const owner = otherOwner(dataDir)
  if (owner === null) return
  throw new ConfigError(
    `DATA_DIR (${dataDir}) belongs to user ${owner.uid}, who could not open what root writes there. Start the program as that user (systemctl start meishi), or give it a DATA_DIR of its own.`,
  )
}

function start(owner: Owner, config: Config, args: string[], stdio: ("inherit" | "ignore" | "pipe" | number)[]) {
  // Not in the operator's folder, which the owner may not be allowed to enter.
  return spawn(process.execPath, [MAIN, ...args], { ...owner, cwd: "/", stdio, env: ownerEnvironment(config) })
}

const failed = ({ uid }: Owner, error: unknown) =>
  new ConfigError(
    `DATA_DIR belongs to user ${uid}, and this program could not be started as that user: ${error instanceof Error ? error.message : error}. The program's folder must be readable for all users, so not in /root or /home.`,
  )

/** @param input a file for its standard input @returns its exit code @throws ConfigError */
export async function runAsOwner(owner: Owner, config: Config, args: string[], input?: string): Promise<number> {
  const file = input === undefined ? "inherit" : openFile(input)
  const child = start(owner, config, args, [file, "inherit", "inherit"])
  try {
    const [code] = await once(child, "exit")
    return Number(code ?? 1)
  } catch (error) {
    throw failed(owner, error)
  } finally {
    if (typeof file === "number") closeSync(file)
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, "r")
  } catch (error) {
    throw new ConfigError(`The archive cannot be read: ${(error as Error).message}.`)
  }
}

/** Its standard output. The stream errors, with what the child says, when it does not end with 0. */
export function outputAsOwner(owner: Owner, config: Config, args: string[]): Readable {
  async function* pieces() {
    const child = start(owner, config, args, ["ignore", "pipe", "pipe"])
    let said = ""
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4_096)
    })
    const ended = once(child, "close").catch((error) => {
      throw failed(owner, error)
    })
    ended.catch(() => undefined)
    if (child.stdout !== null) yield* child.stdout
    const [code] = await ended
    if (code !== 0) throw new ConfigError(said.trim() || `The backup ended with ${code}.`)
  }
  return Readable.from(pieces(), { objectMode: false })
}
