import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, postJson, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import type { ListedUser, UserPage } from "../../../api/users.ts"

let site: TestApp
let admin: Person
const people = new Map<string, string>()

beforeAll(async () => {
  site = await testApp()
  admin = await signUpAndVerify(site, { username: "the-admin", full_name: "Grace Hopper" })
  const { pool } = site.services.database
  await pool.query("insert into user_roles values ($1, 'admin')", [admin.user_id])
  for (const [username, full_name] of [
    ["percent", "One % of all"],
    ["under_score", "Under Score"],
    ["backslash", "Back\\slash"],
    ["quote", "Conan O'Brien"],
    ["kana", "田中 太郎"],
    ["accents", "ÉCOLE Française"],
  ] as const) {
    site.advance(1000)
    people.set(username, (await signUp(site, { username, full_name })).user_id)
  }
})
afterAll(() => site.close())

async function list(query: Record<string, string> = {}): Promise<UserPage> {
  const answer = await site.app.request(`/api/admin/users?${new URLSearchParams(query)}`, { headers: admin.headers })
  expect(answer.status, await answer.clone().text()).toBe(200)
  expect(answer.headers.get("cache-control")).toBe("no-store")
  return answer.json()
}
const names = ({ users }: UserPage) => users.map(({ username }) => username)

test("all users are listed, newest first, with what an administrator decides by and nothing else", async () => {
  const { users, next } = await list()
  expect(next).toBeNull()
  expect(names({ users, next })).toEqual([
    "accents",
    "kana",
    "quote",
    "backslash",
    "under_score",
    "percent",
    "the-admin",
  ])
  const own = users.at(-1) as ListedUser
  expect(own).toEqual({
    id: admin.user_id,
    username: "the-admin",
    full_name: "Grace Hopper",
    profile_picture: "",
    accent: "",
    signin_email: "the-admin@example.com",
    confirmed: true,
    roles: ["admin", "user"],
    has_factor: false,
    created_at: own.created_at,
    last_sign_in_at: own.last_sign_in_at,
    deleted_at: null,
    deletion_scheduled_at: null,
    hidden_at: null,
  })
  expect(own.last_sign_in_at).toMatch(/^2026-05-01T/)
  expect(users[0]).toMatchObject({ confirmed: false, last_sign_in_at: null, roles: ["user"] })
})

test.each([
  ["%", ["percent"]],
  ["_", ["under_score"]],
  ["r_s", ["under_score"]],
  ["r%s", []],
  ["\\", ["backslash"]],
  ["k\\s", ["backslash"]],
  ["'", ["quote"]],
  ["o'b", ["quote"]],
  ["' or 1=1 --", []],
  ["GRACE", ["the-admin"]],
  ["ace hop", ["the-admin"]],
  ["The-Admin@EXAMPLE", ["the-admin"]],
  ["  hopper ", ["the-admin"]],
  [" @Under_Sc", ["under_score"]],
  ["école", ["accents"]],
  ["FRANÇAISE", ["accents"]],
  ["田", ["kana"]],
  ["田中", ["kana"]],
  ["太郎", ["kana"]],
  ["zz", []],
  ["nobody has this", []],
  ["hopper\ngrace", []],
  ["\u0000", ["accents", "kana", "quote", "backslash", "under_score", "percent", "the-admin"]],
])("a search for %j is meant literally, in any case", async (q, found) => {
  expect(names(await list({ q }))).toEqual(found)
})

test("a whole ID finds its user, and only in the state asked for", async () => {
  const person = await signUpAndVerify(site, { username: "found-by-id" })
  expect(names(await list({ q: person.user_id }))).toEqual(["found-by-id"])
  expect(names(await list({ q: person.user_id.toUpperCase() }))).toEqual(["found-by-id"])
  expect(names(await list({ q: person.user_id, status: "deactivated" }))).toEqual([])
  expect(names(await list({ q: person.user_id.slice(0, -1) }))).toEqual([])
  await site.services.database.pool.query("delete from users where id = $1", [person.user_id])
})

test("a match does not reach from one field into the next", async () => {
  expect(names(await list({ q: "the-admingrace" }))).toEqual([])
  expect(names(await list({ q: "the-admin grace" }))).toEqual([])
})

test("deactivated accounts are filtered, and gone from the list when their date has passed", async () => {
  const leaver = await signUpAndVerify(site, { username: "leaver" })
  await postJson(site, "/api/functions/delete-user-account", { user_id: leaver.user_id }, leaver.headers)
  const [only] = (await list({ status: "deactivated" })).users
  expect(only).toMatchObject({ username: "leaver", deleted_at: expect.any(String) })
  expect(names(await list({ status: "active" }))).not.toContain("leaver")
  expect(names(await list({ status: "active", q: "leaver" }))).toEqual([])
  expect(names(await list({ q: "leaver" }))).toEqual(["leaver"])
  await site.services.database.pool.query("update profiles set deletion_scheduled_at = $1 where id = $2", [
    site.services.clock(),
    leaver.user_id,
  ])
  expect(names(await list({ q: "leaver" }))).toEqual([])
  expect((await list({ status: "deactivated" })).users).toEqual([])
})

test.each<Record<string, string>>([{ status: "everybody" }, { q: "x".repeat(201) }])(
  "what cannot be asked is refused: %j",
  async (query) => {
    const answer = await site.app.request(`/api/admin/users?${new URLSearchParams(query)}`, { headers: admin.headers })
    expect(answer.status).toBe(422)
  },
)

test("a cursor at the end of time, or at its beginning, is a place like others", async () => {
  const zero = "00000000-0000-0000-0000-000000000000"
  expect((await list({ cursor: `9999999999999999_${zero}` })).users.length).toBeGreaterThan(5)
  expect((await list({ cursor: `0_${zero}` })).users).toEqual([])
})
