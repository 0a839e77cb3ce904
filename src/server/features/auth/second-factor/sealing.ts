// Secrets of second factors at rest: AES-256-GCM (NIST SP 800-38D) with a key derived from SECRET. A stolen copy of the
// database is not enough to make codes.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16

export function createSealing(key: Buffer) {
  return {
    /** @param owner id of what the secret belongs to: sealed for one, it opens for no other */
    seal(secret: Buffer, owner: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
      return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString("base64url")
    },
    /** Null when it was sealed with another key or for another owner, or was changed. */
    open(sealed: string, owner: string): Buffer | null {
      const bytes = Buffer.from(sealed, "base64url")
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
