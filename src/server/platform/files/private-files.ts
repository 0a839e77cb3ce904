// Keeps everything that this program writes private to its own user, however it was started.
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { errorText, type Log } from "../log.ts"

const PRIVATE_UMASK = 0o077
const OTHERS = 0o077
/** Shared by many users of a machine, such as /tmp. */
const STICKY = 0o1000
/** What this program keeps in DATA_DIR; a folder with anything else may be meant for other users, too. */
const OURS = new Set(["control", "database", "database.lock", "files", "geoip", "incoming", "mail", "secret"])

const SHARED =
  "Other users of this machine can open DATA_DIR. It also contains other files, so its mode was left unchanged. Give the program a folder of its own."

/** New files and folders are private from now on, also those of child processes. */
export function writePrivately(): void {
  process.umask(PRIVATE_UMASK)
}

const isOurs = (name: string): boolean => OURS.has(name) || name.startsWith("restoring-") || name.startsWith(".")

/** Removes access of other users that an earlier start, or the operator, left. */
function close(path: string): void {
  const { mode } = statSync(path)
  if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700)
}

/**
 * Makes DATA_DIR, or closes it to other users: then nothing below can be read, whatever its mode. Logs what cannot be closed; the program
 * continues.
 */
export function keepPrivate(dataDir: string, log: Pick<Log, "warn">): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const { mode } = statSync(dataDir)
    const names = readdirSync(dataDir)
    if ((mode & OTHERS) === 0) return
    const strangers = names.filter((name) => !isOurs(name))
    if ((mode & STICKY) !== 0 || strangers.length > 0) {
      log.warn("data_dir.open", { path: dataDir, hint: SHARED })
      return
    }
    close(dataDir)
    for (const name of names) close(join(dataDir, name))
  } catch (error) {
    log.warn("data_dir.open", { path: dataDir, error: errorText(error), hint: "chmod 0700 DATA_DIR" })
  }
}
