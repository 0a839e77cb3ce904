// What happens once the date has passed: gone for everyone at once, and removed by the next sweep.
import { mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo } from "../../../../tests/support/mailbox.ts"
import { PASSWORD, type Person, postJson, signIn, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"
import { DAY_MS } from "../../../domain/time.ts"
import { recovery_codes, user_roles, users } from "../../platform/db/auth-schema.ts"
import { audit, card_taps, card_urls, profiles } from "../../platform/db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const db = () => site.services.database.db
const get = async (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const folderOf = (id: string) => join(site.services.config.DATA_DIR, "files/profile-pictures/profiles", id)
const picturesOf = (id: string) => readdir(folderOf(id)).catch(() => [])

/** A photo and a banner: four files. */
async function withPictures({ headers }: Pick<Person, "headers">): Promise<string> {
  const body = new Uint8Array(await photograph(60, 40))
  const sent = { method: "PUT", headers: { ...headers, "content-type": "image/jpeg" }, body }
  await site.app.request("/api/profile/banner", sent)
  return (await (await site.app.request("/api/profile/photo", sent)).json()).profile_picture
}

const deactivate = (person: Person) =>
  postJson(site, "/api/functions/delete-user-account", { user_id: person.user_id }, person.headers)

/** Every table's rows in which something of this person stands, by a search through all their text. */
async function traces(...words: string[]): Promise<string[]> {
  const { pool } = site.services.database
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public' order by 1")
  const found: string[] = []
  for (const { tablename } of rows)
    for (const row of (await pool.query(`select to_jsonb(t)::text as text from ${tablename} t`)).rows)
      if (words.some((word) => row.text.includes(word))) found.push(tablename)
  return found
}

describe("before any purge has run, an account whose date has passed", () => {
  let person: Person
  let picture = ""
  let session: Pick<Person, "headers" | "refresh_token">
  beforeAll(async () => {
    person = await signUpAndVerify(site, { username: "late-leaver" })
    picture = await withPictures(person)
    await deactivate(person)
    session = await signIn(site, person.email)
    site.advance(30 * DAY_MS)
  })

  test("shows no profile, card or picture", async () => {
    for (const path of ["/late-leaver", "/late-leaver.vcf", `/api/profiles/${person.user_id}`, picture])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test("has no session any more", async () => {
    expect((await get("/api/me", session.headers)).status).toBe(401)
    expect((await get("/auth/v1/user", session.headers)).status).toBe(403)
    const refresh = { refresh_token: session.refresh_token }
    expect((await postJson(site, "/auth/v1/token?grant_type=refresh_token", refresh)).status).toBe(400)
    for (const path of ["/api/functions/reactivate-user-account", "/api/account/deletion"])
      expect((await postJson(site, path, { user_id: person.user_id }, session.headers)).status).toBe(401)
  })

  test("can neither be signed in to nor recovered", async () => {
    const credentials = { email: person.email, password: PASSWORD }
    const answer = await postJson(site, "/auth/v1/token?grant_type=password", credentials)
    expect([answer.status, (await answer.json()).code]).toEqual([400, "invalid_credentials"])
    const before = (await emailsTo(site.services, person.email)).length
    expect((await postJson(site, "/auth/v1/recover", { email: person.email })).status).toBe(200)
    expect(await emailsTo(site.services, person.email)).toHaveLength(before)
  })

  test("leaves its username and address to the next person who asks for them", async () => {
    const names = { username: "Late-Leaver", email: "LATE-LEAVER@example.com" }
    const free = await postJson(site, "/api/availability", names)
    expect(await free.json()).toEqual({ username: true, email: true })
    const next = await signUpAndVerify(site, { username: "late-leaver", full_name: "Next Person" })
    expect(next.user_id).not.toBe(person.user_id)
    expect(await (await get("/api/profiles/late-leaver")).json()).toMatchObject({
      profile: { full_name: "Next Person" },
    })
    expect(await (await get("/late-leaver")).text()).toContain("Next Person")
    expect(await picturesOf(person.user_id)).toEqual([])
  })
})

test("a sign-up takes over the name alone, or the address alone, and an account with time left keeps both", async () => {
  const [named, addressed, waiting] = [
    await signUpAndVerify(site),
    await signUpAndVerify(site),
    await signUpAndVerify(site),
  ]
  for (const person of [named, addressed]) await deactivate(person)
  site.advance(1000)
  await deactivate(waiting)
  site.advance(30 * DAY_MS - 1000)
  expect((await signUp(site, { username: named.username, email: "other-1@example.com" })).user_id).toBeTruthy()
  expect((await signUp(site, { username: "other-2", email: addressed.email })).user_id).toBeTruthy()
  await expect(signUp(site, { username: waiting.username, email: "x@example.com" })).rejects.toThrow("username_already")
  await expect(signUp(site, { username: "other-3", email: waiting.email })).rejects.toThrow("email_already")
})

test("the sweep removes everything of an account, and not before its time", async () => {
  const person = await signUpAndVerify(site, { username: "zebulon", full_name: "Zebulon Quist" })
  const { user_id } = person
  await withPictures(person)
  const { cards, clock } = site.services
  const cardId = await cards.generate(clock())
  await cards.linkPending(cardId, user_id, clock())
  await db().insert(card_taps).values({ card_id: cardId, profile_id: user_id, tapped_at: clock(), city: "Vaduz" })
  await db().insert(user_roles).values({ user_id, role: "moderator" })
  await postJson(site, "/auth/v1/recover", { email: person.email }, {}, "198.51.100.20")
  const factor = { factor_type: "totp", friendly_name: "Zebulon's telephone" }
  expect((await postJson(site, "/auth/v1/factors", factor, person.headers)).status).toBe(200)
  await db().insert(recovery_codes).values({ user_id, code_hash: "x", created_at: clock() })
  await deactivate(person)
  await signIn(site, person.email)

  site.advance(30 * DAY_MS - 1)
  await site.services.purge.sweep()
  expect(await db().select().from(profiles).where(eq(profiles.id, user_id))).toHaveLength(1)
  expect(await picturesOf(user_id)).toHaveLength(4)

  site.advance(1)
  expect(await site.services.purge.sweep()).toBeGreaterThanOrEqual(1)
  expect(await site.services.purge.sweep()).toBe(0)
  expect(await picturesOf(user_id)).toEqual([])
  // What is left says that there was an account, and nothing about whose it was.
  expect(await traces(user_id, "zebulon", "Zebulon", "Vaduz")).toEqual(["audit", "audit", "audit"])
  const acts = await db().select().from(audit).where(eq(audit.subject_id, user_id))
  expect(acts.map(({ action, detail }) => [action, detail])).toEqual([
    ["account.deactivated", {}],
    ["account.purged", {}],
  ])
  const [card] = await db().select().from(card_urls).where(eq(card_urls.card_id, cardId))
  expect(card).toMatchObject({ activation_status: "activated", user_id: null, activated_at: expect.any(Date) })
  expect(await cards.linkPending(cardId, (await signUp(site)).user_id, clock())).toBe(false)
})

test("what a crash has left between pictures and rows is finished by the next sweep", async () => {
  const person = await signUpAndVerify(site)
  await withPictures(person)
  await deactivate(person)
  site.advance(30 * DAY_MS)
  await site.services.profiles.deletePictures(person.user_id)
  expect(await site.services.purge.sweep()).toBe(1)
  expect(await db().select().from(users).where(eq(users.id, person.user_id))).toEqual([])
})

test("an account that has lost a picture to a sweep stays gone, also when the clock is set back", async () => {
  const person = await signUpAndVerify(site)
  const { user_id } = person
  await withPictures(person)
  await deactivate(person)
  // A folder where a picture should be: it cannot be deleted.
  const obstacle = join(folderOf(user_id), "profile.webp")
  await mkdir(obstacle)
  site.advance(30 * DAY_MS)
  await site.services.purge.sweep()
  expect(await db().select().from(users).where(eq(users.id, user_id))).toHaveLength(1)
  site.advance(-DAY_MS)
  await expect(signIn(site, person.email)).rejects.toThrow("invalid_credentials")
  site.advance(DAY_MS)
  await rm(obstacle, { recursive: true })
  expect(await site.services.purge.sweep()).toBe(1)
  expect(await picturesOf(user_id)).toEqual([])
})

test("several sweeps at once remove each account once, more than a batch of them", async () => {
  const now = site.services.clock()
  const people = Array.from({ length: 130 }, (_, at) => ({ id: crypto.randomUUID(), name: `leaver-${at}` }))
  const row = { created_at: now, updated_at: now }
  await db()
    .insert(users)
    .values(people.map(({ id, name }) => ({ ...row, id, email: `${name}@example.com`, password_hash: "" })))
  const dates = { deleted_at: now, deletion_scheduled_at: now }
  await db()
    .insert(profiles)
    .values(people.map(({ id, name }) => ({ ...row, ...dates, id, owner_id: id, username: name })))
  const removed = await Promise.all(Array.from({ length: 4 }, () => site.services.purge.sweep()))
  expect(removed.reduce((sum, count) => sum + count)).toBe(130)
  const rows = await db().select().from(audit).where(eq(audit.action, "account.purged"))
  expect(new Set(rows.map(({ subject_id }) => subject_id)).size).toBe(rows.length)
})

test("a sweep that is told to stop ends between two accounts", async () => {
  const person = await signUpAndVerify(site)
  await deactivate(person)
  site.advance(30 * DAY_MS)
  expect(await site.services.purge.sweep(AbortSignal.abort())).toBe(0)
  expect(await site.services.purge.sweep()).toBe(1)
})

test("an account whose date lies ahead is not removed by any call", async () => {
  const [active, waiting] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  await withPictures(waiting)
  await deactivate(waiting)
  for (const { user_id } of [active, waiting]) expect(await site.services.purge.remove(user_id)).toBe(false)
  expect(await picturesOf(waiting.user_id)).toHaveLength(4)
})

describe("deletion at once", () => {
  const deleteNow = (headers: Record<string, string>, body: unknown) =>
    postJson(site, "/api/account/deletion", body, headers)

  test("removes a deactivated account at once, with its password", async () => {
    const person = await signUpAndVerify(site, { username: "impatient" })
    await withPictures(person)
    await deactivate(person)
    const { headers } = await signIn(site, person.email)
    const wrong = await deleteNow(headers, { password: "not this one" })
    expect([wrong.status, (await wrong.json()).error]).toEqual([
      400,
      { code: "invalid_credentials", message: "Current password is incorrect" },
    ])
    const answer = await deleteNow(headers, { password: PASSWORD })
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    expect((await get("/api/me", headers)).status).toBe(401)
    expect(await traces("impatient")).toEqual([])
    expect(await picturesOf(person.user_id)).toEqual([])
    expect(
      (await db().select().from(audit).where(eq(audit.subject_id, person.user_id))).map((row) => row.action),
    ).toEqual(["account.deactivated", "account.deleted", "account.purged"])
    expect((await signUp(site, { username: "impatient" })).user_id).toBeTruthy()
  })

  test("is refused for an active account, and without a password", async () => {
    const person = await signUpAndVerify(site)
    const active = await deleteNow(person.headers, { password: PASSWORD })
    expect([active.status, (await active.json()).error.code]).toEqual([409, "account_active"])
    await deactivate(person)
    const { headers } = await signIn(site, person.email)
    for (const body of [{}, { password: "" }, { password: 5 }, []])
      expect((await deleteNow(headers, body)).status).toBe(422)
    expect(await db().select().from(users).where(eq(users.id, person.user_id))).toHaveLength(1)
  })

  test("twenty at once remove it once, and none fails", async () => {
    const person = await signUpAndVerify(site)
    await deactivate(person)
    const { headers } = await signIn(site, person.email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deleteNow(headers, { password: PASSWORD })))
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const purged = await db().select().from(audit).where(eq(audit.subject_id, person.user_id))
    expect(purged.filter(({ action }) => action === "account.purged")).toHaveLength(1)
  })

  test("leaves no picture behind that was still coming in", async () => {
    const person = await signUpAndVerify(site)
    const photo = new Uint8Array(await photograph(60, 40))
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(photo.subarray(0, 100))
        await finished
        controller.enqueue(photo.subarray(100))
        controller.close()
      },
    })
    const headers = { ...person.headers, "content-type": "image/jpeg" }
    const sent = { method: "PUT", headers, body, duplex: "half" } as RequestInit
    const upload = site.app.request(new Request("http://localhost/api/profile/photo", sent))
    // Long enough for the guard to have let it in.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await deactivate(person)
    const again = await signIn(site, person.email)
    expect((await deleteNow(again.headers, { password: PASSWORD })).status).toBe(200)
    finish()
    expect((await upload).status).toBe(401)
    expect(await picturesOf(person.user_id)).toEqual([])
  })

  test("guessing the password is limited like signing in", async () => {
    const person = await signUpAndVerify(site)
    await deactivate(person)
    const { headers } = await signIn(site, person.email)
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push((await deleteNow(headers, { password: "guess" })).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
  })
})
