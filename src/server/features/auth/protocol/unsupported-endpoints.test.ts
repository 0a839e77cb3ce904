import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"

let site: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  site = await testApp()
  headers = (await signUpAndVerify(site)).headers
})
afterAll(() => site.close())

const told = async (answer: Response) => {
  const { code, message } = await answer.json()
  return [answer.status, code, message]
}

const NO_CODE = [400, "validation_failed", "invalid request: both auth code and code verifier should be non-empty"]
const NO_FLOW = [404, "flow_state_not_found", "invalid flow state, no valid flow state found"]
const GOOGLE_OFF = [400, "provider_disabled", 'Provider (issuer "google") is not enabled']
const WEB3_OFF = [422, "web3_provider_disabled", "Web3 provider is disabled"]

test.each([
  ["pkce", { auth_code: "mock_code", code_verifier: "" }, NO_CODE],
  ["pkce", { auth_code: "", code_verifier: "v" }, NO_CODE],
  ["pkce", {}, NO_CODE],
  ["pkce", { auth_code: "mock_code", code_verifier: "v" }, NO_FLOW],
  ["id_token", { provider: "google", id_token: "x" }, GOOGLE_OFF],
  [
    "id_token",
    { provider: '"<b>', id_token: "x" },
    [400, "provider_disabled", 'Provider (issuer "\\"<b>") is not enabled'],
  ],
  ["web3", { chain: "solana", message: "m", signature: "s" }, WEB3_OFF],
])("a way to a token that is not offered: %s %j", async (grant, body, expected) => {
  expect(await told(await postJson(site, `/auth/v1/token?grant_type=${grant}`, body))).toEqual(expected)
})

test("the bodies of such grants are limited in size", async () => {
  const body = { auth_code: "a".repeat(501), code_verifier: "v" }
  expect(await told(await postJson(site, "/auth/v1/token?grant_type=pkce", body))).toEqual([
    422,
    "validation_failed",
    "This is too long",
  ])
})

test.each([
  ["POST", "/sso", 404, "saml_provider_disabled", "SAML 2.0 is disabled"],
  ["GET", "/sso/saml/metadata", 404, "saml_provider_disabled", "SAML 2.0 is disabled"],
  ["GET", "/user/identities/authorize?provider=google", 404, "manual_linking_disabled", "Manual linking is disabled"],
  ["DELETE", "/user/identities/0", 404, "manual_linking_disabled", "Manual linking is disabled"],
  ["POST", "/oauth/token", 404, "feature_disabled", "OAuth server is disabled"],
  ["GET", "/user/oauth/grants", 404, "feature_disabled", "OAuth server is disabled"],
  ["GET", "/authorize?provider=google", 400, "validation_failed", "Unsupported provider: provider is not enabled"],
  ["GET", "/callback?state=x", 400, "bad_oauth_state", "OAuth state not found or expired"],
  ["POST", "/otp", 422, "otp_disabled", "Signups not allowed for otp"],
  ["POST", "/magiclink", 422, "email_provider_disabled", "Login with magic link is disabled"],
  ["GET", "/reauthenticate", 422, "otp_disabled", "This way to sign in isn't available on this site."],
  ["GET", "/admin/users", 403, "not_admin", "User not allowed"],
  ["POST", "/invite", 403, "not_admin", "User not allowed"],
])("%s %s answers a signed-in client as where the feature is disabled", async (method, path, ...expected) => {
  expect(await told(await site.app.request(`/auth/v1${path}`, { method, headers }))).toEqual(expected)
})

test("the protocol's endpoints for administrators need a token first", async () => {
  expect(await told(await site.app.request("/auth/v1/admin/users"))).toEqual([
    401,
    "no_authorization",
    "This endpoint requires a valid Bearer token",
  ])
})

test("phone numbers: the official client learns what is disabled", async () => {
  const { client } = authClient(site)
  const phone = "15551234567"
  const [up, into, again] = [
    await client.signUp({ phone, password: PASSWORD }),
    await client.signInWithPassword({ phone, password: PASSWORD }),
    await client.resend({ type: "sms", phone }),
  ]
  expect([up, into, again].map(({ error }) => [error?.status, error?.code, error?.message])).toEqual([
    [400, "phone_provider_disabled", "Phone signups are disabled"],
    [422, "phone_provider_disabled", "Phone logins are disabled"],
    [400, "phone_provider_disabled", "Phone logins are disabled"],
  ])
})
