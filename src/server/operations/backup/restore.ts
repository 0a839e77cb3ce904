// Restores an archive into an empty instance, on either engine, all or nothing: the tables as the archive had them, then the migrations
// of every start. Nothing in the archive is trusted.
import type pg from "pg"
import { addDays } from "../../../domain/time.ts"
import type { Config } from "../../platform/config/config.ts"
import { EVERYTHING } from "../../platform/db/changes.ts"
import { JOURNAL, migrate, migrationsApplied } from "../../platform/db/migrate.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import { makeMonths, PARTITIONED_SINCE } from "../../platform/db/partitions.ts"
import type { Files } from "../../platform/files/files.ts"
import { checkTable, fillTable, type Seen } from "./fill-tables.ts"
import { CARRIED, type CarriedTable, type Manifest, pictureFile, type TableEntry, tableFile } from "./manifest.ts"
import { entriesOf, verifiedManifest } from "./read-archive.ts"
import { pictureTaker, requireOwnAddresses } from "./restore-pictures.ts"
import { keepSecret, type SecretOptions, secretToKeep } from "./restore-secret.ts"
import { columnsAt } from "./row-rules.ts"
import { continueNumbers, dropTables, inOnePiece, lockIfEmpty, setAddress, timeNow } from "./store.ts"
import { BackupError } from "./trouble-words.ts"

export interface RestoreTarget {
  config: Config
  database: OpenDatabase
  files: Files
}

const SECOND_FACTORS = new Set(["factors", "recovery_codes"])

/** Most taps of an archive are from this time: each month of it has its own partition. */
const MONTHS_FILLED_DAYS = 366

const sorted = (names: Iterable<string>): string => [...names].sort().join(" ")

/** The tables of the archive, as this program had them after that migration. @throws BackupError when it has others */
function ownTables({ migrations, migration, tables }: Manifest): Map<string, TableEntry & { name: CarriedTable }> {
  if (JOURNAL[migrations - 1] !== migration)
    throw new BackupError(
      `The archive's tables are at "${migration}", which this version of the program does not know. Use the version that made it, or a newer one.`,
    )
  const known = CARRIED.filter((table) => columnsAt(table, migrations) !== null)
  if (tables.map(({ name }) => name).join() !== known.join())
    throw new BackupError(
      `The archive cannot be restored: it should have the tables ${known.join(", ")}, in this order and no others. Nothing was changed.`,
    )
  return new Map(
    known.map((name, at) => {
      const { columns = [], rows = 0 } = tables[at] ?? {}
      if (sorted(columns) !== sorted(columnsAt(name, migrations)?.keys() ?? []))
        throw new BackupError(
          `The archive cannot be restored: table ${name} does not have the columns that it had at "${migration}". Nothing was changed.`,
        )
      return [tableFile(name), { name, columns, rows }]
    }),
  )
}

async function requireEmpty(client: pg.PoolClient): Promise<void> {
  const filled = await lockIfEmpty(client)
  if (filled !== null)
    throw new BackupError(
      `This instance is not empty (${filled} has rows): an archive can only be restored into an empty one.`,
    )
}

/** Tables as the archive had them, empty. */
async function prepareTables({ database }: RestoreTarget, { migrations }: Manifest): Promise<void> {
  const applied = await migrationsApplied(database)
  if (applied > 0) await inOnePiece(database.pool, requireEmpty)
  if (applied > migrations) await inOnePiece(database.pool, dropTables)
  await migrate(database, { upTo: migrations })
  if (migrations < PARTITIONED_SINCE) return
  const now = await timeNow(database.pool)
  await makeMonths(database, now, addDays(now, -MONTHS_FILLED_DAYS))
}

/** Why restoring would refuse a row; null: it would not. @param manifest of this file */
export async function problemOfRows(path: string, manifest: Manifest): Promise<string | null> {
  try {
    const tables = ownTables(manifest)
    const seen: Seen = { users: new Set(), profiles: new Map() }
    for await (const { name, pieces } of entriesOf(path)) {
      const table = tables.get(name)
      // Tables come first.
      if (table === undefined) return null
      await checkTable(table.name, manifest.migrations, pieces, seen)
    }
    return null
  } catch (error) {
    if (error instanceof BackupError) return error.message
    throw error
  }
}

/** @throws BackupError with a sentence; then the instance is still empty */
export async function restore(path: string, target: RestoreTarget, options: SecretOptions = {}): Promise<Manifest> {
  const manifest = await verifiedManifest(path)
  await restoreVerified(path, manifest, target, options)
  return manifest
}

/** @param manifest the result of `verifiedManifest` for this file */
export async function restoreVerified(
  path: string,
  manifest: Manifest,
  target: RestoreTarget,
  options: SecretOptions,
): Promise<void> {
  const { config, database } = target
  const tables = ownTables(manifest)
  const leaveOut = options.withoutSecondFactors ? SECOND_FACTORS : new Set<string>()
  const secret = await secretToKeep(path, config, manifest, options)
  await prepareTables(target, manifest)

  const seen: Seen = { users: new Set(), profiles: new Map() }
  const pictures = pictureTaker(target.files, seen)
  async function fill(client: pg.PoolClient): Promise<void> {
    const filled = new Set<string>()
    for await (const entry of entriesOf(path)) {
      const table = tables.get(entry.name)
      if (table !== undefined) filled.add(table.name)
      if (table !== undefined && !leaveOut.has(table.name))
        await fillTable(client, table, manifest.migrations, entry.pieces, seen)
      else if (entry.name.startsWith(pictureFile(""))) await pictures.take(entry, pictureFile(""))
      else for await (const _ of entry.pieces);
    }
    if (filled.size !== tables.size || pictures.count !== manifest.files)
      throw new BackupError("The archive cannot be restored: its files do not match its manifest. Nothing was changed.")
    requireOwnAddresses(manifest, seen)
    for (const { field, id, address } of manifest.changed_pictures) await setAddress(client, field, id, address)
    await continueNumbers(client)
    if (secret !== null) await keepSecret(config, secret)
  }
  try {
    await inOnePiece(database.pool, async (client) => {
      await requireEmpty(client)
      await fill(client)
    })
  } catch (error) {
    await pictures.undo()
    throw error
  }
  await migrate(database)
  // Processes that already run on this database remember that its profiles do not exist.
  await database.changes.publish("profile", EVERYTHING)
}
