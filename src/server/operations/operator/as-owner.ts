// For root, on a machine where the service has its own user: the service could not open what a command wrote into DATA_DIR as root.
// A child process does it as the folder's owner; root only reads and writes the operator's own file.
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, realpathSync, rmdirSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
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

/** Whether the owner has this right (4: read, 1: enter), as root sees it. */
function isAllowed({ uid, gid }: Owner, path: string, right: 4 | 1): boolean {
  const found = statSync(path)
  const bit = found.uid === uid ? right << 6 : found.gid === gid ? right << 3 : right
  return (found.mode & bit) !== 0
}

/** Whether the owner may pass through every folder on the way. */
const mayEnter = (owner: Owner, folder: string): boolean =>
  isAllowed(owner, folder, 1) && (folder === "/" || mayEnter(owner, dirname(folder)))

export const mayRead = (owner: Owner, path: string): boolean =>
  isAllowed(owner, path, 4) && mayEnter(owner, dirname(realpathSync(path)))

/** As systemd does for the service: the folder gets a second place, in the child's own view of the disk. */
const MOUNT = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'

interface Started {
  child: ChildProcess
  /** What it says, with the folder's name as the operator knows it. */
  named(text: string): string
}

function start(owner: Owner, config: Config, args: string[], input: "inherit" | "ignore" | number): Started {
  const program = [process.execPath, MAIN, ...args]
  const env = ownerEnvironment(config)
  // Not in the operator's folder, which the owner may not be allowed to enter.
  const stdio: StdioOptions = [input, "pipe", "pipe"]
  const options = { cwd: "/", stdio }
  const folder = realpathSync(config.DATA_DIR)
  const [node = "", ...rest] = program
  // systemd keeps the folders of dynamic users in /var/lib/private, which only root can enter.
  if (mayEnter(owner, dirname(folder)))
    return { child: spawn(node, rest, { ...options, ...owner, env }), named: (text) => text }
  const place = mkdtempSync(join(tmpdir(), "meishi-data-"))
  const asOwner = ["setpriv", `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", ...program]
  const inside = ["--mount", "--propagation=private", "sh", "-c", MOUNT, "sh", folder, place, ...asOwner]
  const child = spawn("unshare", inside, { ...options, env: { ...env, DATA_DIR: place } })
  child.once("close", () => rmdirSync(place))
  return { child, named: (text) => text.replaceAll(place, config.DATA_DIR) }
}

const failed = ({ uid }: Owner, error: unknown) =>
  new ConfigError(
    `DATA_DIR belongs to user ${uid}, and this program could not be started as that user: ${error instanceof Error ? error.message : error}. The program's folder must be readable by all users, so it can't be in /root or /home.`,
  )

/** @param input a file for its standard input @returns its exit code @throws ConfigError */
export async function runAsOwner(owner: Owner, config: Config, args: string[], input?: string): Promise<number> {
  const file = input === undefined ? "inherit" : openFile(input)
  const { child, named } = start(owner, config, args, file)
  child.stdout?.setEncoding("utf8").on("data", (text: string) => process.stdout.write(named(text)))
  child.stderr?.setEncoding("utf8").on("data", (text: string) => process.stderr.write(named(text)))
  try {
    const [code] = await once(child, "close")
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
    const { child, named } = start(owner, config, args, "ignore")
    let said = ""
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + named(text)).slice(-4_096)
    })
    const ended = once(child, "close").catch((error) => {
      throw failed(owner, error)
    })
    ended.catch(() => undefined)
    if (child.stdout !== null) yield* child.stdout
    const [code] = await ended
    if (code !== 0) throw new ConfigError(said.trim() || `The backup exited with code ${code}.`)
  }
  return Readable.from(pieces(), { objectMode: false })
}
