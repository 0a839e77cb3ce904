// Fills an empty instance from an archive, on whichever engine, all or nothing: the tables as the archive had them, then
// brought up to date as at every start.
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type pg from "pg"
import { fingerprintOf, secretOf } from "../auth/keys.ts"
import type { Config } from "../config.ts"
import { EVERYTHING } from "../db/changes.ts"
import { migrate, migrationsApplied } from "../db/migrate.ts"
import { JOURNAL } from "../db/migrations-folder.ts"
import type { OpenDatabase } from "../db/open.ts"
import { etagOf, type Files, typeOfPath } from "../files/files.ts"
import { BackupError } from "./back-up.ts"
import { linesIn } from "./lines.ts"
import { type Manifest, pictureFile, SECRET, type TableEntry, tableFile } from "./manifest.ts"
import { entriesOf, verifiedManifest } from "./read-archive.ts"
import { continueNumbers, countRows, dropTables, inOnePiece, insertLines, lockIfEmpty, setAddress } from "./store.ts"
import { whole } from "./tar.ts"

export interface RestoreTarget {
  config: Config
  database: OpenDatabase
  files: Files
}

export interface RestoreOptions {
  /** leaves second factors and their recovery codes out: for whoever lost the SECRET they are sealed with */
  withoutSecondFactors?: boolean
}

const SECOND_FACTORS = new Set(["factors", "recovery_codes"])
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 1_000_000
const PICTURE_MAX_BYTES = 32 * 1024 * 1024

function requireKnownTables({ migrations, migration }: Manifest): void {
  if (JOURNAL[migrations - 1] !== migration)
    throw new BackupError(
      `The archive's tables are at "${migration}", which this version of the program does not know. Use the version that made it, or a newer one.`,
    )
}

async function requireEmpty(client: pg.PoolClient): Promise<void> {
  const filled = await lockIfEmpty(client)
  if (filled !== null)
    throw new BackupError(
      `This instance is not empty (${filled} has rows): an archive is restored into an empty one only.`,
    )
}

/** Tables as the archive had them, empty. */
async function prepareTables({ database }: RestoreTarget, { migrations }: Manifest): Promise<void> {
  const applied = await migrationsApplied(database)
  if (applied > 0) await inOnePiece(database.pool, requireEmpty)
  if (applied > migrations) await inOnePiece(database.pool, dropTables)
  await migrate(database, migrations)
}

async function fillTable(client: pg.PoolClient, { name, columns, rows }: TableEntry, pieces: AsyncIterable<Buffer>) {
  let batch: string[] = []
  let characters = 0
  const flush = async () => {
    if (batch.length > 0) await insertLines(client, name, columns, batch)
    batch = []
    characters = 0
  }
  for await (const line of linesIn(pieces)) {
    batch.push(line)
    characters += line.length
    if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush()
  }
  await flush()
  const found = await countRows(client, name)
  if (found !== rows) throw new BackupError(`${name} would have ${found} rows instead of ${rows}.`)
}

/** Every second factor is sealed with the SECRET of its instance. @returns the archive's own, to be kept, or null */
async function secretToKeep(path: string, config: Config, manifest: Manifest): Promise<string | null> {
  if (config.SECRET === null)
    for await (const { name, pieces } of entriesOf(path)) {
      if (name === SECRET) return (await whole(pieces)).toString("utf8").trim()
      for await (const _ of pieces);
    }
  const sealed = manifest.tables.find(({ name }) => name === "factors")?.rows ?? 0
  if (sealed > 0 && fingerprintOf(secretOf(config)) !== manifest.secret_fingerprint)
    throw new BackupError(
      "The archive's second factors are sealed with another SECRET. Set the SECRET of the instance it was made from (the file `secret` in the archive, if there is one), or leave them out: --without-second-factors.",
    )
  return null
}

async function keepSecret(config: Config, secret: string): Promise<void> {
  const file = join(config.DATA_DIR, "secret")
  await writeFile(file, `${secret}\n`, { mode: 0o600, flush: true })
  await chmod(file, 0o600)
}

/** @throws BackupError with a sentence; then the instance is as empty as before */
export async function restore(path: string, target: RestoreTarget, options: RestoreOptions = {}): Promise<Manifest> {
  const manifest = await verifiedManifest(path)
  await restoreVerified(path, manifest, target, options)
  return manifest
}

/** @param manifest what `verifiedManifest` said of this file just now */
export async function restoreVerified(
  path: string,
  manifest: Manifest,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<void> {
  const { config, database, files } = target
  requireKnownTables(manifest)
  const leaveOut = options.withoutSecondFactors ? SECOND_FACTORS : new Set<string>()
  const secret = options.withoutSecondFactors ? null : await secretToKeep(path, config, manifest)
  await prepareTables(target, manifest)

  const tables = new Map(manifest.tables.map((table) => [tableFile(table.name), table]))
  const written: string[] = []
  const picture = async (name: string, pieces: AsyncIterable<Buffer>, size: number) => {
    const at = name.slice(pictureFile("").length)
    if (typeOfPath(at) === null || size > PICTURE_MAX_BYTES) throw new BackupError(`${name} is no picture.`)
    const bytes = await whole(pieces)
    const there = await files.read(at)
    // A bucket may have outlived its database: what was there before is never taken away.
    if (there === null) written.push(at)
    if (there?.etag !== etagOf(Uint8Array.from(bytes))) await files.write(at, bytes)
  }
  try {
    await inOnePiece(database.pool, async (client) => {
      await requireEmpty(client)
      for await (const { name, size, pieces } of entriesOf(path)) {
        const table = tables.get(name)
        if (table !== undefined && !leaveOut.has(table.name)) await fillTable(client, table, pieces)
        else if (name.startsWith(pictureFile(""))) await picture(name, pieces, size)
        else for await (const _ of pieces);
      }
      for (const { field, id, address } of manifest.changed_pictures) await setAddress(client, field, id, address)
      await continueNumbers(client)
      if (secret !== null) await keepSecret(config, secret)
    })
  } catch (error) {
    for (const at of written) await files.delete(at).catch(() => undefined)
    throw error
  }
  await migrate(database)
  // Whoever runs on this database already has remembered that nobody is there.
  await database.changes.publish("profile", EVERYTHING)
}
