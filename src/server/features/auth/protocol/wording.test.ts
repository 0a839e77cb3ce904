import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { ask, enrolled, member, pass, protectedMember, signedIn } from "../../../../../tests/support/factor-people.ts"
import { fromIp, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"

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

const get = (path: string, authorization?: string) =>
  Promise.resolve(site.app.request(path, authorization === undefined ? {} : { headers: { authorization } }))
const told = async (answer: Response) => [answer.status, await answer.json()]
const bad = (why: string) => [
  403,
  { code: "bad_jwt", message: `invalid JWT: unable to parse or verify signature, ${why}` },
]

test.each([undefined, "", "Bearer", "Bearer  ", "Basic YTpi"])("no token: %j", async (authorization) => {
  const expected = { code: "no_authorization", message: "This endpoint requires a valid Bearer token" }
  for (const path of ["/auth/v1/user", "/auth/v1/logout"]) {
    const answer = path.endsWith("logout")
      ? await postJson(site, path, {}, authorization === undefined ? {} : { authorization })
      : await get(path, authorization)
    expect([path, ...(await told(answer))]).toEqual([path, 401, expected])
  }
  expect(await told(await get("/api/me", authorization))).toEqual([
    401,
    { error: { code: "not_authenticated", message: "Please sign in first." } },
  ])
})

test("a token that is malformed, forged, expired, or whose session is over", async () => {
  const { access_token, headers } = await signUpAndVerify(site)
  const own = `Bearer ${access_token}`
  const [head = "", body = ""] = access_token.split(".")
  const broken = bad("token is malformed or its signature is invalid")
  for (const token of ["x", "a.b.c", `${head}.${body}.${"A".repeat(86)}`])
    expect(await told(await get("/auth/v1/user", `Bearer ${token}`))).toEqual(broken)
  site.advance(3_600_000)
  expect(await told(await get("/auth/v1/user", own))).toEqual(bad("token has invalid claims: token is expired"))
  // Only a token of ours gets the answer that it has expired.
  expect(await told(await get("/auth/v1/user", `Bearer ${head}.${body}.${"A".repeat(86)}`))).toEqual(broken)
  expect(headers.authorization).toBe(own)

  const other = await signUpAndVerify(site)
  expect((await postJson(site, "/auth/v1/logout", {}, other.headers)).status).toBe(204)
  expect(await told(await get("/auth/v1/user", `Bearer ${other.access_token}`))).toEqual([
    403,
    { code: "session_not_found", message: "Session from session_id claim in JWT does not exist" },
  ])
})

test("a wrong code is refused in the protocol's words at /auth/v1, and in ours at /api", async () => {
  const { email, factorId, client } = await protectedMember(site, "mistyping")
  const half = await signedIn(site, email)
  const wrong = await half.client.mfa.challengeAndVerify({ factorId, code: "000000" })
  expect(wrong.error).toMatchObject({
    status: 422,
    code: "mfa_verification_failed",
    message: "Invalid TOTP code entered",
  })
  expect(await told(await ask(site, client, "POST", "/api/account/identity-proof", { code: "000000" }))).toEqual([
    422,
    {
      error: {
        code: "mfa_verification_failed",
        message: "That code didn't work. Wait for the next one.",
      },
    },
  ])
})

test("what a session cannot do before its second factor", async () => {
  const { email, factorId } = await protectedMember(site, "halfway")
  const { client } = await signedIn(site, email)
  const errors = [
    (await client.updateUser({ password: "another fine phrase" })).error,
    (await client.mfa.enroll({ factorType: "totp" })).error,
    (await client.mfa.unenroll({ factorId })).error,
  ]
  expect(errors.map((error) => [error?.code, error?.message])).toEqual([
    ["insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled."],
    ["insufficient_aal", "AAL2 required to enroll a new factor"],
    ["insufficient_aal", "AAL2 required to unenroll verified factor"],
  ])
})

test("what is wrong with a factor", async () => {
  const { client } = await member(site, "factorless")
  const { factorId } = await enrolled(client, "Phone")
  const { data } = await client.mfa.challenge({ factorId })
  const challengeId = data?.id ?? ""
  const errors = [
    (await client.mfa.challenge({ factorId: "00000000-0000-4000-8000-000000000000" })).error,
    (await client.mfa.enroll({ factorType: "phone", phone: "15551234567" })).error,
    (await client.mfa.enroll({ factorType: "smoke" as "totp" })).error,
  ]
  expect(errors.map((error) => [error?.code, error?.message])).toEqual([
    ["mfa_factor_not_found", "Factor not found"],
    ["mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"],
    ["validation_failed", "factor_type needs to be totp, phone, or webauthn"],
  ])
  pass(site, 600_000)
  const late = await client.mfa.verify({ factorId, challengeId, code: "123456" })
  expect(late.error?.message).toBe(
    `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
  )
  const { client: owner } = await protectedMember(site, "twice")
  const same = await owner.mfa.enroll({ factorType: "totp", friendlyName: "Phone" })
  expect(same.error?.message).toBe('A factor with the friendly name "Phone" for this user already exists')
})

test("a factor without a name has no friendly_name", async () => {
  const { client } = await member(site, "nameless")
  await client.mfa.enroll({ factorType: "totp" })
  expect((await client.getUser()).data.user?.factors?.[0]).not.toHaveProperty("friendly_name")
})

test("an unknown scope of signing out", async () => {
  const { headers } = await signUpAndVerify(site)
  const answer = await postJson(site, '/auth/v1/logout?scope="mine"', {}, headers)
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: "validation_failed", message: 'Unsupported logout scope "\\"mine\\""' },
  ])
})

test("limits: the protocol's words, and the seconds in the header", async () => {
  const { email } = await signUpAndVerify(site)
  const attempt = () =>
    Promise.resolve(
      site.app.request(
        "/auth/v1/token?grant_type=password",
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password: "x" }),
        },
        fromIp("172.31.0.1"),
      ),
    )
  let answer = await attempt()
  for (let n = 0; n < 20 && answer.status !== 429; n++) answer = await attempt()
  expect(await told(answer)).toEqual([429, { code: "over_request_rate_limit", message: "Request rate limit reached" }])
  const { client } = authClient(site, { ip: "172.31.0.2" })
  for (let n = 0; n < 3; n++) await client.resetPasswordForEmail(email)
  const { error } = await client.resetPasswordForEmail(email)
  expect(error?.message).toBe("For security purposes, you can only request this after 3600 seconds.")
})
