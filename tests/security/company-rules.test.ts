// What binds people to their company's login: another provider, an operator's change of the setting, and disconnecting do not undo it.
import { spawnSync } from "node:child_process"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { companyLogin } from "../../src/server/platform/config/company-login-setting.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { audit } from "../../src/server/platform/db/schema.ts"
import { ORIGIN, type TestApp, testApp } from "../support/app.ts"
import { authClient, type TestClient } from "../support/auth-client.ts"
import { companyClient } from "../support/company-client.ts"
import { tokenOf } from "../support/factor-people.ts"
import { type LyingProvider, lyingProvider } from "../support/lying-provider.ts"
import { emailsTo } from "../support/mailbox.ts"
import { passkeyDevice } from "../support/passkey-device.ts"
import { addPasskey, signInWithPasskey } from "../support/passkey-people.ts"
import { PASSWORD } from "../support/people.ts"
import { underPolicy } from "../support/policy.ts"

const DOMAIN = "company.example"

let liar: LyingProvider
let other: LyingProvider
let site: TestApp
const rules = (more = {}) => liar.setting({ domains: [DOMAIN], roles: { claim: "groups", admin: ["chiefs"] }, ...more })
beforeAll(async () => {
  liar = await lyingProvider()
  other = await lyingProvider("other")
  site = await testApp({ COMPANY_LOGIN: JSON.stringify([rules(), other.setting({ name: "Other Inc" })]) })
})
afterAll(async () => {
  await site.close()
  await liar.close()
  await other.close()
})
beforeEach(() => site.advance(Date.now() - site.services.clock().getTime()))

let people = 0
const nextSub = (): string => `bound-${++people}`
const truth = (sub: string, more = {}) => ({ sub, email: `${sub}@example.org`, email_verified: true, ...more })

async function visit(claims: Record<string, unknown>, { provider = liar, id = "liar", at = site } = {}) {
  const browser = companyClient(at)
  const page = await browser.arrive(provider.visit(await browser.leave(id), claims))
  const { data, error } = await browser.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
  return { ...data, problem: error?.code ?? null, message: error?.message }
}

async function withPassword(email: string, at = site) {
  const browser = authClient(at)
  const { error } = await browser.client.signInWithPassword({ email, password: PASSWORD })
  return { browser, problem: error?.code ?? null }
}

/** Signed in by password, and connected to a provider. */
async function connect(browser: TestClient, claims: Record<string, unknown>, provider = liar, id = "liar") {
  const options = { redirectTo: `${ORIGIN}/settings` }
  const { data, error } = await browser.client.linkIdentity({ provider: id as "google", options })
  if (error !== null) throw error
  return (await beside(browser).arrive(provider.visit(data?.url ?? "", claims))).searchParams.get("company_login")
}

async function prove(browser: TestClient, claims: Record<string, unknown>): Promise<void> {
  const { url } = await (await ask(browser, "/auth/v1/user/identities/authorize?provider=liar&purpose=proof")).json()
  const auth_time = Math.floor(site.services.clock().getTime() / 1000)
  const page = await beside(browser).arrive(liar.visit(url, { ...claims, auth_time }))
  expect(page.searchParams.get("company_login")).toBe("proved")
}

const beside = ({ cookies, stored, fetch }: TestClient) => companyClient(site, { cookies, stored, fetch })

async function employ(domain = DOMAIN, roles: readonly ("user" | "admin")[] = ["user"]) {
  const sub = nextSub()
  const email = `${sub}@${domain}`
  const account = { email, username: sub, full_name: "Grace Hopper", password: PASSWORD, roles }
  const id = (await createConfirmedAccount(site.services.auth, account)) ?? ""
  const { browser } = await withPassword(email)
  return { sub, email, id, browser, claims: truth(sub, { email }) }
}

const ask = async ({ client, fetch }: TestClient, path: string, method = "GET") =>
  fetch(`${ORIGIN}${path}`, { method, headers: { authorization: `Bearer ${await tokenOf(client)}` } })
const loginsOf = async (browser: TestClient) =>
  (await (await ask(browser, "/auth/v1/user/identities")).json()).identities

test("another provider signs someone in until the company's own is connected, and not afterward", async () => {
  const { browser, claims, email, id } = await employ()
  const elsewhere = truth(nextSub())
  expect(await connect(browser, elsewhere, other, "other")).toBe("connected")
  const before = await visit(elsewhere, { provider: other, id: "other" })
  expect([before.problem, before.user?.id]).toEqual([null, id])
  const { browser: again } = await withPassword(email)
  expect(await connect(again, claims)).toBe("connected")
  const after = await visit(elsewhere, { provider: other, id: "other" })
  expect([after.problem, after.message]).toEqual([
    "company_login_required",
    "Use Liar Inc to sign in with this email address.",
  ])
  expect(await visit(claims)).toMatchObject({ problem: null, user: { id } })
})

test.each(["password", "passkey", "passkey on a known device", "another provider"] as const)(
  "a sign-in by %s that connecting the company's own overtakes opens no session",
  async (way) => {
    const { browser, claims, email } = await employ()
    const elsewhere = truth(nextSub())
    expect(await connect(browser, elsewhere, other, "other")).toBe("connected")
    const device = passkeyDevice()
    expect((await addPasskey(browser.client, device)).error).toBeNull()
    const path = join(site.services.config.DATA_DIR, `${way}.mmdb`)
    expect(spawnSync("mkfifo", [path]).status).toBe(0)
    const late = underPolicy(site, { GEOIP_V4: path })
    const withPasskey = async (on: TestClient) => (await signInWithPasskey(on.client, device)).error?.code ?? null
    const known = authClient(late)
    for (const [name, value] of browser.cookies) known.cookies.set(name, value)
    const signingIn = {
      password: async () => (await withPassword(email, late)).problem,
      passkey: () => withPasskey(authClient(late)),
      "passkey on a known device": () => withPasskey(known),
      "another provider": async () => (await visit(elsewhere, { provider: other, id: "other", at: late })).problem,
    }[way]()
    // Opens when the sign-in looks up the place of the new session.
    const file = await open(path, "w")
    expect(await connect(browser, claims)).toBe("connected")
    await file.close()
    expect(await signingIn).toBe("company_login_required")
  },
)

test("the list of company logins says which ones stay: the only way in, and the company's own", async () => {
  const { session } = await visit(truth(nextSub()), { provider: other, id: "other" })
  const headers = { authorization: `Bearer ${session?.access_token}` }
  const { identities } = await (await site.app.request("/auth/v1/user/identities", { headers })).json()
  expect(identities).toMatchObject([{ provider: "other", kept_because: "single_identity_not_deletable" }])
  const { browser, claims } = await employ()
  expect(await connect(browser, truth(nextSub()), other, "other")).toBe("connected")
  expect(await loginsOf(browser)).toMatchObject([{ provider: "other", kept_because: null }])
  site.advance(1000)
  expect(await connect(browser, claims)).toBe("connected")
  expect(await loginsOf(browser)).toMatchObject([
    { provider: "other", kept_because: null },
    { provider: "liar", kept_because: "company_login_required" },
  ])
  await prove(browser, claims)
  for (const { id, kept_because } of await loginsOf(browser)) {
    const answer = await ask(browser, `/auth/v1/user/identities/${id}`, "DELETE")
    expect((await answer.json()).code ?? null).toBe(kept_because)
  }
})

describe("the operator changes the setting", () => {
  const changedTo = (...settings: object[]) =>
    underPolicy(site, { COMPANY_LOGIN: companyLogin(JSON.stringify(settings)) })

  test("a new id lifts no rule: no password, no disconnecting, and a sign-out there ends everything", async () => {
    const { browser, claims, email, sub } = await employ()
    expect(await connect(browser, claims)).toBe("connected")
    const renamed = changedTo(rules({ id: "renamed" }))
    const { session, problem } = await visit(claims, { id: "renamed", at: renamed })
    expect(problem).toBeNull()
    expect((await withPassword(email, renamed)).problem).toBe("company_login_required")
    const headers = { authorization: `Bearer ${session?.access_token}` }
    const { identities } = await (await renamed.app.request("/auth/v1/user/identities", { headers })).json()
    expect(identities).toMatchObject([{ provider: "renamed" }])
    await prove(browser, claims)
    const connected = { authorization: `Bearer ${await tokenOf(browser.client)}` }
    const path = `/auth/v1/user/identities/${identities[0].id}`
    const removed = await renamed.app.request(path, { method: "DELETE", headers: connected })
    expect((await removed.json()).code).toBe("company_login_required")
    await signOutThere(renamed, { sub })
    expect((await renamed.app.request("/api/me", { headers: connected })).status).toBe(401)
  })

  test("a new domain ends sessions that the company did not open, with their next refresh", async () => {
    const { browser, claims, email } = await employ()
    const free = changedTo(rules({ domains: [] }))
    const { browser: early } = await withPassword(email, free)
    const options = { redirectTo: `${ORIGIN}/settings` }
    const { data } = await early.client.linkIdentity({ provider: "liar" as "google", options })
    const way = companyClient(free, { cookies: early.cookies, stored: early.stored, fetch: early.fetch })
    await way.arrive(liar.visit(data?.url ?? "", claims))
    expect((await early.client.refreshSession()).error).toBeNull()
    // This one's requests are answered under the rule.
    expect((await browser.client.refreshSession()).error?.code).toBe("refresh_token_not_found")
    const { session } = await visit(claims)
    expect(await stillIn(session?.access_token)).toBe(200)
    const { browser: outsider } = await employ("example.org")
    expect((await outsider.client.refreshSession()).error).toBeNull()
  })

  test("a new issuer opens no way around: who was connected to the former one needs help, and reads that", async () => {
    const { browser, claims, email } = await employ()
    expect(await connect(browser, claims)).toBe("connected")
    const moved = changedTo({ ...other.setting({ domains: [DOMAIN], name: "Moved Inc" }), id: "liar" })
    expect((await withPassword(email, moved)).problem).toBe("company_login_required")
    const { problem, message } = await visit(claims, { provider: other, at: moved })
    expect([problem, message]).toEqual([
      "account_needs_connecting",
      "The account with your email address is connected to another login at Moved Inc. Contact support for help.",
    ])
  })
})

test("a person whose identifier changed at the company, or who got a former colleague's address, reads who can help", async () => {
  const claims = truth(nextSub(), { email: `${nextSub()}@${DOMAIN}` })
  expect((await visit(claims)).problem).toBeNull()
  const { problem, message } = await visit({ ...claims, sub: nextSub() })
  expect(problem).toBe("account_needs_connecting")
  expect(message).toContain("is connected to another login at Liar Inc. Contact support")
})

test("the sign-in email follows the company's address, within its domains and where no one else has it", async () => {
  const before = `${nextSub()}@${DOMAIN}`
  const married = `${nextSub()}@${DOMAIN}`
  const claims = truth(nextSub(), { email: before })
  const emailAfter = async (email: string, more = {}) => (await visit({ ...claims, email, ...more })).user?.email
  expect(await emailAfter(before)).toBe(before)
  expect(await emailAfter("someone@example.org")).toBe(before)
  expect(await emailAfter(married, { email_verified: false })).toBe(before)
  const { email: taken } = await employ()
  expect(await emailAfter(taken)).toBe(before)
  expect(await emailAfter(married.toUpperCase())).toBe(married)
  expect((await emailsTo(site.services, before)).at(-1)?.text_body).toContain("Liar Inc changed your email address")
  // The former address is free for a new colleague.
  const colleague = await visit(truth(nextSub(), { email: before }))
  expect([colleague.problem, colleague.user?.email]).toEqual([null, before])
  expect(await emailAfter(before)).toBe(married)
})

test("two hundred colleagues behind one address sign in within five minutes", async () => {
  const claims = truth(nextSub())
  for (let number = 0; number < 200; number += 1) expect((await visit(claims)).problem).toBeNull()
})

test("two first sign-ins at once are one account, and both are in", async () => {
  const claims = truth(nextSub())
  const arrived = async () => {
    const { arrive, client, leave } = companyClient(site)
    const page = await arrive(liar.visit(await leave("liar"), claims))
    return () => client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
  }
  const tabs = [await arrived(), await arrived()]
  const both = await Promise.all(tabs.map((exchange) => exchange()))
  expect(both.map(({ error }) => error)).toEqual([null, null])
  expect(new Set(both.map(({ data }) => data.user?.id)).size).toBe(1)
})

describe("a sign-out that names person and session", () => {
  test("ends what was opened without the name of a session, too", async () => {
    const claims = truth(nextSub())
    const { session } = await visit(claims)
    const way = companyClient(site)
    const page = await way.arrive(liar.visit(await way.leave("liar"), claims))
    await signOutThere(site, { sub: claims.sub, sid: "unheard-of" })
    expect(await stillIn(session?.access_token)).toBe(401)
    const { error } = await way.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
    expect(error?.code).toBe("flow_state_not_found")
  })

  test("leaves the person's other sessions that have a name, and other people", async () => {
    const claims = truth(nextSub())
    const named = await visit({ ...claims, sid: "one" })
    const neighbor = await visit(truth(nextSub()))
    await signOutThere(site, { sub: claims.sub, sid: "two" })
    expect([await stillIn(named.session?.access_token), await stillIn(neighbor.session?.access_token)]).toEqual([
      200, 200,
    ])
  })
})

describe("roles that a provider gave end when it is disconnected", () => {
  const rolesOf = async (id: string) =>
    (await site.services.database.db.select().from(user_roles))
      .filter(({ user_id }) => user_id === id)
      .map(({ role }) => role)
      .sort()

  test("because it could not take them any more; the audit log has it, and the last administrator stays", async () => {
    const { browser, claims, email, id } = await employ("example.org")
    expect(await connect(browser, claims)).toBe("connected")
    await visit({ ...claims, groups: ["chiefs"] })
    expect(await rolesOf(id)).toEqual(["admin", "user"])
    const disconnect = async () => {
      const { browser: again } = await withPassword(email)
      const [{ id: login }] = await loginsOf(again)
      return (await ask(again, `/auth/v1/user/identities/${login}`, "DELETE")).status
    }
    expect(await disconnect()).toBe(200)
    expect(await rolesOf(id)).toEqual(["admin", "user"])

    await employ("example.org", ["user", "admin"])
    const { browser: later } = await withPassword(email)
    expect(await connect(later, claims)).toBe("connected")
    expect(await disconnect()).toBe(200)
    expect(await rolesOf(id)).toEqual(["user"])
    const rows = await site.services.database.db.select().from(audit).where(eq(audit.subject_id, id))
    expect(rows.map(({ action }) => action)).toEqual(["role.added", "role.removed"])
  })
})

test("an administrator's email offers no password to someone whom it would not let in", async () => {
  const { browser, claims, id } = await employ()
  const { browser: boss } = await employ("example.org", ["user", "admin"])
  const reset = async () => (await ask(boss, `/api/admin/users/${id}/password-reset`, "POST")).json()
  expect((await reset()).error).toBeUndefined()
  expect(await connect(browser, claims)).toBe("connected")
  expect((await reset()).error).toMatchObject({
    code: "company_login_required",
    message: "Use Liar Inc to sign in with this email address.",
  })
})

const stillIn = async (token: string | undefined): Promise<number> =>
  (await site.app.request("/api/me", { headers: { authorization: `Bearer ${token}` } })).status

async function signOutThere({ app }: TestApp, claims: Record<string, unknown>): Promise<void> {
  const body = `logout_token=${await liar.logoutToken(claims)}`
  const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) }
  expect((await app.request("/auth/v1/backchannel-logout", { method: "POST", headers, body })).status).toBe(200)
}
