// What a company login proves and leaves behind: no more than it should beside a second factor, after a reset, and while its keys are away.
import { createServer } from "node:http"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { identities } from "../../src/server/platform/db/auth-schema.ts"
import { ORIGIN, type TestApp, testApp } from "../support/app.ts"
import { authClient, type TestClient } from "../support/auth-client.ts"
import { companyClient } from "../support/company-client.ts"
import { enrolled, nextCode, tokenOf } from "../support/factor-people.ts"
import { closeServer } from "../support/listening-app.ts"
import { type LyingProvider, lyingProvider } from "../support/lying-provider.ts"
import { emailsTo, newestLink } from "../support/mailbox.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../support/people.ts"

let liar: LyingProvider
let site: TestApp
beforeAll(async () => {
  liar = await lyingProvider()
  site = await testApp({ COMPANY_LOGIN: JSON.stringify(liar.setting()) })
})
afterAll(async () => {
  await site.close()
  await liar.close()
})
beforeEach(() => site.advance(Date.now() - site.services.clock().getTime()))

let people = 0
const nextSub = (): string => `prover-${++people}`
const truth = (sub: string, more = {}) => ({ sub, email: `${sub}@example.com`, email_verified: true, ...more })
const now = () => Math.floor(site.services.clock().getTime() / 1000)

const beside = (owner: TestClient) =>
  companyClient(site, { cookies: owner.cookies, stored: owner.stored, fetch: owner.fetch })

/** Signed in by password, with a company login that is connected. */
async function connected() {
  const sub = nextSub()
  const { email, user_id } = await signUpAndVerify(site, { username: sub })
  site.advance(1_000)
  const owner = authClient(site)
  expect((await owner.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  const options = { redirectTo: `${ORIGIN}/settings` }
  const { data } = await owner.client.linkIdentity({ provider: "liar" as "google", options })
  const page = await beside(owner).arrive(liar.visit(data?.url ?? "", truth(sub)))
  expect(page.searchParams.get("company_login")).toBe("connected")
  return { ...owner, email, sub, user_id }
}

async function askForProof({ client, fetch }: TestClient) {
  const path = `${ORIGIN}/auth/v1/user/identities/authorize?provider=liar&purpose=proof`
  return (await fetch(path, { headers: { authorization: `Bearer ${await tokenOf(client)}` } })).json()
}

async function addApp({ client }: TestClient): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  const { factorId, secret } = await enrolled(client)
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: nextCode(site, secret) })
  expect(error).toBeNull()
  vi.useRealTimers()
}

test("a sign-in at the company from before is no proof, nor one without its time, and the page can say which it was", async () => {
  const owner = await connected()
  for (const auth_time of [now() - 120, undefined, 0]) {
    const { url } = await askForProof(owner)
    const page = await beside(owner).arrive(liar.visit(url, truth(owner.sub, { auth_time })))
    expect(page.searchParams.get("error_code")).toBe("company_login_not_proved")
  }
})

test("a deactivated account with nothing but a company login exports its data and deletes itself, after a proof there", async () => {
  const sub = nextSub()
  const owner = companyClient(site)
  const enter = async () => {
    const page = await owner.arrive(liar.visit(await owner.leave("liar"), truth(sub)))
    const { data } = await owner.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
    return { user_id: data.user?.id, headers: { authorization: `Bearer ${data.session?.access_token}` } }
  }
  const prove = async () => {
    const { code, url } = await askForProof(owner)
    expect(code).toBeUndefined()
    const back = await owner.arrive(liar.visit(url, truth(sub, { auth_time: now() })))
    expect(back.searchParams.get("company_login")).toBe("proved")
  }
  const before = await enter()
  await prove()
  const { user_id } = before
  const deactivation = await postJson(site, "/api/functions/delete-user-account", { user_id }, before.headers)
  expect(deactivation.status).toBe(200)
  const { headers } = await enter()
  const exported = () => site.app.request("/api/account/export", { headers })
  expect(await (await exported()).json()).toMatchObject({
    error: { code: "reauthentication_needed", message: "Please confirm it's you first.", methods: ["company"] },
  })
  await prove()
  expect((await exported()).status).toBe(200)
  const connect = await site.app.request("/auth/v1/user/identities/authorize?provider=liar", { headers })
  expect((await connect.json()).code).toBe("account_deactivated")
  expect((await postJson(site, "/api/account/deletion", {}, headers)).status).toBe(200)
})

test("with a second factor the company's login is no proof, whenever the factor was set up", async () => {
  const owner = await connected()
  const { url } = await askForProof(owner)
  await addApp(owner)
  const refused = await askForProof(owner)
  expect([refused.code, refused.methods]).toEqual(["reauthentication_needed", ["totp"]])

  site.advance(6 * 60_000)
  const page = await beside(owner).arrive(liar.visit(url, truth(owner.sub, { auth_time: now() })))
  expect(page.searchParams.get("error_code")).toBe("company_login_failed")
  const headers = { authorization: `Bearer ${await tokenOf(owner.client)}` }
  const change = await postJson(site, "/api/account/recovery-codes", {}, headers)
  expect([change.status, (await change.json()).error.code]).toEqual([400, "reauthentication_needed"])
})

test("the email about wrong codes names what opened the session: the company's login, and no password", async () => {
  const owner = await connected()
  await addApp(owner)
  const { client, arrive, leave } = companyClient(site)
  const page = await arrive(liar.visit(await leave("liar"), truth(owner.sub)))
  await client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
  const factorId = (await client.mfa.listFactors()).data?.all[0]?.id ?? ""
  for (let at = 0; at < 6; at++) await client.mfa.challengeAndVerify({ factorId, code: "000000" })
  const { subject, text_body } = (await emailsTo(site.services, owner.email)).at(-1) ?? {}
  expect(subject).toBe("Wrong codes were entered for your Meishi account")
  expect(text_body).toContain("sign in to your Meishi account with your company login")
  expect(text_body).toContain("tell your company now")
  expect(text_body).not.toMatch(/password/i)
})

async function reset(email: string): Promise<string> {
  await postJson(site, "/auth/v1/recover", { email })
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const { headers } = await site.app.request(pathname + search)
  const { searchParams } = new URL(headers.get("location") ?? "")
  const authorization = `Bearer ${searchParams.get("access_token")}`
  const put = { method: "PUT", headers: { authorization, "content-type": "application/json" } }
  const answer = await site.app.request("/auth/v1/user", {
    ...put,
    body: JSON.stringify({ password: "a completely new harbour" }),
  })
  expect(answer.status).toBe(200)
  return (await emailsTo(site.services, email)).at(-1)?.text_body ?? ""
}

const loginsOf = async (id: string | undefined) =>
  (await site.services.database.db.select().from(identities)).filter(({ user_id }) => user_id === id).length

const REMOVED = "Company logins connected in the last 7 days were disconnected."

test("a reset disconnects the company logins of the last seven days, and says so; older ones keep working", async () => {
  const [robbed, settled] = [await connected(), await connected()]
  expect(await reset(robbed.email)).toContain(REMOVED)
  expect(await loginsOf(robbed.user_id)).toBe(0)
  site.advance(8 * 86_400_000)
  expect(await reset(settled.email)).not.toContain(REMOVED)
  expect(await loginsOf(settled.user_id)).toBe(1)
})

test("a reset keeps the company login that made the account", async () => {
  const sub = nextSub()
  const browser = companyClient(site)
  const page = await browser.arrive(liar.visit(await browser.leave("liar"), truth(sub)))
  const { data } = await browser.client.exchangeCodeForSession(page.searchParams.get("code") ?? "")
  expect(await reset(`${sub}@example.com`)).not.toContain(REMOVED)
  expect(await loginsOf(data.user?.id)).toBe(1)
})

test("while the provider's keys are away, its sign-out is asked for again, and neither believed nor called wrong", async () => {
  let keys: { status: number; body: string } = { status: 503, body: "" }
  const away = createServer((_, response) => void response.writeHead(keys.status).end(keys.body))
  await new Promise<void>((resolve) => away.listen(0, "127.0.0.1", resolve))
  const { port } = away.address() as { port: number }
  const provider = await lyingProvider()
  provider.lies = { discovery: { jwks_uri: `http://127.0.0.1:${port}/jwks` } }
  const shop = await testApp({ COMPANY_LOGIN: JSON.stringify(provider.setting()) })
  shop.advance(Date.now() - shop.services.clock().getTime())
  const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: "x" }) }).toString()
  const tell = async () => {
    const type = { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) }
    const answer = await shop.app.request("/auth/v1/backchannel-logout", { method: "POST", headers: type, body })
    return [answer.status, (await answer.json()).code]
  }
  const unavailable = [503, "company_login_unavailable"]
  expect(await tell()).toEqual(unavailable)
  keys = { status: 200, body: `"${"x".repeat(600_000)}"` }
  expect(await tell()).toEqual(unavailable)
  await closeServer(away)
  expect(await tell()).toEqual(unavailable)
  await shop.close()
  await provider.close()
})
