// The value of the owner cookie, by which a card recognizes its owner's browser. It depends on the user and the key alone, so none is stored.
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto"

export function createOwnerMarks(key: KeyObject) {
  const mac = (userId: string): Buffer => createHmac("sha256", key).update(userId).digest()
  return {
    /** The value for the browser of this user. */
    of: (userId: string): string => mac(userId).toString("base64url"),
    is(mark: string | null, userId: string): boolean {
      const given = Buffer.from(mark ?? "", "base64url")
      const expected = mac(userId)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
