// Codes of authenticator apps: TOTP (RFC 6238) over HOTP (RFC 4226), with SHA-1, as every such app knows it.
import { createHmac, timingSafeEqual } from "node:crypto"
import { TOTP_DIGITS, TOTP_DRIFT_STEPS, TOTP_STEP_S } from "../../../../domain/limits.ts"

/** RFC 4226 section 4 recommends 160 bits. */
export const SECRET_BYTES = 20

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** RFC 4648, without padding, as apps expect it. */
export function base32(bytes: Uint8Array): string {
  let bits = ""
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0")
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("")
}

/** RFC 4226 section 5.3. */
export function hotp(secret: Buffer, counter: number, digits: number = TOTP_DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac("sha1", secret).update(message).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / TOTP_STEP_S)

/** The step whose code this is, at most one away from now; null when it is none. Takes as long for every code. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code.padEnd(TOTP_DIGITS, " "))
  let found: number | null = null
  for (let drift = -TOTP_DRIFT_STEPS; drift <= TOTP_DRIFT_STEPS; drift += 1) {
    const step = stepAt(now) + drift
    const expected = Buffer.from(hotp(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** What the QR code holds; the format is that of Google Authenticator's "Key Uri Format". */
export function keyUri(secret: string, issuer: string, account: string): string {
  const query = [
    `algorithm=SHA1&digits=${TOTP_DIGITS}`,
    `issuer=${encodeURIComponent(issuer)}`,
    `period=${TOTP_STEP_S}&secret=${secret}`,
  ]
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.join("&")}`
}
