// An administrator answers a data request: the archive of a person's data, and the end of their account before its 30 days.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo } from "../../../../tests/support/mailbox.ts"
import { type Person, postJson, signIn, signUpAndVerify } from "../../../../tests/support/people.ts"
import { ADMIN } from "../../../domain/admin-messages.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { ERASURE_WAIT_DAYS } from "../../../domain/limits.ts"
import { DAY_MS } from "../../../domain/time.ts"
import { security_events, user_roles, users } from "../../platform/db/auth-schema.ts"
import { audit } from "../../platform/db/schema.ts"

let site: TestApp
let admin: Person
let person: Person
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const db = () => site.services.database.db
const administrator = async () => {
  const someone = await signUpAndVerify(site)
  await db().insert(user_roles).values({ user_id: someone.user_id, role: "admin" })
  return someone
}
beforeEach(async () => {
  site.advance(DAY_MS)
  admin = await administrator()
  person = await signUpAndVerify(site)
})

const exportOf = ({ user_id }: Pick<Person, "user_id">, { headers }: Pick<Person, "headers"> = admin) =>
  postJson(site, `/api/admin/users/${user_id}/data-exports`, {}, headers)
const erase = ({ user_id }: Pick<Person, "user_id">, { headers }: Pick<Person, "headers"> = admin) =>
  site.app.request(`/api/admin/users/${user_id}`, { method: "DELETE", headers })
const deactivate = ({ user_id }: Person, { headers }: Pick<Person, "headers">) =>
  postJson(site, "/api/functions/delete-user-account", { user_id }, headers)
const codeOf = async (answer: Response) => [answer.status, (await answer.json()).error.code]
const subjects = async ({ email }: Person) => (await emailsTo(site.services, email)).map(({ subject }) => subject)
const actsOn = async ({ user_id }: Person) =>
  (await db().select().from(audit).where(eq(audit.subject_id, user_id)).orderBy(audit.id)).map(
    ({ action, actor_id }) => [action, actor_id],
  )
const isThere = async ({ user_id }: Person) => (await db().$count(users, eq(users.id, user_id))) === 1

describe("the archive", () => {
  test("is the one that the person would get, recorded in both logs, and an email tells them", async () => {
    const answer = await exportOf(person)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("application/zip")
    expect(answer.headers.get("content-disposition")).toContain(`data-of-${person.user_id}`)
    const text = Buffer.from(await answer.arrayBuffer()).toString("latin1")
    for (const name of ["account.json", "profile.json", "cards.json", "taps.json"]) expect(text).toContain(name)
    expect(await actsOn(person)).toContainEqual(["data.exported", admin.user_id])
    const events = await db().select().from(security_events).where(eq(security_events.user_id, person.user_id))
    expect(events.at(-1)).toMatchObject({ event: "data_exported_by_administrator", device: "" })
    expect(await subjects(person)).toContain("An administrator downloaded your Meishi data")
    expect(await subjects(admin)).not.toContain("An administrator downloaded your Meishi data")
  })

  test("does not use up the person's own downloads, and is limited for each administrator", async () => {
    for (let n = 0; n < BUDGET.dataRequestPerAccount.max; n += 1) await (await exportOf(person)).arrayBuffer()
    expect(await codeOf(await exportOf(person))).toEqual([429, "too_many_requests"])
    const own = await site.app.request("/api/account/export", { headers: person.headers })
    expect(own.status).toBe(200)
    await own.arrayBuffer()
  })

  test("does not exist for moderators and for accounts that are gone", async () => {
    const moderator = await signUpAndVerify(site)
    await db().insert(user_roles).values({ user_id: moderator.user_id, role: "moderator" })
    expect(await codeOf(await exportOf(person, moderator))).toEqual([403, "forbidden"])
    expect(await codeOf(await erase(person, moderator))).toEqual([403, "forbidden"])
    expect(await codeOf(await exportOf({ user_id: crypto.randomUUID() }))).toEqual([404, "not_found"])
    expect((await actsOn(person)).map(([action]) => action)).not.toContain("data.exported")
  })
})

describe("deleting for good", () => {
  test("waits until the account was deactivated for three days, in which its owner can come back", async () => {
    expect(await codeOf(await erase(person))).toEqual([409, "account_not_deactivated"])
    await deactivate(person, admin)
    expect(await codeOf(await erase(person))).toEqual([409, "erasure_too_early"])
    site.advance(ERASURE_WAIT_DAYS * DAY_MS - 1)
    expect(await codeOf(await erase(person, await signIn(site, admin.email)))).toEqual([409, "erasure_too_early"])
    expect(await isThere(person)).toBe(true)
    const back = await signIn(site, person.email)
    await postJson(site, "/api/functions/reactivate-user-account", { user_id: person.user_id }, back.headers)
    site.advance(1)
    expect(await codeOf(await erase(person, await signIn(site, admin.email)))).toEqual([409, "account_not_deactivated"])
  })

  test("then removes everything at once, is recorded, and an email says so", async () => {
    await deactivate(person, admin)
    site.advance(ERASURE_WAIT_DAYS * DAY_MS)
    expect((await erase(person, await signIn(site, admin.email))).status).toBe(200)
    expect(await isThere(person)).toBe(false)
    expect(await actsOn(person)).toEqual(
      expect.arrayContaining([
        ["account.deleted", admin.user_id],
        ["account.purged", null],
      ]),
    )
    // The purge deletes earlier emails to the address.
    expect(await subjects(person)).toEqual(["Your Meishi account was deleted"])
    expect(await codeOf(await erase(person, await signIn(site, admin.email)))).toEqual([404, "not_found"])
  })

  test("is never one's own, so that an administrator remains", async () => {
    const answer = await erase(admin)
    expect([answer.status, (await answer.json()).error.message]).toEqual([403, ADMIN.ownAccount])
  })

  test("of two administrators who want to delete each other, one remains", async () => {
    const other = await administrator()
    const answers = await Promise.all([deactivate(other, admin), deactivate(admin, other)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const [winner, loser] = answers[0]?.ok ? [admin, other] : [other, admin]
    site.advance(ERASURE_WAIT_DAYS * DAY_MS)
    expect((await erase(loser, await signIn(site, winner.email))).status).toBe(200)
    expect([await isThere(winner), await isThere(loser)]).toEqual([true, false])
  })
})
