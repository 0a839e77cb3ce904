import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { cpuTimer } from "../../../../../tests/support/cpu-time.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { quickPasswords } from "../../../../../tests/support/quick-passwords.ts"
import { rate_limits } from "../../../platform/db/schema.ts"
import { createRateLimits } from "../../../platform/rate-limits/rate-limits.ts"
import { createPasswords } from "./passwords.ts"

let site: TestApp
const [idle, full] = [quickPasswords(), createPasswords(0, 0)]
const passwords = { ...idle }
beforeAll(async () => {
  site = await testApp({ TRUSTED_PROXIES: "10.0.0.0/8" }, passwords)
})
afterEach(() => void Object.assign(passwords, idle))
afterAll(() => site.close())

const attempt = (email: string, password: string, ip: string, headers: Record<string, string> = {}) =>
  postJson(site, "/auth/v1/token?grant_type=password", { email, password }, headers, ip)

const MINUTE_MS = 60_000

/** As many wrong passwords as strangers have together, ten from each network. */
async function overrun(email: string, network: string): Promise<void> {
  for (let at = 0; at <= 40; at++) await attempt(email, "wrong", `${network}.${Math.floor(at / 10)}`)
}

test("ten wrong passwords for one account from one network; then 429 without a hash, until the window has passed", async () => {
  const { email } = await signUpAndVerify(site)
  for (let at = 0; at < 10; at++) expect((await attempt(email, "wrong", "172.16.1.1")).status).toBe(400)
  const before = passwords.computed()
  const refused = await attempt(email.toUpperCase(), PASSWORD, "172.16.1.1")
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: "over_request_rate_limit" })
  expect(Number(refused.headers.get("retry-after"))).toBe(300)
  expect(passwords.computed()).toBe(before)
  site.advance(4 * MINUTE_MS)
  expect((await attempt(email, PASSWORD, "172.16.1.1")).headers.get("retry-after")).toBe("60")
  site.advance(MINUTE_MS)
  expect((await attempt(email, PASSWORD, "172.16.1.1")).status).toBe(200)
})

test("forty wrong passwords for one account from everywhere; then 429 without a hash, until the hour has passed", async () => {
  const { email } = await signUpAndVerify(site)
  await overrun(email, "172.16.4")
  const before = passwords.computed()
  const refused = await attempt(email, PASSWORD, "172.16.5.5")
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"])
  expect(passwords.computed()).toBe(before)
  site.advance(60 * MINUTE_MS)
  expect((await attempt(email, PASSWORD, "172.16.5.5")).status).toBe(200)
})

test("a refused attempt of one network uses up no attempts of the account or of wider networks", async () => {
  const email = "flooded@example.com"
  for (let at = 0; at < 200; at++) await attempt(email, "wrong", "2001:db8:ffff:1::1")
  for (let at = 2; at < 5; at++)
    for (let n = 0; n < 10; n++) expect((await attempt(email, "wrong", `2001:db8:ffff:${at}::1`)).status).toBe(400)
  expect((await attempt(email, PASSWORD, "172.16.6.6")).status).toBe(429)
})

test("fifty wrong attempts from one address, whatever the account; an IPv6 network counts as one", async () => {
  for (let at = 0; at < 50; at++)
    expect((await attempt(`guess-${at}@example.com`, "wrong", `2001:db8:7:7::${at.toString(16)}`)).status).toBe(400)
  expect((await attempt("guess@example.com", "wrong", "2001:db8:7:7:ffff::1")).status).toBe(429)
  expect((await attempt("guess@example.com", "wrong", "2001:db8:7:8::1")).status).toBe(400)
})

test("an attempt that another process gives back is open here some seconds later, not only with the next window", async () => {
  const { clock, database } = site.services
  const [here, there] = [createRateLimits(database.db, clock), createRateLimits(database.db, clock)]
  const budget = { name: "shared", max: 3, windowS: 300 }
  for (let n = 0; n < 3; n++) await there.take(budget, "somebody")
  await expect(here.take(budget, "somebody")).rejects.toMatchObject({ status: 429 })
  await there.giveBack([budget, "somebody"])
  expect(here.waitS(budget, "somebody")).toBe(300)
  site.advance(5_000)
  expect(here.waitS(budget, "somebody")).toBe(0)
  await here.take(budget, "somebody")
  await expect(there.take(budget, "somebody")).rejects.toMatchObject({ status: 429 })
})

test("a limit reached while the clock was a month ahead ends when the clock is corrected", async () => {
  const { email } = await signUpAndVerify(site)
  site.advance(31 * 1440 * MINUTE_MS)
  for (let at = 0; at < 10; at++) expect((await attempt(email, "wrong", "172.16.9.99")).status).toBe(400)
  expect((await attempt(email, PASSWORD, "172.16.9.99")).status).toBe(429)
  site.advance(-31 * 1440 * MINUTE_MS)
  expect((await attempt(email, PASSWORD, "172.16.9.99")).status).toBe(200)
})

test("right passwords are not counted", async () => {
  const { email } = await signUpAndVerify(site)
  for (let at = 0; at < 12; at++) expect((await attempt(email, PASSWORD, "172.16.2.2")).status).toBe(200)
})

test("a server that is too busy to check counts no attempt, and gives none away", async () => {
  const { email } = await signUpAndVerify(site)
  const ip = "172.16.10.1"
  for (let at = 0; at < 9; at++) expect((await attempt(email, "wrong", ip)).status).toBe(400)
  Object.assign(passwords, full)
  for (let at = 0; at < 60; at++) expect((await attempt(email, PASSWORD, ip)).status).toBe(503)
  Object.assign(passwords, idle)
  expect((await attempt(email, PASSWORD, ip)).status).toBe(200)
  expect((await attempt(email, "wrong", ip)).status).toBe(400)
  Object.assign(passwords, full)
  expect((await attempt(email, PASSWORD, ip)).status).toBe(429)
})

test("a check that fails in the database counts no attempt", async () => {
  const { email } = await signUpAndVerify(site)
  const { pool } = site.services.database
  await pool.query("alter table users rename to users_away")
  for (let at = 0; at < 12; at++) expect((await attempt(email, PASSWORD, "172.16.11.1")).status).toBe(500)
  await pool.query("alter table users_away rename to users")
  expect((await attempt(email, PASSWORD, "172.16.11.1")).status).toBe(200)
})

test("a thousand wrong attempts cost forty hashes, and are refused quickly", async () => {
  const { email } = await signUpAndVerify(site)
  const before = passwords.computed()
  const answers: Response[] = []
  for (let round = 0; round < 20; round++)
    answers.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, at) => attempt(email, "wrong", `172.17.${round}.${at}`)))),
    )
  expect(passwords.computed() - before).toBe(40)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(960)
  const worked = cpuTimer()
  await attempt(email, "wrong", "172.18.0.1")
  expect(worked()).toBeLessThan(100)
})

test("an account known to be under attack is refused without a write", async () => {
  const { email } = await signUpAndVerify(site)
  const { db } = site.services.database
  await overrun(email, "172.24.0")
  const rows = await db.$count(rate_limits)
  for (let at = 0; at < 20; at++) expect((await attempt(email, "wrong", `172.24.1.${at}`)).status).toBe(429)
  expect(await db.$count(rate_limits)).toBe(rows)
})

test("sign-ups: twenty an hour from one address", async () => {
  const signUp = (at: number) =>
    postJson(site, "/auth/v1/signup", { email: `many-${at}@example.com`, password: PASSWORD }, {}, "172.19.0.1")
  for (let at = 0; at < 20; at++) expect((await signUp(at)).status).toBe(200)
  const refused = await signUp(20)
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"])
})

test("emails: three an hour to one address for one network, known or not, with a separate code", async () => {
  for (const email of ["known-mail@example.com", "unknown-mail@example.com"]) {
    if (email.startsWith("known")) await signUpAndVerify(site, { email })
    const resend = (path: string) => postJson(site, path, { type: "signup", email }, {}, "172.20.0.1")
    expect((await resend("/auth/v1/resend")).status).toBe(200)
    expect((await resend("/auth/v1/recover")).status).toBe(200)
    expect((await resend("/auth/v1/resend")).status).toBe(200)
    const refused = await resend("/auth/v1/recover")
    expect([refused.status, (await refused.json()).code]).toEqual([429, "over_email_send_rate_limit"])
  }
})

test("availability answers what was asked, and is limited", async () => {
  await signUpAndVerify(site, { username: "occupied", email: "occupied@example.com" })
  const ask = async (body: unknown, ip = "172.21.0.1") => {
    const answer = await postJson(site, "/api/availability", body, {}, ip)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    return answer.json()
  }
  expect(await ask({ username: "OCCUPIED" })).toEqual({ username: false })
  expect(await ask({ email: "Occupied@Example.com" })).toEqual({ email: false })
  expect(await ask({ username: "free-one", email: "free@example.com" })).toEqual({ username: true, email: true })
  expect(await ask({ username: "settings" })).toEqual({ username: false })
  expect(await ask({})).toEqual({})
  for (let at = 0; at < 60; at++) await ask({ username: "free-one" }, "172.21.0.2")
  expect(await ask({ username: "free-one" }, "172.21.0.2")).toMatchObject({ error: { code: "too_many_requests" } })
})

test("behind a trusted proxy the client is the right-most hop that is not ours; elsewhere the header is ignored", async () => {
  const viaProxy = (forwarded: string) =>
    attempt("proxied@example.com", "wrong", "10.1.2.3", { "x-forwarded-for": forwarded })
  const statuses: number[] = []
  for (let at = 0; at < 60; at++)
    statuses.push(
      (
        await attempt(`a${at}@example.com`, "x", "10.1.2.3", {
          "x-forwarded-for": `1.2.3.${at}, 198.51.100.7, 10.9.9.9`,
        })
      ).status,
    )
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect((await viaProxy("198.51.100.8")).status).toBe(400)
  const direct: number[] = []
  for (let at = 0; at < 60; at++)
    direct.push(
      (await attempt(`b${at}@example.com`, "x", "198.51.100.50", { "x-forwarded-for": `5.6.7.${at}` })).status,
    )
  expect(direct.filter((status) => status === 429)).toHaveLength(10)
})

test("limits hold across processes: they are in the database", async () => {
  const { rows } = await site.services.database.pool.query(
    "select key, count from rate_limits where key like 'sign-in:account:%'",
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain("@")
  site.advance(3_600_000)
  await site.services.limits.sweep()
  const left = await site.services.database.pool.query("select count(*)::int as n from rate_limits")
  expect(left.rows).toEqual([{ n: 0 }])
})
