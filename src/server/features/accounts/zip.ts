// A zip file as a stream: what does not fit into memory is never in it as a whole.
import { Zip, ZipDeflate, ZipPassThrough } from "fflate"

export interface ZipEntry {
  name: string
  /** in pieces; read when their turn has come */
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** pictures are compressed already */
  isCompressed?: true
}

/** @param modifiedAt stands at every entry. Rejects the reader with what reading an entry throws. */
export function zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  modifiedAt: Date,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  async function* written(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let made: Uint8Array<ArrayBuffer>[] = []
    const zip = new Zip((error, chunk) => {
      if (error !== null) throw error
      if (chunk.byteLength > 0) made.push(chunk as Uint8Array<ArrayBuffer>)
    })
    const taken = () => {
      const chunks = made
      made = []
      return chunks
    }
    for await (const { name, pieces, isCompressed } of entries) {
      const entry = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name)
      entry.mtime = modifiedAt
      zip.add(entry)
      for await (const piece of pieces) {
        entry.push(piece)
        yield* taken()
      }
      entry.push(new Uint8Array(0), true)
      yield* taken()
    }
    zip.end()
    yield* taken()
  }
  const chunks = written()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
