// Accounts with a passkey and no password: signing up, the last way in, setting a password and removing it.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient, type TestClient } from "../../../../../tests/support/auth-client.ts"
import { ask, member, pass } from "../../../../../tests/support/factor-people.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../../tests/support/mailbox.ts"
import { type PasskeyDevice, passkeyDevice } from "../../../../../tests/support/passkey-device.ts"
import {
  addPasskey,
  beginSignUp,
  postJsonBy,
  signInWithPasskey,
  signUpWithPasskey,
} from "../../../../../tests/support/passkey-people.ts"
import { PASSWORD } from "../../../../../tests/support/people.ts"
import { passkeys, users } from "../../../platform/db/auth-schema.ts"

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

const nameOf = (username: string) => ({ username, email: `${username}@example.com` })

async function confirm(browser: TestClient, email: string): Promise<void> {
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  expect((await browser.client.verifyOtp({ token_hash, type: "signup" })).error).toBeNull()
}

/** Signed up, confirmed and signed in, all with the passkey. */
async function passwordless(username: string) {
  const device = passkeyDevice()
  const browser = authClient(site)
  const who = nameOf(username)
  expect((await signUpWithPasskey(browser, who, device)).status).toBe(200)
  await confirm(browser, who.email)
  expect((await signInWithPasskey(browser.client, device)).error).toBeNull()
  return { ...who, ...browser, device }
}

const userOf = async (email: string) =>
  (await site.services.database.db.select().from(users).where(eq(users.email, email)))[0]
const subjectsTo = async (email: string) => (await emailsTo(site.services, email)).map(({ subject }) => subject)
const refusal = async (response: Response) => {
  const body = await response.json()
  return { status: response.status, ...(body.error ?? body) }
}
const withPassword = async (email: string, password: string) =>
  (await authClient(site).client.signInWithPassword({ email, password })).error?.code
const works = async (device: PasskeyDevice) => (await signInWithPasskey(authClient(site).client, device)).error === null

test("a newcomer signs up with a passkey, confirms the address and signs in by a touch, as two factors", async () => {
  const device = passkeyDevice()
  const browser = authClient(site)
  const who = nameOf("newcomer")
  const answer = await signUpWithPasskey(browser, who, device)
  const user = await answer.json()
  expect(user).toMatchObject({ email: who.email, user_metadata: { username: "newcomer" } })
  expect(user).not.toHaveProperty("email_confirmed_at")
  expect(browser.cookies.has("meishi-email-link")).toBe(true)
  expect(await subjectsTo(who.email)).toEqual(["Confirm your email for Meishi"])

  // Until the address is confirmed, the passkey opens nothing.
  expect((await signInWithPasskey(browser.client, device)).error?.code).toBe("email_not_confirmed")
  await confirm(browser, who.email)
  const { data } = await signInWithPasskey(browser.client, device)
  expect(data?.user?.id).toBe(user.id)
  expect((await browser.client.getClaims()).data?.claims).toMatchObject({ aal: "aal2", amr: [{ method: "passkey" }] })
  const me = await (await ask(site, browser.client, "GET", "/api/me")).json()
  expect(me).toMatchObject({ has_password: false, profile: { username: "newcomer" } })
  // The refusal of a password is the one for any wrong password.
  expect(await withPassword(who.email, PASSWORD)).toBe("invalid_credentials")
})

test("the authenticator gets the account's own id, the address and the name, and no account before it has answered", async () => {
  const who = nameOf("asked-only")
  const { options, challenge_id } = await (await beginSignUp(authClient(site), who)).json()
  expect(options).toMatchObject({
    rp: { id: "meishi.test" },
    user: { name: who.email, displayName: "Sasha Doe", id: expect.stringMatching(/^[\w-]{22}$/) },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  })
  expect(challenge_id).toMatch(/^\d+\./)
  expect(await userOf(who.email)).toBeUndefined()
})

test.each([
  ["no address", { email: "" }, "validation_failed"],
  ["no readable address", { email: "no address" }, "validation_failed"],
  ["a name with wrong characters", { username: "Not Possible" }, "validation_failed"],
  ["a reserved name", { username: "settings" }, "validation_failed"],
])("%s is refused before any passkey is made", async (_what, wrong, code) => {
  expect(await refusal(await beginSignUp(authClient(site), { ...nameOf("refused"), ...wrong }))).toMatchObject({
    status: 422,
    code,
  })
})

test("a name or address that is taken is refused before any passkey is made, and when it was taken meanwhile", async () => {
  const { email } = await member(site, "was-first")
  const begin = async (who: object) =>
    (await refusal(await beginSignUp(authClient(site), { ...nameOf("second"), ...who }))).code
  expect(await begin({ username: "was-first" })).toBe("username_already_exists")
  expect(await begin({ email })).toBe("email_already_exists")
  expect(await begin({ username: "was-first", email })).toBe("account_already_exists")

  const browser = authClient(site)
  const who = nameOf("overtaken")
  const { challenge_id, options } = await (await beginSignUp(browser, who)).json()
  await member(site, "overtaken")
  const device = passkeyDevice()
  const form = { email: "another@example.com", data: { username: "overtaken", full_name: "Sasha Doe" } }
  const late = { ...form, email: who.email, challenge_id, credential: device.create(options) }
  expect((await refusal(await postJsonBy(browser, "/auth/v1/passkeys/sign-up/verify", late))).code).toBe(
    "account_already_exists",
  )
  expect(await works(device)).toBe(false)
})

test("the last passkey stays while there is no password; a further one, or a password, frees it", async () => {
  const { client, email } = await passwordless("last-way")
  const [first] = (await client.passkey.list()).data ?? []
  const remove = (passkeyId = first?.id ?? "") => client.passkey.delete({ passkeyId })
  expect((await remove()).error).toMatchObject({
    code: "last_passkey_not_deletable",
    status: 422,
    message: "This passkey is your only way to sign in. Add another one or set a password first.",
  })
  expect((await client.passkey.list()).data).toHaveLength(1)

  // One that was made for another address of the site does not sign in here.
  const second = passkeyDevice()
  expect((await addPasskey(client, second)).error).toBeNull()
  const { db } = site.services.database
  const isSecond = eq(passkeys.credential_id, second.credentialId)
  await db.update(passkeys).set({ rp_id: "cards.example.org" }).where(isSecond)
  expect((await remove()).error?.code).toBe("last_passkey_not_deletable")
  await db.update(passkeys).set({ rp_id: "meishi.test" }).where(isSecond)
  expect((await remove()).error).toBeNull()
  const [left] = (await client.passkey.list()).data ?? []
  expect((await remove(left?.id)).error?.code).toBe("last_passkey_not_deletable")

  expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
  expect((await remove(left?.id)).error).toBeNull()
  expect(await withPassword(email, PASSWORD)).toBeUndefined()
})

test("two removals at once leave one passkey", async () => {
  const { client } = await passwordless("two-removals")
  expect((await addPasskey(client, passkeyDevice())).error).toBeNull()
  const ids = ((await client.passkey.list()).data ?? []).map(({ id }) => id)
  const answers = await Promise.all(ids.map((passkeyId) => client.passkey.delete({ passkeyId })))
  expect(answers.map(({ error }) => error?.code ?? "ok").sort()).toEqual(["last_passkey_not_deletable", "ok"])
})

test("a first password needs a recent proof by the passkey; the owner is told, and both ways sign in afterwards", async () => {
  const { client, email, device } = await passwordless("first-password")
  pass(site, 6 * 60_000)
  const refused = await refusal(await ask(site, client, "PUT", "/auth/v1/user", { password: PASSWORD }))
  expect(refused).toMatchObject({ code: "reauthentication_needed", methods: ["passkey"] })
  // No password is the current one.
  const guessed = { password: PASSWORD, current_password: PASSWORD }
  expect((await refusal(await ask(site, client, "PUT", "/auth/v1/user", guessed))).code).toBe("invalid_credentials")
  await signInWithPasskey(client, device)
  expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
  expect(await subjectsTo(email)).toContain("Your Meishi account now has a password")
  expect([await withPassword(email, PASSWORD), await works(device)]).toEqual([undefined, true])
  expect((await (await ask(site, client, "GET", "/api/me")).json()).has_password).toBe(true)
})

test("“Forgot password?” sets the first password of an owner who lost the passkey", async () => {
  const { email, device } = await passwordless("lost-phone")
  pass(site, 8 * 24 * 3_600_000)
  const browser = authClient(site)
  expect((await browser.client.resetPasswordForEmail(email)).error).toBeNull()
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const query = new URL((await browser.fetch(pathname + search)).headers.get("location") ?? "").searchParams
  const tokens = {
    access_token: query.get("access_token") ?? "",
    refresh_token: query.get("refresh_token") ?? "",
  }
  expect((await browser.client.setSession(tokens)).error).toBeNull()
  expect((await browser.client.updateUser({ password: PASSWORD })).error).toBeNull()
  expect(await withPassword(email, PASSWORD)).toBeUndefined()
  // It is older than seven days, so no intruder of last week added it.
  expect(await works(device)).toBe(true)
})

test("a password is removed once a passkey has been used: other devices end, the owner is told, and can undo it", async () => {
  const { client, email } = await member(site, "weary")
  const other = authClient(site)
  expect((await other.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  const remove = () => ask(site, client, "DELETE", "/api/account/password")
  const NEEDED = { status: 422, code: "passkey_needed" }
  expect(await refusal(await remove())).toMatchObject(NEEDED)
  const device = passkeyDevice()
  expect((await addPasskey(client, device)).error).toBeNull()
  expect(await refusal(await remove())).toMatchObject(NEEDED)
  expect(await works(device)).toBe(true)

  pass(site, 6 * 60_000)
  expect(await refusal(await remove())).toMatchObject({
    code: "reauthentication_needed",
    methods: ["passkey", "password"],
  })
  const proof = await ask(site, client, "POST", "/api/account/identity-proof", { password: PASSWORD })
  expect(proof.status).toBe(200)
  expect((await remove()).status).toBe(200)
  expect(await withPassword(email, PASSWORD)).toBe("invalid_credentials")
  expect((await other.client.getUser()).error?.name).toBe("AuthSessionMissingError")
  expect((await client.getUser()).error).toBeNull()
  const { events } = await (await ask(site, client, "GET", "/api/account/security-events")).json()
  expect(events[0]).toMatchObject({ event: "password_removed" })
  // A second request finds nothing to remove, and announces nothing.
  const count = (await subjectsTo(email)).length
  expect((await remove()).status).toBe(200)
  expect(await subjectsTo(email)).toHaveLength(count)
  expect((await subjectsTo(email)).at(-1)).toBe("Your Meishi password was removed")

  const link = (await emailsTo(site.services, email)).at(-1)
  const token = /#token=(\S+)/.exec(link?.text_body ?? "")?.[1]
  const undone = await postJsonBy(authClient(site), "/api/account/undo", { token })
  expect(undone.status).toBe(200)
  const headers = { authorization: `Bearer ${(await undone.json()).access_token}`, "content-type": "application/json" }
  const body = JSON.stringify({ password: "a quieter harbour" })
  expect((await site.app.request("/auth/v1/user", { method: "PUT", headers, body })).status).toBe(200)
  expect(await withPassword(email, "a quieter harbour")).toBeUndefined()
})

test("an account without a password is deactivated and deleted for good with the passkey alone", async () => {
  const { client, email, device } = await passwordless("leaving")
  const { data } = await client.getUser()
  const user_id = data.user?.id
  expect((await ask(site, client, "POST", "/api/functions/delete-user-account", { user_id })).status).toBe(200)
  const browser = authClient(site)
  expect((await signInWithPasskey(browser.client, device)).error).toBeNull()
  const end = (body: object) => ask(site, browser.client, "POST", "/api/account/deletion", body)
  pass(site, 6 * 60_000)
  expect((await refusal(await end({}))).code).toBe("reauthentication_needed")
  expect((await refusal(await end({ password: PASSWORD }))).code).toBe("invalid_credentials")
  const again = authClient(site)
  expect((await signInWithPasskey(again.client, device)).error).toBeNull()
  expect((await ask(site, again.client, "POST", "/api/account/deletion", {})).status).toBe(200)
  expect(await userOf(email)).toBeUndefined()
})

test("an account with a password still needs it to be deleted for good", async () => {
  const { client, email, user_id } = await member(site, "keeps-password")
  await ask(site, client, "POST", "/api/functions/delete-user-account", { user_id })
  const browser = authClient(site)
  await browser.client.signInWithPassword({ email, password: PASSWORD })
  expect(await refusal(await ask(site, browser.client, "POST", "/api/account/deletion", {}))).toMatchObject({
    status: 422,
    code: "validation_failed",
    fields: { password: expect.any(String) },
  })
})
