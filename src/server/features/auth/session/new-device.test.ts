// A sign-in on a device that has not signed in to the account before: its owner gets an email that can end it.
import { spawnSync } from "node:child_process"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { browserAt } from "../../../../../tests/support/cookie-browser.ts"
import { member, nextCode, pass, protectedMember } from "../../../../../tests/support/factor-people.ts"
import { emailsTo, newestLink } from "../../../../../tests/support/mailbox.ts"
import { passkeyDevice } from "../../../../../tests/support/passkey-device.ts"
import { addPasskey, signInWithPasskey } from "../../../../../tests/support/passkey-people.ts"
import { fromIp, PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { underPolicy } from "../../../../../tests/support/policy.ts"
import { KNOWN_DEVICE_DAYS, KNOWN_DEVICES_MAX } from "../../../../domain/limits.ts"
import { known_devices, users } from "../../../platform/db/auth-schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const DAY_MS = 86_400_000
const SUBJECT = /^New sign-in to your .+ account$/
const noticesTo = async (email: string) =>
  (await emailsTo(site.services, email)).filter(({ subject }) => SUBJECT.test(subject))
/** With a confirmed account that no device has ever signed in to. */
async function newAccount() {
  const person = await signUpAndVerify(site)
  site.advance(DAY_MS)
  const { db } = site.services.database
  await db.delete(known_devices)
  await db.update(users).set({ last_sign_in_at: null })
  return person
}
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"
const signInAs = (email: string, headers: Record<string, string>) =>
  postJson(site, "/auth/v1/token?grant_type=password", { email, password: PASSWORD }, headers)

test("the first browser of an account is no news, a second one is, and neither is afterwards", async () => {
  const { email } = await newAccount()
  const [first, second] = [browserAt(site, "192.0.2.1"), browserAt(site, "192.0.2.2")]
  await first.signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(0)
  await second.signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(1)
  for (const browser of [first, second, first]) await browser.signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(1)
})

test("the email names the device and the time, and its button ends every session and the password", async () => {
  const { email } = await newAccount()
  await browserAt(site, "192.0.2.1").signIn(email, PASSWORD)
  const thief = await signInAs(email, { "user-agent": ANDROID, "sec-fetch-site": "same-origin" })
  const [notice] = await noticesTo(email)
  expect(notice?.text_body).toContain("Device: Chrome on Android. Time: May ")
  expect(notice?.text_body).toContain("UTC")
  const token = /#token=([\w-]+)/.exec(notice?.text_body ?? "")?.[1] ?? ""
  const preview = await postJson(site, "/api/account/undo/preview", { token })
  expect(await preview.json()).toMatchObject({ change: "sign_in", email })
  expect((await postJson(site, "/api/account/undo", { token })).status).toBe(200)
  const { access_token } = await thief.json()
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await site.app.request("/api/me", { headers })).status).toBe(401)
  expect((await signInAs(email, {})).status).toBe(400)
})

test("an account that was not used for half a year is not new: its owner is told of the next sign-in", async () => {
  const { email } = await newAccount()
  await browserAt(site, "192.0.2.1").signIn(email, PASSWORD)
  site.advance((KNOWN_DEVICE_DAYS + 1) * DAY_MS)
  await site.services.auth.sweep()
  await browserAt(site, "192.0.2.66").signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(1)
})

test("people set up their devices on the first day of an account, without an email for each", async () => {
  const { email } = await signUpAndVerify(site)
  for (let n = 0; n < 3; n++) await browserAt(site, `192.0.2.${n + 1}`).signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(0)
  site.advance(DAY_MS)
  await browserAt(site, "192.0.2.9").signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(1)
})

test("a program is known by its name: the same one is no news, another one is", async () => {
  const { email } = await newAccount()
  for (let n = 0; n < 3; n++) await signInAs(email, { "user-agent": "backup-script/1" })
  expect(await noticesTo(email)).toHaveLength(0)
  await signInAs(email, { "user-agent": "curl/8" })
  expect(await noticesTo(email)).toHaveLength(1)
})

test.each([
  ["without cookies", false],
  ["with a cookie that it never renews", true],
])("a program that signs in often does not make the owner's browsers new: %s", async (_, sendsCookie) => {
  const { email, user_id } = await newAccount()
  const phone = browserAt(site, "192.0.2.1")
  const script = { "user-agent": "backup-script/1" }
  const first = await signInAs(email, script)
  const [cookie = ""] = first.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "")
  await phone.signIn(email, PASSWORD)
  const before = (await noticesTo(email)).length
  for (let n = 0; n < KNOWN_DEVICES_MAX + 5; n++) {
    expect((await signInAs(email, { ...script, ...(sendsCookie && { cookie }) })).status).toBe(200)
    site.advance(DAY_MS / 24)
  }
  const afterProgram = (await noticesTo(email)).length
  expect(afterProgram - before).toBeLessThanOrEqual(1)
  await phone.signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(afterProgram)
  const ofAccount = eq(known_devices.user_id, user_id)
  const kept = await site.services.database.db.$count(known_devices, ofAccount)
  expect(kept).toBe(KNOWN_DEVICES_MAX + (sendsCookie ? 2 : 1))
})

test("nor an application that has come back with its cookie", async () => {
  const { email } = await newAccount()
  const sync = { "user-agent": "sync-application/1" }
  const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
  const first = await signInAs(email, sync)
  const second = await signInAs(email, { ...sync, cookie: cookieOf(first) })
  for (let n = 0; n < KNOWN_DEVICES_MAX; n++) {
    await signInAs(email, { "user-agent": "backup-script/1" })
    site.advance(DAY_MS / 24)
  }
  const before = (await noticesTo(email)).length
  await signInAs(email, { "user-agent": "sync-application/2", cookie: cookieOf(second) })
  expect(await noticesTo(email)).toHaveLength(before)
})

test("a program that gives the name of the owner's browser is news all the same, and so is one of the name of a reset", async () => {
  const { email } = await newAccount()
  await signInAs(email, { "user-agent": ANDROID, "sec-fetch-site": "same-origin" })
  await postJson(site, "/auth/v1/recover", { email })
  const { pathname, search } = new URL(await newestLink(site.services, email))
  await site.app.request(pathname + search, { headers: { "user-agent": ANDROID } }, fromIp("192.0.2.1"))
  await signInAs(email, { "user-agent": ANDROID })
  expect(await noticesTo(email)).toHaveLength(1)
})

test("after a reset the sign-in of another browser is news, also of one that was known before", async () => {
  const { email } = await newAccount()
  const [owner, intruder] = [browserAt(site, "192.0.2.1"), browserAt(site, "192.0.2.66")]
  for (const browser of [owner, intruder]) expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
  const before = (await noticesTo(email)).length
  await postJson(site, "/auth/v1/recover", { email })
  const link = await owner.follow(await newestLink(site.services, email))
  const password = "a completely new harbour"
  expect((await owner.put("/auth/v1/user", { password }, link.get("access_token") ?? "")).status).toBe(200)
  await owner.signIn(email, password)
  expect(await noticesTo(email)).toHaveLength(before)
  await intruder.signIn(email, password)
  expect(await noticesTo(email)).toHaveLength(before + 1)
})

test("a reset that makes no browser known keeps its own, if the account knew it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  pass(site, 0)
  const { email, factorId, secret } = await protectedMember(site, "often-reset")
  const owner = browserAt(site, "192.0.2.1")
  let password = PASSWORD
  const enter = () => owner.signInFully(email, password, factorId, () => nextCode(site, secret))
  expect((await enter()).status).toBe(200)
  for (let at = 1; at <= 4; at++) {
    pass(site, 3_600_000)
    await postJson(site, "/auth/v1/recover", { email })
    const link = await owner.follow(await newestLink(site.services, email))
    password = `a completely new harbour ${at}`
    expect((await owner.put("/auth/v1/user", { password }, link.get("access_token") ?? "")).status).toBe(200)
  }
  pass(site, DAY_MS)
  const before = (await noticesTo(email)).length
  expect((await enter()).status).toBe(200)
  expect(await noticesTo(email)).toHaveLength(before)
  vi.useRealTimers()
})

test("the email says that a passkey signed in, and that the button leaves it working", async () => {
  const owner = await member(site, "touched-anew")
  const device = passkeyDevice()
  expect((await addPasskey(owner.client, device)).error).toBeNull()
  site.advance(DAY_MS)
  await signInWithPasskey(authClient(site).client, device)
  const [notice] = await noticesTo(owner.email)
  expect(notice?.text_body).toContain(". Method: a passkey")
  expect(notice?.text_body).toContain("If someone else has your passkey, remove it in your settings as well.")
  await browserAt(site, "192.0.2.1").signIn(owner.email, PASSWORD)
  expect((await noticesTo(owner.email)).at(-1)?.text_body).not.toContain("passkey")
})

test("a password alone is no sign-in where a second factor is owed: the email comes with the code", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  pass(site, 0)
  const { email, factorId, secret } = await protectedMember(site, "factored")
  pass(site, DAY_MS)
  const before = (await noticesTo(email)).length
  const browser = browserAt(site, "192.0.2.9")
  await browser.signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(before)
  const line = site.logged.findLast(({ event }) => event === "auth.signed_in")
  expect(line).toMatchObject({ owes_factor: true })
  const answer = await browser.signInFully(email, PASSWORD, factorId, () => nextCode(site, secret))
  expect(answer.status).toBe(200)
  expect(await noticesTo(email)).toHaveLength(before + 1)
  vi.useRealTimers()
})

test("a program is not known by the sessions that its password opened and that still owe their code", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  pass(site, 0)
  const { email, factorId, secret } = await protectedMember(site, "asked-twice")
  pass(site, DAY_MS)
  const before = (await noticesTo(email)).length
  const program = { "user-agent": "phishing-kit/1" }
  await signInAs(email, program)
  const { access_token } = await (await signInAs(email, program)).json()
  const headers = { ...program, authorization: `Bearer ${access_token}` }
  const challenge = await (await postJson(site, `/auth/v1/factors/${factorId}/challenge`, {}, headers)).json()
  const shown = { challenge_id: challenge.id, code: nextCode(site, secret) }
  expect((await postJson(site, `/auth/v1/factors/${factorId}/verify`, shown, headers)).status).toBe(200)
  expect(await noticesTo(email)).toHaveLength(before + 1)
  vi.useRealTimers()
})

test("someone who has the password cannot flood the owner: five emails a day", async () => {
  const { email } = await newAccount()
  for (let n = 0; n < 8; n++) await browserAt(site, `192.0.2.${n + 1}`).signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(5)
  site.advance(25 * 3_600_000)
  await browserAt(site, "192.0.2.99").signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(6)
})

test("a planted or foreign device cookie makes no browser known", async () => {
  const other = await newAccount()
  const { email } = await newAccount()
  const browser = browserAt(site, "192.0.2.1")
  await browserAt(site, "192.0.2.2").signIn(email, PASSWORD)
  await browser.signIn(other.email, PASSWORD)
  await browser.signIn(email, PASSWORD)
  expect(await noticesTo(email)).toHaveLength(1)
})

test("while a sign-in reads the city database, others are served", async () => {
  const path = join(site.services.config.DATA_DIR, "cities.mmdb")
  expect(spawnSync("mkfifo", [path]).status).toBe(0)
  const { email } = await newAccount()
  const { headers } = await signUpAndVerify(site)
  const { app } = underPolicy(site, { GEOIP_V4: path })
  const signingIn = browserAt({ app }, "192.0.2.1").signIn(email, PASSWORD)
  // Opens when the other end reads.
  const file = await open(path, "w")
  const answer = await app.request("/api/me", { headers })
  await file.close()
  expect([answer.status, (await signingIn).status]).toEqual([200, 200])
})
