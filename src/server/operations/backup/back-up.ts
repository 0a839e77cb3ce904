// A backup as one stream: the tables at one point in time, the pictures of their profiles, checksums, a manifest.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { secretProblem } from "../../features/auth/second-factor/secret-check.ts"
import { fingerprintOf, secretOf } from "../../features/auth/session/keys.ts"
import { pictureFiles } from "../../features/profiles/pictures.ts"
import type { Config } from "../../platform/config/config.ts"
import { JOURNAL, migrationsApplied } from "../../platform/db/migrate.ts"
import type { OpenDatabase } from "../../platform/db/open.ts"
import type { Files } from "../../platform/files/files.ts"
import { ownFolder } from "../../platform/files/incoming-folder.ts"
import { linesIn } from "./lines.ts"
import { CHECKSUMS, FORMAT, MANIFEST, type Manifest, pictureFile, SECRET, tableFile } from "./manifest.ts"
import { type PictureLine, spoolTables } from "./spool.ts"
import { addressNow } from "./store.ts"
import { END, headerOf, paddingOf } from "./tar.ts"
import { temporary } from "./temporary.ts"
import { BackupError, problemOfMaking } from "./trouble-words.ts"
import { zipped } from "./zipped.ts"

export interface BackupSource {
  config: Config
  database: OpenDatabase
  files: Files
  version: string
}

export interface BackupOptions {
  /** includes the SECRET of DATA_DIR */
  withSecret?: boolean
}

type Pieces = AsyncGenerator<Uint8Array>

/** Writes entries and collects their checksums. */
function archive(now: Date) {
  const lines: string[] = []
  async function* entry(name: string, size: number, pieces: AsyncIterable<Uint8Array> | Uint8Array[]): Pieces {
    const hash = createHash("sha256")
    yield headerOf(name, size, now)
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
    lines.push(`${hash.digest("hex")}  ${name}\n`)
    yield paddingOf(size)
  }
  return { entry, checksums: () => Buffer.from(lines.join("")) }
}

async function* tar(source: BackupSource, { withSecret }: BackupOptions, folder: string, now: Date): Pieces {
  const { config, database, files, version } = source
  if (withSecret && config.SECRET !== null)
    throw new BackupError(
      "SECRET is set in the environment and stays there: omit --with-secret, and keep your settings as safe as the backup.",
    )
  const migrations = await migrationsApplied(database)
  if (migrations === 0) throw new BackupError("There is nothing to back up: this database has no tables.")
  if (migrations > JOURNAL.length)
    throw new BackupError("This database belongs to a newer version of the program: back it up with that one.")
  // A stopped instance without its SECRET would get another one here, whose fingerprint the archive would have.
  if (migrations === JOURNAL.length) await secretProblem(config, database)
  const { entry, checksums } = archive(now)
  const spooled = await spoolTables(database, folder)
  for (const { name } of spooled.tables) {
    const path = spooled.pathOf(name)
    yield* entry(tableFile(name), (await stat(path)).size, createReadStream(path))
    await rm(path)
  }

  let count = 0
  /** @returns whether the file exists */
  async function* one(path: string): AsyncGenerator<Uint8Array, boolean> {
    const file = await files.read(path)
    if (file === null) return false
    count += 1
    yield* entry(pictureFile(path), file.bytes.byteLength, [file.bytes])
    return true
  }
  /** @returns whether the first file exists, which is the one that the profile names */
  async function* all([addressed = "", ...beside]: string[]): AsyncGenerator<Uint8Array, boolean> {
    if (!(yield* one(addressed))) return false
    for (const path of beside) yield* one(path)
    return true
  }
  const changed: Manifest["changed_pictures"] = []
  for await (const line of linesIn(createReadStream(spooled.pictures))) {
    const { id, field, paths } = JSON.parse(line) as PictureLine
    if (yield* all(paths)) continue
    // The picture has been replaced since that moment: take the one that the profile names now.
    const address = await addressNow(database.pool, field, id)
    const found = pictureFiles({ id, [field]: address })[0]
    const isThere = found !== undefined && (yield* all(found.paths))
    changed.push({ id, field, address: isThere ? address : "" })
  }

  const secret = Buffer.from(`${secretOf(config)}\n`)
  if (withSecret) yield* entry(SECRET, secret.length, [secret])
  const sums = checksums()
  const manifest: Manifest = {
    product: "meishi",
    format: FORMAT,
    version,
    made_at: now.toISOString(),
    engine: database.engine,
    migrations,
    migration: JOURNAL[migrations - 1] ?? "",
    secret_fingerprint: fingerprintOf(secretOf(config)),
    tables: spooled.tables,
    files: count,
    changed_pictures: changed,
    checksums_sha256: createHash("sha256").update(sums).digest("hex"),
  }
  yield* entry(CHECKSUMS, sums.length, [sums])
  const last = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield* entry(MANIFEST, last.length, [last])
  yield END
}

/** A .tar.gz. Errors with BackupError, or with what reading throws; then it does not end. */
export function backUp(source: BackupSource, now: Date, options: BackupOptions = {}): Readable {
  async function* pieces(): Pieces {
    const incoming = join(source.config.DATA_DIR, "incoming")
    let remove: () => Promise<void> = async () => undefined
    try {
      await mkdir(incoming, { recursive: true })
      const folder = ownFolder(incoming)
      remove = temporary(folder)
      yield* tar(source, options, folder, now)
    } catch (error) {
      throw problemOfMaking(error, source.config.DATA_DIR)
    } finally {
      await remove()
    }
  }
  return Readable.from(zipped(pieces()), { objectMode: false })
}
