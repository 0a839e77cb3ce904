// What strangers, thieves and broken authenticators try with passkeys.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { BUDGET } from "../../src/domain/budgets.ts"
import { passkeys } from "../../src/server/platform/db/auth-schema.ts"
import { rate_limits } from "../../src/server/platform/db/schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { authClient, type TestClient } from "../support/auth-client.ts"
import { ask, member, pass, signedIn } from "../support/factor-people.ts"
import { emailsTo, newestLink } from "../support/mailbox.ts"
import { type PasskeyDevice, passkeyDevice, type Twist } from "../support/passkey-device.ts"
import { addPasskey, beginPasskey, signInWithPasskey } from "../support/passkey-people.ts"
import { fromIp, postJson } from "../support/people.ts"
import { nextIp } from "./callers.ts"

type Client = TestClient["client"]
const DAY_MS = 24 * 3_600_000

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

async function holder(username: string, device = passkeyDevice()) {
  const person = await member(site, username)
  expect((await addPasskey(person.client, device)).error).toBeNull()
  return { ...person, device }
}

const works = async (device: PasskeyDevice) => (await signInWithPasskey(authClient(site).client, device)).error === null
const base64url = (text: string) => Buffer.from(text).toString("base64url")

const TWISTS: [string, Twist][] = [
  ["from another origin", { origin: "https://meishi.test.example.com" }],
  ["from the same host over another scheme", { origin: "https://meishi.test" }],
  ["from another port", { origin: "http://meishi.test:8080" }],
  ["from a subdomain", { origin: "http://www.meishi.test" }],
  ["for another site", { rpId: "meishi.example" }],
  ["in a frame of another site", { crossOrigin: true }],
  ["on a page of another site, in what it says is no frame", { topOrigin: "https://evil.example" }],
  ["without asking for a finger, face or PIN", { unverified: true }],
  ["for a challenge of its own", { challenge: base64url("a challenge that was never given out") }],
]

describe.each(TWISTS)("an answer %s", (name, twist) => {
  test("adds nothing and opens no session", async () => {
    const username = `twist-${TWISTS.findIndex(([other]) => other === name)}`
    const { client, device } = await holder(username)
    const added = await addPasskey(client, passkeyDevice(), twist)
    const entered = await signInWithPasskey(authClient(site).client, device, twist)
    for (const { error } of [added, entered])
      expect(error?.code).toMatch(/^webauthn_(verification_failed|challenge_expired)$/)
    expect((await client.passkey.list()).data).toHaveLength(1)
    expect(await works(device)).toBe(true)
  })
})

test("neither does the answer to another question, a wrong signature, another account's handle or an unknown credential", async () => {
  const { device } = await holder("wrong-answers")
  const wrong: Twist[] = [
    { type: "webauthn.create" },
    { signature: base64url("not a signature at all") },
    { userHandle: base64url("0123456789abcdef") },
    { credentialId: base64url("a credential that no one has") },
  ]
  for (const twist of wrong)
    expect((await signInWithPasskey(authClient(site).client, device, twist)).error).toMatchObject({
      code: "webauthn_verification_failed",
      status: 400,
      message: "That passkey didn't work. It may have been removed from your account.",
    })
})

test.each(["a\u0000b", "a b", "ä", "\ud800"])(
  "a credential's name that no browser writes (%j) is refused unread",
  async (credentialId) => {
    const { error } = await signInWithPasskey(authClient(site).client, passkeyDevice(), { credentialId })
    expect(error).toMatchObject({ code: "validation_failed", status: 422 })
  },
)

test("a passkey that can be synced never becomes one that cannot, nor the other way round", async () => {
  for (const [username, counted] of [
    ["synced", false],
    ["bound", true],
  ] as const) {
    const { user_id, device } = await holder(username, passkeyDevice({ counted }))
    const changed = () => signInWithPasskey(authClient(site).client, device, { eligible: counted })
    expect((await changed()).error?.code).toBe("webauthn_verification_failed")
    // One from before this was kept is asked once.
    const { db } = site.services.database
    await db.update(passkeys).set({ backup_eligible: null }).where(eq(passkeys.user_id, user_id))
    expect(await works(device)).toBe(true)
    expect((await changed()).error?.code).toBe("webauthn_verification_failed")
    expect(await works(device)).toBe(true)
  }
})

test("an attestation that was not asked for is not read: it could name addresses for the server to fetch", async () => {
  const { client } = await member(site, "attested")
  const fetched = vi.spyOn(globalThis, "fetch")
  for (const format of ["packed", "tpm", "android-key", "apple", "fido-u2f", "unknown"])
    expect((await addPasskey(client, passkeyDevice(), { format })).error?.code).toBe("webauthn_verification_failed")
  const selfSigned = async (how: "rightly" | "wrongly" | "beside certificates") =>
    (await addPasskey(client, passkeyDevice(), { selfSigned: how })).error?.code
  expect(await selfSigned("beside certificates")).toBe("webauthn_verification_failed")
  expect(await selfSigned("wrongly")).toBe("webauthn_verification_failed")
  // Browsers leave it where it is, and there is nothing to fetch.
  expect(await selfSigned("rightly")).toBeUndefined()
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

test("a challenge counts once, for five minutes, in the browser that asked for it, and for what it was asked for", async () => {
  const { client, device } = await holder("challenged")
  const own = authClient(site)
  const { challengeId, options } = await beginPasskey(own.client)
  const credential = device.get(options)
  const verify = async ({ client }: TestClient) =>
    (await client.passkey.verifyAuthentication({ challengeId, credential })).error?.code
  const EXPIRED = "webauthn_challenge_expired"
  const stranger = authClient(site)
  await beginPasskey(stranger.client)
  const program = authClient(site, { browser: false })
  for (const other of [stranger, authClient(site), program]) expect(await verify(other)).toBe(EXPIRED)
  // What the others tried used nothing up.
  expect(await verify(own)).toBeUndefined()
  for (const asker of [own, stranger, program]) expect(await verify(asker)).toBe(EXPIRED)

  // A program's own challenge works for programs, and not in a browser.
  const asked = await beginPasskey(program.client)
  const answer = { challengeId: asked.challengeId, credential: device.get(asked.options) }
  expect((await own.client.passkey.verifyAuthentication(answer)).error?.code).toBe(EXPIRED)
  expect((await program.client.passkey.verifyAuthentication(answer)).error).toBeNull()

  const late = await beginPasskey(own.client)
  pass(site, 300_000)
  const tooLate = { challengeId: late.challengeId, credential: device.get(late.options) }
  expect((await own.client.passkey.verifyAuthentication(tooLate)).error?.code).toBe(EXPIRED)

  const fresh = await signedIn(site, (await client.getUser()).data.user?.email ?? "")
  const { data } = await fresh.client.passkey.startRegistration()
  const forAdding = {
    challengeId: data?.challenge_id ?? "",
    credential: device.get({ challenge: data?.options.challenge ?? "", rpId: "meishi.test" }),
  }
  expect((await fresh.client.passkey.verifyAuthentication(forAdding)).error?.code).toBe(EXPIRED)
  const other = await signedIn(site, (await client.getUser()).data.user?.email ?? "")
  const made = { challengeId: data?.challenge_id ?? "", credential: passkeyDevice().create(optionsOf(data)) }
  expect((await other.client.passkey.verifyRegistration(made)).error?.code).toBe(EXPIRED)
  expect((await fresh.client.passkey.verifyRegistration(made)).error).toBeNull()
  expect((await fresh.client.passkey.verifyRegistration(made)).error?.code).toBe(EXPIRED)
})

const optionsOf = (data: Awaited<ReturnType<Client["passkey"]["startRegistration"]>>["data"]) => {
  if (data === null) throw new Error("no challenge")
  return data.options
}

test("fifty at once with one answer: one signs in", async () => {
  const { device } = await holder("raced")
  const { client, cookies } = authClient(site)
  const { challengeId, options } = await beginPasskey(client)
  const body = { challenge_id: challengeId, credential: device.get(options) }
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const headers = { "sec-fetch-site": "same-origin", cookie }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      postJson(site, "/auth/v1/passkeys/authentication/verify", body, headers, nextIp()),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
})

test("a stranger neither takes over, renames nor removes another person's passkey", async () => {
  const id = Buffer.from("the very same credential id 0001")
  const owner = await holder("owner", passkeyDevice({ id }))
  const stranger = await member(site, "stranger")
  // Without attestation anyone can claim any id, with a key of their own.
  const claimed = await addPasskey(stranger.client, passkeyDevice({ id }))
  expect(claimed.error?.code).toBe("webauthn_credential_exists")
  const [passkey] = (await owner.client.passkey.list()).data ?? []
  const passkeyId = passkey?.id ?? ""
  expect((await stranger.client.passkey.update({ passkeyId, friendlyName: "Mine" })).error?.status).toBe(404)
  expect((await stranger.client.passkey.delete({ passkeyId })).error?.status).toBe(404)
  expect((await owner.client.passkey.list()).data).toEqual([passkey])
  const { data } = await signInWithPasskey(authClient(site).client, owner.device)
  expect(data?.user?.id).toBe(owner.user_id)
})

test("asking for challenges reveals no account, stores none of them, and is limited for each network", async () => {
  const { device } = await holder("flooded")
  const rows = async () => (await site.services.database.db.select().from(rate_limits)).length
  const ip = nextIp()
  const options = (from: string) =>
    site.app.request("/auth/v1/passkeys/authentication/options", { method: "POST" }, fromIp(from))
  const first = await (await options(ip)).json()
  expect(first.options).toMatchObject({ allowCredentials: [], rpId: "meishi.test", userVerification: "required" })
  const before = await rows()
  const { max } = BUDGET.passkeyChallengePerIp
  const answers: number[] = []
  for (let i = 0; i < max; i += 1) answers.push((await options(ip)).status)
  expect(answers).toEqual([...Array(max - 1).fill(200), 429])
  expect(await rows()).toBe(before)
  // Others are not kept out.
  expect(await works(device)).toBe(true)
})

test("wrong answers are limited for the network that sends them, and never keep the owner out", async () => {
  const { device } = await holder("attacked")
  const other = passkeyDevice()
  const ip = "203.0.113.9"
  const guess = async () => {
    const guesser = authClient(site, { ip })
    return (await signInWithPasskey(guesser.client, other, { credentialId: device.credentialId })).error?.code
  }
  const codes: unknown[] = []
  for (let i = 0; i < 52; i += 1) codes.push(await guess())
  expect(new Set(codes.slice(0, 50))).toEqual(new Set(["webauthn_verification_failed"]))
  expect(codes.slice(50)).toEqual(Array(2).fill("over_request_rate_limit"))
  expect(await works(device)).toBe(true)
  // The one that fills the budget is the last that is looked at.
  expect(site.logged.filter(({ event, ip: from }) => event === "auth.passkey_refused" && from === ip).length).toBe(51)
})

async function undoLinkOf(email: string, subject: string): Promise<string> {
  const emails = (await emailsTo(site.services, email)).filter((sent) => sent.subject.startsWith(subject))
  return /\/account\/undo#token=(\S+)/.exec(emails.at(-1)?.text_body ?? "")?.[1] ?? ""
}

test("a thief's passkey ends with the owner's “this was not me”, with its sessions; one from before stays", async () => {
  const { email, device: owners } = await holder("robbed")
  pass(site, 3_600_000)
  const thief = await signedIn(site, email)
  const thiefs = passkeyDevice()
  expect((await addPasskey(thief.client, thiefs)).error).toBeNull()
  pass(site, 3_600_000)
  const entered = authClient(site)
  expect((await signInWithPasskey(entered.client, thiefs)).error).toBeNull()
  const later = passkeyDevice()
  expect((await addPasskey(entered.client, later)).error).toBeNull()

  const token = await undoLinkOf(email, "A passkey was added")
  // The link in the email about the first of the thief's passkeys undoes the later one too.
  const first = (await emailsTo(site.services, email)).filter(({ subject }) =>
    subject.startsWith("A passkey was added"),
  )
  const second = /#token=(\S+)/.exec(first[1]?.text_body ?? "")?.[1] ?? ""
  expect(second).not.toBe(token)
  const preview = await postJson(site, "/api/account/undo/preview", { token: second }, {}, nextIp())
  expect((await preview.json()).change).toBe("passkey")
  expect((await postJson(site, "/api/account/undo", { token: second }, {}, nextIp())).status).toBe(200)
  expect([await works(thiefs), await works(later), await works(owners)]).toEqual([false, false, true])
  expect((await entered.client.getUser()).error?.name).toBe("AuthSessionMissingError")
})

test("undoing an earlier change removes the passkeys that came after it", async () => {
  const { client, email } = await member(site, "earlier-change")
  expect((await client.updateUser({ password: "a quieter harbour" })).error).toBeNull()
  const thiefs = passkeyDevice()
  pass(site, 1000)
  expect((await addPasskey(client, thiefs)).error).toBeNull()
  const token = await undoLinkOf(email, "Your Meishi password was changed")
  expect((await postJson(site, "/api/account/undo", { token }, {}, nextIp())).status).toBe(200)
  expect(await works(thiefs)).toBe(false)
})

async function reset(email: string): Promise<void> {
  expect((await postJson(site, "/auth/v1/recover", { email }, {}, nextIp())).status).toBe(200)
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const answer = await site.app.request(pathname + search, {}, fromIp(nextIp()))
  const token = new URL(answer.headers.get("location") ?? "").searchParams.get("access_token")
  const headers = { authorization: `Bearer ${token}` }
  const put = await postJson(site, "/auth/v1/user", { password: "a quieter harbour" }, headers, nextIp(), "PUT")
  expect(put.status).toBe(200)
}

test("a reset removes the passkeys of the last seven days, and says so; older ones keep working", async () => {
  const { email, device: old } = await holder("resetting")
  pass(site, 8 * DAY_MS)
  const thiefs = passkeyDevice()
  expect((await addPasskey((await signedIn(site, email)).client, thiefs)).error).toBeNull()
  pass(site, 3_600_000)
  await reset(email)
  expect([await works(thiefs), await works(old)]).toEqual([false, true])
  const [notice] = (await emailsTo(site.services, email)).filter(({ subject }) =>
    subject.includes("password was changed"),
  )
  expect(notice?.text_body).toContain("Passkeys added in the last 7 days were removed.")
})

test("the session of a reset, and one that ended, add no passkey", async () => {
  const { client, email } = await member(site, "ended")
  const { data } = await client.passkey.startRegistration()
  const credential = passkeyDevice().create(optionsOf(data))
  expect(
    (await ask(site, (await signedIn(site, email)).client, "POST", "/auth/v1/logout?scope=others", {})).status,
  ).toBe(204)
  const late = await client.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? "", credential })
  expect(late.error?.name).toBe("AuthSessionMissingError")
  const { db } = site.services.database
  expect(await db.select().from(passkeys).where(eq(passkeys.credential_id, credential.id))).toEqual([])
})

test("an account with twenty passkeys has room for no other", async () => {
  const { client, email, user_id } = await holder("collector")
  const { db } = site.services.database
  const [row] = await db.select().from(passkeys).where(eq(passkeys.user_id, user_id))
  if (row === undefined) throw new Error("no passkey")
  const copies = Array.from({ length: 19 }, (_, i) => ({
    ...row,
    id: crypto.randomUUID(),
    credential_id: `copy-${i}-${user_id}`,
  }))
  await db.insert(passkeys).values(copies.slice(0, 18))
  const { data } = await client.passkey.startRegistration()
  await db.insert(passkeys).values(copies.slice(18))
  const credential = passkeyDevice().create(optionsOf(data))
  const challengeId = data?.challenge_id ?? ""
  expect((await client.passkey.verifyRegistration({ challengeId, credential })).error?.code).toBe("too_many_passkeys")
  const { client: fresh } = await signedIn(site, email)
  expect((await fresh.passkey.startRegistration()).error?.code).toBe("too_many_passkeys")
})
