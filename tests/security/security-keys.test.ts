// What broken and hostile programs send in place of a security key's answer: each refusal is a sentence, and none opens anything.
import { and, eq, isNotNull } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { factors, recovery_codes, sessions } from "../../src/server/platform/db/auth-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import type { TestClient } from "../support/auth-client.ts"
import { ask, member, pass, protectedMember, signedIn, tokenOf } from "../support/factor-people.ts"
import { passkeyDevice } from "../support/passkey-device.ts"
import { fromIp, PASSWORD } from "../support/people.ts"
import { addKey, answerKey, challengeKey, type KeyChallenge, signedAnswer } from "../support/security-key-people.ts"
import { nextIp } from "./callers.ts"
import { STRANGE } from "./inputs.ts"
import { isRefusal } from "./refusal.ts"

type Client = TestClient["client"]
type Fields = Record<string, unknown>

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

/** Every place of the shape, also inside of objects. */
const placesOf = (fields: Fields, above: string[] = []): string[][] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const here = [...above, name]
    const isInner = typeof value === "object" && value !== null && !Array.isArray(value)
    return isInner ? [here, ...placesOf(value as Fields, here)] : [here]
  })

function replaced(fields: Fields, place: string[], value: unknown): Fields {
  const wrong = structuredClone(fields)
  const inside = place.slice(0, -1).reduce<Fields>((into, key) => into[key] as Fields, wrong)
  inside[place.at(-1) ?? ""] = value
  return wrong
}

async function send(client: Client, { factorId }: KeyChallenge, body: Fields) {
  const path = `/auth/v1/factors/${factorId}/verify`
  const headers = { "content-type": "application/json", authorization: `Bearer ${await tokenOf(client)}` }
  const answer = await site.app.request(path, { method: "POST", headers, body: JSON.stringify(body) }, fromIp(nextIp()))
  return { status: answer.status, isRefusal: isRefusal(path, await answer.text()) }
}

/** Not read, or only to find the key again. */
const IDLE = new Set(["clientExtensionResults", "rpId", "transports"])
/** A key that was not asked to keep anything names no one. */
const isNoHandle = (place: string[], value: unknown) =>
  place.at(-1) === "userHandle" && (value === null || value === "")

/** @param ask for a new challenge, because one that was answered counts no more */
async function everyMistake(client: Client, ask: () => Promise<KeyChallenge>, device = passkeyDevice()) {
  const shape = signedAnswer(await ask(), device)
  for (const place of placesOf(shape).filter((path) => !path.some((name) => IDLE.has(name))))
    for (const value of STRANGE.filter((strange) => !isNoHandle(place, strange))) {
      const challenge = await ask()
      const body = replaced(signedAnswer(challenge, device), place, value)
      const { status, isRefusal } = await send(client, challenge, body)
      const what = `${place.join(".")}: ${JSON.stringify(value)?.slice(0, 80)}`
      expect([what, status >= 400 && status < 500, isRefusal]).toEqual([what, true, true])
    }
}

test("in place of a registration sets nothing up", async () => {
  const { client } = await member(site, "registering")
  const { data } = await client.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" })
  await everyMistake(client, () => challengeKey(client, data?.id ?? ""))
  const rows = await site.services.database.db.select().from(factors)
  expect(rows.map(({ status, credential_id, public_key }) => [status, credential_id, public_key])).toEqual([
    ["unverified", null, null],
  ])
}, 120_000)

test("in place of a touch signs no one in, and the key itself still does", async () => {
  const device = passkeyDevice()
  const { client, email } = await member(site, "touching")
  const { factorId } = await addKey(client, device)
  const { client: half } = await signedIn(site, email)
  await everyMistake(half, () => challengeKey(half, factorId), device)
  expect((await ask(site, half, "GET", "/api/me")).status).toBe(403)
  expect((await answerKey(half, await challengeKey(half, factorId), device)).error).toBeNull()
  expect((await ask(site, half, "GET", "/api/me")).status).toBe(200)
}, 120_000)

test("a stolen session registers no key of its own for what the owner has begun, until it proves who it is", async () => {
  const { client: thief, email } = await member(site, "begun")
  pass(site, 6 * 60_000)
  const { client: owner } = await signedIn(site, email)
  const { data } = await owner.mfa.enroll({ factorType: "webauthn", friendlyName: "Blue key" })
  const factorId = data?.id ?? ""
  await expect(challengeKey(thief, factorId)).rejects.toMatchObject({ code: "reauthentication_needed" })
  expect((await answerKey(owner, await challengeKey(owner, factorId), passkeyDevice())).error).toBeNull()
})

/** Milliseconds by which the second request comes later: one of them falls between what the first one reads and writes. */
const DELAYS = Array.from({ length: 16 }, (_, n) => n)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const verifiedOf = async (user_id: string) => {
  const rows = await site.services.database.db.select().from(factors).where(eq(factors.user_id, user_id))
  return rows.filter(({ status }) => status === "verified")
}

test("a key that is removed while it is registered makes no session complete", async () => {
  const { client, user_id } = await member(site, "removing")
  for (const delay of DELAYS) {
    pass(site, 3_600_000)
    await client.signInWithPassword({ email: "removing@example.com", password: PASSWORD })
    const { data } = await client.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" })
    const factorId = data?.id ?? ""
    const challenge = await challengeKey(client, factorId)
    const removal = wait(delay).then(() => ask(site, client, "DELETE", `/auth/v1/factors/${factorId}`))
    const { error } = await answerKey(client, challenge, passkeyDevice())
    const isRemoved = (await removal).status === 200
    const isSetUp = (await verifiedOf(user_id)).length === 1
    // The removal may also come when the key is set up already: then it removes that.
    expect([delay, isSetUp]).toEqual([delay, error === null && !isRemoved])
    const complete = and(eq(sessions.user_id, user_id), isNotNull(sessions.factor_verified_at))
    expect([delay, await site.services.database.db.$count(sessions, complete)]).toEqual([delay, isSetUp ? 1 : 0])
    if (isSetUp) await client.mfa.unenroll({ factorId })
  }
}, 60_000)

test("of two keys for one place one is set up, and stays the one that the owner was told of", async () => {
  const { client, user_id } = await protectedMember(site, "two-answers")
  for (const delay of DELAYS.slice(0, 8)) {
    pass(site, 60_000)
    const { data } = await client.mfa.enroll({ factorType: "webauthn", friendlyName: `Key ${delay}` })
    const factorId = data?.id ?? ""
    const [first, second] = [await challengeKey(client, factorId), await challengeKey(client, factorId)]
    const devices = [passkeyDevice(), passkeyDevice()] as const
    const answers = await Promise.all([
      answerKey(client, first, devices[0]),
      wait(delay).then(() => answerKey(client, second, devices[1])),
    ])
    const winner = answers.findIndex(({ error }) => error === null)
    const [set] = (await verifiedOf(user_id)).filter(({ id }) => id === factorId)
    expect([delay, answers.filter(({ error }) => error === null).length]).toEqual([delay, 1])
    expect(set?.credential_id).toBe(devices[winner]?.credentialId)
    await client.mfa.unenroll({ factorId })
  }
}, 60_000)

test("recovery codes that are made while the last factor is removed do not wait for the next one", async () => {
  const { client, user_id } = await member(site, "codes-left")
  for (const delay of DELAYS.slice(0, 8)) {
    pass(site, 3_600_000)
    await client.signInWithPassword({ email: "codes-left@example.com", password: PASSWORD })
    const { factorId } = await addKey(client, passkeyDevice())
    const making = wait(delay).then(() => ask(site, client, "POST", "/api/account/recovery-codes"))
    await client.mfa.unenroll({ factorId })
    await making
    const left = await site.services.database.db.$count(recovery_codes, eq(recovery_codes.user_id, user_id))
    expect([delay, left]).toEqual([delay, 0])
  }
}, 60_000)
