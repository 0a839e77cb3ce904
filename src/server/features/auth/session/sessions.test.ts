import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { PASSWORD, postJson, signIn, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { DAY_MS } from "../../../../domain/time.ts"
import { compose } from "../../../compose.ts"
import { factors, sessions, users } from "../../../platform/db/auth-schema.ts"
import { profiles } from "../../../platform/db/schema.ts"
import { refreshSession } from "./refresh.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

async function refresh(refresh_token: string, headers: Record<string, string> = {}) {
  const answer = await postJson(site, "/auth/v1/token?grant_type=refresh_token", { refresh_token }, headers)
  const body = await answer.json()
  return { status: answer.status, code: body.code, token: body.refresh_token as string, body, headers: answer.headers }
}

const lives = async (access_token: string): Promise<boolean> =>
  (await site.app.request("/auth/v1/user", { headers: { authorization: `Bearer ${access_token}` } })).status === 200

async function schedule(userId: string, deletesInMs: number) {
  const now = site.services.clock()
  await site.services.database.db
    .update(profiles)
    .set({ deleted_at: now, deletion_scheduled_at: new Date(now.getTime() + deletesInMs) })
    .where(eq(profiles.id, userId))
}

test("a refresh token that was just replaced returns its successor again, for ten seconds", async () => {
  const { refresh_token } = await signUpAndVerify(site)
  const first = await refresh(refresh_token)
  expect(first.token).not.toBe(refresh_token)
  site.advance(9_900)
  expect((await refresh(refresh_token)).token).toBe(first.token)
  site.advance(200)
  expect((await refresh(refresh_token)).code).toBe("refresh_token_already_used")
})

test("an older refresh token means theft: the session ends", async () => {
  const { refresh_token, access_token } = await signUpAndVerify(site)
  const first = await refresh(refresh_token)
  const second = await refresh(first.token)
  expect(second.status).toBe(200)
  expect(await refresh(refresh_token)).toMatchObject({ status: 400, code: "refresh_token_already_used" })
  expect(await refresh(second.token)).toMatchObject({ status: 400, code: "refresh_token_not_found" })
  expect(await lives(access_token)).toBe(false)
})

test("fifty refreshes at once with one token get one and the same successor", async () => {
  const { refresh_token } = await signUpAndVerify(site)
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.token)).size).toBe(1)
  expect(await refresh(answers[0]?.token ?? "")).toMatchObject({ status: 200 })
})

test("a forged refresh token is unknown", async () => {
  const { refresh_token } = await signUpAndVerify(site)
  const [id = "", counter = "", mac = ""] = refresh_token.split(".")
  const forged = [
    `${id}.1.${mac}`,
    `${id}.${counter}.`,
    `${id}.${counter}`,
    `${id}.${counter}.${mac}.x`,
    `${id}.00.${mac}`,
    "",
  ]
  for (const token of forged)
    expect(await refresh(token)).toMatchObject({ status: 400, code: "refresh_token_not_found" })
  expect((await refresh(refresh_token)).status).toBe(200)
})

test("a browser's session is bound to an httpOnly cookie: the token alone cannot be refreshed", async () => {
  const { email, access_token } = await signUpAndVerify(site)
  const fromBrowser = { "sec-fetch-site": "same-origin" }
  const opened = await postJson(site, "/auth/v1/token?grant_type=password", { email, password: PASSWORD }, fromBrowser)
  const [line = ""] = opened.headers.getSetCookie()
  expect(line).toMatch(/^meishi-binding=[\w-]{43}; /)
  expect(line).toMatch(/; Path=\/auth\/v1\/token/)
  expect(line).toMatch(/; HttpOnly/)
  expect(line).toMatch(/; SameSite=Strict/)
  expect(line).not.toMatch(/; Secure/)
  const { refresh_token } = await opened.json()
  const cookie = line.split(";")[0] ?? ""
  expect(await refresh(refresh_token)).toMatchObject({ status: 400, code: "refresh_token_not_found" })
  expect(await refresh(refresh_token, { cookie: "meishi-binding=wrong" })).toMatchObject({ status: 400 })
  const answer = await refresh(refresh_token, { ...fromBrowser, cookie })
  expect(answer.status).toBe(200)
  // Not sent again: a late answer must not replace the cookie of a newer sign-in.
  expect(answer.headers.getSetCookie().filter((line) => line.startsWith("meishi-binding="))).toEqual([])
  expect(await lives(access_token)).toBe(true)
})

test("every sign-in gets a new cookie: a planted one is never adopted, and does not hide ours", async () => {
  const { email } = await signUpAndVerify(site)
  const planted = `meishi-binding=${"A".repeat(43)}`
  const headers = { "sec-fetch-site": "same-origin", cookie: planted }
  const opened = await postJson(site, "/auth/v1/token?grant_type=password", { email, password: PASSWORD }, headers)
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  expect(cookie).toMatch(/^meishi-binding=[\w-]{43}$/)
  expect(cookie).not.toBe(planted)
  const { refresh_token } = await opened.json()
  expect((await refresh(refresh_token, { cookie: planted })).status).toBe(400)
  expect((await refresh(refresh_token, { cookie: `${planted}; ${cookie}` })).status).toBe(200)
  const many = Array.from({ length: 300 }, () => planted).join("; ")
  expect((await refresh(refresh_token, { cookie: many })).status).toBe(400)
})

test("signing out deletes the cookie, even when the session has ended; ending the others keeps it", async () => {
  const { access_token } = await signUpAndVerify(site)
  const signOut = async (scope: string) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await postJson(site, `/auth/v1/logout?scope=${scope}`, {}, headers)
    return answer.headers.getSetCookie().filter((line) => line.startsWith("meishi-binding="))
  }
  expect(await signOut("others")).toEqual([])
  for (let n = 0; n < 2; n++)
    expect(await signOut("local")).toEqual(["meishi-binding=; Max-Age=0; Path=/auth/v1/token"])
})

test("over https every cookie is Secure, with the prefix in its name; a session with the older name continues", async () => {
  const safe = await testApp({ PUBLIC_ORIGIN: "https://cards.example" })
  try {
    const { email } = await signUpAndVerify(safe)
    const credentials = { email, password: PASSWORD }
    const fromBrowser = { "sec-fetch-site": "same-origin" }
    const answer = await postJson(safe, "/auth/v1/token?grant_type=password", credentials, fromBrowser)
    const lines = answer.headers.getSetCookie()
    for (const name of ["__Secure-meishi-binding", "__Secure-meishi-device"]) {
      const [line] = lines.filter((cookie) => cookie.startsWith(`${name}=`))
      expect(line).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
    }
    const [mark] = lines.filter((cookie) => cookie.startsWith("__Secure-meishi-owner="))
    expect(mark).toMatch(/; Path=\/card; HttpOnly; Secure; SameSite=Lax$/)
    const { refresh_token, access_token } = await answer.json()
    const cookie = (lines[0]?.split(";")[0] ?? "").replace("__Secure-", "")
    const older = await postJson(safe, "/auth/v1/token?grant_type=refresh_token", { refresh_token }, { cookie })
    expect(older.status).toBe(200)
    const out = await postJson(safe, "/auth/v1/logout", {}, { authorization: `Bearer ${access_token}` })
    const gone = out.headers.getSetCookie().map((line) => line.split(";")[0])
    expect(gone).toEqual(expect.arrayContaining(["__Secure-meishi-binding=", "meishi-binding="]))
  } finally {
    await safe.close()
  }
})

test("a session ends 180 days after its sign-in, however often it is refreshed", async () => {
  const { refresh_token } = await signUpAndVerify(site)
  let token = refresh_token
  for (let day = 29; day < 180; day += 29) {
    site.advance(29 * DAY_MS)
    const next = await refresh(token)
    expect(next.status).toBe(200)
    token = next.token
  }
  site.advance(6 * DAY_MS - 60_000)
  const last = await refresh(token)
  expect(last.body).toMatchObject({ expires_in: 60 })
  site.advance(60_000)
  expect(await refresh(last.token)).toMatchObject({ status: 400, code: "refresh_token_not_found" })
})

test("SESSION_MAX_DAYS shortens it, also for sessions that were opened before it was set", async () => {
  const { refresh_token } = await signUpAndVerify(site)
  site.advance(8 * DAY_MS)
  const short = compose({ ...site.services, config: { ...site.services.config, SESSION_MAX_DAYS: 7 } })
  const origin = {
    ip: "192.0.2.1",
    headers: new Headers(),
    isProxied: false,
    bindings: [],
    devices: [],
    isBrowser: false,
    userAgent: "",
  }
  await expect(refreshSession(short.auth, refresh_token, origin)).rejects.toMatchObject({
    code: "refresh_token_not_found",
  })
  expect((await refresh(refresh_token)).code).toBe("refresh_token_not_found")
})

test("an account has fifty sessions: with the next one the oldest ends", async () => {
  const { email, refresh_token } = await signUpAndVerify(site)
  const opened = []
  for (let n = 0; n < 50; n++) {
    site.advance(1000)
    opened.push(await signIn(site, email))
  }
  expect((await refresh(refresh_token)).code).toBe("refresh_token_not_found")
  for (const session of [opened[0], opened.at(-1)])
    expect((await refresh(session?.refresh_token ?? "")).status).toBe(200)
  await Promise.all(Array.from({ length: 8 }, () => signIn(site, email)))
  const { db } = site.services.database
  const [user] = await db.select().from(users).where(eq(users.email, email))
  expect(await db.$count(sessions, eq(sessions.user_id, user?.id ?? ""))).toBe(50)
})

test("sessions that owe their second factor push out none that has shown it", async () => {
  const { email, user_id, refresh_token } = await signUpAndVerify(site)
  const { db } = site.services.database
  const now = site.services.clock()
  await db.update(sessions).set({ factor_verified_at: now }).where(eq(sessions.user_id, user_id))
  const factor = {
    user_id,
    friendly_name: "Phone",
    type: "totp",
    status: "verified",
    secret: "",
    created_at: now,
  } as const
  await db.insert(factors).values({ ...factor, id: randomUUID(), updated_at: now })
  for (let n = 0; n < 51; n++) {
    site.advance(1000)
    await signIn(site, email)
  }
  expect(await db.$count(sessions, eq(sessions.user_id, user_id))).toBe(51)
  expect((await refresh(refresh_token)).status).toBe(200)
})

test("an access token lasts an hour, a session thirty days from its last refresh", async () => {
  const { access_token, refresh_token } = await signUpAndVerify(site)
  site.advance(3_599_000)
  expect(await lives(access_token)).toBe(true)
  site.advance(2_000)
  expect(await lives(access_token)).toBe(false)
  site.advance(29 * DAY_MS)
  const next = await refresh(refresh_token)
  expect(next.status).toBe(200)
  site.advance(29 * DAY_MS)
  const last = await refresh(next.token)
  expect(last.status).toBe(200)
  site.advance(31 * DAY_MS)
  expect(await refresh(last.token)).toMatchObject({ status: 400, code: "refresh_token_not_found" })
})

test("a deactivated account can sign in; one whose deletion date has passed is treated as unknown", async () => {
  const person = await signUpAndVerify(site)
  await schedule(person.user_id, DAY_MS)
  const again = await signIn(site, person.email)
  expect(await site.services.access.requireCaller(again.access_token)).toMatchObject({ account: "deactivated" })
  await schedule(person.user_id, 0)
  await expect(site.services.access.requireCaller(again.access_token)).rejects.toMatchObject({
    code: "session_not_found",
  })
  expect((await refresh(again.refresh_token)).code).toBe("refresh_token_not_found")
  const gone = await postJson(site, "/auth/v1/token?grant_type=password", { email: person.email, password: PASSWORD })
  const unknown = await postJson(site, "/auth/v1/token?grant_type=password", {
    email: "nobody@x.co",
    password: PASSWORD,
  })
  expect([gone.status, await gone.json()]).toEqual([unknown.status, await unknown.json()])
})

test("an unknown address costs as many hashes as a wrong password, and gets the same answer", async () => {
  const { email } = await signUpAndVerify(site)
  const attempt = async (address: string) => {
    const before = site.services.auth.passwords.computed()
    const answer = await postJson(site, "/auth/v1/token?grant_type=password", { email: address, password: "wrong one" })
    return {
      status: answer.status,
      body: await answer.json(),
      hashes: site.services.auth.passwords.computed() - before,
    }
  }
  const wrong = await attempt(email)
  expect(wrong).toEqual({
    status: 400,
    body: { code: "invalid_credentials", message: "Invalid login credentials" },
    hashes: 1,
  })
  expect(await attempt("nobody@example.com")).toEqual(wrong)
})

test("a session or user that is removed loses access", async () => {
  const person = await signUpAndVerify(site)
  const { db } = site.services.database
  await db.delete(users).where(eq(users.id, person.user_id))
  expect(await lives(person.access_token)).toBe(false)
  expect(await db.select().from(sessions).where(eq(sessions.user_id, person.user_id))).toEqual([])
})

test("a caller has roles, username and name as they are in the database now", async () => {
  const person = await signUpAndVerify(site, { username: "caller", full_name: "Call Er" })
  const caller = await site.services.access.requireCaller(person.access_token)
  expect(caller).toMatchObject({
    user_id: person.user_id,
    kind: "password",
    roles: ["user"],
    account: "active",
    username: "caller",
    full_name: "Call Er",
  })
})

test("the sweep removes expired rows and nothing else", async () => {
  const { refresh_token } = await signUpAndVerify(site)
  await postJson(site, "/auth/v1/signup", { email: "never-verified@example.com", password: PASSWORD })
  const { db } = site.services.database
  const unverified = () => db.select().from(users).where(eq(users.email, "never-verified@example.com"))
  site.advance(6 * DAY_MS)
  await site.services.auth.sweep()
  expect(await unverified()).toHaveLength(1)
  site.advance(2 * DAY_MS)
  await site.services.auth.sweep()
  expect(await unverified()).toHaveLength(0)
  expect((await refresh(refresh_token)).status).toBe(200)
  site.advance(40 * DAY_MS)
  await site.services.auth.sweep()
  expect(await db.select().from(sessions)).toEqual([])
})
