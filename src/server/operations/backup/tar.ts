// Reads and writes tar (POSIX ustar), which every `tar` opens. Reads only what it writes itself; docs/decisions/backup.md says why not with
// a library.

const BLOCK = 512
/** Two empty blocks. */
export const END = Buffer.alloc(2 * BLOCK)

const NAME = { at: 0, length: 100 }
const SIZE = { at: 124, length: 12 }
const CHECKSUM = { at: 148, length: 8 }
const TYPE_AT = 156
const LINK = { at: 157, length: 100 }
const PREFIX = { at: 345, length: 155 }
const REGULAR = "0"

export const paddingOf = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

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

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString("utf8", 0, end === -1 ? length : end)
}

const octalAt = (header: Buffer, at: number, length: number): number => {
  const text = textAt(header, at, length).trim()
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
}

/** Null at the end of the archive. @throws Error for anything but a plain file as `headerOf` describes one */
function readHeader(header: Buffer): { name: string; size: number } | null {
  if (isZero(header)) return null
  if (octalAt(header, CHECKSUM.at, CHECKSUM.length) !== checksumOf(header))
    throw new Error("it is not a tar archive, or is damaged")
  if (textAt(header, TYPE_AT, 1) !== REGULAR || textAt(header, LINK.at, LINK.length) !== "")
    throw new Error("an entry that is not a plain file")
  // Other programs put the first half of a long name there.
  if (textAt(header, PREFIX.at, PREFIX.length) !== "") throw new Error("an entry with too long a name")
  const size = octalAt(header, SIZE.at, SIZE.length)
  if (!Number.isSafeInteger(size)) throw new Error("an entry without a length")
  return { name: textAt(header, NAME.at, NAME.length), size }
}

export interface TarEntry {
  name: string
  size: number
  /** its bytes; read them to the end before the next entry */
  pieces: AsyncIterable<Buffer>
}

/** Reads an exact number of bytes, however they arrive. */
function exactly(source: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0)
  return async function* take(length: number, end?: "to the end"): AsyncGenerator<Buffer> {
    let left = length
    while (left > 0) {
      if (rest.length === 0) {
        const { done, value } = await source.next()
        if (done && end !== undefined) return
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

/** @throws Error when it is incomplete, or no such archive */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const take = exactly(source[Symbol.asyncIterator]())
  for (;;) {
    const header = readHeader(await whole(take(BLOCK)))
    if (header === null) break
    yield { ...header, pieces: take(header.size) }
    await whole(take(paddingOf(header.size).length))
  }
  // Some programs read on after the end of the archive.
  for await (const piece of take(Number.POSITIVE_INFINITY, "to the end"))
    if (!isZero(piece)) throw new Error("there is data after its end")
}
