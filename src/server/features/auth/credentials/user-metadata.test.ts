// What a program may keep with an account (the protocol's user_metadata), and what it never decides.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { cookieJar } from "../../../../../tests/support/cookie-jar.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { user_roles, users } from "../../../platform/db/auth-schema.ts"
import { profiles } from "../../../platform/db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => site.advance(3_600_000))

const refusal = (message: string) => ({ code: "validation_failed", message })
const LARGE = refusal("The data is too large. The limit is 4 kB.")
const DEEP = refusal("The data is nested too deeply.")

const signUp = async (email: string, data: unknown) =>
  (await cookieJar(site).send("/auth/v1/signup", { email, password: PASSWORD, data })).json()
const change = async ({ headers }: Person, data: unknown) =>
  (await cookieJar(site).send("/auth/v1/user", { data }, headers, "PUT")).json()
const nested = (depth: number): unknown => (depth === 0 ? 1 : { in: nested(depth - 1) })

test("any plain JSON is kept at sign-up, and given back", async () => {
  const data = { plan: "free", tags: ["a", { b: null }], nested: { deep: [1, 2.5, true] }, "odd key ☂": "" }
  const user = await signUp("saver@example.com", { ...data, username: "saver", full_name: " Sa Ver " })
  expect(user.user_metadata).toEqual({ ...data, username: "saver", full_name: "Sa Ver" })
})

test("up to 4 kB of it, to the byte, and eight levels deep", async () => {
  const room = 4096 - JSON.stringify({ text: "" }).length
  expect((await signUp("full@example.com", { text: "x".repeat(room) })).user_metadata.text).toHaveLength(room)
  expect(await signUp("over@example.com", { text: "x".repeat(room + 1) })).toEqual(LARGE)
  expect(await signUp("umbrella@example.com", { text: "☂".repeat(room / 3 + 1) })).toEqual(LARGE)
  expect((await signUp("deep@example.com", nested(8))).user_metadata).toEqual(nested(8))
  expect(await signUp("deeper@example.com", nested(9))).toEqual(DEEP)
  expect(await signUp("deepest@example.com", nested(1000))).toEqual(DEEP)
  const { db } = site.services.database
  expect(await db.select().from(users).where(eq(users.email, "deepest@example.com"))).toEqual([])
})

test("text the database cannot hold is kept without it, and a key that sets prototypes is refused", async () => {
  const user = await signUp("odd@example.com", { "k\0ey": "a\0b\ud800c" })
  expect(user.user_metadata).toEqual({ key: "ab\ufffdc" })
  for (const data of ['{"__proto__":{"admin":true}}', '{"a":[{"__proto__":1}]}'])
    expect(await signUp("proto@example.com", JSON.parse(data))).toEqual(
      refusal("The data has a key that can't be stored."),
    )
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
})

test("a change replaces what is given, removes what is null, and leaves the rest", async () => {
  const person = await signUpAndVerify(site)
  await change(person, { theme: "dark", news: true })
  const user = await change(person, { theme: null, full_name: "Ada King", lang: "en" })
  const { username } = person
  expect(user.user_metadata).toEqual({ username, full_name: "Ada King", news: true, lang: "en" })
  const two = await Promise.all([change(person, { one: 1 }), change(person, { two: 2 })])
  expect(two.every((answer) => answer.id === person.user_id)).toBe(true)
  expect((await change(person, {})).user_metadata).toMatchObject({ one: 1, two: 2, news: true })
})

test("a change keeps the rules of the names, and the room there is in all", async () => {
  const person = await signUpAndVerify(site)
  expect(await change(person, { username: "somebody-else" })).toEqual(refusal("The username cannot be changed here."))
  expect(await change(person, { username: null })).toEqual(refusal("The username cannot be changed here."))
  expect((await change(person, { username: person.username })).id).toBe(person.user_id)
  expect(await change(person, { full_name: "A" })).toEqual(refusal("Full name must be at least 2 characters"))
  expect(await change(person, { full_name: ["A", "B"] })).toEqual(refusal("Full name must be at least 2 characters"))
  expect(await change(person, { phone: "5".repeat(41) })).toEqual(refusal("This is too long"))
  expect(await change(person, { phone: 5 })).toEqual(refusal("This must be text"))
  expect(await change(person, [1])).toEqual(refusal("The data must be an object."))
  expect(await change(person, "text")).toEqual(refusal("The data must be an object."))
  await change(person, { half: "x".repeat(3000) })
  expect(await change(person, { other: "x".repeat(1500) })).toEqual(LARGE)
})

test("it grants nothing: no role, no profile, no address, no claim of a token", async () => {
  const person = await signUpAndVerify(site)
  const wishes = { role: "admin", roles: ["admin"], email: "other@example.com", email_verified: true, is_admin: true }
  const user = await change(person, { ...wishes, username: person.username, job_title: "Chief" })
  expect(user).toMatchObject({ email: person.email, role: "authenticated", user_metadata: wishes })
  const { db } = site.services.database
  const roles = await db.select().from(user_roles).where(eq(user_roles.user_id, person.user_id))
  expect(roles).toEqual([{ user_id: person.user_id, role: "user" }])
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, person.user_id))
  expect(profile).toMatchObject({ job_title: "", full_name: "Ada Lovelace", signin_email: person.email })
  const body = { email: person.email, password: PASSWORD }
  const session = await (await cookieJar(site).send("/auth/v1/token?grant_type=password", body)).json()
  expect(session.user.user_metadata).toMatchObject(wishes)
  const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1], "base64url").toString())
  expect(claims.user_metadata).toEqual({ username: person.username, full_name: "Ada Lovelace" })
})
