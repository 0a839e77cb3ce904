// Public keys that no honest authenticator makes.
import { generateKeyPairSync, randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { member } from "../support/factor-people.ts"
import { passkeyDevice, type Twist } from "../support/passkey-device.ts"
import { addPasskey } from "../support/passkey-people.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
})
afterAll(async () => {
  vi.useRealTimers()
  await site.close()
})

const rsaKey = (bits: number, exponent?: Buffer): Twist["publicKey"] => {
  const { n = "", e = "" } = generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ format: "jwk" })
  return [
    [1, 3],
    [3, -257],
    [-1, Buffer.from(n, "base64url")],
    [-2, exponent ?? Buffer.from(e, "base64url")],
  ]
}
const ecKey = (alg: number, crv: number, bytes: number): Twist["publicKey"] => {
  const namedCurve = crv === 1 ? "P-256" : "P-384"
  const { x = "", y = "" } = generateKeyPairSync("ec", { namedCurve }).publicKey.export({ format: "jwk" })
  const part = (text: string) => Buffer.from(text, "base64url").subarray(0, bytes)
  return [
    [1, 2],
    [3, alg],
    [-1, crv],
    [-2, part(x)],
    [-3, part(y)],
  ]
}
const okpKey = (crv: number, x: Buffer): Twist["publicKey"] => [
  [1, 1],
  [3, -8],
  [-1, crv],
  [-2, x],
]

test.each<[string, Twist["publicKey"]]>([
  [
    "a point that is not on its curve",
    [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.alloc(32, 1)],
      [-3, Buffer.alloc(32, 1)],
    ],
  ],
  ["half a point", ecKey(-7, 1, 16)],
  ["another curve than its algorithm's", ecKey(-7, 2, 48)],
  ["another type than its algorithm's", ecKey(-257, 1, 32)],
  ["an Ed25519 key that is too short", okpKey(6, Buffer.alloc(31, 1))],
  ["an RSA key of 1024 bits", rsaKey(1024)],
  ["an RSA key with the exponent 1", rsaKey(2048, Buffer.from([1]))],
])("a passkey whose public key is %s is not added", async (_name, publicKey) => {
  const { client } = await member(site, `useless-${randomUUID().slice(0, 8)}`)
  expect((await addPasskey(client, passkeyDevice(), { publicKey })).error?.code).toBe("webauthn_verification_failed")
  expect((await client.passkey.list()).data).toEqual([])
})

test("an RSA key of 2048 bits and an Ed25519 key are added", async () => {
  const { client } = await member(site, "other-algorithms")
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" })
  for (const publicKey of [rsaKey(2048), okpKey(6, Buffer.from(x, "base64url"))])
    expect((await addPasskey(client, passkeyDevice(), { publicKey })).error).toBeNull()
})
