import { exportJWK, generateKeyPair, importJWK, type JWTHeaderParameters, jwtVerify, SignJWT } from "jose"
import { expect, test } from "vitest"
import { deriveKeys } from "./keys.ts"
import { createAccessTokens } from "./tokens.ts"

const ORIGIN = "https://cards.example"
const NOW = new Date("2026-05-01T12:00:00Z")
const SECOND = Math.floor(NOW.getTime() / 1000)
const USER = crypto.randomUUID()
const SESSION = crypto.randomUUID()
const keys = deriveKeys("a secret of our own, long enough")
const tokens = createAccessTokens(keys, ORIGIN)
const foreign = await generateKeyPair("ES256", { extractable: true })
const publicOf = await exportJWK(foreign.publicKey)

interface Changed {
  audience?: string
  issuer?: string
  expires?: number
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
}

/** Like ours, except for what is named. */
const token = (changed: Changed, key: Parameters<SignJWT["sign"]>[0] = keys.signing) =>
  new SignJWT({ session_id: SESSION, sub: USER, ...changed.claims })
    .setProtectedHeader({ alg: "ES256", kid: keys.jwk.kid, typ: "JWT", ...changed.header })
    .setIssuer(changed.issuer ?? `${ORIGIN}/auth/v1`)
    .setAudience(changed.audience ?? "authenticated")
    .setExpirationTime(changed.expires ?? SECOND + 60)
    .sign(key)

const read = async (text: string) => tokens.read(text, NOW)

test("one that is signed like ours is accepted", async () => {
  expect(await read(await token({}))).toEqual({ user_id: USER, session_id: SESSION, aal: "aal1" })
})

test("ours can be verified by anyone with the published key, says for whom it is, and ends", async () => {
  const [authenticated_at, expiresAt] = [new Date("2026-05-01T11:00:00Z"), new Date("2026-05-01T13:00:00.900Z")]
  const person = { user_id: USER, session_id: SESSION, email: "mika@example.com", user_metadata: { full_name: "三木" } }
  const opened = { method: "password" as const, authenticated_at, factor_verified_at: null, factor_type: null }
  const text = await tokens.sign({ ...person, ...opened } as Parameters<typeof tokens.sign>[0], expiresAt, NOW)
  expect(await read(text)).toEqual({ user_id: USER, session_id: SESSION, aal: "aal1" })
  const checks = { issuer: `${ORIGIN}/auth/v1`, audience: "authenticated", currentDate: NOW }
  const { payload, protectedHeader } = await jwtVerify(text, await importJWK(keys.jwk), checks)
  expect(protectedHeader).toEqual({ alg: "ES256", kid: keys.jwk.kid, typ: "JWT" })
  expect(payload).toMatchObject({ sub: USER, iat: SECOND, exp: SECOND + 3600, aal: "aal1", role: "authenticated" })
  expect(payload).toMatchObject({ email: "mika@example.com", user_metadata: { full_name: "三木" } })
})

test.each<[string, Changed]>([
  ["another audience", { audience: "anon" }],
  ["another issuer", { issuer: "https://elsewhere.example/auth/v1" }],
  ["a site on http", { issuer: "http://cards.example/auth/v1" }],
  ["an end that has passed", { expires: SECOND - 1 }],
  ["no session", { claims: { session_id: undefined } }],
  ["a session that is no text", { claims: { session_id: 7 } }],
])("with our signature and %s is refused", async (_name, changed) => {
  await expect(read(await token(changed))).rejects.toMatchObject({ code: "bad_jwt" })
})

test.each<[string, Partial<JWTHeaderParameters>]>([
  ["nothing", {}],
  ["its own key", { jwk: publicOf }],
  ["an address of keys", { jku: "https://elsewhere.example/jwks.json" }],
  ["an address of certificates", { x5u: "https://elsewhere.example/cert.pem" }],
])("signed by another key is refused, with %s in its header", async (_name, header) => {
  await expect(read(await token({ header }, foreign.privateKey))).rejects.toMatchObject({ code: "bad_jwt" })
})

test("one with another algorithm is refused, even if it uses our public key as a shared secret", async () => {
  const shared = new TextEncoder().encode(JSON.stringify(keys.jwk))
  await expect(read(await token({ header: { alg: "HS256" } }, shared))).rejects.toMatchObject({ code: "bad_jwt" })
})

test("one that was accepted before is refused once it has expired", async () => {
  const accepted = await token({ expires: SECOND + 60 })
  const at = (s: number) => tokens.read(accepted, new Date(NOW.getTime() + s * 1000))
  expect(await at(0)).toEqual({ user_id: USER, session_id: SESSION, aal: "aal1" })
  expect(await at(59)).toEqual({ user_id: USER, session_id: SESSION, aal: "aal1" })
  await expect(at(60)).rejects.toMatchObject({ code: "bad_jwt" })
})
