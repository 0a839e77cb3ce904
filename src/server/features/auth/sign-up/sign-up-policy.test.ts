// Who can sign up, by setting, and how many the whole site accepts, over HTTP.
import { afterEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { member } from "../../../../../tests/support/factor-people.ts"
import { emailsTo } from "../../../../../tests/support/mailbox.ts"
import { passkeyDevice } from "../../../../../tests/support/passkey-device.ts"
import { addPasskey, codeOf, newcomer, signUpWithPasskey } from "../../../../../tests/support/passkey-people.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"

let site: TestApp
afterEach(() => site.close())

let number = 0
function signUp(ip = `198.18.0.${number % 250}`) {
  number += 1
  const username = `newcomer-${number}`
  const body = { email: `${username}@example.com`, password: PASSWORD, data: { username, full_name: "Ada Lovelace" } }
  return postJson(site, "/auth/v1/signup", body, {}, ip)
}
const disabled = async () => (await (await site.app.request("/auth/v1/settings")).json()).disable_signup
const users = async () => (await site.services.database.pool.query("select count(*)::int as n from users")).rows[0].n

describe("SIGN_UP=closed", () => {
  test("creates no account, says so to every client, and answers no questions about names", async () => {
    site = await testApp({ SIGN_UP: "closed" })
    const refused = await signUp()
    expect(refused.status).toBe(422)
    expect(await refused.json()).toEqual({
      code: "signup_disabled",
      message: "Signups not allowed for this instance",
    })
    const { error } = await authClient(site).client.signUp({ email: "ada@example.com", password: PASSWORD })
    expect([error?.code, error?.status]).toEqual(["signup_disabled", 422])
    const availability = await postJson(site, "/api/availability", { username: "free-name" })
    expect([availability.status, (await availability.json()).error.code]).toEqual([422, "signup_disabled"])
    expect(await disabled()).toBe(true)
    expect(await users()).toBe(0)
  })
})

test("without a setting everyone can sign up", async () => {
  site = await testApp()
  expect((await signUp()).status).toBe(200)
  expect(await disabled()).toBe(false)
})

test("with invitations the protocol says that sign-up is disabled", async () => {
  site = await testApp({ SIGN_UP: "invite" })
  expect(await disabled()).toBe(true)
})

describe("SIGN_UPS_PER_HOUR", () => {
  test("is a cap of the whole site that resets with the next hour", async () => {
    site = await testApp({ SIGN_UPS_PER_HOUR: "3" })
    for (let at = 0; at < 3; at++) expect((await signUp()).status).toBe(200)
    site.advance(1_800_000)
    const refused = await signUp()
    expect(refused.status).toBe(429)
    expect(refused.headers.get("retry-after")).toBe("1800")
    expect(await refused.json()).toEqual({
      code: "over_request_rate_limit",
      message: "Too many accounts are being created right now. Please try again later.",
    })
    expect(await users()).toBe(3)
    site.advance(1_800_000)
    expect((await signUp()).status).toBe(200)
  })

  test("does not count sign-ups that would be refused anyway", async () => {
    site = await testApp({ SIGN_UPS_PER_HOUR: "2" })
    await signUpAndVerify(site, { username: "taken" })
    const body = { email: "taken@example.com", password: PASSWORD, data: { username: "taken", full_name: "Ada" } }
    for (let at = 0; at < 10; at++)
      expect((await postJson(site, "/auth/v1/signup", body, {}, `198.18.1.${at}`)).status).toBe(409)
    expect((await signUp()).status).toBe(200)
  })

  test("does not count sign-ups that fail while the account is created", async () => {
    site = await testApp({ SIGN_UPS_PER_HOUR: "2", EMAILS_PER_HOUR: "2" })
    const owner = await member(site, "credential-owner")
    const credential = { id: Buffer.from("the very same credential id 0001") }
    expect((await addPasskey(owner.client, passkeyDevice(credential))).error).toBeNull()
    site.advance(3_600_000)
    for (let at = 0; at < 5; at++) {
      const refused = signUpWithPasskey(authClient(site), newcomer(), passkeyDevice(credential))
      expect(await codeOf(refused)).toBe("webauthn_credential_exists")
    }
    expect((await signUp()).status).toBe(200)
  })

  test("strangers without proofs cannot use it up", async () => {
    site = await testApp({ SIGN_UPS_PER_HOUR: "2", PROOF_OF_WORK: "always" })
    for (let at = 0; at < 30; at++) expect((await signUp(`198.18.2.${at}`)).status).toBe(428)
    const cap = "select count(*)::int as n from rate_limits where key like 'sign-ups:site%'"
    expect((await site.services.database.pool.query(cap)).rows[0].n).toBe(0)
  })
})

describe("EMAILS_PER_HOUR", () => {
  const ask = (path: string, email: string, ip: string) => postJson(site, path, { type: "signup", email }, {}, ip)

  test("holds back what strangers ask for, with the same answer whether or not there is such an account", async () => {
    site = await testApp({ EMAILS_PER_HOUR: "4" })
    const { email } = await signUpAndVerify(site, { username: "owner" })
    for (let at = 0; at < 3; at++) expect((await signUp()).status).toBe(200)
    const answers = []
    for (const address of [email, `newcomer-${number}@example.com`, "nobody@example.com"]) {
      const refused = await ask("/auth/v1/resend", address, `198.18.4.${answers.length}`)
      answers.push([refused.status, refused.headers.get("retry-after"), await refused.text()])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual([
      429,
      "3600",
      JSON.stringify({
        code: "over_email_send_rate_limit",
        message: "email rate limit exceeded",
      }),
    ])
    const refused = await signUp()
    expect([refused.status, (await refused.json()).code]).toEqual([429, "over_email_send_rate_limit"])
    expect(await users()).toBe(4)
  })

  test("never holds back a notice to an owner", async () => {
    site = await testApp({ EMAILS_PER_HOUR: "1" })
    const { email, headers } = await signUpAndVerify(site, { username: "owner" })
    expect((await ask("/auth/v1/resend", email, "198.18.5.1")).status).toBe(429)
    const changed = await site.app.request("/auth/v1/user", {
      method: "PUT",
      headers,
      body: JSON.stringify({ password: "a quieter harbour", current_password: PASSWORD }),
    })
    expect(changed.status).toBe(200)
    expect((await emailsTo(site.services, email)).at(-1)?.subject).toContain("password was changed")
    const moved = await site.app.request("/auth/v1/user", {
      method: "PUT",
      headers,
      body: JSON.stringify({ email: "elsewhere@example.com", current_password: "a quieter harbour" }),
    })
    expect([moved.status, (await moved.json()).code]).toEqual([429, "over_email_send_rate_limit"])
  })
})
