// Compression in the two encodings that every browser accepts. Brotli runs at quality 7: 9 and more would cost more than rendering the page.
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gunzipSync, gzip } from "node:zlib"

const brotli = promisify(brotliCompress)
const unbrotli = promisify(brotliDecompress)
const zip = promisify(gzip)

export interface Encoded {
  br: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
}

export type Encoding = "br" | "gzip" | "identity"

/** In bits: 64 KB, enough for a page. Brotli's own choice, 4 MB, takes 8 MB of fresh memory for each text, which can take longer than compressing. */
const SMALL_WINDOW = 16
/** The format reserves 16 bytes of the window. */
const SMALL_MAX_BYTES = 2 ** SMALL_WINDOW - 16

/** @param quality 7 while a client waits, 9 or more for what is made once */
export async function toBrotli(bytes: Uint8Array, quality = 7): Promise<Uint8Array<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    ...(bytes.byteLength <= SMALL_MAX_BYTES ? { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW } : {}),
  }
  return new Uint8Array(await brotli(bytes, { params }))
}

const toGzip = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await zip(bytes, { level: 6 }))

/** @param quality of brotli */
export async function encode(bytes: Uint8Array, quality: number): Promise<Encoded> {
  const [br, gzip] = await Promise.all([toBrotli(bytes, quality), toGzip(bytes)])
  return { br, gzip }
}

/** For clients that do not accept brotli. */
export const fromBrotli = async (br: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await unbrotli(br))

export const gzipFromBrotli = async (br: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => toGzip(await unbrotli(br))

/** Decompresses for the few clients that accept neither encoding. */
export const bodyOf = (encoded: Encoded, encoding: Encoding): Uint8Array<ArrayBuffer> =>
  encoding === "identity" ? new Uint8Array(gunzipSync(encoded.gzip)) : encoded[encoding]

/** Browsers send a handful of different headers. */
const chosen = new Map<string, Encoding>()
const CHOSEN_MAX = 100

/** What to send to a client with this Accept-Encoding (RFC 9110 section 12.5.3). */
export function chooseEncoding(accepted: string | null): Encoding {
  if (accepted === null) return "identity"
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const encoding = bestEncoding(accepted)
  if (chosen.size < CHOSEN_MAX) chosen.set(accepted, encoding)
  return encoding
}

function bestEncoding(accepted: string): Encoding {
  const refused = new Set<string>()
  const taken = new Set<string>()
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    ;(isRefused ? refused : taken).add(name)
  }
  for (const encoding of ["br", "gzip"] as const)
    if (taken.has(encoding) || (taken.has("*") && !refused.has(encoding))) return encoding
  return "identity"
}
