// A second factor and the rest of an account: removal, a second app, stale sessions, resets, deactivation.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { codeAt } from "../../../../../tests/support/authenticator.ts"
import {
  ask,
  enrolled,
  member,
  nextCode,
  pass,
  protectedMember,
  signedIn,
} from "../../../../../tests/support/factor-people.ts"
import { emailsTo, newestLink } from "../../../../../tests/support/mailbox.ts"
import { PASSWORD, postJson } from "../../../../../tests/support/people.ts"
import { underPolicy } from "../../../../../tests/support/policy.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
})
afterEach(() => {
  vi.useRealTimers()
})

const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

test("unenrolling: the owner is notified, sessions that owe a code end, levels drop, sign-in asks for the password only", async () => {
  const owner = await protectedMember(site, "leaver")
  const half = await signedIn(site, owner.email)
  expect((await owner.client.mfa.unenroll({ factorId: owner.factorId })).data).toEqual({ id: owner.factorId })
  expect((await half.client.getUser()).error).not.toBeNull()
  expect((await ask(site, owner.client, "GET", "/api/me")).status).toBe(200)
  await owner.client.refreshSession()
  expect((await owner.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  })
  expect((await emailsTo(site.services, owner.email)).at(-1)?.subject).toContain(
    "two-step verification method was removed",
  )
  const again = await signedIn(site, owner.email)
  expect((await ask(site, again.client, "GET", "/api/me")).status).toBe(200)
})

test("a second app: both count, removing one leaves the other, names must differ, an abandoned start is replaced", async () => {
  const owner = await protectedMember(site, "two-apps")
  const { client } = owner
  expect((await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" })).error?.code).toBe(
    "mfa_factor_name_conflict",
  )
  pass(site, 1000)
  await enrolled(owner.client, "Given up")
  const tablet = await enrolled(owner.client, "Tablet")
  expect((await client.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name)).toEqual([
    "Phone",
    "Tablet",
  ])
  expect((await client.mfa.challengeAndVerify({ ...tablet, code: nextCode(site, tablet.secret) })).error).toBeNull()
  expect((await client.mfa.unenroll({ factorId: owner.factorId })).error).toBeNull()
  const { client: later } = await signedIn(site, owner.email)
  expect((await later.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal2")
  expect((await later.mfa.challengeAndVerify({ ...tablet, code: nextCode(site, tablet.secret) })).error).toBeNull()
})

test("with several apps a code of any of them counts, repeatedly, and a wrong code is one attempt", async () => {
  const owner = await protectedMember(site, "many-apps")
  const apps = [owner.secret]
  for (let n = 2; n <= 7; n++) {
    const app = await enrolled(owner.client, `Phone ${n}`)
    expect((await owner.client.mfa.challengeAndVerify({ ...app, code: nextCode(site, app.secret) })).error).toBeNull()
    apps.push(app.secret)
  }
  const { client } = await signedIn(site, owner.email)
  const { factorId } = owner
  for (const secret of apps)
    expect((await client.mfa.challengeAndVerify({ factorId, code: nextCode(site, secret) })).error).toBeNull()
  const last = apps.at(-1) ?? ""
  const used = codeAt(last, site.services.clock())
  const wrong = async () => (await client.mfa.challengeAndVerify({ factorId, code: used })).error?.code
  const answers = [await wrong(), await wrong(), await wrong(), await wrong(), await wrong(), await wrong()]
  expect(answers).toEqual([...Array(5).fill("mfa_verification_failed"), "over_request_rate_limit"])
})

test("a session that was left open cannot change factors until the password or a code is given again", async () => {
  const plain = await member(site, "left-open")
  pass(site, 16 * 60_000)
  expect((await plain.client.mfa.enroll({ factorType: "totp" })).error?.code).toBe("reauthentication_needed")
  await plain.client.signInWithPassword({ email: plain.email, password: PASSWORD })
  const { factorId, secret } = await enrolled(plain.client)
  expect((await plain.client.mfa.challengeAndVerify({ factorId, code: nextCode(site, secret) })).error).toBeNull()
  pass(site, 16 * 60_000)
  expect((await plain.client.mfa.unenroll({ factorId })).error?.code).toBe("reauthentication_needed")
  expect(await (await ask(site, plain.client, "POST", "/api/account/recovery-codes")).text()).toContain(
    "reauthentication_needed",
  )
  expect((await plain.client.mfa.challengeAndVerify({ factorId, code: nextCode(site, secret) })).error).toBeNull()
  expect((await plain.client.mfa.unenroll({ factorId })).error).toBeNull()
})

test("a reset sets the password and does not bypass the factor", async () => {
  const owner = await protectedMember(site, "forgetful")
  await postJson(site, "/auth/v1/recover", { email: owner.email })
  const { pathname, search } = new URL(await newestLink(site.services, owner.email))
  const target = new URL((await site.app.request(pathname + search)).headers.get("location") ?? "").searchParams
  const recovery = authClient(site)
  const [access_token, refresh_token] = [target.get("access_token") ?? "", target.get("refresh_token") ?? ""]
  expect((await recovery.client.setSession({ access_token, refresh_token })).error).toBeNull()
  expect((await recovery.client.mfa.enroll({ factorType: "totp" })).error?.code).toBe("forbidden")
  expect((await recovery.client.mfa.challenge({ factorId: owner.factorId })).error?.code).toBe("forbidden")
  expect((await recovery.client.mfa.unenroll({ factorId: owner.factorId })).error?.code).toBe("forbidden")
  const password = "a wholly different phrase"
  expect((await recovery.client.updateUser({ password })).error).toBeNull()
  const browser = authClient(site)
  await browser.client.signInWithPassword({ email: owner.email, password })
  expect(await codeOf(await ask(site, browser.client, "GET", "/api/me"))).toBe("mfa_required")
})

test("once the factor is shown, password and address can be changed as usual", async () => {
  const { client } = await protectedMember(site, "changer")
  const { error } = await client.updateUser({ password: "a wholly different phrase", current_password: PASSWORD })
  expect(error).toBeNull()
  expect((await client.updateUser({ email: "changer.new@example.com" })).data.user?.factors).toHaveLength(1)
})

test("a deactivated account shows its factor before it is reactivated", async () => {
  const owner = await protectedMember(site, "sleeper")
  const body = { user_id: owner.user_id }
  expect((await ask(site, owner.client, "POST", "/api/functions/delete-user-account", body)).status).toBe(200)
  const back = await signedIn(site, owner.email)
  expect((await ask(site, back.client, "POST", "/api/functions/reactivate-user-account", body)).status).toBe(403)
  const { factorId, secret } = owner
  expect((await back.client.mfa.challengeAndVerify({ factorId, code: nextCode(site, secret) })).error).toBeNull()
  expect((await back.client.mfa.enroll({ factorType: "totp" })).error?.code).toBe("account_deactivated")
  expect((await ask(site, back.client, "POST", "/api/functions/reactivate-user-account", body)).status).toBe(200)
})

test("a deactivated account sets up no factor that it began before", async () => {
  const { email, user_id, client } = await member(site, "half-way")
  const { factorId, secret } = await enrolled(client)
  await ask(site, client, "POST", "/api/functions/delete-user-account", { user_id })
  const back = await signedIn(site, email)
  const { error } = await back.client.mfa.challengeAndVerify({ factorId, code: nextCode(site, secret) })
  expect(error?.code).toBe("account_deactivated")
  const verify = `/auth/v1/factors/${factorId}/verify`
  expect((await ask(site, back.client, "POST", verify, { challenge_id: "x", code: "123456" })).status).toBe(403)
})

test("bad input is refused as such", async () => {
  const owner = await protectedMember(site, "clumsy")
  const verify = `/auth/v1/factors/${owner.factorId}/verify`
  const wrong: [string, unknown][] = [
    ["/auth/v1/factors", {}],
    ["/auth/v1/factors", { factor_type: "telepathy" }],
    ["/auth/v1/factors", { factor_type: "totp", friendly_name: 7 }],
    ["/auth/v1/factors", null],
    [verify, {}],
    [verify, { challenge_id: 1, code: 2 }],
    [verify, { challenge_id: "x\0", code: "123456" }],
    ["/api/account/recovery-codes/redemption", {}],
    ["/api/account/recovery-codes/redemption", { code: "x".repeat(101) }],
  ]
  for (const [path, body] of wrong) {
    const response = await ask(site, owner.client, "POST", path, body)
    expect([path, body, response.status]).toEqual([path, body, 422])
  }
  for (const friendly_name of ["\0\ud800 emoji 🎈", "x".repeat(500)]) {
    const response = await ask(site, owner.client, "POST", "/auth/v1/factors", { factor_type: "totp", friendly_name })
    expect(response.status).toBe(200)
  }
  expect((await ask(site, owner.client, "DELETE", "/auth/v1/factors/%00")).status).toBe(404)
})

test("after SECRET changes, every code is refused with advice to use a recovery code, and a recovery code works", async () => {
  const owner = await protectedMember(site, "resealed")
  const { codes } = await (await ask(site, owner.client, "POST", "/api/account/recovery-codes")).json()
  const changed = underPolicy(site, { SECRET: "other".repeat(16) })
  const { client } = await signedIn(changed, owner.email)
  const advice = "We can't check the codes from your authenticator app. Use a recovery code, or contact support."
  for (const code of [nextCode(site, owner.secret), "000000"]) {
    const { error } = await client.mfa.challengeAndVerify({ factorId: owner.factorId, code })
    expect([error?.code, error?.message]).toEqual(["mfa_verification_failed", advice])
  }
  const spent = await ask(changed, client, "POST", "/api/account/recovery-codes/redemption", { code: codes[0] })
  expect(spent.status).toBe(200)
})
