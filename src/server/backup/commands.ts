// `backup FILE` and `restore FILE`, as the operator types them.
import { createWriteStream, existsSync } from "node:fs"
import { mkdir, mkdtemp, open, rename, rm, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Config } from "../config.ts"
import { openDatabase } from "../db/open.ts"
import { incomingFolder } from "../files/incoming-folder.ts"
import { openFiles } from "../files/open-files.ts"
import type { Log } from "../log.ts"
import type { Clock } from "../services.ts"
import { BackupError, backUp } from "./back-up.ts"
import { backUpByRunning } from "./control.ts"
import type { Manifest } from "./manifest.ts"
import { verifiedManifest } from "./read-archive.ts"
import { restoreVerified } from "./restore.ts"

interface Given {
  config: Config
  clock: Clock
  log: Log
  version: string
}

/** in place of a file: the standard output or input */
const STANDARD = "-"

async function withInstance<T>(
  { config, clock, log }: Given,
  work: (parts: {
    database: Awaited<ReturnType<typeof openDatabase>>
    files: ReturnType<typeof openFiles>
  }) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config, log)
  try {
    const incoming = incomingFolder(`${config.DATA_DIR}/incoming`, database.engine === "embedded", clock())
    const files = openFiles(config, incoming, log)
    return await work({ database, files }).finally(() => rm(incoming, { recursive: true, force: true }))
  } finally {
    await database.close()
  }
}

async function flushed(path: string): Promise<void> {
  const handle = await open(path, "r")
  await handle.sync().finally(() => handle.close())
}

/** Takes its name only when it is whole, has been read back, and would survive a power cut. */
async function writeArchive(stream: Readable, target: string): Promise<string> {
  const path = resolve(target)
  const partial = `${path}.partial`
  try {
    await pipeline(stream, createWriteStream(partial, { mode: 0o600, flags: "w" }))
    const manifest = await verifiedManifest(partial)
    await flushed(partial)
    await rename(partial, path)
    await flushed(dirname(path))
    return `${path}: ${summaryOf(manifest)}, ${Math.ceil((await stat(path)).size / 1024)} kB.`
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function summaryOf({ tables, files, made_at }: Manifest): string {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  return `${rows("users")} accounts, ${rows("card_urls")} cards, ${files} picture files of ${made_at}`
}

/** @returns what was done, a sentence for the terminal */
export async function backupCommand(given: Given, args: string[]): Promise<string> {
  const [target] = args
  if (target === undefined || args.length > 1)
    throw new BackupError("Say where to: backup FILE.tar.gz, or backup - for the standard output.")
  const write = async (stream: Readable): Promise<string> => {
    if (target !== STANDARD) return writeArchive(stream, target)
    await pipeline(stream, process.stdout)
    return "Written to the standard output."
  }
  const { config, clock, version } = given
  const running = config.DATABASE_URL === null ? await backUpByRunning(config.DATA_DIR) : null
  if (running !== null) return write(running)
  if (config.DATABASE_URL === null && !existsSync(join(config.DATA_DIR, "database")))
    throw new BackupError(`There is nothing to back up: ${config.DATA_DIR} has no database.`)
  return withInstance(given, (parts) => write(backUp({ config, version, ...parts }, clock())))
}

/** An archive is read twice, first to see that it is whole: what comes by the standard input is kept meanwhile. */
async function withArchive<T>(source: string, dataDir: string, use: (path: string) => Promise<T>): Promise<T> {
  if (source !== STANDARD) return use(resolve(source))
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(dataDir, "restoring-"))
  try {
    const path = join(folder, "standard-input.tar.gz")
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600, flags: "wx" }))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns what was done, a sentence for the terminal */
export async function restoreCommand(given: Given, args: string[]): Promise<string> {
  const flag = "--without-second-factors"
  const [source, ...more] = args.filter((arg) => arg !== flag)
  if (source === undefined || more.length > 0)
    throw new BackupError(`Say what: restore FILE.tar.gz, or restore - for the standard input [${flag}].`)
  const { config } = given
  return withArchive(source, config.DATA_DIR, async (path) => {
    // Before a database is opened, which would make an empty one where there is none.
    const manifest = await verifiedManifest(path)
    return withInstance(given, async (parts) => {
      await restoreVerified(path, manifest, { config, ...parts }, { withoutSecondFactors: args.includes(flag) })
      return `Restored ${summaryOf(manifest)}. Everybody signs in anew.`
    })
  })
}
