// The operator's policy over HTTP: a way in that is switched off is refused by every route that leads in, by the official client's calls.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { authClient, type TestClient } from "../../../../tests/support/auth-client.ts"
import { codeAt } from "../../../../tests/support/authenticator.ts"
import { companyClient } from "../../../../tests/support/company-client.ts"
import { lyingProvider } from "../../../../tests/support/lying-provider.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../tests/support/mailbox.ts"
import { passkeyDevice } from "../../../../tests/support/passkey-device.ts"
import { addPasskey, signInWithPasskey } from "../../../../tests/support/passkey-people.ts"
import { PASSWORD, type Person, postJson, signIn, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { underPolicy } from "../../../../tests/support/policy.ts"
import { DAY_MS } from "../../../domain/time.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { copiedNotice } from "./passkeys/passkey-emails.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => site.advance(3_600_000))

const enter = async (email: string): Promise<TestClient> => {
  const browser = authClient(site)
  expect((await browser.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return browser
}

async function administrator(): Promise<Person> {
  const admin = await signUpAndVerify(site)
  await site.services.database.db.insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
  return admin
}

describe("without passwords", () => {
  const refusal = ["email_provider_disabled", "Signing in with a password is turned off on this site."]

  test("no password signs in, signs up, is reset, is changed, or comes by an administrator's email", async () => {
    const { email, headers } = await signUpAndVerify(site)
    const admin = await administrator()
    const closed = underPolicy(site, { SIGN_IN: ["passkey"] })
    const { client } = authClient(closed)
    const { error: entering } = await client.signInWithPassword({ email, password: PASSWORD })
    expect([entering?.code, entering?.message]).toEqual(refusal)
    const { error: joining } = await client.signUp({ email: "new@example.com", password: PASSWORD })
    expect([joining?.code, joining?.message]).toEqual(refusal)
    expect((await client.resetPasswordForEmail(email)).error?.code).toBe(refusal[0])
    const body = { password: "another lighthouse 8", current_password: PASSWORD }
    const changed = await postJson(closed, "/auth/v1/user", body, headers, undefined, "PUT")
    expect([changed.status, (await changed.json()).code]).toEqual([422, refusal[0]])
    const sent = await postJson(closed, `/api/admin/users/${admin.user_id}/password-reset`, {}, admin.headers)
    expect([sent.status, (await sent.json()).error.code]).toEqual([422, refusal[0]])
    expect((await (await closed.app.request("/auth/v1/settings")).json()).external.email).toBe(false)
    // Nothing has changed for the day when it is switched on again.
    expect((await enter(email)).client).toBeDefined()
  })

  test("a reset link from before sets none", async () => {
    const { email } = await signUpAndVerify(site)
    await authClient(site).client.resetPasswordForEmail(email)
    const closed = underPolicy(site, { SIGN_IN: ["passkey"] })
    const followed = await closed.app.request(await newestLink(site.services, email))
    const token = new URL(followed.headers.get("location") ?? "").searchParams.get("access_token")
    const headers = { authorization: `Bearer ${token}` }
    const set = await postJson(closed, "/auth/v1/user", { password: "another lighthouse 8" }, headers, undefined, "PUT")
    expect((await set.json()).code).toBe(refusal[0])
    await enter(email)
  })

  test("no email advises to change a password", async () => {
    const person = await signUpAndVerify(site)
    const admin = await administrator()
    const closed = underPolicy(site, { SIGN_IN: ["passkey", "company"] })
    const { length: before } = await emailsTo(site.services, person.email)
    const ask = async (path: string, body: object, method = "POST") =>
      (await postJson(closed, path, body, person.headers, undefined, method)).json()
    await ask("/auth/v1/user", { email: `moved-${person.email}` }, "PUT")
    const { id, totp } = await ask("/auth/v1/factors", { factor_type: "totp" })
    const { id: challenge_id } = await ask(`/auth/v1/factors/${id}/challenge`, {})
    const code = codeAt(totp.secret, site.services.clock())
    const { access_token } = await ask(`/auth/v1/factors/${id}/verify`, { challenge_id, code })
    const headers = { authorization: `Bearer ${access_token}` }
    for (let at = 0; at < 6; at++) await postJson(closed, "/api/account/identity-proof", { code: "000000" }, headers)
    await postJson(closed, `/api/admin/users/${person.user_id}/factors`, {}, admin.headers, undefined, "DELETE")
    const other = await signUpAndVerify(site)
    await postJson(closed, "/api/functions/delete-user-account", { user_id: other.user_id }, other.headers)
    const sent = (await emailsTo(site.services, person.email)).slice(before)
    const last = (await emailsTo(site.services, other.email)).slice(-1)
    expect([...sent, ...last].map(({ subject }) => subject)).toEqual([
      "Your Meishi sign-in email is about to change",
      "A two-step verification method was added to your Meishi account",
      "Wrong codes were entered for your Meishi account",
      "Two-step verification was turned off for your Meishi account",
      "Your Meishi account was deactivated",
    ])
    for (const { text_body } of [...sent, ...last]) expect(text_body).not.toMatch(/password/i)
    expect(sent[0]?.text_body).toContain("cancel the change in your settings now, sign out all other devices there and")
    expect(copiedNotice("security_key")(closed.services.config).paragraphs[1]).toContain("remove this security key")
  })

  test("an open session goes on, still proves its owner by the password, and gets a passkey, which signs in", async () => {
    const { email } = await signUpAndVerify(site)
    const { client } = await enter(email)
    const device = passkeyDevice()
    site.advance(20 * 60_000)
    const closed = underPolicy(site, { SIGN_IN: ["passkey"] })
    const headers = { authorization: `Bearer ${(await client.getSession()).data.session?.access_token}` }
    const ask = (path: string, body = {}) => postJson(closed, path, body, headers)
    const options = () => ask("/auth/v1/passkeys/registration/options")
    expect((await (await options()).json()).code).toBe("reauthentication_needed")
    expect((await ask("/api/account/identity-proof", { password: PASSWORD })).status).toBe(200)
    const { challenge_id, options: wanted } = await (await options()).json()
    const added = await ask("/auth/v1/passkeys/registration/verify", {
      challenge_id,
      credential: device.create(wanted),
    })
    expect(added.status).toBe(200)
    expect((await signInWithPasskey(authClient(closed).client, device)).error).toBeNull()
  })
})

describe("without passkeys", () => {
  const refusal = ["passkey_disabled", "Signing in with a passkey is turned off on this site."]

  test("none signs in and none is added; those that are there are listed and removed, and prove their owner", async () => {
    const { email } = await signUpAndVerify(site)
    const { client } = await enter(email)
    const device = passkeyDevice()
    expect((await addPasskey(client, device)).error).toBeNull()
    const closed = underPolicy(site, { SIGN_IN: ["password"] })
    const { error } = await signInWithPasskey(authClient(closed).client, device)
    expect([error?.code, error?.message]).toEqual(refusal)
    const there = authClient(closed).client
    await there.signInWithPassword({ email, password: PASSWORD })
    expect((await addPasskey(there, passkeyDevice())).error?.code).toBe(refusal[0])
    const listed = await there.passkey.list()
    expect(listed.data).toHaveLength(1)
    expect((await there.passkey.delete({ passkeyId: listed.data?.[0]?.id ?? "" })).error).toBeNull()
  })
})

describe("without company logins", () => {
  test("its routes answer as if there were none, and its people are no longer bound to it", async () => {
    const liar = await lyingProvider()
    const COMPANY_LOGIN = JSON.stringify(liar.setting({ domains: ["company.example"] }))
    const closed = await testApp({ COMPANY_LOGIN, SIGN_IN: "password, passkey" })
    const challenge = `code_challenge_method=s256&code_challenge=${"a".repeat(43)}`
    const away = await closed.app.request(`/auth/v1/authorize?provider=liar&${challenge}`)
    expect([away.status, (await away.json()).code]).toEqual([400, "validation_failed"])
    expect((await (await closed.app.request("/auth/v1/settings")).json()).external.liar).toBeUndefined()
    expect((await postJson(closed, "/auth/v1/recover", { email: "eve@company.example" })).status).toBe(200)
    await liar.close()
    await closed.close()
  })
})

describe("SIGN_UP_DOMAINS", () => {
  const domains = { SIGN_UP_DOMAINS: ["example.org", "example.net"] }
  const refusal = "Accounts here need an email address at example.org or example.net."

  test.each(["eve@example.com", "eve@example.org.evil.com", "eve@sub.example.org", "eve@xn--xample-9uf.org"])(
    "%s gets no account",
    async (email) => {
      const small = underPolicy(site, domains)
      const body = { email, password: PASSWORD, data: { username: "eve", full_name: "Eve Example" } }
      const answer = await postJson(small, "/auth/v1/signup", body)
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { code: "email_address_not_authorized", message: refusal },
      ])
    },
  )

  test("an address there does, in any case; no account moves out, and no invitation invites anyone else", async () => {
    const small = underPolicy(site, domains)
    const person = await signUpAndVerify(small, { username: "inside", email: "Inside@EXAMPLE.org" })
    const move = (email: string) => postJson(small, "/auth/v1/user", { email }, person.headers, undefined, "PUT")
    expect((await (await move("inside@example.com")).json()).code).toBe("email_address_not_authorized")
    expect((await move("inside@example.net")).status).toBe(200)
    const admin = await administrator()
    const invite = (email: string) => postJson(small, "/api/admin/invitations", { email }, admin.headers)
    expect((await (await invite("eve@example.com")).json()).error.fields).toEqual({ email: refusal })
    expect((await invite("ada@example.org")).status).toBe(201)
  })

  test("links from before the setting confirm no address elsewhere, and no new ones are sent", async () => {
    const small = underPolicy(site, domains)
    const person = await signUpAndVerify(site)
    const moved = `moved-${person.email}`
    await postJson(site, "/auth/v1/user", { email: moved }, person.headers, undefined, "PUT")
    const { email: late } = await signUp(site)
    for (const [type, to, email] of [
      ["email_change", moved, person.email],
      ["signup", late, late],
    ] as const) {
      const link = { type, token_hash: tokenHashOf(await newestLink(site.services, to)), password: PASSWORD }
      const answer = await postJson(small, "/auth/v1/verify", link)
      expect([answer.status, (await answer.json()).message]).toEqual([422, refusal])
      expect((await postJson(small, "/auth/v1/resend", { type, email })).status).toBe(200)
      expect(await emailsTo(site.services, to)).toHaveLength(1)
    }
    expect((await postJson(small, "/auth/v1/recover", { email: late })).status).toBe(200)
    const { pathname, search } = new URL(await newestLink(site.services, late))
    const opened = await small.app.request(pathname + search)
    const access_token = new URL(opened.headers.get("location") ?? "").searchParams.get("access_token")
    const headers = { authorization: `Bearer ${access_token}` }
    const reset = await postJson(
      small,
      "/auth/v1/user",
      { password: "another lighthouse 8" },
      headers,
      undefined,
      "PUT",
    )
    expect([reset.status, (await reset.json()).message]).toEqual([422, refusal])
    // An account that was there stays.
    expect((await signIn(small, person.email)).user_id).toBe(person.user_id)
  })

  test("a company login creates no account elsewhere", async () => {
    const liar = await lyingProvider()
    const small = await testApp({ COMPANY_LOGIN: JSON.stringify(liar.setting()), SIGN_UP_DOMAINS: "example.org" })
    small.advance(Date.now() - small.services.clock().getTime())
    const problemOf = async (email: string) => {
      const browser = companyClient(small)
      const claims = { sub: email, email, email_verified: true, name: "Eve Example" }
      const page = await browser.arrive(liar.visit(await browser.leave("liar"), claims))
      return (await browser.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")).error?.code
    }
    expect(await problemOf("eve@example.com")).toBe("email_address_not_authorized")
    expect(await problemOf("ada@example.org")).toBeUndefined()
    await liar.close()
    await small.close()
  })
})

describe("SECOND_FACTOR", () => {
  const stateOf = async (on: Pick<TestApp, "app">, { headers }: Pick<Person, "headers">, path: string) => {
    const answer = await on.app.request(ORIGIN + path, { headers })
    return answer.ok ? 200 : (await answer.json()).error.code
  }
  const dueIn = async (on: Pick<TestApp, "app">, { headers }: Pick<Person, "headers">) =>
    (await (await on.app.request("/api/me", { headers })).json()).second_factor_due_at

  test("everyone: after a week an account without a factor can only get one", async () => {
    const strict = underPolicy(site, { SECOND_FACTOR: "everyone" })
    const person = await signUpAndVerify(site)
    expect(await stateOf(strict, person, "/api/account/cards")).toBe(200)
    expect(await dueIn(strict, person)).toBe(new Date(site.services.clock().getTime() + 7 * DAY_MS).toISOString())
    expect(await dueIn(site, person)).toBeNull()
    site.advance(7 * DAY_MS)
    const { client } = await enter(person.email)
    const token = (await client.getSession()).data.session?.access_token
    const later = { headers: { authorization: `Bearer ${token}` } }
    for (const path of ["/api/account/cards", "/api/people", "/api/account/profiles"])
      expect(await stateOf(strict, later, path)).toBe("second_factor_required")
    expect(await stateOf(strict, later, "/api/me")).toBe(200)
    expect(await stateOf(site, later, "/api/account/cards")).toBe(200)
    // Where the way to it stays open: a passkey is two factors, from the next sign-in on.
    const device = passkeyDevice()
    expect((await addPasskey(client, device)).error).toBeNull()
    const { client: safe } = authClient(strict)
    expect((await signInWithPasskey(safe, device)).error).toBeNull()
    const headers = { authorization: `Bearer ${(await safe.getSession()).data.session?.access_token}` }
    expect(await stateOf(strict, { headers }, "/api/account/cards")).toBe(200)
  })

  test("moderators: they and administrators need one for their role, and for nothing of their own", async () => {
    const strict = underPolicy(site, { SECOND_FACTOR: "moderators" })
    const moderator = await signUpAndVerify(site)
    await site.services.database.db.insert(user_roles).values({ user_id: moderator.user_id, role: "moderator" })
    expect(await stateOf(strict, moderator, "/api/moderation/reports")).toBe(200)
    site.advance(7 * DAY_MS)
    const { client } = await enter(moderator.email)
    const headers = { authorization: `Bearer ${(await client.getSession()).data.session?.access_token}` }
    expect(await stateOf(strict, { headers }, "/api/moderation/reports")).toBe("second_factor_required")
    expect(await stateOf(strict, { headers }, "/api/account/cards")).toBe(200)
    expect(await stateOf(site, { headers }, "/api/moderation/reports")).toBe(200)
  })
})
