// The first start: a new cluster is made beside its place, flushed to the disk, and only then takes its name.
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { ConfigError } from "../../config/config.ts"
import { createCluster } from "./engine-thread.ts"

/** The major version of PostgreSQL inside the engine: data of another one does not open. */
const VERSION = "18"

async function flush(path: string): Promise<void> {
  const file = await open(path, "r")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

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

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null
  throw error
}

/**
 * Makes sure that `dir` holds a cluster. Killed at any moment, the next call starts over or finds it whole.
 * @param create makes a cluster in the folder it is given and closes it
 * @returns whether it was made just now; throws ConfigError when the folder holds something else
 */
export async function ensureCluster(dir: string, create = createCluster): Promise<boolean> {
  const version = await versionIn(dir)
  if (version === VERSION) return false
  if (version !== null)
    throw new ConfigError(
      `The database in ${dir} was written by PostgreSQL ${version}; this program needs ${VERSION}. See docs/decisions/embedded-engine.md on moving it.`,
    )
  const there = await readdir(dir).catch(nothingThere)
  if (there !== null && there.length > 0)
    throw new ConfigError(`${dir} holds files that are no database. Move them away, or choose another DATA_DIR.`)
  const fresh = `${dir}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await create(fresh)
  await flushTree(fresh)
  await rename(fresh, dir)
  await flush(dirname(dir))
  return true
}
