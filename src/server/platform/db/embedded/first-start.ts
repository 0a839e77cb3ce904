// The database folder: one process at a time, and a first start that makes the cluster beside its place, flushes it to the disk, and
// only then renames it.
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { ConfigError } from "../../config/config.ts"
import { flush } from "../../files/flush.ts"
import { freeBytesIn, MIN_FREE_BYTES } from "./disk-guard.ts"
import { createCluster } from "./engine-thread.ts"

/** The major version of PostgreSQL inside the engine: data of another one does not open. */
const VERSION = "18"

async function flushTree(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) await flushTree(path)
    else if (entry.isFile()) await flush(path)
  }
  await flush(dir)
}

const versionIn = (dir: string) => readFile(join(dir, "PG_VERSION"), "utf8").then((text) => text.trim(), nothingThere)

const MEGABYTE = 1024 * 1024

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null
  throw error
}

/**
 * Makes sure that `dir` holds a cluster. After a kill at any moment, the next call starts over or finds it complete.
 * @param create makes a cluster in the folder it is given and closes it @param freeBytes of the disk that a folder is on
 * @returns whether it was made just now; throws ConfigError when the folder holds something else
 */
export async function ensureCluster(dir: string, create = createCluster, freeBytes = freeBytesIn): Promise<boolean> {
  const version = await versionIn(dir)
  if (version === VERSION) return false
  if (version !== null)
    throw new ConfigError(
      `The database in ${dir} was written by PostgreSQL ${version}; this program needs ${VERSION}. docs/decisions/embedded-engine.md says how to move it.`,
    )
  const there = await readdir(dir).catch(nothingThere)
  if (there !== null && there.length > 0)
    throw new ConfigError(`${dir} contains files that are not a database. Move them away, or choose another DATA_DIR.`)
  const fresh = `${dir}.new`
  await rm(fresh, { recursive: true, force: true })
  refuseSmallDisk(dirname(dir), await freeBytes(dirname(dir)))
  await mkdir(fresh, { mode: 0o700 })
  await create(fresh)
  await flushTree(fresh)
  await rename(fresh, dir)
  await flush(dirname(dir))
  return true
}

/** @throws ConfigError when the database would be read-only, or could not even be made */
function refuseSmallDisk(dir: string, freeBytes: number): void {
  const freeMb = Math.floor(freeBytes / MEGABYTE)
  const neededMb = MIN_FREE_BYTES / MEGABYTE
  if (freeMb < neededMb)
    throw new ConfigError(
      `${dir} has ${freeMb} MB free, and a new database needs ${neededMb} MB. Make room, or choose another DATA_DIR.`,
    )
}

const SQLITE_BUSY = 5

/**
 * Holds `dir`.lock until the returned function is called; the operating system releases it however the process ends. Node
 * cannot lock files itself, so this is the lock of an SQLite database.
 * @throws ConfigError when another process (or this one) holds it.
 */
export function lockDirectory(dir: string): () => void {
  try {
    const lock = new DatabaseSync(`${dir}.lock`, { timeout: 0 })
    lock.exec("begin exclusive")
    return () => lock.close()
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY)
      throw new ConfigError(
        `The database in ${dir} is in use by another process. Stop that one first, or give this one a DATA_DIR of its own.`,
      )
    throw new ConfigError(`DATA_DIR cannot be written to: ${dir}.lock: ${(error as Error).message}.`)
  }
}
