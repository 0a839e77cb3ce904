// Company login as thieves, liars and former employees would use it (RFC 9700, OpenID Connect Core section 16, Back-Channel Logout 1.0).
import { spawnSync } from "node:child_process"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { gt } from "drizzle-orm"
import { generateKeyPair } from "jose"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { rate_limits } from "../../src/server/platform/db/schema.ts"
import { ORIGIN, type TestApp, testApp } from "../support/app.ts"
import { authClient } from "../support/auth-client.ts"
import { companyClient } from "../support/company-client.ts"
import { failWrites } from "../support/failing-writes.ts"
import { type LyingProvider, lyingProvider } from "../support/lying-provider.ts"
import { emailsTo, newestLink, tokenHashOf } from "../support/mailbox.ts"
import { PASSWORD, postJson, signUp, signUpAndVerify } from "../support/people.ts"
import { underPolicy } from "../support/policy.ts"

let liar: LyingProvider
let other: LyingProvider
let site: TestApp
beforeAll(async () => {
  liar = await lyingProvider()
  other = await lyingProvider("other")
  const roles = { claim: "groups", admin: ["chiefs"], moderator: ["helpers"] }
  const providers = [
    liar.setting({
      roles,
      domains: ["company.example"],
      profile: { update: "always", claims: { job_title: "title" } },
    }),
    other.setting({ create_accounts: false, client_secret: "a-b.c_d*e:f g" }),
  ]
  site = await testApp({ COMPANY_LOGIN: JSON.stringify(providers) })
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
const nextSub = (): string => `person-${++people}`
const truth = (sub: string, more = {}) => ({
  sub,
  email: `${sub}@example.com`,
  email_verified: true,
  name: "Grace Hopper",
  ...more,
})

const codeOf = (page: URL): string | null => page.searchParams.get("error_code")

/** From the button to the session, or the code of what went wrong. */
async function visit(claims: Record<string, unknown>, browser = companyClient(site), provider = liar, id = "liar") {
  const page = await browser.arrive(provider.visit(await browser.leave(id), claims))
  const code = page.searchParams.get("code")
  if (code === null) return { browser, page, problem: codeOf(page), user: null, session: null }
  const { data, error } = await browser.client.exchangeCodeForSession(code)
  return { browser, page, problem: error?.code ?? null, user: data.user, session: data.session }
}

const stillIn = async (token: string | undefined): Promise<number> =>
  (await site.app.request("/api/me", { headers: { authorization: `Bearer ${token}` } })).status

const logout = (token: string) =>
  site.app.request("/auth/v1/backchannel-logout", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": String(token.length + 13) },
    body: `logout_token=${token}`,
  })

/** Attempts that count, by what they were. */
async function counted(): Promise<[string, number][]> {
  const rows = await site.services.database.db.select().from(rate_limits).where(gt(rate_limits.count, 0))
  return rows.map(({ key, count }): [string, number] => [key.split(":")[0] ?? "", count]).sort()
}

describe("what a provider says is checked", () => {
  test.each([
    ["of another audience", { aud: "someone-else" }],
    ["of two audiences, of which another is meant", { aud: ["meishi", "x"], azp: "x" }],
    ["of another issuer", { iss: "https://evil.example" }],
    ["with another nonce", { nonce: "another" }],
    ["without a nonce", { nonce: undefined }],
    ["that has expired", { exp: Math.floor(Date.now() / 1000) - 3600, iat: Math.floor(Date.now() / 1000) - 7200 }],
    ["without a person", { sub: undefined }],
    ["of a person with an endless name", { sub: "x".repeat(256) }],
  ])("an ID token %s opens no session", async (_name, claims) => {
    liar.lies = { claims }
    expect((await visit(truth(nextSub()))).problem).toBe("company_login_failed")
  })

  test("an ID token signed with another key opens no session", async () => {
    liar.lies = { key: (await generateKeyPair("ES256")).privateKey }
    expect((await visit(truth(nextSub()))).problem).toBe("company_login_failed")
  })

  test("clocks may differ by a minute, and not by an hour", async () => {
    const now = Math.floor(Date.now() / 1000)
    liar.lies = { claims: { iat: now - 320, exp: now - 20 } }
    expect((await visit(truth(nextSub()))).problem).toBeNull()
    liar.lies = { claims: { iat: now - 7200, exp: now - 3600 } }
    expect((await visit(truth(nextSub()))).problem).toBe("company_login_failed")
  })

  test.each([
    ["says no", { status: 400, body: '{"error":"invalid_grant"}' }],
    ["is broken", { status: 500, body: "<h1>Traceback (most recent call last)</h1>" }],
    ["sends no JSON", { status: 200, body: "hello" }],
    ["sends megabytes", { status: 200, body: `{"x":"${"x".repeat(600_000)}"}` }],
    ["redirects inside", { status: 302, body: "" }],
  ])("a provider whose token endpoint %s gets a sentence, and nothing of its words is shown", async (_name, answer) => {
    liar.lies = { answer }
    const { page, problem } = await visit(truth(nextSub()))
    expect(["company_login_failed", "company_login_unavailable"]).toContain(problem)
    expect(page.search).not.toContain("Traceback")
    expect(page.pathname).toBe("/login")
  })

  test("the client secret is encoded as a form is, and no more: some providers take its dashes as they come", async () => {
    await visit(truth(nextSub()), companyClient(site), other, "other")
    expect(other.authorization).toBe(`Basic ${btoa("meishi:a-b.c_d*e%3Af+g")}`)
  })

  test("what the provider answered is in the log, where an operator looks for a wrong client secret", async () => {
    const body = '{"error":"invalid_client","error_description":"The secret is wrong"}'
    liar.lies = { answer: { status: 401, body } }
    expect((await visit(truth(nextSub()))).problem).toBe("company_login_failed")
    const line = site.logged.findLast(({ event }) => event === "auth.company_login_invalid")
    expect(line).toMatchObject({ provider: "liar", error: "invalid_client: The secret is wrong" })
  })
})

test("a provider that names itself otherwise signs no one in", async () => {
  const fresh = await testApp({ COMPANY_LOGIN: JSON.stringify(liar.setting()) })
  const script = { authorization_endpoint: "javascript:alert(1)" }
  for (const discovery of [{ issuer: other.issuer }, { jwks_uri: undefined }, script]) {
    liar.lies = { discovery }
    const answer = await fresh.app.request(
      `/auth/v1/authorize?provider=liar&code_challenge_method=s256&code_challenge=${"a".repeat(43)}`,
    )
    const page = new URL(answer.headers.get("location") ?? "")
    expect([page.origin, page.pathname]).toEqual([ORIGIN, "/login"])
    expect(codeOf(page)).toMatch(/^company_login_(?:failed|unavailable)$/)
  }
  await fresh.close()
})

describe("the way back belongs to the browser that left, once", () => {
  test("a state counts once, and only in its own browser", async () => {
    const browser = companyClient(site)
    const callback = liar.visit(await browser.leave("liar"), truth(nextSub()))
    expect(codeOf(await companyClient(site).arrive(callback))).toBe("bad_oauth_state")
    const thief = companyClient(site)
    await thief.leave("liar")
    expect(codeOf(await thief.arrive(callback))).toBe("bad_oauth_state")
    expect(codeOf(await browser.arrive(callback))).toBeNull()
    expect(codeOf(await browser.arrive(callback))).toBe("bad_oauth_state")
  })

  test("a state works for ten minutes", async () => {
    const browser = companyClient(site)
    const callback = liar.visit(await browser.leave("liar"), truth(nextSub()))
    site.advance(10 * 60_000)
    expect(codeOf(await browser.arrive(callback))).toBe("bad_oauth_state")
  })

  test("two tabs are on their way at once", async () => {
    const browser = companyClient(site)
    const sub = nextSub()
    const [first, second] = [await browser.leave("liar"), await browser.leave("liar")]
    for (const address of [first, second])
      expect((await browser.arrive(liar.visit(address, truth(sub)))).searchParams.get("code")).toMatch(/^[\w-]{43}$/)
  })

  test("on https, only a cookie that no sibling host can set brings a browser back", async () => {
    const origin = "https://meishi.test"
    const secure = await testApp({ PUBLIC_ORIGIN: origin, COMPANY_LOGIN: JSON.stringify(liar.setting()) })
    const planted = "p".repeat(43)
    const get = (address: string, cookie: string) =>
      secure.app.request(address, { headers: { cookie, "sec-fetch-site": "cross-site" } })
    const challenge = `code_challenge=${"a".repeat(43)}&code_challenge_method=s256`
    const asked = `${origin}/auth/v1/authorize?provider=liar&redirect_to=${origin}/login&${challenge}`
    const left = await get(asked, `meishi-company-login=${planted}; __Secure-meishi-company-login=${planted}`)
    const [line = ""] = left.headers.getSetCookie()
    expect(line).toMatch(
      /^__Host-meishi-company-login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(line).not.toContain(planted)
    const [pair = ""] = line.split(";")
    const callback = liar.visit(left.headers.get("location") ?? "", truth(nextSub()))
    const arrive = async (cookie: string) => new URL((await get(callback, cookie)).headers.get("location") ?? "")
    // A browser lets a sibling host set a name that does not start with the prefix.
    for (const name of ["meishi-company-login", "__Secure-meishi-company-login", "\u00a0__Host-meishi-company-login"])
      expect(codeOf(await arrive(pair.replace("__Host-meishi-company-login", name)))).toBe("bad_oauth_state")
    expect((await arrive(pair)).searchParams.has("code")).toBe(true)
    await secure.close()
  })

  test("a code counts once, with the secret of the page that left, even after a wrong one", async () => {
    const exchange = async (auth_code: string | null, code_verifier: string) => {
      const answer = await postJson(site, "/auth/v1/token?grant_type=pkce", { auth_code, code_verifier })
      return (await answer.json()).code
    }
    const browser = companyClient(site)
    const page = await browser.arrive(liar.visit(await browser.leave("liar"), truth(nextSub())))
    const code = page.searchParams.get("code")
    expect(await exchange(code, "x".repeat(43))).toBe("bad_code_verifier")
    expect((await browser.client.exchangeCodeForSession(code ?? "")).error?.code).toBe("flow_state_not_found")
    // A link with the code of a stranger signs no one in (login CSRF): this browser has no secret for it.
    const victim = companyClient(site)
    expect((await victim.client.exchangeCodeForSession(code ?? "")).error?.name).toBe(
      "AuthPKCECodeVerifierMissingError",
    )
  })

  test("tries that a broken database or an absent provider ends are not counted, and others are", async () => {
    const browser = companyClient(site)
    const callback = liar.visit(await browser.leave("liar"), truth(nextSub()))
    await site.services.database.db.delete(rate_limits)
    const mend = await failWrites(site, "login_flows")
    await expect(browser.arrive(callback)).rejects.toThrow("500")
    await mend()
    const code = (await browser.arrive(callback)).searchParams.get("code") ?? ""
    const mendAgain = await failWrites(site, "login_flows")
    expect((await browser.client.exchangeCodeForSession(code)).error?.status).toBe(500)
    await mendAgain()
    const away = companyClient(site)
    const back = liar.visit(await away.leave("liar"), truth(nextSub()))
    liar.lies = { answer: { status: 200, body: "x".repeat(600_000) } }
    expect(codeOf(await away.arrive(back))).toBe("company_login_unavailable")
    expect(await counted()).toEqual([["company-login", 1]])
    expect(codeOf(await away.arrive(back))).toBe("bad_oauth_state")
    expect((await away.client.exchangeCodeForSession("wrong")).error?.code).toBe("flow_state_not_found")
    expect(await counted()).toEqual([
      ["company-login", 2],
      ["sign-in", 1],
    ])
  })

  test("a sign-in is answered when the connection is lost with its commit, and its code works no more", async () => {
    const sub = nextSub()
    await visit(truth(sub))
    const browser = companyClient(site)
    const page = await browser.arrive(liar.visit(await browser.leave("liar"), truth(sub)))
    const code = page.searchParams.get("code") ?? ""
    const { db } = site.services.database
    const { transaction } = db
    db.transaction = async (...given: Parameters<typeof transaction>) => {
      await transaction(...given)
      db.transaction = transaction
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })
    }
    const auth_code_verifier = [...browser.stored].find(([name]) => name.endsWith("code-verifier"))?.[1]
    expect((await browser.client.exchangeCodeForSession(code)).error).toBeNull()
    expect(db.transaction).toBe(transaction)
    const code_verifier = String(auth_code_verifier).replace(/^"|"$/g, "").split("/")[0]
    const again = await postJson(site, "/auth/v1/token?grant_type=pkce", { auth_code: code, code_verifier })
    expect([again.status, (await again.json()).code]).toEqual([404, "flow_state_not_found"])
  })

  test("a code works for five minutes", async () => {
    const browser = companyClient(site)
    const page = await browser.arrive(liar.visit(await browser.leave("liar"), truth(nextSub())))
    site.advance(5 * 60_000)
    const { error } = await browser.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
    expect(error?.code).toBe("flow_state_not_found")
  })

  test("a provider cannot answer in another's place: mix-up (RFC 9207)", async () => {
    const browser = companyClient(site)
    liar.lies = { iss: other.issuer }
    expect(codeOf(await browser.arrive(liar.visit(await browser.leave("liar"), truth(nextSub()))))).toBe(
      "company_login_failed",
    )
    liar.lies = { iss: null }
    expect(codeOf(await browser.arrive(liar.visit(await browser.leave("liar"), truth(nextSub()))))).toBe(
      "company_login_failed",
    )
    liar.lies = {}
    expect(codeOf(await browser.arrive(other.visit(await browser.leave("liar"), truth(nextSub()))))).toBe(
      "company_login_failed",
    )
  })

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    `${ORIGIN}.evil.example/`,
    "javascript:alert(1)",
  ])("no one is led away from this site: %s", async (redirectTo) => {
    const browser = companyClient(site)
    const page = await browser.arrive(liar.visit(await browser.leave("liar", redirectTo), truth(nextSub())))
    expect(page.origin + page.pathname).toBe(`${ORIGIN}/login`)
  })

  test("a way that is not bound to the page that left is refused", async () => {
    for (const query of [
      "",
      "&code_challenge=abc&code_challenge_method=plain",
      `&code_challenge=${"a".repeat(43)}&code_challenge_method=plain`,
    ]) {
      const answer = await site.app.request(`/auth/v1/authorize?provider=liar${query}`)
      expect([answer.status, (await answer.json()).code]).toEqual([422, "validation_failed"])
    }
    const unknown = await site.app.request(`/auth/v1/authorize?provider=google`)
    expect(unknown.status).toBe(422)
  })
})

describe("an account stays with its first owner (pre-hijacking)", () => {
  test("password first: an equal address connects nothing, even a confirmed one; signing in first and connecting does", async () => {
    const sub = nextSub()
    const { email, user_id } = await signUpAndVerify(site, { username: sub, email: `${sub}@example.com` })
    expect((await visit(truth(sub))).problem).toBe("account_needs_connecting")

    const owner = authClient(site)
    expect((await owner.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    const { data } = await owner.client.linkIdentity({
      provider: "liar" as "google",
      options: { redirectTo: `${ORIGIN}/settings` },
    })
    const browser = companyClient(site, { cookies: owner.cookies, stored: owner.stored, fetch: owner.fetch })
    const page = await browser.arrive(liar.visit(data?.url ?? "", truth(sub)))
    expect(page.href).toBe(`${ORIGIN}/settings?company_login=connected`)
    expect((await visit(truth(sub))).user?.id).toBe(user_id)
    const subjects = (await emailsTo(site.services, email)).map(({ subject }) => subject)
    expect(subjects).toContain("A company login was connected to your Meishi account")
  })

  test("password first, never confirmed: the account of the stranger is replaced, and its password opens nothing", async () => {
    const sub = nextSub()
    const email = `${sub}@example.com`
    await postJson(site, "/auth/v1/signup", {
      email,
      password: PASSWORD,
      data: { username: sub, full_name: "Stranger" },
    })
    const link = await newestLink(site.services, email)
    const { user } = await visit(truth(sub))
    expect(user?.email).toBe(email)
    const confirmed = await postJson(site, "/auth/v1/verify", { type: "signup", token_hash: tokenHashOf(link) })
    expect(confirmed.status).toBe(403)
    expect((await authClient(site).client.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    )
  })

  test("provider first: signing up with the same address later is refused", async () => {
    const sub = nextSub()
    await visit(truth(sub))
    const body = {
      email: `${sub}@example.com`,
      password: PASSWORD,
      data: { username: `${sub}-x`, full_name: "Stranger" },
    }
    expect((await (await postJson(site, "/auth/v1/signup", body)).json()).code).toBe("email_already_exists")
  })

  test("an address that the provider has not confirmed creates no account, and confirms none", async () => {
    for (const email_verified of [false, undefined, "true"]) {
      const { problem } = await visit(truth(nextSub(), { email_verified }))
      expect(problem).toBe("company_login_email_unconfirmed")
    }
    expect((await visit(truth(nextSub(), { email: undefined }))).problem).toBe("company_login_email_unconfirmed")
  })

  test("the address changes hands at the provider: each person keeps their own account", async () => {
    const [first, second] = [nextSub(), nextSub()]
    const { user } = await visit(truth(first))
    const heir = await visit(truth(second, { email: `${first}@example.com` }))
    expect(heir.problem).toBe("account_needs_connecting")
    expect((await visit(truth(first, { email: "renamed@example.com" }))).user?.id).toBe(user?.id)
  })

  test("a company login belongs to one account, and connecting needs the session that asked for it", async () => {
    const [sub, mine] = [nextSub(), nextSub()]
    await visit(truth(sub))
    const { email } = await signUpAndVerify(site, { username: mine })
    const owner = authClient(site)
    await owner.client.signInWithPassword({ email, password: PASSWORD })
    const begin = async () => {
      const { data } = await owner.client.linkIdentity({
        provider: "liar" as "google",
        options: { redirectTo: "/settings" },
      })
      return data?.url ?? ""
    }
    const browser = companyClient(site, { cookies: owner.cookies, stored: owner.stored, fetch: owner.fetch })
    expect(codeOf(await browser.arrive(liar.visit(await begin(), truth(sub))))).toBe("identity_already_exists")
    // The address of the way is sent to a victim, who signs in at the provider.
    expect(codeOf(await companyClient(site).arrive(liar.visit(await begin(), truth(nextSub()))))).toBe(
      "bad_oauth_state",
    )
    const late = liar.visit(await begin(), truth(nextSub()))
    await owner.client.signOut()
    expect(codeOf(await browser.arrive(late))).toBe("bad_oauth_state")
  })

  test("a provider without accounts of its own signs in only those who connected it", async () => {
    expect((await visit(truth(nextSub()), companyClient(site), other, "other")).problem).toBe(
      "company_login_no_account",
    )
  })

  test("an unlinked login opens nothing more, and the last way in stays", async () => {
    const sub = nextSub()
    const { session } = await visit(truth(sub))
    const headers = { authorization: `Bearer ${session?.access_token}` }
    const { identities } = await (await site.app.request("/auth/v1/user/identities", { headers })).json()
    const remove = async () => {
      const answer = await site.app.request(`/auth/v1/user/identities/${identities[0].id}`, {
        method: "DELETE",
        headers,
      })
      return (await answer.json()).code
    }
    expect(await remove()).toBe("reauthentication_needed")
    const stranger = await visit(truth(nextSub()))
    const theirs = { authorization: `Bearer ${stranger.session?.access_token}` }
    const answer = await site.app.request(`/auth/v1/user/identities/authorize?provider=liar&purpose=proof`, { headers })
    expect(answer.status).toBe(200)
    expect(
      (await site.app.request(`/auth/v1/user/identities/${identities[0].id}`, { method: "DELETE", headers: theirs }))
        .status,
    ).toBe(400)
  })
})

describe("people of a company use its login", () => {
  const email = (sub: string) => `${sub}@company.example`

  test("no sign-up, no reset and no move of an address there", async () => {
    const body = { email: email("eve"), password: PASSWORD, data: { username: "eve", full_name: "Eve Example" } }
    const up = await (await postJson(site, "/auth/v1/signup", body)).json()
    expect([up.code, up.message]).toEqual([
      "company_login_required",
      "Use Liar Inc to sign in with this email address.",
    ])
    const reset = await (await postJson(site, "/auth/v1/recover", { email: email("eve") })).json()
    expect(reset.code).toBe("company_login_required")
    const { email: own } = await signUpAndVerify(site, { username: nextSub() })
    const { client } = authClient(site)
    await client.signInWithPassword({ email: own, password: PASSWORD })
    expect((await client.updateUser({ email: email("eve") })).error?.code).toBe("company_login_required")
  })

  test("an account from before may sign in to connect; from then on only the company's login opens it", async () => {
    const sub = nextSub()
    const account = {
      email: email(sub),
      username: sub,
      full_name: "Grace Hopper",
      password: PASSWORD,
      roles: ["user"] as const,
    }
    const id = await createConfirmedAccount(site.services.auth, account)
    expect((await visit(truth(sub, { email: email(sub) }))).problem).toBe("account_needs_connecting")
    const owner = authClient(site)
    const enter = () => authClient(site).client.signInWithPassword({ email: email(sub), password: PASSWORD })
    expect((await owner.client.signInWithPassword({ email: email(sub), password: PASSWORD })).error).toBeNull()
    const { data } = await owner.client.linkIdentity({
      provider: "liar" as "google",
      options: { redirectTo: `${ORIGIN}/settings` },
    })
    const browser = companyClient(site, { cookies: owner.cookies, stored: owner.stored, fetch: owner.fetch })
    await browser.arrive(liar.visit(data?.url ?? "", truth(sub, { email: email(sub) })))
    const { error } = await enter()
    expect([error?.code, error?.message]).toEqual([
      "company_login_required",
      "Use Liar Inc to sign in with this email address.",
    ])
    const wrong = await authClient(site).client.signInWithPassword({ email: email(sub), password: "not it, sorry" })
    expect(wrong.error?.code).toBe("invalid_credentials")
    const { user, session } = await visit(truth(sub, { email: email(sub) }))
    expect(user?.id).toBe(id)
    const headers = { authorization: `Bearer ${(await owner.client.getSession()).data.session?.access_token}` }
    const { identities } = await (await site.app.request("/auth/v1/user/identities", { headers })).json()
    const path = `/auth/v1/user/identities/${identities[0].id}`
    const ask = `${ORIGIN}/auth/v1/user/identities/authorize?provider=liar&purpose=proof`
    const { url } = await (await owner.fetch(ask, { headers })).json()
    const auth_time = Math.floor(site.services.clock().getTime() / 1000)
    await browser.arrive(liar.visit(url, truth(sub, { email: email(sub), auth_time })))
    expect((await (await site.app.request(path, { method: "DELETE", headers })).json()).code).toBe(
      "company_login_required",
    )
    expect(await stillIn(session?.access_token)).toBe(200)
  })

  test("another provider cannot create an account there", async () => {
    const wide = await testApp({
      COMPANY_LOGIN: JSON.stringify([liar.setting({ domains: ["company.example"] }), other.setting()]),
    })
    wide.advance(Date.now() - wide.services.clock().getTime())
    const browser = companyClient(wide)
    const page = await browser.arrive(other.visit(await browser.leave("other"), truth("x", { email: email("boss") })))
    const { error } = await browser.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
    expect(error?.code).toBe("company_login_required")
    await wide.close()
  })
})

describe("roles and profile follow the claims", () => {
  const rolesOf = async (id: string | undefined) =>
    (await site.services.database.db.select().from(user_roles))
      .filter(({ user_id }) => user_id === id)
      .map(({ role }) => role)
      .sort()

  test("a group gives a role and its absence takes it, but not from the last administrator; all of it is in the audit log", async () => {
    const [first, second] = [nextSub(), nextSub()]
    const chief = await visit(truth(first, { groups: ["chiefs", "helpers"], title: "Engineer" }))
    expect(await rolesOf(chief.user?.id)).toEqual(["admin", "moderator", "user"])
    // Who never confirmed the address cannot sign in to give it back.
    const { user_id } = await signUp(site, { username: "unconfirmed-chief" })
    await site.services.database.db.insert(user_roles).values({ user_id, role: "admin" })
    await visit(truth(first, { groups: [] }))
    expect(await rolesOf(chief.user?.id)).toEqual(["admin", "user"])
    await visit(truth(second, { groups: ["chiefs"] }))
    await visit(truth(first, { groups: "helpers" }))
    expect(await rolesOf(chief.user?.id)).toEqual(["moderator", "user"])
    const logged = site.logged.filter(({ event }) => event === "role.removed")
    expect(logged.length).toBeGreaterThan(0)
    const profile = await (await site.app.request(`/api/profiles/${chief.user?.id}`)).json()
    expect(profile.profile.job_title).toBe("Engineer")
  })

  test("claims that no form would accept are not stored", async () => {
    const sub = nextSub()
    const { user } = await visit(truth(sub, { title: "x".repeat(5000), name: "G\u202eH".repeat(400) }))
    expect(user?.email).toBe(`${sub}@example.com`)
    await visit(truth(sub, { title: { $ne: 1 }, groups: { chiefs: true } }))
    expect(await rolesOf(user?.id)).toEqual(["user"])
  })
})

describe("sign-outs that the provider tells", () => {
  test("a sign-out of the person ends every session that the provider opened, at once, and the code on its way", async () => {
    const sub = nextSub()
    const [one, two] = [await visit(truth(sub, { sid: "s1" })), await visit(truth(sub, { sid: "s2" }))]
    const stranger = await visit(truth(nextSub(), { sid: "s1x" }))
    const late = companyClient(site)
    const page = await late.arrive(liar.visit(await late.leave("liar"), truth(sub)))

    const ofOne = await logout(await liar.logoutToken({ sid: "s1" }))
    expect([ofOne.status, ofOne.headers.get("cache-control")]).toEqual([200, "no-store"])
    expect([await stillIn(one.session?.access_token), await stillIn(two.session?.access_token)]).toEqual([401, 200])
    expect((await logout(await liar.logoutToken({ sub }))).status).toBe(200)
    expect(await stillIn(two.session?.access_token)).toBe(401)
    expect((await two.browser.client.refreshSession()).error?.code).toBe("refresh_token_not_found")
    expect(await stillIn(stranger.session?.access_token)).toBe(200)
    const { error } = await late.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
    expect(error?.code).toBe("flow_state_not_found")
  })

  test("forged and repeated messages end nothing", async () => {
    const sub = nextSub()
    const { session } = await visit(truth(sub, { sid: "kept" }))
    const { privateKey } = await generateKeyPair("ES256")
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: liar.issuer, aud: "meishi", iat: now, exp: now + 60, jti: "1", sub }
    const event = { "http://schemas.openid.net/event/backchannel-logout": {} }
    const forged = [
      await liar.sign({ ...payload, events: event }, "logout+jwt", privateKey),
      await liar.sign(payload, "JWT"),
      await liar.logoutToken({ sub, events: {} }),
      await liar.logoutToken({ sub, nonce: "n" }),
      await liar.logoutToken({ sub, aud: "someone-else" }),
      await liar.logoutToken({ sub, iss: other.issuer }),
      await liar.logoutToken({ sub, iss: "https://evil.example" }),
      await liar.logoutToken({ sub, jti: undefined }),
      await liar.logoutToken({ sub, iat: now - 3600, exp: now + 3600 }),
      await liar.logoutToken({ sub, iat: undefined }),
      await liar.logoutToken({ sub, exp: now - 3600 }),
      await liar.logoutToken({ sub }, "at+jwt"),
      await liar.logoutToken({}),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ ...payload, events: event })).toString("base64url")}.`,
      "x",
      "",
      "x".repeat(9000),
    ]
    for (const token of forged) expect([400, 413]).toContain((await logout(token)).status)
    expect(await stillIn(session?.access_token)).toBe(200)

    const token = await liar.logoutToken({ sub })
    expect((await logout(token)).status).toBe(200)
    const back = await visit(truth(sub))
    expect((await logout(token)).status).toBe(400)
    expect(await stillIn(back.session?.access_token)).toBe(200)
  })

  test("a sign-out while a code is being exchanged leaves no session", async () => {
    const path = join(site.services.config.DATA_DIR, "cities.mmdb")
    expect(spawnSync("mkfifo", [path]).status).toBe(0)
    const late = companyClient(underPolicy(site, { GEOIP_V4: path }))
    const sub = nextSub()
    const page = await late.arrive(liar.visit(await late.leave("liar"), truth(sub)))
    const exchanged = late.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
    // Opens when the exchange looks up the place of the new session.
    const file = await open(path, "w")
    expect((await logout(await liar.logoutToken({ sub }))).status).toBe(200)
    await file.close()
    expect((await exchanged).error?.code).toBe("flow_state_not_found")
  })

  test("a message counts only once it has ended the sessions: after a failure, the provider sends it again", async () => {
    const sub = nextSub()
    const { session } = await visit(truth(sub))
    const token = await liar.logoutToken({ sub })
    const mend = await failWrites(site, "sessions")
    expect((await logout(token)).status).toBe(500)
    expect(await stillIn(session?.access_token)).toBe(200)
    await mend()
    expect((await logout(token)).status).toBe(200)
    expect(await stillIn(session?.access_token)).toBe(401)
    expect((await logout(token)).status).toBe(400)
  })

  test("a person whose address belongs to the company is signed out everywhere", async () => {
    const sub = nextSub()
    const email = `${sub}@company.example`
    const first = await visit(truth(sub, { email, sid: "a" }))
    const second = await visit(truth(sub, { email, sid: "b" }))
    await logout(await liar.logoutToken({ sub, sid: "a" }))
    expect([await stillIn(first.session?.access_token), await stillIn(second.session?.access_token)]).toEqual([
      401, 401,
    ])
  })

  test("a browser's message ends the session that it names, and no other", async () => {
    const { session } = await visit(truth(nextSub(), { sid: "front" }))
    const tell = (query: string) => site.app.request(`/auth/v1/frontchannel-logout?${query}`)
    for (const query of ["", "sid=front", `iss=${liar.issuer}`, `iss=${other.issuer}&sid=front`]) {
      expect((await tell(query)).status).toBe(200)
      expect(await stillIn(session?.access_token)).toBe(200)
    }
    await tell(`iss=${encodeURIComponent(liar.issuer)}&sid=front`)
    expect(await stillIn(session?.access_token)).toBe(401)
  })
})
