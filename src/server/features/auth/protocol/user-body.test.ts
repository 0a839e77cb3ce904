import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { newestLink, tokenHashOf } from "../../../../../tests/support/mailbox.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

// The client compares the session's expiry with its own clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
})
afterEach(() => {
  vi.useRealTimers()
})

test("missing values are left out: no null where the protocol has no field", async () => {
  const email = "omitted@example.com"
  const signedUp = await (await postJson(site, "/auth/v1/signup", { email, password: PASSWORD })).json()
  expect(Object.keys(signedUp).sort()).toEqual([
    "app_metadata",
    "aud",
    "created_at",
    "email",
    "id",
    "identities",
    "is_anonymous",
    "phone",
    "role",
    "updated_at",
    "user_metadata",
  ])
  expect(JSON.stringify(signedUp)).not.toContain("null")
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  const confirmed = await postJson(site, "/auth/v1/verify", { token_hash, type: "signup", password: PASSWORD })
  const at = site.services.clock().toISOString()
  const body = await confirmed.json()
  expect(body).toMatchObject({ email_confirmed_at: at, confirmed_at: at })
  expect(body).not.toHaveProperty("last_sign_in_at")
  const { client } = authClient(site)
  const { data } = await client.signInWithPassword({ email, password: PASSWORD })
  expect(data.user).toMatchObject({ last_sign_in_at: at })
})

async function mover(username: string) {
  const { email } = await signUpAndVerify(site, { username })
  const browser = authClient(site)
  await browser.client.signInWithPassword({ email, password: PASSWORD })
  const { client } = browser
  const pending = async () => [
    (await client.getUser()).data.user?.new_email,
    (await client.refreshSession()).data.user?.new_email,
    (await authClient(site).client.signInWithPassword({ email, password: PASSWORD })).data.user?.new_email,
  ]
  return { ...browser, email, pending }
}

test("every answer names a new address that has to be confirmed, until it is confirmed", async () => {
  const { client, pending } = await mover("waits")
  expect(await pending()).toEqual([undefined, undefined, undefined])
  const new_email = "waits.new@example.com"
  expect((await client.updateUser({ email: new_email })).data.user?.new_email).toBe(new_email)
  expect(await pending()).toEqual([new_email, new_email, new_email])
  const token_hash = tokenHashOf(await newestLink(site.services, new_email))
  expect((await client.verifyOtp({ token_hash, type: "email_change" })).error).toBeNull()
  const { user } = (await client.getUser()).data
  expect([user?.email, user?.new_email]).toEqual([new_email, undefined])
})

test("the newest request counts, and the answer to another change still names it", async () => {
  const { client, pending } = await mover("undecided")
  await client.updateUser({ email: "undecided.1@example.com" })
  await client.updateUser({ email: "undecided.2@example.com" })
  expect((await client.updateUser({ data: { theme: "dark" } })).data.user?.new_email).toBe("undecided.2@example.com")
  expect(await pending()).toEqual(Array(3).fill("undecided.2@example.com"))
})

test("a request that was declined, has expired, or was ended by a new password is no longer pending", async () => {
  const nothing = [undefined, undefined, undefined]
  const declined = await mover("declined")
  await declined.client.updateUser({ email: "declined.new@example.com" })
  const token_hash = tokenHashOf(await newestLink(site.services, "declined.new@example.com"))
  expect((await postJson(site, "/auth/v1/verify/decline", { token_hash, type: "email_change" })).status).toBe(200)
  expect(await declined.pending()).toEqual(nothing)

  const changed = await mover("repassworded")
  await changed.client.updateUser({ email: "repassworded.new@example.com" })
  await changed.client.updateUser({ password: "a quieter harbour", current_password: PASSWORD })
  expect((await changed.client.getUser()).data.user).not.toHaveProperty("new_email")

  const late = await mover("belated")
  await late.client.updateUser({ email: "belated.new@example.com" })
  site.advance(24 * 3_600_000 - 1000)
  vi.setSystemTime(site.services.clock())
  expect(await late.pending()).toEqual(Array(3).fill("belated.new@example.com"))
  site.advance(1000)
  vi.setSystemTime(site.services.clock())
  expect(await late.pending()).toEqual(nothing)
})

test("an open link of another kind is not a new address", async () => {
  const { client, email } = await mover("forgetful")
  await client.resetPasswordForEmail(email)
  expect(await newestLink(site.services, email)).toContain("type=recovery")
  expect((await client.getUser()).data.user).not.toHaveProperty("new_email")
})
