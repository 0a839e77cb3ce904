import { createSecretKey, randomBytes } from "node:crypto"
import { expect, test } from "vitest"
import { createChallenges } from "./challenges.ts"
import { createSealing } from "./sealing.ts"

const KEY = randomBytes(32)
const NOW = new Date("2026-05-01T12:00:00Z")

test("a secret opens with its key for its owner only, and looks different each time", () => {
  const { seal, open } = createSealing(KEY)
  const secret = randomBytes(20)
  const sealed = seal(secret, "factor-1")
  expect(open(sealed, "factor-1")).toEqual(secret)
  expect(seal(secret, "factor-1")).not.toBe(sealed)
  expect(open(sealed, "factor-2")).toBeNull()
  expect(createSealing(randomBytes(32)).open(sealed, "factor-1")).toBeNull()
})

test("a sealed secret that was changed or cut does not open", () => {
  const { seal, open } = createSealing(KEY)
  const bytes = Buffer.from(seal(randomBytes(20), "factor-1"), "base64url")
  for (let i = 0; i < bytes.length; i += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
    expect(open(changed.toString("base64url"), "factor-1")).toBeNull()
    expect(open(bytes.subarray(0, i).toString("base64url"), "factor-1")).toBeNull()
  }
})

test("a challenge is valid for its factor, its session and five minutes", () => {
  const { issue, isValid } = createChallenges(createSecretKey(KEY))
  const { id, expires_at } = issue("factor", "session", NOW)
  const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
  expect(expires_at).toBe(later(300).getTime() / 1000)
  expect(isValid(id, "factor", "session", later(299))).toBe(true)
  expect(isValid(id, "factor", "session", later(300))).toBe(false)
  expect(isValid(id, "other", "session", NOW)).toBe(false)
  expect(isValid(id, "factor", "other", NOW)).toBe(false)
  expect(isValid(id.replace(/^\d/, "9"), "factor", "session", NOW)).toBe(false)
  for (const wrong of ["", ".", "1.2.3", `${id}.x`, id.slice(0, -1)])
    expect(isValid(wrong, "factor", "session", NOW)).toBe(false)
})
