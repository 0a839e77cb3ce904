// One-time tokens of mail links: 256 random bits in the email, their sha-256 in the database.
import { createHash, randomBytes } from "node:crypto"

export const newToken = (): string => randomBytes(32).toString("base64url")

/** Whether it has the shape of one. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
