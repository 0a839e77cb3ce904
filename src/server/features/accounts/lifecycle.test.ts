// Deactivation and reactivation over HTTP, by the owner and by an administrator.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo } from "../../../../tests/support/mailbox.ts"
import { type Person, postJson, signIn, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"
import { deletionDate } from "../../../domain/account/lifecycle.ts"
import { addDays, DAY_MS } from "../../../domain/time.ts"
import { one_time_tokens, sessions, user_roles } from "../../platform/db/auth-schema.ts"
import { audit, profiles } from "../../platform/db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const DELETE = "/api/functions/delete-user-account"
const REACTIVATE = "/api/functions/reactivate-user-account"
const SOFT_DELETE = "/api/rpc/soft_delete_profile"

type Headers = Pick<Person, "headers">
const act = (path: string, { headers }: Headers, userId: string) => postJson(site, path, { user_id: userId }, headers)
const get = async (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const db = () => site.services.database.db
const datesOf = async (id: string) =>
  (
    await db()
      .select({ deleted_at: profiles.deleted_at, deletion_scheduled_at: profiles.deletion_scheduled_at })
      .from(profiles)
      .where(eq(profiles.id, id))
  )[0]
const actsOn = async (id: string) =>
  (await db().select().from(audit).where(eq(audit.subject_id, id)).orderBy(audit.id)).map(({ action, actor_id }) => ({
    action,
    actor_id,
  }))

async function administrator(): Promise<Person> {
  const person = await signUpAndVerify(site)
  await db().insert(user_roles).values({ user_id: person.user_id, role: "admin" })
  return person
}

async function withPicture(person: Person, kind: "photo" | "banner" = "photo"): Promise<string> {
  const body = new Uint8Array(await photograph(60, 40))
  const headers = { ...person.headers, "content-type": "image/jpeg" }
  const answer = await site.app.request(`/api/profile/${kind}`, { method: "PUT", headers, body })
  return Object.values<string>(await answer.json())[0] ?? ""
}

describe.each([DELETE, SOFT_DELETE])("%s", (path) => {
  test("hides the profile, signs its owner out everywhere and says until when it can be undone", async () => {
    const person = await signUpAndVerify(site)
    const other = await signIn(site, person.email)
    const picture = await withPicture(person)
    const { username, user_id } = person
    const shown = [`/${username}`, `/${username}.vcf`, `/api/profiles/${username}`, `/api/profiles/${user_id}`]
    const banner = await withPicture(person, "banner")
    const beside = [picture.replace(/profile\.jpg.*/, "contact.jpg"), banner.replace("banner.", "banner-phone.")]
    const pictures = [picture, banner, ...beside]
    const statuses = async () => Promise.all([...shown, ...pictures].map(async (at) => (await get(at)).status))
    expect(await statuses()).toEqual(Array(8).fill(200))
    await postJson(site, "/auth/v1/recover", { email: person.email }, {}, "198.51.100.9")

    const answer = await act(path, person, user_id)
    expect(answer.status).toBe(200)
    const now = site.services.clock()
    const dates = { deleted_at: now, deletion_scheduled_at: addDays(now, 30) }
    expect(await answer.json()).toEqual({ success: true, ...JSON.parse(JSON.stringify(dates)) })
    expect(await datesOf(user_id)).toEqual(dates)

    expect(await statuses()).toEqual(Array(8).fill(404))
    for (const { headers } of [person, other]) expect((await get("/api/me", headers)).status).toBe(401)
    expect(await db().select().from(sessions).where(eq(sessions.user_id, user_id))).toEqual([])
    expect(await db().select().from(one_time_tokens).where(eq(one_time_tokens.user_id, user_id))).toEqual([])
    expect(await actsOn(user_id)).toEqual([{ action: "account.deactivated", actor_id: user_id }])
    const email = (await emailsTo(site.services, person.email)).at(-1)
    expect(email?.subject).toBe("Your Meishi account was deactivated")
    expect(email?.text_body).toContain("Sign in before May 31, 2026 to get everything back")
  })
})

test("its owner signs in again, is told, can do nothing else, and gets everything back", async () => {
  const person = await signUpAndVerify(site)
  const picture = await withPicture(person)
  await act(DELETE, person, person.user_id)
  site.advance(29 * DAY_MS)
  const again = await signIn(site, person.email)
  const me = await (await get("/api/me", again.headers)).json()
  expect(me).toMatchObject({ account: "deactivated", profile: { username: person.username } })
  const refused = await site.app.request("/api/profile", {
    method: "PUT",
    headers: again.headers,
    body: JSON.stringify({ full_name: "Ada" }),
  })
  expect([refused.status, (await refused.json()).error.code]).toEqual([403, "account_deactivated"])
  const twice = await act(DELETE, again, person.user_id)
  expect([twice.status, await twice.json()]).toEqual([
    403,
    { error: "This account is deactivated.", code: "account_deactivated" },
  ])

  const answer = await act(REACTIVATE, again, person.user_id)
  expect(await answer.json()).toEqual({ success: true, deleted_at: null, deletion_scheduled_at: null })
  const after = await (await get("/api/me", again.headers)).json()
  expect(after).toMatchObject({ account: "active", profile: { updated_at: site.services.clock().toISOString() } })
  for (const path of [`/${person.username}`, `/${person.username}.vcf`, picture])
    expect((await get(path)).status).toBe(200)
  expect((await actsOn(person.user_id)).map(({ action }) => action)).toEqual([
    "account.deactivated",
    "account.reactivated",
  ])
})

test("the page is gone at once under every spelling of its address", async () => {
  const person = await signUpAndVerify(site)
  const spellings = [`/${person.username}`, `/${person.username.toUpperCase()}`, `/${person.user_id}`]
  for (const path of spellings) expect((await get(path)).status).toBeLessThan(400)
  await act(DELETE, person, person.user_id)
  for (const path of spellings) expect([path, (await get(path)).status]).toEqual([path, 404])
})

test("a change whose process died before telling the others is told by the next call", async () => {
  const admin = await administrator()
  const person = await signUpAndVerify(site)
  const page = async () => (await get(`/${person.username}`)).status
  const deleted_at = site.services.clock()
  const ended = { deleted_at, deletion_scheduled_at: deletionDate(deleted_at) }
  for (const { dates, path, before, after } of [
    { dates: ended, path: DELETE, before: 200, after: 404 },
    { dates: { deleted_at: null, deletion_scheduled_at: null }, path: REACTIVATE, before: 404, after: 200 },
  ]) {
    expect(await page()).toBe(before)
    await db().update(profiles).set(dates).where(eq(profiles.id, person.user_id))
    expect(await page()).toBe(before)
    expect((await act(path, admin, person.user_id)).status).toBe(200)
    expect(await page()).toBe(after)
  }
  expect(await actsOn(person.user_id)).toEqual([])
})

test("an administrator deactivates and reactivates others, and the first dates stay", async () => {
  const admin = await administrator()
  const person = await signUpAndVerify(site)
  expect((await act(DELETE, admin, person.user_id)).status).toBe(200)
  const first = await datesOf(person.user_id)
  site.advance(DAY_MS)
  const admin2 = await signIn(site, admin.email)
  const again = await act(DELETE, admin2, person.user_id)
  expect(await again.json()).toEqual({ success: true, ...JSON.parse(JSON.stringify(first)) })
  expect(await datesOf(person.user_id)).toEqual(first)
  expect((await act(REACTIVATE, admin2, person.user_id)).status).toBe(200)
  expect(await datesOf(person.user_id)).toEqual({ deleted_at: null, deletion_scheduled_at: null })
  expect(await actsOn(person.user_id)).toEqual([
    { action: "account.deactivated", actor_id: admin.user_id },
    { action: "account.reactivated", actor_id: admin.user_id },
  ])
})

test("administrators cannot deactivate themselves, and of two who deactivate each other one remains", async () => {
  const [one, two] = [await administrator(), await administrator()]
  const own = await act(DELETE, one, one.user_id)
  expect([own.status, await own.json()]).toEqual([
    403,
    { error: "You cannot delete your own account", code: "forbidden" },
  ])
  const answers = await Promise.all([act(DELETE, one, two.user_id), act(DELETE, two, one.user_id)])
  const [first, second] = answers.map(({ status }) => status).sort()
  expect(first).toBe(200)
  // The loser is told that it may not, or that its session is over already.
  expect([401, 403]).toContain(second)
})

test("an account without a profile is deactivated like any other", async () => {
  const person = await signUpAndVerify(site, { username: "", email: "no-profile@example.com", full_name: "Nora" })
  expect((await act(DELETE, person, person.user_id)).status).toBe(200)
  const again = await signIn(site, person.email)
  const me = await (await get("/api/me", again.headers)).json()
  expect(me).toMatchObject({ account: "deactivated", profile: { username: person.user_id, full_name: "Nora" } })
})

test("an account without a profile and a name never gets a page under its id: not by coming back, not by a photo", async () => {
  const person = await signUpAndVerify(site, { username: "", email: "no-name@example.com", full_name: "" })
  const { user_id } = person
  const shown = [`/${user_id}`, `/api/profiles/${user_id}`, `/${user_id}.vcf`, `/exchange/${user_id}`]
  const statuses = () => Promise.all(shown.map(async (path) => (await get(path)).status))
  expect((await act(DELETE, person, user_id)).status).toBe(200)
  const again = await signIn(site, person.email)
  expect((await act(REACTIVATE, again, user_id)).status).toBe(200)
  const back = { ...person, ...again }
  await withPicture(back)
  expect(await statuses()).toEqual([404, 404, 404, 404])
  expect(await (await get("/api/me", back.headers)).json()).toMatchObject({ account: "active", profile: null })
  expect(await (await get("/api/account/profiles", back.headers)).json()).toMatchObject({ profiles: [] })
  const admin = await administrator()
  const sitemap = await (await get("/sitemap-1-of-1.xml")).text()
  expect(sitemap).toContain(admin.username)
  expect(sitemap).not.toContain(user_id)
  const list = await (await get(`/api/admin/users?q=${user_id}`, admin.headers)).json()
  expect(list.users).toMatchObject([{ full_name: "no-name@example.com" }])
  const card = await site.services.cards.generate(site.services.clock())
  const refused = await postJson(site, `/api/cards/${card}/activation`, {}, back.headers, undefined, "PUT")
  expect((await refused.json()).error.code).toBe("profile_missing")

  await postJson(site, "/api/profile", { full_name: "Nora Lind" }, back.headers, undefined, "PUT")
  expect((await statuses()).slice(0, 2)).toEqual([200, 200])
  const { profile } = await (await get("/api/me", back.headers)).json()
  expect(profile).toMatchObject({ full_name: "Nora Lind", profile_picture: expect.stringContaining("profile.jpg") })
})

/** Who then may not do it again within the hour. */
async function deactivatedTenTimes(): Promise<Person> {
  const person = await signUpAndVerify(site)
  for (let count = 0; count < 10; count++) {
    const { headers } = await signIn(site, person.email)
    expect((await act(DELETE, { headers }, person.user_id)).status).toBe(200)
    expect((await act(REACTIVATE, await signIn(site, person.email), person.user_id)).status).toBe(200)
  }
  return person
}

test("an administrator deactivates a user who has spent the ten attempts, and eleven others", async () => {
  const admin = await administrator()
  const spent = await deactivatedTenTimes()
  expect((await act(DELETE, admin, spent.user_id)).status).toBe(200)
  expect((await datesOf(spent.user_id))?.deleted_at).not.toBeNull()
  for (let count = 0; count < 11; count++)
    expect((await act(DELETE, admin, (await signUp(site)).user_id)).status).toBe(200)
})

describe("refuses", () => {
  test("other users, callers without a session, and moderators, with the sentence as text", async () => {
    const [person, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
    await db().insert(user_roles).values({ user_id: other.user_id, role: "moderator" })
    for (const path of [DELETE, SOFT_DELETE, REACTIVATE]) {
      const refused = await act(path, other, person.user_id)
      expect([refused.status, await refused.json()]).toEqual([
        403,
        { error: "You don't have permission to do this.", code: "forbidden" },
      ])
      const nobody = await act(path, { headers: {} }, person.user_id)
      expect([nobody.status, await nobody.json()]).toEqual([
        401,
        { error: "Please sign in first.", code: "not_authenticated" },
      ])
    }
    expect((await datesOf(person.user_id))?.deleted_at).toBeNull()
  })

  test("a user who does not exist, whose date has passed, or whose id is none", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    await act(DELETE, person, person.user_id)
    site.advance(30 * DAY_MS)
    const admin2 = await signIn(site, admin.email)
    for (const path of [DELETE, REACTIVATE]) {
      expect((await act(path, admin2, person.user_id)).status).toBe(404)
      expect((await act(path, admin2, crypto.randomUUID())).status).toBe(404)
      for (const user_id of ["", "x", null, 5, [person.user_id], { id: 1 }]) {
        const wrong = await postJson(site, path, { user_id }, admin2.headers)
        expect([wrong.status, (await wrong.json()).error]).toEqual([422, "The request could not be understood."])
      }
    }
  })

  test("the eleventh deactivation within an hour", async () => {
    const person = await deactivatedTenTimes()
    const last = await act(DELETE, await signIn(site, person.email), person.user_id)
    expect([last.status, last.headers.has("retry-after"), (await last.json()).code]).toEqual([
      429,
      true,
      "too_many_requests",
    ])
  })
})

test("of fifty reactivations at once one changes the account, and all agree", async () => {
  const person = await signUpAndVerify(site)
  await act(DELETE, person, person.user_id)
  const again = await signIn(site, person.email)
  const answers = await Promise.all(Array.from({ length: 50 }, () => act(REACTIVATE, again, person.user_id)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await actsOn(person.user_id)).filter(({ action }) => action === "account.reactivated")).toHaveLength(1)
})

test("of fifty deactivations at once one changes the account, and none gives other dates", async () => {
  const person = await signUpAndVerify(site)
  const answers = await Promise.all(Array.from({ length: 50 }, () => act(DELETE, person, person.user_id)))
  expect(answers.filter(({ status }) => ![200, 401, 429].includes(status))).toEqual([])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await actsOn(person.user_id)).toHaveLength(1)
  expect(
    (await emailsTo(site.services, person.email)).filter(({ subject }) => /deactivated/.test(subject)),
  ).toHaveLength(1)
})

test("an upload that was under way when the account was deactivated changes nothing", async () => {
  const person = await signUpAndVerify(site)
  const photo = new Uint8Array(await photograph(60, 40))
  let deactivated = () => {}
  const isDeactivated = new Promise<void>((resolve) => {
    deactivated = resolve
  })
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(photo.subarray(0, 100))
      await isDeactivated
      controller.enqueue(photo.subarray(100))
      controller.close()
    },
  })
  const upload = site.app.request(
    new Request("http://localhost/api/profile/photo", {
      method: "PUT",
      headers: { ...person.headers, "content-type": "image/jpeg" },
      body,
      duplex: "half",
    } as RequestInit),
  )
  // Long enough for the guard to have let it in.
  await new Promise((resolve) => setTimeout(resolve, 200))
  await act(DELETE, person, person.user_id)
  deactivated()
  const answer = await upload
  expect([answer.status, (await answer.json()).error.code]).toEqual([401, "not_authenticated"])
  const [row] = await db().select().from(profiles).where(eq(profiles.id, person.user_id))
  expect(row?.profile_picture).toBe("")
})

test("a forgotten password may be reset while the account is deactivated, which stays so", async () => {
  const person = await signUp(site)
  const admin = await administrator()
  await act(DELETE, admin, person.user_id)
  expect((await postJson(site, "/auth/v1/recover", { email: person.email }, {}, "198.51.100.10")).status).toBe(200)
  expect((await emailsTo(site.services, person.email)).at(-1)?.subject).toBe("Reset your Meishi password")
})
