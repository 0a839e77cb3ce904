// Reads an archive from its file: once to see that it is whole, and again for what is in it.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { createGunzip } from "node:zlib"
import { BackupError } from "./back-up.ts"
import { CHECKSUMS, MANIFEST, type Manifest, readManifest } from "./manifest.ts"
import { type TarEntry, tarEntries, whole } from "./tar.ts"

/** Neither grows with the number of people by much; anything larger is no archive of ours. */
const MANIFEST_MAX_BYTES = 64 * 1024 * 1024

export async function* entriesOf(path: string): AsyncGenerator<TarEntry> {
  const file = createReadStream(path)
  const unzipped = createGunzip()
  file.once("error", (error) => unzipped.destroy(error))
  try {
    yield* tarEntries(file.pipe(unzipped))
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
  for await (const { name, size, pieces } of entriesOf(path)) {
    if (manifest !== null) throw new Error("something follows its manifest")
    if (name === MANIFEST) {
      if (size > MANIFEST_MAX_BYTES) throw new Error("its manifest is too large")
      manifest = readManifest((await whole(pieces)).toString("utf8"))
    } else if (name === CHECKSUMS) stated = await hashOf(pieces)
    else sums.update(`${await hashOf(pieces)}  ${name}\n`)
  }
  if (manifest === null) throw new Error("it has no manifest")
  const found = sums.digest("hex")
  if (found !== stated || found !== manifest.checksums_sha256) throw new Error("a file differs from its checksum")
  return manifest
}

/** Reads the whole archive without keeping it. @throws BackupError when anything in it is missing or changed */
export async function verifiedManifest(path: string): Promise<Manifest> {
  try {
    return await check(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`${path} cannot be restored: ${reason}. Nothing was changed.`)
  }
}
