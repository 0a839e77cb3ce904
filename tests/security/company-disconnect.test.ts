// What a reset and an undo leave of a company login: not the roles that it gave, and the one login that an address has to use.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { companyLogin } from "../../src/server/platform/config/company-login-setting.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { ORIGIN, type TestApp, testApp } from "../support/app.ts"
import { authClient, type TestClient } from "../support/auth-client.ts"
import { companyClient } from "../support/company-client.ts"
import { tokenOf } from "../support/factor-people.ts"
import { type LyingProvider, lyingProvider } from "../support/lying-provider.ts"
import { emailsTo, newestLink } from "../support/mailbox.ts"
import { PASSWORD, postJson } from "../support/people.ts"
import { underPolicy } from "../support/policy.ts"

const DOMAIN = "company.example"
const NEW_PASSWORD = "a completely new harbour"
const DAY_MS = 24 * 3_600_000

let liar: LyingProvider
let site: TestApp
const rules = (more = {}) => liar.setting({ domains: [DOMAIN], roles: { claim: "groups", admin: ["chiefs"] }, ...more })
beforeAll(async () => {
  liar = await lyingProvider()
  site = await testApp({ COMPANY_LOGIN: JSON.stringify(rules()) })
  await employ("example.org", ["user", "admin"])
})
afterAll(async () => {
  await site.close()
  await liar.close()
})
beforeEach(() => site.advance(Date.now() - site.services.clock().getTime()))

let people = 0

async function employ(domain: string, roles: readonly ("user" | "admin")[] = ["user"]) {
  const sub = `leaver-${++people}`
  const email = `${sub}@${domain}`
  const account = { email, username: sub, full_name: "Grace Hopper", password: PASSWORD, roles }
  const id = (await createConfirmedAccount(site.services.auth, account)) ?? ""
  return { id, email, claims: { sub, email, email_verified: true } }
}

/** Signed in by password, and connected. */
async function connected(domain: string) {
  const person = await employ(domain)
  site.advance(1000)
  const browser = authClient(site)
  expect((await browser.client.signInWithPassword({ email: person.email, password: PASSWORD })).error).toBeNull()
  const options = { redirectTo: `${ORIGIN}/settings` }
  const { data } = await browser.client.linkIdentity({ provider: "liar" as "google", options })
  const { cookies, stored, fetch } = browser
  const page = await companyClient(site, { cookies, stored, fetch }).arrive(liar.visit(data?.url ?? "", person.claims))
  expect(page.searchParams.get("company_login")).toBe("connected")
  return person
}

async function visit(claims: Record<string, unknown>) {
  const browser = companyClient(site)
  const page = await browser.arrive(liar.visit(await browser.leave("liar"), claims))
  return browser.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
}

async function choosePassword(token: string | null): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const body = JSON.stringify({ password: NEW_PASSWORD })
  expect((await site.app.request("/auth/v1/user", { method: "PUT", headers, body })).status).toBe(200)
}

async function reset(email: string): Promise<void> {
  await postJson(site, "/auth/v1/recover", { email })
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const { headers } = await site.app.request(pathname + search)
  await choosePassword(new URL(headers.get("location") ?? "").searchParams.get("access_token"))
}

async function noticeTo(email: string): Promise<string> {
  const emails = await emailsTo(site.services, email)
  return emails.find(({ subject }) => subject.startsWith("A company login was connected"))?.text_body ?? ""
}

/** With the link of the email about the company login. */
async function askUndo(path: string, email: string, { app } = site): Promise<Response> {
  const text = await noticeTo(email)
  const token = /\/account\/undo#token=(\S+)/.exec(text)?.[1]
  const headers = { "content-type": "application/json" }
  return app.request(path, { method: "POST", headers, body: JSON.stringify({ token }) })
}

async function undo(email: string, at = site): Promise<void> {
  const answer = await askUndo("/api/account/undo", email, at)
  expect(answer.status).toBe(200)
  await choosePassword((await answer.json()).access_token)
}

const rolesOf = async (id: string) =>
  (await site.services.database.db.select().from(user_roles))
    .filter(({ user_id }) => user_id === id)
    .map(({ role }) => role)
    .sort()

/** With the new password. */
async function signIn(email: string) {
  const browser = authClient(site)
  const { error } = await browser.client.signInWithPassword({ email, password: NEW_PASSWORD })
  return { browser, problem: error?.code ?? null }
}

async function loginsOf({ client }: TestClient) {
  const headers = { authorization: `Bearer ${await tokenOf(client)}` }
  return (await (await site.app.request("/auth/v1/user/identities", { headers })).json()).identities
}

test.each([
  ["a reset", reset],
  ["an undo", undo],
])("%s that disconnects a company login ends the roles that it gave, like disconnecting", async (_, takeBack) => {
  const { claims, email, id } = await connected("example.org")
  expect((await visit({ ...claims, groups: ["chiefs"] })).error).toBeNull()
  expect(await rolesOf(id)).toEqual(["admin", "user"])
  await takeBack(email)
  const { browser } = await signIn(email)
  expect(await loginsOf(browser)).toEqual([])
  expect(await rolesOf(id)).toEqual(["user"])
})

test("an undo keeps the login that an address has to use, also after the operator changed its id", async () => {
  const renamed = underPolicy(site, { COMPANY_LOGIN: companyLogin(JSON.stringify([rules({ id: "renamed" })])) })
  for (const at of [site, renamed]) {
    const { claims, email, id } = await connected(DOMAIN)
    site.advance(3 * DAY_MS)
    expect(await noticeTo(email)).toContain("signs out all devices, but the login stays connected")
    const preview = await askUndo("/api/account/undo/preview", email, at)
    expect(await preview.json()).toMatchObject({ email, company_login: "Liar Inc" })
    await undo(email, at)
    expect((await signIn(email)).problem).toBe("company_login_required")
    site.advance(Date.now() - site.services.clock().getTime())
    expect((await visit(claims)).data.user?.id).toBe(id)
  }
})

test("an undo that disconnects the login leaves every way of signing in", async () => {
  const { email } = await connected("example.org")
  expect(await (await askUndo("/api/account/undo/preview", email)).json()).toMatchObject({ email, company_login: null })
})
