import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { exportJWK } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ConfigError } from "../../../platform/config/config.ts"
import { deriveKeys, secretOf } from "./keys.ts"
import { createAccessTokens } from "./tokens.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-keys-"))
})
afterAll(() => rm(folder, { recursive: true }))

const NOW = new Date("2026-05-01T12:00:00Z")
const claims = {
  user_id: "u",
  session_id: "s",
  email: "a@example.com",
  method: "password" as const,
  authenticated_at: NOW,
  factor_verified_at: null,
  factor_type: null,
  user_metadata: {},
}

test("every process derives the same keys from one secret, and different keys from another", async () => {
  const [one, same, other] = [deriveKeys("a".repeat(32)), deriveKeys("a".repeat(32)), deriveKeys("b".repeat(32))]
  expect(same.jwk).toEqual(one.jwk)
  expect(same.refresh.equals(one.refresh)).toBe(true)
  expect(other.jwk.kid).not.toBe(one.jwk.kid)
  expect(other.refresh.equals(one.refresh)).toBe(false)
  const token = await createAccessTokens(one, "http://a.test").sign(claims, new Date(NOW.getTime() + 1000), NOW)
  const read = await createAccessTokens(same, "http://a.test").read(token, NOW)
  expect(read).toEqual({ user_id: "u", session_id: "s", aal: "aal1" })
  expect(other.factors).not.toEqual(one.factors)
  expect(one.challenges.equals(one.refresh)).toBe(false)
  await expect(createAccessTokens(other, "http://a.test").read(token, NOW)).rejects.toMatchObject({ code: "bad_jwt" })
  await expect(createAccessTokens(one, "http://b.test").read(token, NOW)).rejects.toMatchObject({ code: "bad_jwt" })
})

test("the key set shows the public half only", async () => {
  const { jwk, verifying } = deriveKeys("a".repeat(32))
  expect(Object.keys(jwk).sort()).toEqual(["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"])
  expect(await exportJWK(verifying)).toMatchObject({ x: jwk.x, y: jwk.y })
})

test("without SECRET one is made once, readable by its owner only", async () => {
  const config = { SECRET: null, DATA_DIR: join(folder, "data") }
  const made = secretOf(config)
  expect(made).toMatch(/^[0-9a-f]{64}$/)
  expect(secretOf(config)).toBe(made)
  expect((await stat(join(folder, "data", "secret"))).mode & 0o777).toBe(0o600)
  expect(secretOf({ ...config, SECRET: "given".repeat(8) })).toBe("given".repeat(8))
})

test("a damaged SECRET, or one that cannot be read, is left alone, and the error says what its loss would cost", async () => {
  const config = { SECRET: null, DATA_DIR: join(folder, "damaged") }
  const file = join(folder, "damaged", "secret")
  secretOf(config)
  await writeFile(file, "short")
  expect(() => secretOf(config)).toThrow(ConfigError)
  expect(() => secretOf(config)).toThrow(
    `${file} is damaged. Put your copy of it back. Only if there is none, replace it (openssl rand -hex 32 > ${file}): then everyone has to sign in again, and second factors cannot be read anymore.`,
  )
  expect(await readFile(file, "utf8")).toBe("short")
  await rm(file)
  await mkdir(file)
  expect(() => secretOf(config)).toThrow(ConfigError)
  expect(() => secretOf(config)).toThrow(`${file} cannot be used: EISDIR`)
})
