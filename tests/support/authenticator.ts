// An authenticator app: keeps the secret of an enrollment and shows the code of a moment.
import { createHmac } from "node:crypto"

/** RFC 4648 */
function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** @returns the six digits shown at this moment (RFC 6238) */
export function codeAt(secret: string, moment: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(moment.getTime() / 30_000), 4)
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest()
  const at = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}
