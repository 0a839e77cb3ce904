// Administrators need a second factor: after a week of grace nothing of theirs works without one.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { codeAt } from "../../../../../tests/support/authenticator.ts"
import { type Person, signIn, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { underPolicy } from "../../../../../tests/support/policy.ts"
import { DAY_MS } from "../../../../domain/time.ts"
import { user_roles } from "../../../platform/db/auth-schema.ts"

let site: TestApp
let relaxed: TestApp
beforeAll(async () => {
  site = await testApp()
  relaxed = await testApp({ SECOND_FACTOR: "optional" })
})
afterAll(() => Promise.all([site.close(), relaxed.close()]))
beforeEach(() => site.advance(3_600_000))

const ask = async (on: TestApp, method: string, path: string, { headers }: Pick<Person, "headers">, body?: unknown) =>
  on.app.request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })

const giveRole = (on: TestApp, { user_id }: Person, role: "admin" | "moderator") =>
  on.services.database.db.insert(user_roles).values({ user_id, role })

async function withRole(on: TestApp, role: "admin" | "moderator"): Promise<Person> {
  const person = await signUpAndVerify(on)
  await giveRole(on, person, role)
  return person
}

const statusOf = async (person: Pick<Person, "headers">, path = "/api/admin/users") =>
  (await ask(site, "GET", path, person)).status

const dueOf = async (person: Pick<Person, "headers">) =>
  (await (await ask(site, "GET", "/api/me", person)).json()).second_factor_due_at

async function protect(person: Person): Promise<{ headers: Record<string, string>; factor: string }> {
  const session = await signIn(site, person.email)
  const factor = await (
    await ask(site, "POST", "/auth/v1/factors", session, { factor_type: "totp", friendly_name: "Phone" })
  ).json()
  const { id } = await (await ask(site, "POST", `/auth/v1/factors/${factor.id}/challenge`, session, {})).json()
  const code = codeAt(factor.totp.secret, site.services.clock())
  const answer = await ask(site, "POST", `/auth/v1/factors/${factor.id}/verify`, session, { challenge_id: id, code })
  const { access_token } = await answer.json()
  return { headers: { ...session.headers, authorization: `Bearer ${access_token}` }, factor: factor.id }
}

test("a week after the first request every administrator's action is refused until a factor is set up", async () => {
  const admin = await withRole(site, "admin")
  const other = await signUpAndVerify(site)
  const due = new Date(site.services.clock().getTime() + 7 * DAY_MS).toISOString()
  expect(await dueOf(admin)).toBe(due)
  site.advance(7 * DAY_MS - 1000)
  const session = await signIn(site, admin.email)
  expect(await statusOf(session)).toBe(200)
  expect(await dueOf(session)).toBe(due)
  site.advance(1000)
  const refused = await ask(site, "GET", "/api/admin/users", session)
  expect([refused.status, (await refused.json()).error.code]).toEqual([403, "second_factor_required"])
  expect(await statusOf(session, "/api/moderation/reports")).toBe(403)
  for (const act of ["delete", "reactivate"]) {
    const path = `/api/functions/${act}-user-account`
    const answer = await ask(site, "POST", path, session, { user_id: other.user_id })
    expect([answer.status, (await answer.json()).code]).toEqual([403, "second_factor_required"])
  }
  // Their own account stays accessible.
  expect(await statusOf(session, "/api/account/sessions")).toBe(200)
  const { headers } = await protect(admin)
  expect(await statusOf({ headers })).toBe(200)
  expect(await dueOf({ headers })).toBeNull()
})

test("removing the factor later starts no new week", async () => {
  const admin = await withRole(site, "admin")
  const session = await protect(admin)
  expect(await statusOf(session)).toBe(200)
  site.advance(8 * DAY_MS)
  const again = await signIn(site, admin.email)
  const { pool } = site.services.database
  await pool.query("delete from factors where user_id = $1", [admin.user_id])
  expect(await statusOf(again)).toBe(403)
})

test("the grace period starts when the role is given, and again when it is given again", async () => {
  const chief = await withRole(site, "admin")
  const person = await signUpAndVerify(site)
  site.advance(30 * DAY_MS)
  const { headers } = await protect(chief)
  const path = `/api/admin/users/${person.user_id}/roles`
  const session = await signIn(site, person.email)
  expect(await dueOf(session)).toBeNull()
  for (let n = 0; n < 2; n++) {
    expect((await ask(site, "POST", path, { headers }, { role: "admin" })).status).toBe(200)
    const due = new Date(site.services.clock().getTime() + 7 * DAY_MS).toISOString()
    expect([await statusOf(session), await dueOf(session)]).toEqual([200, due])
    expect((await ask(site, "DELETE", `${path}/admin`, { headers })).status).toBe(200)
    site.advance(60_000)
  }
})

test("taking a role starts no new week for someone who needs a factor without it, whether or not they had it", async () => {
  const chief = await protect(await withRole(site, "admin"))
  for (const SECOND_FACTOR of ["moderators", "everyone"] as const) {
    const strict = underPolicy(site, { SECOND_FACTOR })
    const person = await withRole(site, "moderator")
    const due = async () => (await (await ask(strict, "GET", "/api/me", person)).json()).second_factor_due_at
    const take = async (role: string) =>
      (await ask(strict, "DELETE", `/api/admin/users/${person.user_id}/roles/${role}`, chief)).status
    const first = await due()
    expect(first).toBe(new Date(site.services.clock().getTime() + 7 * DAY_MS).toISOString())
    site.advance(60_000)
    expect([await take("admin"), await due()]).toEqual([200, first])
    await giveRole(site, person, "admin")
    expect([await take("admin"), await due()]).toEqual([200, first])
    const isStillNeeded = SECOND_FACTOR === "everyone"
    expect([await take("moderator"), await due()]).toEqual([200, isStillNeeded ? first : null])
    await giveRole(site, person, "moderator")
    expect((await due()) === first).toBe(isStillNeeded)
  }
})

test("moderators do not need one", async () => {
  const moderator = await withRole(site, "moderator")
  expect(await statusOf(moderator, "/api/moderation/reports")).toBe(200)
  site.advance(8 * DAY_MS)
  const session = await signIn(site, moderator.email)
  expect([await statusOf(session, "/api/moderation/reports"), await dueOf(session)]).toEqual([200, null])
})

test("no one needs one where the operator sets it to optional", async () => {
  const admin = await withRole(relaxed, "admin")
  expect((await ask(relaxed, "GET", "/api/admin/users", admin)).status).toBe(200)
  relaxed.advance(30 * DAY_MS)
  const session = await signIn(relaxed, admin.email)
  expect((await ask(relaxed, "GET", "/api/admin/users", session)).status).toBe(200)
  expect((await (await ask(relaxed, "GET", "/api/me", session)).json()).second_factor_due_at).toBeNull()
})
