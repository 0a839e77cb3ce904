import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../../tests/support/mailbox.ts"
import { PASSWORD, postJson, signIn, signUp } from "../../../../../tests/support/people.ts"
import { HOUR_MS } from "../../../../domain/time.ts"
import { one_time_tokens, user_roles } from "../../../platform/db/auth-schema.ts"
import { audit } from "../../../platform/db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ ADMIN_EMAIL: "Chief@Example.com" })
})
afterAll(() => site.close())

const verify = (token_hash: string, type = "signup", ip = "192.0.2.9") =>
  postJson(site, "/auth/v1/verify", { token_hash, type, password: PASSWORD }, {}, ip)

const tokenFor = async (email: string) => tokenHashOf(await newestLink(site.services, email))

test("the token exists only in the email: the database has its sha-256", async () => {
  const { email, user_id } = await signUp(site)
  const token = await tokenFor(email)
  expect(Buffer.from(token, "base64url")).toHaveLength(32)
  const rows = await site.services.database.db
    .select()
    .from(one_time_tokens)
    .where(eq(one_time_tokens.user_id, user_id))
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test("fifty at once with one link: one confirms", async () => {
  const { email, browser } = await signUp(site)
  const token = await tokenFor(email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      postJson(site, "/auth/v1/verify", { token_hash: token, type: "signup" }, browser, `10.0.0.${at}`),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 403)).toHaveLength(49)
})

test("the link works for a day", async () => {
  const late = await signUp(site)
  const lateToken = await tokenFor(late.email)
  site.advance(24 * HOUR_MS)
  const answer = await verify(lateToken)
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { code: "otp_expired", message: "Email link is invalid or has expired" },
  ])
  const early = await signUp(site)
  const earlyToken = await tokenFor(early.email)
  site.advance(24 * HOUR_MS - 1000)
  expect((await verify(earlyToken)).status).toBe(200)
})

test("a GET of the link's token uses nothing up, and a token works for no other purpose", async () => {
  const { email } = await signUp(site)
  const token = await tokenFor(email)
  await site.app.request(`/auth/v1/verify?type=signup&token=${token}`)
  expect((await verify(token, "email_change")).status).toBe(403)
  expect((await verify(token)).status).toBe(200)
})

test("a confirmed address gets no more emails", async () => {
  const { email } = await signUp(site)
  await verify(await tokenFor(email))
  expect((await postJson(site, "/auth/v1/resend", { type: "signup", email })).status).toBe(200)
  expect(await emailsTo(site.services, email)).toHaveLength(1)
})

test("the first account with ADMIN_EMAIL becomes administrator when it is confirmed, once", async () => {
  const { db } = site.services.database
  const { email, user_id } = await signUp(site, { username: "chief", email: "chief@example.com" })
  const roles = async () => {
    const rows = await db.select().from(user_roles).where(eq(user_roles.user_id, user_id))
    return rows.map(({ role }) => role).sort()
  }
  expect(await roles()).toEqual(["user"])
  expect((await verify(await tokenFor(email))).status).toBe(200)
  expect(await roles()).toEqual(["admin", "user"])
  const trail = await db.select().from(audit).where(eq(audit.subject_id, user_id))
  expect(trail).toMatchObject([{ actor_id: null, action: "role.added", detail: { role: "admin" } }])
  const { access_token } = await signIn(site, email)
  expect((await site.services.access.requireCaller(access_token)).roles).toEqual(["admin", "user"])
  const other = await signUp(site)
  await verify(await tokenFor(other.email))
  const caller = await site.services.access.requireCaller((await signIn(site, other.email)).access_token)
  expect(caller.roles).toEqual(["user"])
})

test("a profile is hidden until its address is confirmed, and then shown to everyone at once", async () => {
  const { email } = await signUp(site, { username: "borrowed-name" })
  const look = async () => {
    const answers = ["/api/profiles/borrowed-name", "/borrowed-name", "/borrowed-name.vcf"].map((path) =>
      site.app.request(path),
    )
    return (await Promise.all(answers)).map((answer) => answer.status)
  }
  expect(await look()).toEqual([404, 404, 404])
  await verify(await tokenFor(email))
  expect(await look()).toEqual([200, 200, 200])
})

test.each([
  [{ token_hash: "x" }, "Verify requires a verification type"],
  [{ type: "signup" }, "Verify requires a token or a token hash"],
  [{ token_hash: 5, type: "signup" }, "Verify requires a token or a token hash"],
  [{ token_hash: "x", type: "invite" }, "Unsupported verification type"],
  [null, "Verify requires a verification type"],
])("what is missing is named in the protocol's words: %j", async (body, message) => {
  const answer = await postJson(site, "/auth/v1/verify", body)
  expect([answer.status, await answer.json()]).toEqual([422, { code: "validation_failed", message }])
})

test.each([
  ["/auth/v1/resend", {}, "Missing one of these types: signup, email_change, sms, phone_change"],
  ["/auth/v1/resend", { type: "signup" }, "Type provided requires an email address"],
  ["/auth/v1/recover", {}, "Password recovery requires an email"],
])("so is what is missing to send an email: %s %j", async (path, body, message) => {
  const answer = await postJson(site, path, body)
  expect([answer.status, await answer.json()]).toEqual([422, { code: "validation_failed", message }])
})

test("a body that is not JSON is refused in the protocol's words", async () => {
  const answer = await site.app.request("/auth/v1/verify", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: "bad_json", message: "Could not parse request body as JSON" },
  ])
})

test("so is an unknown grant", async () => {
  const answer = await postJson(site, "/auth/v1/token?grant_type=magic", {})
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: "invalid_credentials", message: "unsupported_grant_type" },
  ])
})
