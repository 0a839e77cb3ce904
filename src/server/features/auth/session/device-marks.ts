// What a known device carries (OWASP device cookies): a random value with our mark on it, so that a forged one costs no query.
// It opens nothing. The database knows which account it belongs to, by its sha-256.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

export interface DeviceMarks {
  /** 43 characters of base64url, never given before */
  mint(): string
  /** Whether this server gave it; not whether it is still good for an account. */
  isOurs(mark: string): boolean
}

const RANDOM_BYTES = 16
const MARK = /^[\w-]{43}$/

export function createDeviceMarks(key: Buffer): DeviceMarks {
  const seal = (random: Buffer): Buffer => createHmac("sha256", key).update(random).digest().subarray(0, 16)
  return {
    mint() {
      const random = randomBytes(RANDOM_BYTES)
      return Buffer.concat([random, seal(random)]).toString("base64url")
    },
    isOurs(mark) {
      if (!MARK.test(mark)) return false
      const bytes = Buffer.from(mark, "base64url")
      return timingSafeEqual(bytes.subarray(RANDOM_BYTES), seal(bytes.subarray(0, RANDOM_BYTES)))
    },
  }
}
