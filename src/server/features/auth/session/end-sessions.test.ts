// A person's sessions at /api/account/sessions.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"
import type { OpenSession } from "../../../../api/account.ts"
import { sessions } from "../../../platform/db/auth-schema.ts"

const PATH = "/api/account/sessions"
const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

interface Device {
  access_token: string
  refresh_token: string
  headers: Record<string, string>
}

async function signedInWith(email: string, userAgent: string): Promise<Device> {
  const headers = { "user-agent": userAgent }
  const answer = await postJson(site, "/auth/v1/token?grant_type=password", { email, password: PASSWORD }, headers)
  const session = await answer.json()
  return { ...session, headers: { authorization: `Bearer ${session.access_token}` } }
}

async function listed({ headers }: Pick<Device, "headers">): Promise<OpenSession[]> {
  const answer = await site.app.request(PATH, { headers })
  expect(answer.headers.get("cache-control")).toBe("no-store")
  return (await answer.json()).sessions
}

const status = async ({ headers }: Pick<Device, "headers">, path: string, method = "GET") =>
  (await site.app.request(path, { method, headers })).status

test("lists the current one first, with device and times, and nothing else", async () => {
  const person = await signUpAndVerify(site)
  const created_at = site.services.clock().toISOString()
  site.advance(60_000)
  const phone = await signedInWith(person.email, PHONE)
  const phoneAt = site.services.clock().toISOString()
  const own = { id: expect.any(String), device: "Unknown device", created_at, last_seen_at: created_at, current: false }
  const asked = { id: expect.any(String), device: "Chrome on Android", created_at: phoneAt, last_seen_at: phoneAt }
  expect(await listed(phone)).toEqual([{ ...asked, current: true }, own])
  expect((await listed(person)).map(({ current, device }) => [current, device])).toEqual([
    [true, "Unknown device"],
    [false, "Chrome on Android"],
  ])
})

test("last seen follows requests and refreshes, at most every few minutes", async () => {
  const { email } = await signUpAndVerify(site)
  const [phone, watcher] = [await signedInWith(email, PHONE), await signedInWith(email, "curl/8")]
  const { db } = site.services.database
  const seen = async () => (await listed(watcher)).find(({ current }) => !current)?.last_seen_at
  const start = await seen()
  site.advance(299_000)
  await status(phone, "/api/me")
  expect(await seen()).toBe(start)
  const caller = await site.services.access.requireCaller(phone.access_token)
  const rowOf = () =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.id, caller?.session_id ?? ""))
  expect((await rowOf())[0]?.seen_at).toBeNull()
  site.advance(1000)
  await Promise.all([status(phone, "/api/me"), status(phone, "/api/me"), status(phone, "/api/me")])
  const fiveMinutesLater = site.services.clock().toISOString()
  await vi.waitFor(async () => expect(await seen()).toBe(fiveMinutesLater))
  site.advance(10_000)
  const refreshed = await postJson(site, "/auth/v1/token?grant_type=refresh_token", {
    refresh_token: phone.refresh_token,
  })
  expect(refreshed.status).toBe(200)
  expect(await seen()).toBe(site.services.clock().toISOString())
})

test("a person's own session ends at once; another person's does not exist", async () => {
  const { email } = await signUpAndVerify(site)
  const stranger = await signUpAndVerify(site)
  const [phone, laptop] = [await signedInWith(email, PHONE), await signedInWith(email, "curl/8")]
  const [, lost] = await listed(laptop)
  expect(await status(stranger, `${PATH}/${lost?.id}`, "DELETE")).toBe(404)
  expect(await status(phone, "/api/me")).toBe(200)
  expect(await status(laptop, `${PATH}/${lost?.id}`, "DELETE")).toBe(200)
  // Signing up had opened one more.
  const [own, ...others] = await listed(laptop)
  expect(own?.current).toBe(true)
  expect(others.map(({ id }) => id)).not.toContain(lost?.id)
  for (const { id } of others) expect(await status(laptop, `${PATH}/${id}`, "DELETE")).toBe(200)
  expect(await status(phone, "/api/me")).toBe(401)
  for (const id of [lost?.id, "nothing", "%00"]) expect(await status(laptop, `${PATH}/${id}`, "DELETE")).toBe(404)
})

test("recovery sessions and ended ones are not listed, and only a session can list them", async () => {
  const person = await signUpAndVerify(site)
  await site.services.database.db.update(sessions).set({ kind: "recovery" }).where(eq(sessions.user_id, person.user_id))
  const phone = await signedInWith(person.email, PHONE)
  expect(await listed(phone)).toHaveLength(1)
  expect(await status({ headers: {} }, PATH)).toBe(401)
  expect(await status(person, PATH)).toBe(401)
})
