import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { pass, protectedMember, signedIn, tokenOf } from "../../../../tests/support/factor-people.ts"
import { emailsTo, newestLink } from "../../../../tests/support/mailbox.ts"
import { fromIp, type Person, postJson, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import type { Role } from "../../../domain/account/roles.ts"
import { SETTINGS } from "../../../domain/account/settings-messages.ts"
import { ADMIN } from "../../../domain/admin-messages.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
// The limits per address have an hour to forget the people of the test before.
beforeEach(() => site.advance(3_600_000))

type Asker = Pick<Person, "headers">

async function administrator(): Promise<Person> {
  const person = await signUpAndVerify(site)
  await site.services.database.pool.query("insert into user_roles values ($1, 'admin')", [person.user_id])
  return person
}
const of = ({ user_id }: { user_id: string }, what: string) => `/api/admin/users/${user_id}/${what}`
const add = (by: Asker, to: { user_id: string }, role: unknown) => postJson(site, of(to, "roles"), { role }, by.headers)
const remove = async (by: Asker, what: string) => site.app.request(what, { method: "DELETE", headers: by.headers })
const take = (by: Asker, from: { user_id: string }, role: string) => remove(by, of(from, `roles/${role}`))
const message = async (answer: Response) => (await answer.json()).error.message
async function rolesOf({ user_id }: { user_id: string }): Promise<Role[]> {
  const text = "select role from user_roles where user_id = $1 order by role"
  return (await site.services.database.pool.query(text, [user_id])).rows.map(({ role }) => role)
}
async function actsOn({ user_id }: { user_id: string }) {
  const text = "select actor_id, action, detail from audit where subject_id = $1 order by id"
  return (await site.services.database.pool.query(text, [user_id])).rows
}
const deactivate = (by: Asker, user_id: string) =>
  postJson(site, "/api/functions/delete-user-account", { user_id }, by.headers)

describe("roles", () => {
  test("are added and removed, each with an audit entry, and count from the user's next request", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    const mayList = async () => (await site.app.request("/api/admin/users", { headers: person.headers })).status
    expect(await mayList()).toBe(403)
    const given = await add(admin, person, "admin")
    expect([given.status, await given.json()]).toEqual([200, { roles: ["admin", "user"] }])
    expect(await mayList()).toBe(200)
    const taken = await take(admin, person, "admin")
    expect([taken.status, await taken.json()]).toEqual([200, { roles: ["user"] }])
    expect(await mayList()).toBe(403)
    const act = { actor_id: admin.user_id, detail: { role: "admin" } }
    expect(await actsOn(person)).toEqual([
      { ...act, action: "role.added" },
      { ...act, action: "role.removed" },
    ])
  })

  test("are given once: the second hears that the user has it already", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    const answer = await add(admin, person, "user")
    expect([answer.status, await message(answer)]).toEqual([409, "User already has this role"])
    const many = await Promise.all(Array.from({ length: 10 }, () => add(admin, person, "moderator")))
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await actsOn(person)).toHaveLength(1)
  })

  test("of moderators and administrators are not given to someone who has not confirmed the address: it may be a colleague's", async () => {
    const [admin, stranger] = [await administrator(), await signUp(site)]
    for (const role of ["admin", "moderator"]) {
      const answer = await add(admin, stranger, role)
      expect([answer.status, await message(answer)]).toEqual([409, ADMIN.userUnconfirmed])
    }
    expect(await rolesOf(stranger)).toEqual(["user"])
    expect(await actsOn(stranger)).toEqual([])
  })

  test("that the user does not have are removed without an audit entry", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    expect((await take(admin, person, "moderator")).status).toBe(200)
    expect(await actsOn(person)).toEqual([])
  })

  test("administrators keep their own admin role and may remove their other roles", async () => {
    const admin = await administrator()
    const answer = await take(admin, admin, "admin")
    expect([answer.status, await message(answer)]).toEqual([403, ADMIN.ownAdminRole])
    expect((await take(admin, admin, "user")).status).toBe(200)
    expect(await rolesOf(admin)).toEqual(["admin"])
  })

  test.each(["owner", "", "Admin", null, 7, ["admin"]])("the role %j does not exist", async (role) => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    expect((await add(admin, person, role)).status).toBe(422)
    expect(await rolesOf(person)).toEqual(["user"])
  })

  test("of missing, deactivated and removed accounts do not change", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    expect((await add(admin, { user_id: crypto.randomUUID() }, "admin")).status).toBe(404)
    expect((await add(admin, { user_id: "x" }, "admin")).status).toBe(404)
    expect((await take(admin, person, "owner")).status).toBe(404)
    await deactivate(admin, person.user_id)
    const refused = await add(admin, person, "admin")
    expect([refused.status, await message(refused)]).toEqual([409, ADMIN.userDeactivated])
    expect((await take(admin, person, "user")).status).toBe(409)
    await site.services.database.pool.query("update profiles set deletion_scheduled_at = $1 where id = $2", [
      site.services.clock(),
      person.user_id,
    ])
    expect((await add(admin, person, "admin")).status).toBe(404)
    expect(await rolesOf(person)).toEqual(["user"])
  })
})

describe("a password reset that an administrator sends", () => {
  const reset = (by: Asker, to: { user_id: string }) => postJson(site, of(to, "password-reset"), {}, by.headers)

  test("is the email that users get themselves, works, leaves an audit entry, and shows the administrator no token", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    const answer = await reset(admin, person)
    expect([answer.status, await answer.text()]).toEqual([200, '{"success":true}'])
    const emails = await emailsTo(site.services, person.email)
    expect(emails.at(-1)?.subject).toBe("Reset your Meishi password")
    const { pathname, search } = new URL(await newestLink(site.services, person.email))
    const opened = await site.app.request(pathname + search, {}, fromIp("192.0.2.9"))
    expect(opened.headers.get("location")).toContain("/reset-password?access_token=")
    expect(await actsOn(person)).toEqual([{ actor_id: admin.user_id, action: "reset.sent", detail: {} }])
    const logged = JSON.stringify(site.logged)
    expect(logged).not.toContain(new URLSearchParams(search).get("token"))
    expect(logged).not.toContain(person.email)
  })

  test("is limited per address, like a user's own", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    const answers = []
    for (let n = 0; n < 5; n++) answers.push((await reset(admin, person)).status)
    expect([answers[0], answers.at(-1)]).toEqual([200, 429])
    const emails = await emailsTo(site.services, person.email)
    expect(emails.filter(({ subject }) => subject.startsWith("Reset"))).toHaveLength(
      answers.filter((status) => status === 200).length,
    )
  })

  test("is not sent to a mailbox that its owner gives up at that moment", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    const { auth, database } = site.services
    const take = auth.limits.take.bind(auth.limits)
    const limited = vi.spyOn(auth.limits, "take").mockImplementation(async (...asked) => {
      await database.pool.query("update users set email = $1 where id = $2", [`new-${person.email}`, person.user_id])
      return take(...asked)
    })
    const answer = await reset(admin, person)
    limited.mockRestore()
    expect([answer.status, await message(answer)]).toEqual([409, ADMIN.userMoved])
    const subjects = (await emailsTo(site.services, person.email)).map(({ subject }) => subject)
    expect(subjects).not.toContain("Reset your Meishi password")
    expect(await actsOn(person)).toEqual([])
  })

  test("is not sent to users who are deactivated, unknown, or without an address", async () => {
    const [admin, person, other] = [await administrator(), await signUpAndVerify(site), await signUpAndVerify(site)]
    await deactivate(admin, person.user_id)
    expect((await reset(admin, person)).status).toBe(409)
    expect((await reset(admin, { user_id: crypto.randomUUID() })).status).toBe(404)
    await site.services.database.pool.query("update users set email = '' where id = $1", [other.user_id])
    const refused = await reset(admin, other)
    expect([refused.status, await message(refused)]).toEqual([409, SETTINGS.noEmail])
  })
})

describe("the second factor of a user who lost the phone", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] })
    vi.setSystemTime(site.services.clock())
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test("is removed by an administrator: every session ends, an email says so, and the password is enough", async () => {
    const admin = await administrator()
    const person = await protectedMember(site, "lost-phone")
    // Knowing only the password is not enough to sign in.
    const waiting = await tokenOf((await signedIn(site, person.email)).client)
    expect((await remove(admin, of(person, "factors"))).status).toBe(200)
    const asMe = async (token: string) =>
      (await site.app.request("/api/me", { headers: { authorization: `Bearer ${token}` } })).status
    expect(await asMe(waiting)).toBe(401)
    expect(await asMe(await tokenOf(person.client))).toBe(401)
    expect((await emailsTo(site.services, person.email)).at(-1)?.subject).toContain(
      "Two-step verification was turned off",
    )
    expect(await actsOn(person)).toEqual([{ actor_id: admin.user_id, action: "factor.removed", detail: {} }])
    pass(site, 1000)
    expect(await asMe(await tokenOf((await signedIn(site, person.email)).client))).toBe(200)
    expect((await remove(admin, of(person, "factors"))).status).toBe(404)
    expect(await actsOn(person)).toHaveLength(1)
  })

  test("cannot be removed here by the administrator who has it", async () => {
    const person = await protectedMember(site, "own-phone")
    await site.services.database.pool.query("insert into user_roles values ($1, 'admin')", [person.user_id])
    const headers = { authorization: `Bearer ${await tokenOf(person.client)}` }
    const answer = await remove({ headers }, of(person, "factors"))
    expect([answer.status, await message(answer)]).toEqual([403, ADMIN.ownFactors])
  })
})
