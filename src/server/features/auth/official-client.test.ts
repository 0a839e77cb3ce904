// Everything that the product needs from the official client, through the official client.
import {
  AuthApiError,
  AuthInvalidCredentialsError,
  AuthRetryableFetchError,
  AuthWeakPasswordError,
  isAuthSessionMissingError,
} from "@supabase/auth-js"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { authClient, type TestClient } from "../../../../tests/support/auth-client.ts"
import { newestLink, tokenHashOf } from "../../../../tests/support/mailbox.ts"
import { PASSWORD, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"

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

async function signedIn(username: string): Promise<TestClient & { email: string }> {
  const { email } = await signUpAndVerify(site, { username })
  const browser = authClient(site)
  const { error } = await browser.client.signInWithPassword({ email, password: PASSWORD })
  expect(error).toBeNull()
  return { ...browser, email }
}

test("signUp answers with the user and no session", async () => {
  const { client, stored } = authClient(site)
  const { data, error } = await client.signUp({
    email: "Grace@Example.com",
    password: PASSWORD,
    options: {
      data: { username: "grace", full_name: "Grace Hopper", phone: "" },
      emailRedirectTo: "https://evil.test",
    },
  })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({
    email: "grace@example.com",
    user_metadata: { username: "grace", full_name: "Grace Hopper" },
  })
  expect(stored.size).toBe(0)
  expect(await newestLink(site.services, "grace@example.com")).toMatch(
    /^http:\/\/meishi\.test\/verify-email#token_hash=[\w-]{43}&type=signup$/,
  )
})

test("the email leads back to where the sign-up began, if that is a path of ours, and nowhere else", async () => {
  const { client } = authClient(site)
  const linkAfter = async (name: string, emailRedirectTo: string) => {
    const email = `${name}@example.com`
    const data = { username: name, full_name: "Grace Hopper" }
    await client.signUp({ email, password: PASSWORD, options: { data, emailRedirectTo } })
    return (await newestLink(site.services, email)).replace(/#.*/, "")
  }
  const page = `${ORIGIN}/verify-email`
  expect(await linkAfter("back-1", `${page}?return=/card/abc`)).toBe(`${page}?return=%2Fcard%2Fabc`)
  expect(await linkAfter("back-2", `${page}?return=//evil.test/`)).toBe(page)
  expect(await linkAfter("back-3", `${page}?return=https://evil.test/`)).toBe(page)
  expect(await linkAfter("back-4", `${page}?next=/x&return=/a%23token_hash=b`)).toBe(
    `${page}?return=%2Fa%23token_hash%3Db`,
  )
  expect(await linkAfter("back-5", "https://evil.test/verify-email?return=/card/abc")).toBe(page)
  expect(await linkAfter("back-6", `${ORIGIN}/settings?return=/card/abc`)).toBe(page)
  expect(await linkAfter("back-9", `${page}?return=/.//evil.test/`)).toBe(page)
  expect(await linkAfter("back-10", `${page}?return=/a/%252e%252e//evil.test/`)).toBe(page)
  expect(await linkAfter("back-7", `${page}?return=/${"a".repeat(3000)}`)).toBe(page)
  const again = "back-8@example.com"
  await client.signUp({ email: again, password: PASSWORD, options: { emailRedirectTo: page } })
  await client.resend({ type: "signup", email: again, options: { emailRedirectTo: `${page}?return=/card/abc` } })
  expect(await newestLink(site.services, again)).toContain("?return=%2Fcard%2Fabc#")
})

test("an unconfirmed address cannot sign in, and only those who know the password learn why", async () => {
  const { email } = await signUp(site)
  const { client } = authClient(site)
  const right = await client.signInWithPassword({ email, password: PASSWORD })
  expect(right.error).toMatchObject({ code: "email_not_confirmed", status: 400, message: "Email not confirmed" })
  const wrong = await client.signInWithPassword({ email, password: "something else" })
  expect(wrong.error).toMatchObject({ code: "invalid_credentials", status: 400 })
})

test("verifyOtp confirms the address, stores no session, and works once", async () => {
  const { client, stored, events } = authClient(site)
  const email = "confirmer@example.com"
  const user_id = (await client.signUp({ email, password: PASSWORD })).data.user?.id
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  const first = await client.verifyOtp({ token_hash, type: "signup" })
  expect(first.error).toBeNull()
  expect(first.data.session).toBeNull()
  expect(first.data.user).toMatchObject({ id: user_id, email_confirmed_at: "2026-05-01T12:00:00.000Z" })
  expect(stored.size).toBe(0)
  expect(events).not.toContain("SIGNED_IN")
  const second = await client.verifyOtp({ token_hash, type: "signup" })
  expect(second.error).toBeInstanceOf(AuthApiError)
  expect(second.error).toMatchObject({ code: "otp_expired", status: 403 })
})

test("signInWithPassword opens a session with the claims the client expects", async () => {
  const { email, user_id } = await signUpAndVerify(site)
  const { client, events } = authClient(site)
  const { data, error } = await client.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD })
  expect(error).toBeNull()
  expect(data.session).toMatchObject({ expires_in: 3600, token_type: "bearer", user: { id: user_id, email } })
  await vi.waitFor(() => expect(events).toContain("SIGNED_IN"))
  const { data: claims, error: claimsError } = await client.getClaims()
  expect(claimsError).toBeNull()
  expect(claims?.header).toMatchObject({ alg: "ES256", typ: "JWT" })
  expect(claims?.claims).toMatchObject({
    sub: user_id,
    email,
    aud: "authenticated",
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password" }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    exp: Math.floor(site.services.clock().getTime() / 1000) + 3600,
  })
  const level = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" })
})

test("getUser and refreshSession answer with the user", async () => {
  const { client, email, events } = await signedIn("refresher")
  expect((await client.getUser()).data.user?.email).toBe(email)
  const before = (await client.getSession()).data.session
  site.advance(1000)
  const { data, error } = await client.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
  expect(data.user?.email).toBe(email)
  await vi.waitFor(() => expect(events).toContain("TOKEN_REFRESHED"))
})

test("signing out ends the session on the server too", async () => {
  const { client, stored, events } = await signedIn("leaver")
  const { data } = await client.getSession()
  expect((await client.signOut()).error).toBeNull()
  expect(stored.size).toBe(0)
  await vi.waitFor(() => expect(events).toContain("SIGNED_OUT"))
  const { error } = await client.getUser(data.session?.access_token)
  expect(isAuthSessionMissingError(error)).toBe(true)
  const again = await client.refreshSession({ refresh_token: data.session?.refresh_token ?? "" })
  expect(again.error).toMatchObject({ code: "refresh_token_not_found", status: 400 })
})

test("scopes: local ends this session, others ends the rest, global ends all", async () => {
  const { email } = await signUpAndVerify(site, { username: "scopes" })
  const open = async () => {
    const browser = authClient(site)
    await browser.client.signInWithPassword({ email, password: PASSWORD })
    const { data } = await browser.client.getSession()
    const token = data.session?.access_token ?? ""
    return { ...browser, lives: async () => (await authClient(site).client.getUser(token)).error === null }
  }
  const [a, b, c] = [await open(), await open(), await open()]
  await a.client.signOut({ scope: "local" })
  expect([await a.lives(), await b.lives(), await c.lives()]).toEqual([false, true, true])
  const d = await open()
  await b.client.signOut({ scope: "others" })
  expect([await b.lives(), await c.lives(), await d.lives()]).toEqual([true, false, false])
  const e = await open()
  await b.client.signOut({ scope: "global" })
  expect([await b.lives(), await e.lives()]).toEqual([false, false])
})

test("a weak password is refused with the reasons", async () => {
  const { client } = authClient(site)
  const short = await client.signUp({ email: "weak@example.com", password: "ab#4x" })
  expect(short.error).toBeInstanceOf(AuthWeakPasswordError)
  expect(short.error).toMatchObject({
    status: 422,
    message: "Password must be at least 8 characters",
    reasons: ["length"],
  })
  const common = await client.signUp({ email: "weak@example.com", password: "Sunshine2024!" })
  expect(common.error).toMatchObject({ code: "weak_password", reasons: ["pwned"] })
})

test("resend answers the same for known and unknown addresses, and sends an email to the known one", async () => {
  const { client } = authClient(site)
  const email = "impatient@example.com"
  await client.signUp({ email, password: PASSWORD })
  const first = await newestLink(site.services, email)
  expect(await client.resend({ type: "signup", email })).toEqual(
    await client.resend({ type: "signup", email: "nobody@example.com" }),
  )
  const second = await newestLink(site.services, email)
  expect(second).not.toBe(first)
  const old = await client.verifyOtp({ token_hash: tokenHashOf(first), type: "signup" })
  expect(old.error?.code).toBe("otp_expired")
  expect((await client.verifyOtp({ token_hash: tokenHashOf(second), type: "signup" })).error).toBeNull()
})

test("what is not offered answers with the protocol's code", async () => {
  const { client } = await signedIn("curious")
  const codes = [
    (await client.signInWithOtp({ email: "curious@example.com" })).error?.code,
    (await client.signInWithOtp({ phone: "15551234567" })).error?.code,
    (await client.signInWithSSO({ domain: "example.com" })).error?.code,
    (await client.signInWithIdToken({ provider: "google", token: "x" })).error?.code,
    (await client.signInAnonymously()).error?.code,
    (await client.signUp({ phone: "15551234567", password: PASSWORD })).error?.code,
    (await client.signInWithPassword({ phone: "15551234567", password: PASSWORD })).error?.code,
    (await client.mfa.enroll({ factorType: "phone", phone: "15551234567" })).error?.code,
    (await client.reauthenticate()).error?.code,
    (await client.admin.listUsers()).error?.code,
  ]
  expect(codes).toEqual([
    "otp_disabled",
    "otp_disabled",
    "saml_provider_disabled",
    "provider_disabled",
    "anonymous_provider_disabled",
    "phone_provider_disabled",
    "phone_provider_disabled",
    "mfa_phone_enroll_not_enabled",
    "otp_disabled",
    // That part of the client sends a separate key, never the token of a session.
    "no_authorization",
  ])
})

test("the client's own sentence for missing credentials is the specification's", async () => {
  const { client } = authClient(site)
  const credentials = { password: PASSWORD } as unknown as { email: string; password: string }
  const { error } = await client.signUp(credentials)
  expect(error).toBeInstanceOf(AuthInvalidCredentialsError)
  expect(error?.message).toBe("You must provide either an email or phone number and a password")
})

test("a busy server is a retryable error", async () => {
  const { client } = authClient({
    app: { request: () => new Response("{}", { status: 503 }) } as unknown as TestApp["app"],
  })
  const { error } = await client.signInWithPassword({ email: "a@example.com", password: PASSWORD })
  expect(error).toBeInstanceOf(AuthRetryableFetchError)
})

test("in another browser verifyOtp asks for the password, with a specific code and sentence", async () => {
  const { email } = await signUp(site)
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  const { client } = authClient(site)
  const { error } = await client.verifyOtp({ token_hash, type: "signup" })
  expect(error).toMatchObject({
    code: "password_needed",
    status: 403,
    message: "Enter the password for this account to confirm the email address.",
  })
  const params = { token_hash, type: "signup" as const, password: PASSWORD }
  expect((await client.verifyOtp(params)).error).toBeNull()
})

test("a new account has one identity, which tells the client that the address was free", async () => {
  const { client } = authClient(site)
  const email = "identified@example.com"
  const { data } = await client.signUp({ email, password: PASSWORD })
  const id = data.user?.id
  const at = site.services.clock().toISOString()
  expect(data.user?.identities).toEqual([
    {
      identity_id: id,
      id,
      user_id: id,
      identity_data: { sub: id, email, email_verified: false, phone_verified: false },
      provider: "email",
      email,
      last_sign_in_at: at,
      created_at: at,
      updated_at: at,
    },
  ])
  await client.verifyOtp({ token_hash: tokenHashOf(await newestLink(site.services, email)), type: "signup" })
  await client.signInWithPassword({ email, password: PASSWORD })
  const identities = (await client.getUserIdentities()).data?.identities
  expect(identities).toMatchObject([{ id, provider: "email", identity_data: { email_verified: true } }])
})
