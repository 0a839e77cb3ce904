// Reads an archive: once to verify it, and again for its content. Both times, the first entry that the program would not have written, or
// not in this place, is an error.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { createGunzip } from "node:zlib"
import { createEntryOrder } from "./entry-order.ts"
import { CHECKSUMS, MANIFEST, type Manifest, readManifest, SECRET } from "./manifest.ts"
import { type TarEntry, tarEntries, whole } from "./tar.ts"
import { BackupError } from "./trouble-words.ts"

/** Rows and small pictures compress to a tenth; what unpacks to a hundredfold was made to fill the disk. */
const GROWTH_MAX = 100
const GROWTH_FREE_BYTES = 64 * 1024 * 1024

/** @throws Error when more comes out than an honest archive of this size holds */
async function* bounded(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > maxBytes) throw new Error("it unpacks to far more than its size")
    yield piece
  }
}

/** @throws Error when it is incomplete, or no archive of this program */
export async function* entriesOf(path: string): AsyncGenerator<TarEntry> {
  const { size } = await stat(path)
  const file = createReadStream(path)
  const unzipped = createGunzip()
  file.once("error", (error) => unzipped.destroy(error))
  const order = createEntryOrder()
  try {
    for await (const entry of tarEntries(bounded(file.pipe(unzipped), GROWTH_FREE_BYTES + size * GROWTH_MAX))) {
      order.take(entry)
      yield entry
    }
  } finally {
    file.destroy()
    unzipped.destroy()
  }
}

async function hashOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256")
  for await (const piece of pieces) hash.update(piece)
  return hash.digest("hex")
}

async function check(path: string): Promise<Manifest> {
  const sums = createHash("sha256")
  let stated = ""
  let manifest: Manifest | null = null
  for await (const { name, pieces } of entriesOf(path)) {
    if (name === MANIFEST) manifest = readManifest((await whole(pieces)).toString("utf8"))
    else if (name === CHECKSUMS) stated = await hashOf(pieces)
    else sums.update(`${await hashOf(pieces)}  ${name}\n`)
  }
  if (manifest === null) throw new Error("it has no manifest")
  const found = sums.digest("hex")
  if (found !== stated || found !== manifest.checksums_sha256) throw new Error("a file doesn't match its checksum")
  return manifest
}

const NOT_WHOLE = "it is not a Meishi backup, or it is incomplete"

/** zlib's own words ("incorrect header check") help no one. */
const isNotZipped = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_")

/** Reads the whole archive. @throws BackupError when anything in it is missing or changed */
export async function verifiedManifest(path: string): Promise<Manifest> {
  try {
    return await check(path)
  } catch (error) {
    const reason = isNotZipped(error) ? NOT_WHOLE : error instanceof Error ? error.message : String(error)
    throw new BackupError(`${path} cannot be restored: ${reason}. Nothing was changed.`)
  }
}

/** The SECRET of the instance that it was made from; null when the archive has none. */
export async function secretIn(path: string): Promise<string | null> {
  for await (const { name, pieces } of entriesOf(path)) {
    if (name === SECRET) return (await whole(pieces)).toString("utf8").trim()
    for await (const _ of pieces);
  }
  return null
}
