// Tar (POSIX ustar): files one after the other, each with its length before it. Anybody's `tar` opens what is written here.

const BLOCK = 512
/** Two empty blocks. */
export const END = Buffer.alloc(2 * BLOCK)

const NAME = { at: 0, length: 100 }
const SIZE = { at: 124, length: 12 }
const CHECKSUM = { at: 148, length: 8 }
const TYPE_AT = 156
const REGULAR = "0"

export const paddingOf = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`

function checksumOf(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < BLOCK; at++) {
    const isOwn = at >= CHECKSUM.at && at < CHECKSUM.at + CHECKSUM.length
    sum += isOwn ? 0x20 : (header[at] ?? 0)
  }
  return sum
}

/** @throws Error for a name that does not fit */
export function headerOf(name: string, size: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > NAME.length) throw new Error(`too long a name for the archive: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, NAME.at)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, SIZE.length), SIZE.at)
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 12), 136)
  header.write(REGULAR, TYPE_AT)
  header.write("ustar\x0000", 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, CHECKSUM.at)
  return header
}

const textAt = (header: Buffer, at: number, length: number): string =>
  header.toString("utf8", at, at + length).split("\0", 1)[0] ?? ""

/** Null at the end of the archive. @throws Error for anything but a plain file */
export function readHeader(header: Buffer): { name: string; size: number } | null {
  if (header.every((byte) => byte === 0)) return null
  const stated = Number.parseInt(textAt(header, CHECKSUM.at, CHECKSUM.length), 8)
  if (stated !== checksumOf(header)) throw new Error("no tar archive, or a damaged one")
  if (textAt(header, TYPE_AT, 1) !== REGULAR) throw new Error("an entry that is no plain file")
  const size = Number.parseInt(textAt(header, SIZE.at, SIZE.length), 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new Error("an entry without a length")
  return { name: textAt(header, NAME.at, NAME.length), size }
}

export interface TarEntry {
  name: string
  size: number
  /** its bytes; to be read to the end before the next entry is asked for */
  pieces: AsyncIterable<Buffer>
}

/** Hands out exactly as many bytes as asked for, whatever the pieces they arrive in. */
function exactly(source: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0)
  return async function* take(length: number): AsyncGenerator<Buffer> {
    let left = length
    while (left > 0) {
      if (rest.length === 0) {
        const { done, value } = await source.next()
        if (done) throw new Error("the archive ends too early")
        rest = value
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}

export async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** @throws Error when the archive is cut short or is none */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const take = exactly(source[Symbol.asyncIterator]())
  for (;;) {
    const header = readHeader(await whole(take(BLOCK)))
    if (header === null) return
    yield { ...header, pieces: take(header.size) }
    await whole(take(paddingOf(header.size).length))
  }
}
