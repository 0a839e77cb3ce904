import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { emailsTo } from "../../../../../tests/support/mailbox.ts"
import { fromIp, PASSWORD, postJson, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { user_roles, users } from "../../../platform/db/auth-schema.ts"
import { profiles } from "../../../platform/db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await signUpAndVerify(site, { username: "taken", email: "taken@example.com" })
})
afterAll(() => site.close())

let ip = 0
/** Every attempt from another address. */
const post = (body: unknown) => postJson(site, "/auth/v1/signup", body, {}, `203.0.113.${++ip}`)

const form = (changes: Record<string, unknown> = {}, data: Record<string, unknown> = {}) => ({
  email: "new@example.com",
  password: PASSWORD,
  data: { username: "newcomer", full_name: "New Comer", ...data },
  ...changes,
})

const countUsers = async () => (await site.services.database.db.select().from(users)).length

describe("the rules of the form hold again on the server", () => {
  test.each([
    [form({}, { username: "ab" }), "validation_failed", "Username must be at least 3 characters"],
    [
      form({}, { username: "Not Allowed" }),
      "validation_failed",
      "Username can only contain lowercase letters, numbers, underscores and hyphens",
    ],
    [
      form({}, { username: "settings" }),
      "validation_failed",
      "This username is reserved. Please choose a different username.",
    ],
    [
      form({}, { username: "0b8f6a53-93a2-4b5e-9d3e-0f6a4f7f2b11" }),
      "validation_failed",
      "This username is reserved. Please choose a different username.",
    ],
    [form({}, { full_name: "A" }), "validation_failed", "Full name must be at least 2 characters"],
    [form({}, { full_name: undefined }), "validation_failed", "Full name must be at least 2 characters"],
    [form({ email: "not an address" }), "validation_failed", "Please enter a valid email address"],
    [form({ email: "a\0@example.com" }), "validation_failed", "Please enter a valid email address"],
    // Eight UTF-16 units.
    [form({ password: "🦤🪐🫎🪼" }), "weak_password", "Password must be at least 8 characters"],
    [form({ password: "ab#4x!q" }), "weak_password", "Password must be at least 8 characters"],
    [
      form({ password: "password123" }),
      "weak_password",
      "This password is too common and easy to guess. Please choose a different one.",
    ],
    ...["newcomer", "Meishi@2026", "Quackenbush7!", "hsubnekcauq"].map((password): [object, string, string] => [
      form({ password }, { full_name: "Ottilie Quackenbush" }),
      "weak_password",
      "This password is too common and easy to guess. Please choose a different one.",
    ]),
    [form({ email: "" }), "validation_failed", "You must provide either an email or phone number and a password"],
    [
      form({ email: undefined }),
      "validation_failed",
      "You must provide either an email or phone number and a password",
    ],
    [form({ password: "" }), "validation_failed", "You must provide either an email or phone number and a password"],
    [
      form({ password: undefined }),
      "validation_failed",
      "You must provide either an email or phone number and a password",
    ],
    [{}, "anonymous_provider_disabled", "You must provide either an email or phone number and a password"],
    [
      form({ email: "another@example.com" }, { username: "taken" }),
      "username_already_exists",
      "This username is already taken. Please choose a different username.",
    ],
    [
      form({ email: "TAKEN@example.com" }),
      "email_already_exists",
      "An account with this email address already exists. Please use another email address or login.",
    ],
    [
      form({ email: "taken@example.com" }, { username: "taken" }),
      "account_already_exists",
      "Username or email is already in use. Please try different values.",
    ],
  ])("%j → %s", async (body, code, message) => {
    const before = await countUsers()
    const answer = await post(body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01")
    expect(await answer.json()).toMatchObject({ code, message })
    expect(await countUsers()).toBe(before)
  })
})

test("user, profile and role are created together, and the email is in the outbox", async () => {
  const answer = await post(
    form({ email: "whole@example.com" }, { username: "whole", full_name: "  Whole One ", phone: "555" }),
  )
  const { id } = await answer.json()
  const { db } = site.services.database
  expect(await db.select().from(profiles).where(eq(profiles.id, id))).toMatchObject([
    { username: "whole", full_name: "Whole One", signin_email: "whole@example.com", email: "", deleted_at: null },
  ])
  expect(await db.select().from(user_roles).where(eq(user_roles.user_id, id))).toEqual([{ user_id: id, role: "user" }])
  expect(await emailsTo(site.services, "whole@example.com")).toHaveLength(1)
})

test("without a username only the account is created", async () => {
  const answer = await post({ email: "bare@example.com", password: PASSWORD })
  const { id } = await answer.json()
  expect(answer.status).toBe(200)
  expect(await site.services.database.db.select().from(profiles).where(eq(profiles.id, id))).toEqual([])
})

test.each([{ full_name: "x".repeat(101) }, { full_name: `${"x".repeat(99)}😀` }, { phone: "5".repeat(41) }])(
  "without a username names are no longer than with one: %j",
  async (data) => {
    const before = await countUsers()
    const answer = await post({ email: "wordy@example.com", password: PASSWORD, data })
    expect([answer.status, await answer.json()]).toMatchObject([422, { message: "This is too long" }])
    expect(await countUsers()).toBe(before)
  },
)

test("without a username a name may be as long as with one", async () => {
  const data = { full_name: ` ${"x".repeat(98)}😀 `, phone: "5".repeat(40) }
  const answer = await post({ email: "wordy@example.com", password: PASSWORD, data })
  expect((await answer.json()).user_metadata).toEqual({ full_name: `${"x".repeat(98)}😀`, phone: "5".repeat(40) })
})

test("a sign-up cannot set a role, an id, a confirmed address or a deletion date", async () => {
  const body = JSON.stringify({
    ...form({ email: "sly@example.com" }, { username: "sly", role: "admin", deleted_at: "2020-01-01" }),
    id: "00000000-0000-4000-8000-000000000000",
    role: "admin",
    email_confirmed_at: "2020-01-01",
    is_admin: true,
    app_metadata: { role: "admin" },
  }).replace(
    "{",
    '{"__proto__":{"role":"admin","email_confirmed_at":"2020"},"constructor":{"prototype":{"role":"admin"}},',
  )
  const answer = await site.app.request(
    "/auth/v1/signup",
    { method: "POST", headers: { "content-type": "application/json" }, body },
    fromIp("203.0.113.201"),
  )
  const user = await answer.json()
  expect(answer.status).toBe(200)
  expect(user.id).not.toBe("00000000-0000-4000-8000-000000000000")
  expect(user.role).toBe("authenticated")
  expect(user).not.toHaveProperty("email_confirmed_at")
  // Kept for the owner's programs, and never used for permissions.
  expect(user.user_metadata).toEqual({
    username: "sly",
    full_name: "New Comer",
    role: "admin",
    deleted_at: "2020-01-01",
  })
  expect(await site.services.database.db.select().from(user_roles).where(eq(user_roles.user_id, user.id))).toEqual([
    { user_id: user.id, role: "user" },
  ])
  expect(({} as Record<string, unknown>).role).toBeUndefined()
})

test("passwords are checked in full: 1000 characters, and the last one counts", async () => {
  const long = `${"correct horse ".repeat(80)}`.slice(0, 999)
  const person = await signUpAndVerify(site, { username: "longwinded", password: `${long}A` })
  const almost = await postJson(site, "/auth/v1/token?grant_type=password", {
    email: person.email,
    password: `${long}B`,
  })
  expect(almost.status).toBe(400)
  const tooLong = await post(form({ email: "toolong@example.com", password: `${long}AB` }, { username: "toolong" }))
  expect(await tooLong.json()).toMatchObject({ code: "validation_failed", message: "This is too long" })
})

test("signs of two UTF-16 units count as one: a password of 999 of them signs in", async () => {
  const { email } = await signUpAndVerify(site, { username: "emojis", password: `${"🪐🦤🫎".repeat(333)}` })
  expect(email).toContain("@")
})

test("text that the database cannot hold never becomes a 5xx", async () => {
  const answer = await post(form({ email: "odd@example.com" }, { username: "odd-one", full_name: "A\u0000B\ud800C" }))
  expect(answer.status).toBe(200)
  expect((await answer.json()).user_metadata.full_name).toBe("AB\ufffdC")
})

test("fifty at once for one username: one gets it", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      postJson(
        site,
        "/auth/v1/signup",
        form({ email: `racer-${at}@example.com` }, { username: "racer" }),
        {},
        `2001:db8:${at.toString(16)}::1`,
      ),
    ),
  )
  const codes = await Promise.all(answers.map(async (answer) => (await answer.json()).code ?? "created"))
  expect(codes.filter((code) => code === "created")).toHaveLength(1)
  expect(new Set(codes.filter((code) => code !== "created"))).toEqual(
    new Set(
      answers.some((a) => a.status === 503)
        ? ["username_already_exists", "service_unavailable"]
        : ["username_already_exists"],
    ),
  )
  const { db } = site.services.database
  expect(await db.select().from(profiles).where(eq(profiles.username, "racer"))).toHaveLength(1)
  expect(await db.select().from(users).where(sql`email like 'racer-%'`)).toHaveLength(1)
})

test("fifty at once for one address: one has it in the end", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      postJson(
        site,
        "/auth/v1/signup",
        form({ email: "SAME@example.com" }, { username: `same-${at}` }),
        {},
        `2001:db8:${at.toString(16)}::1`,
      ),
    ),
  )
  // Each comes from another network and replaces the one before.
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(answers.every((answer) => [200, 429, 503].includes(answer.status))).toBe(true)
  const { db } = site.services.database
  expect(await db.select().from(users).where(eq(users.email, "same@example.com"))).toHaveLength(1)
  expect(await db.select().from(profiles).where(sql`username like 'same-%'`)).toHaveLength(1)
})
