// One process per database folder: a lock that the operating system gives back however the process ends.
import { DatabaseSync } from "node:sqlite"
import { ConfigError } from "../../config/config.ts"

const SQLITE_BUSY = 5

/**
 * Holds `dir`.lock until the returned function is called. SQLite's file locks are the only ones Node can take.
 * Throws ConfigError when another process (or this one) holds it.
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
