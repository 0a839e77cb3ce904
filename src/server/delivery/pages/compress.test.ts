// Compression: what a page costs in memory, and that nothing is lost.
import { brotliDecompressSync } from "node:zlib"
import { expect, it } from "vitest"
import { toBrotli } from "./compress.ts"

/** RFC 7932, section 9.1: a stream that starts with a zero bit has a window of 16 bits. */
const hasSmallWindow = (stream: Uint8Array) => ((stream[0] ?? 1) & 1) === 0

it.each([
  [17_000, true],
  [2 ** 16 - 16, true],
  [2 ** 16 - 15, false],
  [300_000, false],
])("a text of %d bytes is complete again, and needs a window of 64 KB only: %s", async (size, isSmall) => {
  const text = Buffer.from(Array.from({ length: size }, (_, n) => 97 + ((n * n) % 23)))
  const stream = await toBrotli(text)
  expect(brotliDecompressSync(stream).equals(text)).toBe(true)
  expect(hasSmallWindow(stream)).toBe(isSmall)
})
