// Keeps everything that this program writes private to its own user, however it was started.
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { ConfigError } from "../config/config.ts"
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
 * Makes DATA_DIR, and the folders above it that are missing. Not with `recursive`, which never returns where the system accepts no
 * folders, such as below /proc.
 * @throws ConfigError with one sentence
 */
export function makeDataDir(dataDir: string): void {
  const missing: string[] = []
  for (let path = resolve(dataDir); !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!existsSync(dataDir)) throw new ConfigError(`DATA_DIR cannot be created: ${errorText(error)}.`)
  }
}

/**
 * Makes DATA_DIR, or closes it to other users: then nothing below can be read, whatever its mode. Logs what cannot be closed; the program
 * continues.
 * @throws ConfigError when it cannot be made
 */
export function keepPrivate(dataDir: string, log: Pick<Log, "warn">): void {
  makeDataDir(dataDir)
  try {
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
