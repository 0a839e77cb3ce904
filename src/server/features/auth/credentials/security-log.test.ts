// The security log: what an account's owner reads about it, who may, and how long it is kept.
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import {
  ask as askAs,
  member,
  nextCode,
  protectedMember,
  signedIn,
} from "../../../../../tests/support/factor-people.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../../tests/support/mailbox.ts"
import { PASSWORD, type Person, postJson, signIn, signUpAndVerify } from "../../../../../tests/support/people.ts"
import type { LoggedEvent } from "../../../../api/account.ts"
import { DAY_MS } from "../../../../domain/time.ts"
import { user_roles } from "../../../platform/db/auth-schema.ts"
import { recordSecurityEvent } from "./security-log.ts"

const PATH = "/api/account/security-events"
const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => {
  site.advance(3_600_000)
})

const ask = async (method: string, path: string, { headers }: Pick<Person, "headers">, body?: unknown) =>
  site.app.request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })

async function logOf(person: Pick<Person, "headers">): Promise<LoggedEvent[]> {
  const answer = await ask("GET", PATH, person)
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"])
  return (await answer.json()).events
}

const eventsOf = async (person: Pick<Person, "headers">) => (await logOf(person)).map(({ event }) => event)

async function onPhone(email: string): Promise<Pick<Person, "headers">> {
  const body = { email, password: PASSWORD }
  const answer = await postJson(site, "/auth/v1/token?grant_type=password", body, { "user-agent": PHONE })
  return {
    headers: { authorization: `Bearer ${(await answer.json()).access_token}`, "content-type": "application/json" },
  }
}

test("a sign-in is listed with its device and time, newest first, without an IP address", async () => {
  const { email } = await signUpAndVerify(site)
  site.advance(60_000)
  const phone = await onPhone(email)
  const log = await logOf(phone)
  expect(log.map(({ event, device }) => [event, device])).toEqual([
    ["signed_in", "Chrome on Android"],
    ["signed_in", "Unknown device"],
  ])
  expect(log[0]?.at).toBe(site.services.clock().toISOString())
  expect(Object.keys(log[0] ?? {}).sort()).toEqual(["at", "device", "event", "id"])
})

test("every change of the account's protection is listed, and nothing that was refused", async () => {
  const person = await signUpAndVerify(site)
  const wrong = { password: "a quieter harbour", current_password: "not the right one" }
  expect((await ask("PUT", "/auth/v1/user", person, wrong)).status).toBe(400)
  const new_email = `new-${person.email}`
  await ask("PUT", "/auth/v1/user", person, { email: new_email })
  const token_hash = tokenHashOf(await newestLink(site.services, new_email))
  await postJson(site, "/auth/v1/verify", { token_hash, type: "email_change", password: PASSWORD })
  await ask("PUT", "/auth/v1/user", person, { password: "a quieter harbour" })
  await signIn(site, new_email, "a quieter harbour")
  const { sessions } = await (await ask("GET", "/api/account/sessions", person)).json()
  await ask("DELETE", `/api/account/sessions/${sessions[1].id}`, person)
  await ask("POST", "/auth/v1/logout?scope=others", person)
  await (await ask("GET", "/api/account/export", person)).arrayBuffer()
  expect(await eventsOf(person)).toEqual([
    "data_exported",
    "other_sessions_ended",
    "session_ended",
    "signed_in",
    "password_changed",
    "email_changed",
    "email_change_requested",
    "signed_in",
  ])
})

test("with a second factor a sign-in is listed once the factor was shown, and showing it again adds none", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  try {
    const owner = await protectedMember(site, "logged-factor")
    const { client } = await signedIn(site, owner.email)
    const events = async () =>
      (await (await askAs(site, owner.client, "GET", PATH)).json()).events.map(({ event }: LoggedEvent) => event)
    const before = ["second_factor_added", "signed_in", "signed_in"]
    expect(await events()).toEqual(before)
    const show = () => client.mfa.challengeAndVerify({ factorId: owner.factorId, code: nextCode(site, owner.secret) })
    expect((await show()).error).toBeNull()
    expect((await show()).error).toBeNull()
    expect(await events()).toEqual(["signed_in", ...before])
    await askAs(site, client, "POST", "/api/account/recovery-codes")
    await client.mfa.unenroll({ factorId: owner.factorId })
    expect((await events()).slice(0, 2)).toEqual(["second_factor_removed", "recovery_codes_created"])
  } finally {
    vi.useRealTimers()
  }
})

test("too many wrong codes after the right password are listed once", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  try {
    const owner = await protectedMember(site, "guessed")
    const { client } = await signedIn(site, owner.email)
    for (let n = 0; n < 8; n++) await client.mfa.challengeAndVerify({ factorId: owner.factorId, code: "000000" })
    const { events } = await (await askAs(site, owner.client, "GET", PATH)).json()
    expect(events.filter(({ event }: LoggedEvent) => event === "wrong_codes")).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

test("a code that could not be counted because the database failed is no sign that someone has the password", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: site.services.clock() })
  const { db } = site.services.database
  try {
    const owner = await protectedMember(site, "uncounted")
    const { client } = await signedIn(site, owner.email)
    await db.execute(sql`alter table rate_limits add constraint down check (key not like 'factor:%') not valid`)
    const { error } = await client.mfa.challengeAndVerify({ factorId: owner.factorId, code: "000000" })
    await db.execute(sql`alter table rate_limits drop constraint down`)
    expect(error?.status).toBe(500)
    const { events } = await (await askAs(site, owner.client, "GET", PATH)).json()
    expect(events.map(({ event }: LoggedEvent) => event)).not.toContain("wrong_codes")
    const emails = await emailsTo(site.services, owner.email)
    expect(emails.filter(({ subject }) => subject.startsWith("Wrong codes"))).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test("a reset, deactivation and reactivation are listed, and say when it was an administrator", async () => {
  const person = await signUpAndVerify(site)
  const admin = await signUpAndVerify(site)
  await site.services.database.db.insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
  const { user_id, email } = person
  const act = (who: Pick<Person, "headers">, name: string) =>
    ask("POST", `/api/functions/${name}-user-account`, who, { user_id })
  await postJson(site, "/auth/v1/recover", { email })
  const { pathname, search } = new URL(await newestLink(site.services, email))
  const { searchParams } = new URL((await site.app.request(pathname + search)).headers.get("location") ?? "")
  const recovery = { headers: { ...person.headers, authorization: `Bearer ${searchParams.get("access_token")}` } }
  await ask("PUT", "/auth/v1/user", recovery, { password: PASSWORD })
  await act(await signIn(site, email), "delete")
  await act(await signIn(site, email), "reactivate")
  await act(admin, "delete")
  await act(admin, "reactivate")
  const log = await logOf(await signIn(site, email))
  expect(log.map(({ event }) => event).slice(0, 8)).toEqual([
    "signed_in",
    "reactivated_by_administrator",
    "deactivated_by_administrator",
    "reactivated",
    "signed_in",
    "deactivated",
    "signed_in",
    "password_reset",
  ])
  expect(log[1]?.device).toBe("")
  expect(await eventsOf(admin)).toEqual(["signed_in"])
})

test("it goes back ninety days, and shows the newest hundred", async () => {
  const person = await signUpAndVerify(site)
  for (let n = 0; n < 101; n++) {
    const now = site.services.clock()
    await recordSecurityEvent(site.services.database.db, { ...person, user_agent: "" }, "signed_in", now)
  }
  expect(await logOf(person)).toHaveLength(100)
  site.advance(89 * DAY_MS)
  await site.services.auth.sweep()
  const { headers } = await signIn(site, person.email)
  expect(await logOf({ headers })).toHaveLength(100)
  site.advance(2 * DAY_MS)
  await site.services.auth.sweep()
  expect(await logOf({ headers: (await signIn(site, person.email)).headers })).toHaveLength(2)
})

test("a stranger reads their own only", async () => {
  vi.useRealTimers()
  const owner = await member(site, "log-owner")
  const stranger = await signUpAndVerify(site)
  const ids = (await logOf(stranger)).map(({ id }) => id)
  const { events } = await (await askAs(site, owner.client, "GET", PATH)).json()
  expect(events.map(({ id }: LoggedEvent) => id).filter((id: number) => ids.includes(id))).toEqual([])
  expect((await site.app.request(PATH)).status).toBe(401)
})
