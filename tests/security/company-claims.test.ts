// What providers say, taken literally: claims that are not text, too long, or about someone else; and strange input to every route of company login.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { ORIGIN, type TestApp, testApp } from "../support/app.ts"
import { authClient } from "../support/auth-client.ts"
import { companyClient } from "../support/company-client.ts"
import { type LyingProvider, lyingProvider } from "../support/lying-provider.ts"
import { fromIp, PASSWORD } from "../support/people.ts"
import { nextIp } from "./callers.ts"
import { STRANGE } from "./inputs.ts"
import { rowCounts } from "./row-counts.ts"

const HOUR_MS = 3_600_000

let liar: LyingProvider
let other: LyingProvider
let site: TestApp
beforeAll(async () => {
  liar = await lyingProvider()
  other = await lyingProvider("other")
  const roles = { claim: "realm_access.roles", admin: ["chiefs"], moderator: ["helpers"] }
  const claims = { job_title: "title", business_phone: "phone" }
  site = await testApp({
    COMPANY_LOGIN: JSON.stringify([
      liar.setting({ roles, domains: ["company.example"], profile: { update: "always", claims }, session_hours: 2 }),
      other.setting(),
    ]),
  })
})
afterAll(async () => {
  await site.close()
  await liar.close()
  await other.close()
})
beforeEach(() => site.advance(Date.now() - site.services.clock().getTime()))
afterEach(() => {
  liar.lies = {}
})

let people = 0
const nextSub = (): string => `claimant-${++people}`
const truth = (sub: string, more = {}) => ({
  sub,
  email: `${sub}@example.com`,
  email_verified: true,
  name: "Grace Hopper",
  ...more,
})

/** From the button to the session. For the limits, what others did is long ago. */
async function visit(claims: Record<string, unknown>, provider = liar, id = "liar") {
  site.advance(HOUR_MS)
  const browser = companyClient(site)
  const page = await browser.arrive(provider.visit(await browser.leave(id), claims))
  const code = page.searchParams.get("code")
  if (code === null) return { browser, problem: page.searchParams.get("error_code"), user: null, session: null }
  const { data, error } = await browser.client.exchangeCodeForSession(code)
  if ((error?.status ?? 0) >= 500) throw error
  return { browser, problem: error?.code ?? null, user: data.user, session: data.session }
}

const rolesOf = async (id: string | undefined) =>
  (await site.services.database.db.select().from(user_roles))
    .filter(({ user_id }) => user_id === id)
    .map(({ role }) => role)
    .sort()

describe("who a person is", () => {
  test("the same name at two issuers is two people", async () => {
    const sub = nextSub()
    const first = await visit(truth(sub))
    const second = await visit(truth(sub, { email: `other-${sub}@example.com` }), other, "other")
    expect([first.problem, second.problem]).toEqual([null, null])
    expect(second.user?.id).not.toBe(first.user?.id)
    const taken = await visit(truth(nextSub(), { email: `${sub}@example.com` }), other, "other")
    expect(taken.problem).toBe("account_needs_connecting")
  })

  test.each([
    ["in letters that become others in lower case", "grace@\u212Aompany.com"],
    ["with a letter that no one sees", "gr\u0000ace@example.com"],
    ["in the letters of another alphabet", "gr\u0430ce@example.com"],
    ["of a domain that only looks like one", "grace@example.com."],
    ["of two", "grace@example.com, eve@example.com"],
    ["with a name around it", "Grace <grace@example.com>"],
    ["in a list", ["grace@example.com"]],
  ])("an address %s creates no account", async (_name, email) => {
    expect((await visit(truth(nextSub(), { email }))).problem).toBe("company_login_email_unconfirmed")
  })

  test("an address is confirmed by the answer that names it, not by another one", async () => {
    const sub = nextSub()
    const victim = `victim-of-${sub}@example.com`
    liar.lies = { userInfo: { sub, email: victim } }
    expect((await visit(truth(sub))).problem).toBe("company_login_email_unconfirmed")
    liar.lies = { userInfo: { sub, email: victim, email_verified: true } }
    expect((await visit(truth(sub))).user?.email).toBe(victim)
    liar.lies = { userInfo: { sub: "someone-else", email: victim, email_verified: true } }
    expect((await visit(truth(nextSub()))).problem).toBe("company_login_failed")
  })

  test.each(["a\u0000b", "\ud800"])("a name that no database stores names no one: %j", async (sub) => {
    expect((await visit(truth("x", { sub }))).problem).toBe("company_login_failed")
  })
})

describe("groups", () => {
  test.each([
    [["chiefs"], ["admin", "user"]],
    ["chiefs", ["admin", "user"]],
    ["helpers", ["moderator", "user"]],
    ["chiefs,helpers", ["user"]],
    [["Chiefs", " chiefs"], ["user"]],
    [[["chiefs"]], ["user"]],
    [{ 0: "chiefs", length: 1 }, ["user"]],
    [[{ name: "chiefs" }], ["user"]],
    [true, ["user"]],
    [null, ["user"]],
  ])("nested in a claim, %j makes %j", async (roles, expected) => {
    const { user } = await visit(truth(nextSub(), { realm_access: { roles } }))
    expect(await rolesOf(user?.id)).toEqual(expected)
  })

  test("a sign-in that comes to nothing changes no role", async () => {
    const sub = nextSub()
    const { user } = await visit(truth(sub))
    const browser = companyClient(site)
    const claims = truth(sub, { realm_access: { roles: "chiefs" } })
    const page = await browser.arrive(liar.visit(await browser.leave("liar"), claims))
    await site.services.database.pool.query("delete from identities where user_id = $1", [user?.id])
    const { error } = await browser.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
    expect(error?.code).toBe("account_needs_connecting")
    expect(await rolesOf(user?.id)).toEqual(["user"])
  })
})

test("claims of every kind and length open a session or are refused, and break nothing", {
  timeout: 240_000,
}, async () => {
  const huge = [
    "x".repeat(100_000),
    Array.from({ length: 10_000 }, (_, n) => `group ${n}`),
    "\u0000",
    "\udfff",
    "\ufdfa".repeat(900),
  ]
  for (const claim of [
    "sub",
    "sid",
    "email",
    "email_verified",
    "name",
    "preferred_username",
    "title",
    "phone",
    "realm_access",
  ])
    for (const value of [...STRANGE, ...huge]) {
      const { problem } = await visit(truth(nextSub(), { [claim]: value }))
      expect([claim, problem]).toEqual([
        claim,
        expect.toSatisfy((code) => code === null || /^(?:company_login_\w+|account_needs_connecting)$/.test(code)),
      ])
    }
})

describe("strange input to the routes", () => {
  const asText = (value: unknown) => (typeof value === "string" ? value.toWellFormed() : JSON.stringify(value))
  const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "s256" }
  const shapes: [string, Record<string, string>][] = [
    ["authorize", { provider: "liar", redirect_to: "/settings", ...challenge }],
    ["callback", { state: "a".repeat(43), code: "x", iss: "x", error: "access_denied" }],
    ["frontchannel-logout", { iss: "", sid: "x" }],
    ["user/identities/authorize", { provider: "liar", purpose: "connect", redirect_to: "/settings" }],
    ["user/identities/authorize", { provider: "liar", purpose: "proof", redirect_to: "/settings" }],
  ]

  test.each(shapes)("GET %s %j", async (path, shape) => {
    const { session } = await visit(truth(nextSub()))
    const headers = {
      authorization: `Bearer ${session?.access_token}`,
      cookie: `meishi-company-login=${"a".repeat(43)}`,
    }
    const query = path === "frontchannel-logout" ? { ...shape, iss: liar.issuer } : shape
    const ask = (changed: Record<string, string>) =>
      site.app.request(`${ORIGIN}/auth/v1/${path}?${new URLSearchParams(changed)}`, { headers }, fromIp(nextIp()))
    for (const name of Object.keys(shape))
      for (const value of [...STRANGE, "\u0000", "/\u0000", "x".repeat(5000)]) {
        site.advance(1000)
        const answer = await ask({ ...query, [name]: asText(value) })
        expect([name, value, answer.status]).toEqual([name, value, expect.toSatisfy((status) => status < 500)])
        const location = answer.headers.get("location")
        if (location !== null) expect([ORIGIN, liar.issuer]).toContain(new URL(location).origin)
      }
  })

  test("POST token and backchannel-logout", async () => {
    const before = await rowCounts(site)
    for (const value of [...STRANGE, "\u0000", "x".repeat(5000)]) {
      for (const body of [
        { auth_code: value, code_verifier: "x" },
        { auth_code: "x", code_verifier: value },
      ]) {
        const json = { "content-type": "application/json" }
        const init = { method: "POST", headers: json, body: JSON.stringify(body) }
        const answer = await site.app.request("/auth/v1/token?grant_type=pkce", init, fromIp(nextIp()))
        expect([value, answer.status]).toEqual([value, expect.toSatisfy((status) => status >= 400 && status < 500)])
      }
      for (const claim of ["sub", "sid", "jti", "events", "aud", "iss", "iat"]) {
        const token = await liar.logoutToken({ sub: "x", [claim]: value }).catch(() => "")
        const body = `logout_token=${token}`
        const headers = {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(body.length),
        }
        const answer = await site.app.request(
          "/auth/v1/backchannel-logout",
          { method: "POST", headers, body },
          fromIp(nextIp()),
        )
        expect([claim, value, answer.status]).toEqual([claim, value, expect.toSatisfy((status) => status < 500)])
      }
    }
    // Some of these are the names of people by now, whom the provider may sign out.
    const { rate_limits: _, sessions: __, ...after } = await rowCounts(site)
    expect(before).toMatchObject(after)
  })
})

describe("how long a company's word counts", () => {
  const ask = async (token: string | undefined) =>
    (await site.app.request("/api/me", { headers: { authorization: `Bearer ${token}` } })).status

  test("a session that it opened ends after its hours, refreshed or not; the next one is a sign-in away", async () => {
    const sub = nextSub()
    const { browser, session } = await visit(truth(sub))
    site.advance(HOUR_MS)
    const { data } = await browser.client.refreshSession()
    expect(await ask(data.session?.access_token)).toBe(200)
    expect(data.session?.expires_in).toBe(3600)
    site.advance(HOUR_MS - 1000)
    const last = await browser.client.refreshSession()
    expect(last.data.session?.expires_in).toBe(1)
    site.advance(1000)
    expect(await ask(last.data.session?.access_token)).toBe(401)
    expect((await browser.client.refreshSession()).error?.code).toBe("refresh_token_not_found")
    expect((await visit(truth(sub))).user?.id).toBe(session?.user.id)
  })

  test("who connects an account of the company's domain keeps this session for those hours, and no other", async () => {
    const sub = nextSub()
    const email = `${sub}@company.example`
    const account = { email, username: sub, full_name: "Grace Hopper", password: PASSWORD, roles: ["user"] as const }
    await createConfirmedAccount(site.services.auth, account)
    const [here, elsewhere] = [authClient(site), authClient(site)]
    for (const { client } of [here, elsewhere]) await client.signInWithPassword({ email, password: PASSWORD })
    const { data } = await here.client.linkIdentity({
      provider: "liar" as "google",
      options: { redirectTo: `${ORIGIN}/settings` },
    })
    const browser = companyClient(site, { cookies: here.cookies, stored: here.stored, fetch: here.fetch })
    await browser.arrive(liar.visit(data?.url ?? "", truth(sub, { email, sid: "s" })))
    const tokenOf = async ({ client }: typeof here) => (await client.getSession()).data.session?.access_token
    expect([await ask(await tokenOf(here)), await ask(await tokenOf(elsewhere))]).toEqual([200, 401])
    site.advance(2 * HOUR_MS)
    expect((await here.client.refreshSession()).error?.code).toBe("refresh_token_not_found")
  })
})
