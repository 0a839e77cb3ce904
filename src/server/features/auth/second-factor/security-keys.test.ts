// Security keys as the second factor, through the official client, unmodified, and a key in software that asks for no PIN.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient, type TestClient } from "../../../../../tests/support/auth-client.ts"
import {
  ask,
  enrolled,
  member,
  nextCode,
  pass,
  protectedMember,
  signedIn,
  tokenOf,
} from "../../../../../tests/support/factor-people.ts"
import { emailsTo, newestLink } from "../../../../../tests/support/mailbox.ts"
import { passkeyDevice, type Twist } from "../../../../../tests/support/passkey-device.ts"
import { addPasskey, beginPasskey } from "../../../../../tests/support/passkey-people.ts"
import { postJson } from "../../../../../tests/support/people.ts"
import { addKey, answerKey, challengeKey, touchKey } from "../../../../../tests/support/security-key-people.ts"
import { factors } from "../../../platform/db/auth-schema.ts"

type Client = TestClient["client"]

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  pass(site, 3_600_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const NO_PIN: Twist = { unverified: true }
const key = () => passkeyDevice({ counted: true })

/** Set up moments ago, by a session that is complete. */
async function keyHolder(username: string, device = key()) {
  const person = await member(site, username)
  const { factorId, error } = await addKey(person.client, device, "Blue key", NO_PIN)
  expect(error).toBeNull()
  return { ...person, device, factorId }
}

const claimsOf = async (client: Client) => (await client.getClaims()).data?.claims
const meOf = async (client: Client) => (await ask(site, client, "GET", "/api/me")).status
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

test("a key is set up by the client's own calls, and from then on a touch of it follows the password", async () => {
  const person = await member(site, "toucher")
  const elsewhere = await signedIn(site, person.email)
  const device = key()
  const { data: begun } = await person.client.mfa.enroll({ factorType: "webauthn", friendlyName: "Blue key" })
  expect(begun).toEqual({ id: expect.any(String), type: "webauthn", friendly_name: "Blue key" })
  // Begun is not set up: the password still is enough.
  expect(await meOf(person.client)).toBe(200)
  const factorId = begun?.id ?? ""
  const creation = await challengeKey(person.client, factorId)
  expect(creation.publicKey).toMatchObject({
    rp: { id: "meishi.test" },
    user: { name: person.email },
    attestation: "none",
    authenticatorSelection: { residentKey: "discouraged", userVerification: "discouraged" },
  })
  const { data, error } = await answerKey(person.client, creation, device, NO_PIN)
  expect(error).toBeNull()
  expect(data?.user.factors).toMatchObject([{ id: factorId, factor_type: "webauthn", status: "verified" }])
  expect((await person.client.mfa.listFactors()).data?.webauthn).toMatchObject([{ friendly_name: "Blue key" }])
  expect(await claimsOf(person.client)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "mfa/webauthn" }, { method: "password" }],
  })
  expect(await meOf(elsewhere.client)).toBe(401)
  const email = (await emailsTo(site.services, person.email)).at(-1)
  expect(email?.subject).toBe("A two-step verification method was added to your Meishi account")
  expect(email?.text_body).toContain("with your password also asks for your security key")

  const again = await signedIn(site, person.email)
  expect([await meOf(again.client), (await claimsOf(again.client))?.aal]).toEqual([403, "aal1"])
  expect((await again.client.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal2")
  const request = await challengeKey(again.client, factorId)
  expect(request.publicKey).toMatchObject({ rpId: "meishi.test", userVerification: "discouraged" })
  expect(request.publicKey.allowCredentials).toMatchObject([{ type: "public-key" }])
  expect((await answerKey(again.client, request, device, NO_PIN)).error).toBeNull()
  expect(await meOf(again.client)).toBe(200)
  expect((await again.client.refreshSession()).error).toBeNull()
  expect((await claimsOf(again.client))?.aal).toBe("aal2")
  const { events } = await (await ask(site, again.client, "GET", "/api/account/security-events")).json()
  expect(events.map(({ event }: { event: string }) => event).slice(0, 2)).toEqual(["signed_in", "security_key_added"])
})

test("any of an account's keys will do, and one key is set up once", async () => {
  const { client, email, device, factorId } = await keyHolder("two-keys")
  const spare = key()
  const second = await addKey(client, spare, "Red key", NO_PIN)
  expect(second.error).toBeNull()
  const { data: third } = await client.mfa.enroll({ factorType: "webauthn", friendlyName: "Blue key again" })
  const creation = await challengeKey(client, third?.id ?? "")
  expect(creation.publicKey.excludeCredentials).toHaveLength(2)
  const twice = await answerKey(client, creation, device, NO_PIN)
  expect([twice.error?.code, twice.error?.message]).toEqual([
    "webauthn_credential_exists",
    "This security key is already set up for your account.",
  ])
  const later = await signedIn(site, email)
  expect((await touchKey(later.client, factorId, spare, NO_PIN)).error).toBeNull()
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await emailsTo(site.services, email)).at(-1)?.text_body).toContain("still requires two-step verification")
  const last = await signedIn(site, email)
  const refused = await touchKey(last.client, second.factorId, device, NO_PIN)
  expect(refused.error?.message).toBe("That security key didn't work. Use one that you set up for this account.")
  expect((await touchKey(last.client, second.factorId, spare, NO_PIN)).error).toBeNull()
})

test.each<[string, Twist]>([
  ["another site", { origin: "https://evil.example" }],
  ["another host's key", { rpId: "evil.example" }],
  ["a wrong signature", { signature: Buffer.from("no").toString("base64url") }],
  ["a challenge that was not asked for", { challenge: "x".repeat(43) }],
  ["a frame of another site", { crossOrigin: true }],
  ["an answer of the wrong kind", { type: "webauthn.create" }],
  ["the handle of another account", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
  ["an unknown key", { credentialId: "x".repeat(43) }],
])("an answer with %s is refused, and the password alone opens nothing", async (_, twist) => {
  const { email, device, factorId } = await keyHolder(`refused-${Math.random().toString(36).slice(2, 8)}`)
  const { client } = await signedIn(site, email)
  const { error } = await touchKey(client, factorId, device, { ...NO_PIN, ...twist })
  expect(["webauthn_verification_failed", "webauthn_challenge_expired"]).toContain(error?.code)
  expect(await meOf(client)).toBe(403)
})

test("a challenge counts once, for its session, its factor and five minutes", async () => {
  const { client, email, device, factorId } = await keyHolder("challenged")
  const { factorId: otherId } = await addKey(client, key(), "Red key", NO_PIN)
  const [one, two] = [await signedIn(site, email), await signedIn(site, email)]
  const challenge = await challengeKey(one.client, factorId)
  const stolen = await answerKey(two.client, challenge, device, NO_PIN)
  const renamed = await answerKey(one.client, { ...challenge, factorId: otherId }, device, NO_PIN)
  const results = await Promise.all(
    Array.from({ length: 8 }, () => answerKey(one.client, challenge, device, { ...NO_PIN, counter: 90 })),
  )
  expect([stolen, renamed].map(({ error }) => error?.code)).toEqual([
    "webauthn_challenge_expired",
    "webauthn_challenge_expired",
  ])
  expect(results.filter(({ error }) => error === null)).toHaveLength(1)
  const late = await challengeKey(two.client, factorId)
  pass(site, 301_000)
  expect((await answerKey(two.client, late, device, { ...NO_PIN, counter: 91 })).error?.code).toBe(
    "webauthn_challenge_expired",
  )
})

test("a session that owes its factor sets up no key, and a begun one does not count", async () => {
  const { client, email, factorId } = await keyHolder("half-way")
  const { data: begun } = await client.mfa.enroll({ factorType: "webauthn", friendlyName: "Red key" })
  const { client: thief } = await signedIn(site, email)
  expect((await thief.mfa.enroll({ factorType: "webauthn", friendlyName: "Mine" })).error?.code).toBe(
    "insufficient_aal",
  )
  await expect(challengeKey(thief, begun?.id ?? "")).rejects.toMatchObject({ code: "mfa_factor_not_found" })
  expect((await touchKey(thief, factorId, key(), NO_PIN)).error?.code).toBe("webauthn_verification_failed")
  expect((await thief.mfa.unenroll({ factorId })).error?.code).toBe("insufficient_aal")
})

test("a code is no answer for a key, nor a key for an app; a body that is neither is refused in words", async () => {
  const { client, factorId, device } = await keyHolder("mixed")
  const app = await enrolled(client, "Phone")
  const { challengeId } = await challengeKey(client, factorId)
  expect((await client.mfa.verify({ factorId, challengeId, code: "123456" })).error?.code).toBe("validation_failed")
  const { data } = await client.mfa.challenge({ factorId: app.factorId })
  const headers = { authorization: `Bearer ${await tokenOf(client)}` }
  const send = async (id: string, body: unknown) => {
    const response = await postJson(site, `/auth/v1/factors/${id}/verify`, body, headers)
    return [response.status, (await response.json()).code]
  }
  const credential = device.get({ challenge: "x", rpId: "meishi.test" })
  const asKey = { challenge_id: data?.id, webauthn: { type: "request", credential_response: credential } }
  expect(await send(app.factorId, asKey)).toEqual([422, "validation_failed"])
  for (const webauthn of [
    null,
    "x",
    [],
    {},
    { type: "steal" },
    { type: "request" },
    { type: "request", credential_response: { id: 7 } },
  ])
    expect(await send(factorId, { challenge_id: challengeId, webauthn })).toEqual([422, "validation_failed"])
})

test("keys and passkeys are not taken for each other", async () => {
  const { client, email, device, factorId } = await keyHolder("apart")
  const phone = passkeyDevice()
  expect((await addPasskey(client, phone)).error).toBeNull()
  const stranger = authClient(site)
  const { challengeId, options } = await beginPasskey(stranger.client)
  const asPasskey = await stranger.client.passkey.verifyAuthentication({ challengeId, credential: device.get(options) })
  expect(asPasskey.error?.code).toBe("webauthn_verification_failed")
  const { client: half } = await signedIn(site, email)
  expect((await touchKey(half, factorId, phone)).error?.code).toBe("webauthn_verification_failed")
  const answer = await challengeKey(half, factorId)
  const mixed = await half.passkey.verifyAuthentication({
    challengeId: answer.challengeId,
    credential: phone.get({ challenge: Buffer.from(answer.publicKey.challenge as ArrayBuffer).toString("base64url") }),
  })
  expect(mixed.error?.code).toBe("webauthn_challenge_expired")
})

test("a copy of a key is refused once the key was used again, and its owner is told once a day", async () => {
  const { email, device, factorId } = await keyHolder("copied-key")
  const { client } = await signedIn(site, email)
  expect((await touchKey(client, factorId, device, { ...NO_PIN, counter: 40 })).error).toBeNull()
  for (let attempt = 0; attempt < 2; attempt++) {
    const { client: thief } = await signedIn(site, email)
    const { error } = await touchKey(thief, factorId, device, { ...NO_PIN, counter: 12 })
    expect(error?.code).toBe("webauthn_verification_failed")
    expect(await meOf(thief)).toBe(403)
  }
  const subjects = (await emailsTo(site.services, email)).map(({ subject }) => subject)
  expect(
    subjects.filter((subject) => subject === "A security key for your Meishi account may have been copied"),
  ).toHaveLength(1)
  expect(site.logged.filter(({ event }) => event === "auth.security_key_copied")).toHaveLength(2)
  const { events } = await (await ask(site, client, "GET", "/api/account/security-events")).json()
  expect(events.filter(({ event }: { event: string }) => event === "security_key_copied")).toHaveLength(1)
})

test("beside an app either will do, a code counts for the app only, and a recovery code removes both", async () => {
  const owner = await protectedMember(site, "both")
  const device = key()
  const { factorId, error } = await addKey(owner.client, device, "Blue key", NO_PIN)
  expect(error).toBeNull()
  const byKey = await signedIn(site, owner.email)
  expect((await touchKey(byKey.client, factorId, device, NO_PIN)).error).toBeNull()
  const byCode = await signedIn(site, owner.email)
  const app = owner.factorId
  expect(
    (await byCode.client.mfa.challengeAndVerify({ factorId: app, code: nextCode(site, owner.secret) })).error,
  ).toBeNull()
  expect((await claimsOf(byCode.client))?.amr?.[0]).toMatchObject({ method: "totp" })
  const { codes } = await (await ask(site, byKey.client, "POST", "/api/account/recovery-codes")).json()
  const { client: lost } = await signedIn(site, owner.email)
  const redeemed = await ask(site, lost, "POST", "/api/account/recovery-codes/redemption", { code: codes[0] })
  expect(redeemed.status).toBe(200)
  await lost.refreshSession()
  expect((await lost.mfa.listFactors()).data?.all).toEqual([])
  expect(await meOf(lost)).toBe(200)
})

test("it is the proof of identity: a touch counts, the password does not", async () => {
  const { client, device, factorId } = await keyHolder("prover")
  pass(site, 6 * 60_000)
  const remove = () => ask(site, client, "POST", "/api/account/recovery-codes")
  const refused = await remove()
  expect((await refused.clone().json()).error.methods).toEqual(["webauthn"])
  expect(await codeOf(refused)).toBe("reauthentication_needed")
  const byPassword = await ask(site, client, "POST", "/api/account/identity-proof", { password: "wrong or right" })
  expect(await codeOf(byPassword)).toBe("reauthentication_needed")
  const byCode = await ask(site, client, "POST", "/api/account/identity-proof", { code: "123456" })
  expect(await codeOf(byCode)).toBe("mfa_factor_not_found")
  expect((await touchKey(client, factorId, device, NO_PIN)).error).toBeNull()
  expect((await remove()).status).toBe(200)
})

test("removing the last one turns it off; the email that announced a key takes it back", async () => {
  const { client, email, factorId } = await keyHolder("taker-back")
  const link = await newestLink(site.services, email)
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await emailsTo(site.services, email)).at(-1)?.text_body).toContain("no longer requires two-step verification")
  const { events } = await (await ask(site, client, "GET", "/api/account/security-events")).json()
  expect(events[0].event).toBe("security_key_removed")

  expect((await addKey(client, key(), "Intruder's", NO_PIN)).error).toBeNull()
  const token = new URL(link).hash.replace("#token=", "")
  expect((await postJson(site, "/api/account/undo", { token })).status).toBe(200)
  const { db } = site.services.database
  expect(await db.$count(factors, eq(factors.friendly_name, "Intruder's"))).toBe(0)
})

test("failed answers count against their network, and a right one gives nothing away", async () => {
  const { email, device, factorId } = await keyHolder("flooded")
  const { client } = await signedIn(site, email)
  const codes = new Set<string | undefined>()
  for (let attempt = 0; attempt < 120 && !codes.has("over_request_rate_limit"); attempt++)
    codes.add((await touchKey(client, factorId, device, { ...NO_PIN, signature: "AAAA" })).error?.code)
  expect([...codes]).toEqual(["webauthn_verification_failed", "over_request_rate_limit"])
  pass(site, 24 * 3_600_000)
})

test("after a move to another host the sign-in says which host the key is for, and the operator is warned", async () => {
  const { email, factorId } = await keyHolder("moved")
  await site.services.database.db.update(factors).set({ rp_id: "cards.example.org" })
  const { client } = await signedIn(site, email)
  await expect(challengeKey(client, factorId)).rejects.toMatchObject({
    code: "webauthn_credential_not_found",
    message:
      "Your security key was set up for cards.example.org and doesn't work at this site's current address. Use a recovery code.",
  })
  await site.services.auth.sweep()
  expect(site.logged.at(-1)).toMatchObject({ event: "auth.security_keys_of_another_host", host: "meishi.test" })
})
