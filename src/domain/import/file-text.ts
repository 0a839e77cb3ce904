// The bytes of a file as text. A vCard may change its character set from one property to the next and break a line inside a
// character, so its bytes are kept until a value is complete: as a string with one character per byte.
const CHUNK = 8192

/** One character per byte. UTF-16 becomes the bytes of UTF-8; a byte order mark is dropped. */
export function byteString(bytes: Uint8Array): string {
  const wide = utf16(bytes)
  const narrow = wide === null ? bytes : new TextEncoder().encode(new TextDecoder(wide).decode(bytes))
  const parts: string[] = []
  for (let at = startsWith(narrow, [0xef, 0xbb, 0xbf]) ? 3 : 0; at < narrow.length; at += CHUNK)
    parts.push(String.fromCharCode(...narrow.subarray(at, at + CHUNK)))
  return parts.join("")
}

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** Known by its byte order mark, or by the zero beside a first letter in ASCII. */
function utf16(bytes: Uint8Array): string | null {
  const [first = 0, second = 0] = bytes
  if (startsWith(bytes, [0xff, 0xfe]) || (first > 0 && first < 0x80 && second === 0)) return "utf-16le"
  return startsWith(bytes, [0xfe, 0xff]) || (first === 0 && second > 0 && second < 0x80) ? "utf-16be" : null
}

/** @param raw one character per byte */
function bytesOf(raw: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(raw.length)
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at)
  return bytes
}

/**
 * @param raw one character per byte
 * @param charset as the file names it; without one, or with an unknown one, UTF-8, and Windows-1252 where that fails
 */
export function decoded(raw: string, charset = ""): string {
  if (!/[^ -~\s]/.test(raw)) return raw
  const bytes = bytesOf(raw)
  for (const name of [charset, "utf-8"])
    try {
      if (name !== "") return new TextDecoder(name, { fatal: true }).decode(bytes)
    } catch {}
  return new TextDecoder("windows-1252").decode(bytes)
}

/** @returns null when it is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return bytesOf(atob(text))
  } catch {
    return null
  }
}
