// Compresses an archive, but never so much that restoring would take it for one that was made to fill a disk.
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"

const compress = promisify(gzip)

const PART_BYTES = 1024 * 1024
/** Half of what a restore accepts (read-archive.ts). */
const SHRINKS_MAX = 50
/** At most to an eighth. */
const SLIGHTLY = { strategy: constants.Z_HUFFMAN_ONLY }

/** A member (RFC 1952) for each megabyte. Contacts may hold megabytes of the same byte, which compress to a thousandth. */
export async function* zipped(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of partsOf(pieces)) {
    const small = await compress(part)
    yield part.length <= SHRINKS_MAX * small.length ? small : await compress(part, SLIGHTLY)
  }
}

async function* partsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
