// The commands `backup FILE` and `restore FILE`.
import { createWriteStream, existsSync, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs"
import { mkdir, rename, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Clock } from "../../platform/clock.ts"
import type { Config } from "../../platform/config/config.ts"
import { openDatabase } from "../../platform/db/open.ts"
import { flush } from "../../platform/files/flush.ts"
import { incomingFolder, restoringFolder } from "../../platform/files/incoming-folder.ts"
import { openFiles } from "../../platform/files/open-files.ts"
import type { Log } from "../../platform/log.ts"
import { otherOwner, outputAsOwner, runAsOwner } from "../operator/as-owner.ts"
import { askRunning, textOf } from "../operator/control-socket.ts"
import { backUp } from "./back-up.ts"
import type { Manifest } from "./manifest.ts"
import { verifiedManifest } from "./read-archive.ts"
import { problemOfRows, restoreVerified } from "./restore.ts"
import { temporary } from "./temporary.ts"
import { BackupError, problemOfRestoring, problemOfWriting } from "./trouble-words.ts"

interface Given {
  config: Config
  clock: Clock
  log: Log
  version: string
}

/** in place of a file: standard output or input */
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
    return await work({ database, files }).finally(temporary(incoming))
  } finally {
    await database.close()
  }
}

const WITH_SECRET = "--with-secret"
const WITHOUT_SECOND_FACTORS = "--without-second-factors"

/** @throws BackupError for an unknown flag, or for anything but one file */
function fileAndFlags(args: string[], known: string[], usage: string): { file: string; flags: Set<string> } {
  const isFlag = (arg: string) => arg.startsWith("--")
  const [file, ...more] = args.filter((arg) => !isFlag(arg))
  const flags = new Set(args.filter(isFlag))
  const isUnknown = [...flags].some((flag) => !known.includes(flag))
  if (file === undefined || more.length > 0 || isUnknown) throw new BackupError(usage)
  return { file, flags }
}

/**
 * A backup made by the program that is running on this folder; null when none is.
 * @throws BackupError with its reason
 */
async function backUpByRunning(dataDir: string, withSecret: boolean): Promise<Readable | null> {
  const answer = await askRunning(dataDir, withSecret ? "/backup?with-secret" : "/backup")
  if (answer === null || answer.statusCode === 200) return answer
  throw new BackupError(await textOf(answer))
}

/** What the operator has to know about a new archive. */
async function notes(path: string, manifest: Manifest, config: Config, withSecret: boolean): Promise<string[]> {
  const problem = await problemOfRows(path, manifest)
  const isApart = config.SECRET === null && !withSecret
  return [
    ...(problem === null ? [] : [`WARNING: this backup can't be restored. ${problem}`]),
    ...(isApart
      ? [
          `The SECRET is not in it: keep a copy of ${join(config.DATA_DIR, "secret")} elsewhere (second factors are encrypted with it), or add ${WITH_SECRET}.`,
        ]
      : []),
    ...(withSecret ? ["The SECRET is in it: anyone who reads the file can sign in as anyone."] : []),
  ]
}

/**
 * Where the archive goes: a link goes on pointing to its file, also to one that is not there yet.
 * @throws BackupError when something else than a file would be replaced, such as /dev/null, or there is no folder for it
 */
function placeOf(file: string): string {
  const path = resolve(file)
  if (!existsSync(dirname(path))) throw new BackupError(`There is no folder ${dirname(path)}.`)
  const there = found(path)
  if (there === undefined) {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    return isLink ? placeOf(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path
  }
  if (there.isDirectory()) throw new BackupError(`${path} is a folder: name a file in it.`)
  if (!there.isFile())
    throw new BackupError(`${path} is not a file. To write the archive to standard output, use - in its place.`)
  return realpathSync(path)
}

function found(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw problemOfWriting(error, path)
  }
}

/** The file gets its name only once it is complete, has been read back, and would survive a power cut. */
async function writeArchive(
  stream: Readable,
  path: string,
  notesOn: (path: string, manifest: Manifest) => Promise<string[]>,
): Promise<string> {
  const partial = `${path}.partial`
  const remove = temporary(partial)
  try {
    await pipeline(stream, createWriteStream(partial, { mode: 0o600, flags: "w" }))
    const manifest = await verifiedManifest(partial)
    await flush(partial)
    await rename(partial, path)
    await flush(dirname(path))
    const said = `${path}: ${summaryOf(manifest)}, ${Math.ceil((await stat(path)).size / 1024)} kB.`
    return [said, ...(await notesOn(path, manifest))].join("\n")
  } catch (error) {
    throw problemOfWriting(error, path)
  } finally {
    await remove()
  }
}

function summaryOf({ tables, files, made_at }: Manifest): string {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  const counted = `${several(rows("users"), "account")}, ${several(rows("card_urls"), "card")}`
  return `${counted} and ${several(files, "picture file")} (backup made ${made_at})`
}

const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** @returns what was done, a sentence for the terminal */
export async function backupCommand(given: Given, args: string[]): Promise<string> {
  const { file, flags } = fileAndFlags(
    args,
    [WITH_SECRET],
    `Usage: backup FILE.tar.gz, or backup - for standard output [${WITH_SECRET}].`,
  )
  if (file === STANDARD && process.stdout.isTTY)
    throw new BackupError("The archive is binary and would fill the terminal: add > meishi.tar.gz, or name a file.")
  const place = file === STANDARD ? null : placeOf(file)
  const withSecret = flags.has(WITH_SECRET)
  const write = async (stream: Readable): Promise<string> => {
    if (place !== null)
      return writeArchive(stream, place, (path, manifest) => notes(path, manifest, given.config, withSecret))
    await pipeline(stream, process.stdout).catch((error) => {
      throw problemOfWriting(error, null)
    })
    return "Written to standard output."
  }
  const { config, clock, version } = given
  const owner = otherOwner(config.DATA_DIR)
  if (owner !== null) return write(outputAsOwner(owner, config, ["backup", STANDARD, ...flags]))
  const running = config.DATABASE_URL === null ? await backUpByRunning(config.DATA_DIR, withSecret) : null
  if (running !== null) return write(running)
  if (config.DATABASE_URL === null && !existsSync(join(config.DATA_DIR, "database")))
    throw new BackupError(`There is nothing to back up: ${config.DATA_DIR} has no database.`)
  return withInstance(given, (parts) => write(backUp({ config, version, ...parts }, clock(), { withSecret })))
}

/** An archive is read twice, first to verify it: standard input is stored meanwhile. */
async function withArchive<T>(
  source: string,
  dataDir: string,
  now: Date,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (source !== STANDARD) return use(resolve(source))
  await mkdir(dataDir, { recursive: true })
  const folder = restoringFolder(dataDir, now)
  const remove = temporary(folder)
  try {
    const path = join(folder, "standard-input.tar.gz")
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600, flags: "wx" }))
    return await use(path)
  } finally {
    await remove()
  }
}

/** @returns what was done, a sentence for the terminal; empty: a child process has said it */
export async function restoreCommand(given: Given, args: string[]): Promise<string> {
  const { file, flags } = fileAndFlags(
    args,
    [WITH_SECRET, WITHOUT_SECOND_FACTORS],
    `Usage: restore FILE.tar.gz, or restore - to read standard input [${WITH_SECRET}] [${WITHOUT_SECOND_FACTORS}].`,
  )
  const options = { withSecret: flags.has(WITH_SECRET), withoutSecondFactors: flags.has(WITHOUT_SECOND_FACTORS) }
  const { config, clock } = given
  const owner = otherOwner(config.DATA_DIR)
  if (owner !== null) {
    const code = await runAsOwner(owner, config, ["restore", STANDARD, ...flags], file === STANDARD ? undefined : file)
    if (code !== 0) process.exit(code)
    return ""
  }
  const done = withArchive(file, config.DATA_DIR, clock(), async (path) => {
    // Before opening the database, which would create an empty one if there is none.
    const manifest = await verifiedManifest(path)
    return withInstance(given, async (parts) => {
      await restoreVerified(path, manifest, { config, ...parts }, options)
      const secret = options.withSecret ? " From now on, this instance uses the archive's SECRET." : ""
      return `Restored ${summaryOf(manifest)}. Everyone has to sign in again.${secret} To list administrators: meishi admin list`
    })
  })
  return done.catch(async (error) => {
    throw await problemOfRestoring(error, config)
  })
}
