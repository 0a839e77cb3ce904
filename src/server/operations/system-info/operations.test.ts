// What administrators can read about the running program, over HTTP, and what no one can.
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signIn, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { underPolicy } from "../../../../tests/support/policy.ts"
import { memoizeFor } from "../../platform/cache/memoize-for.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { mail_outbox, profiles } from "../../platform/db/schema.ts"
import { startHousekeeping } from "../housekeeping.ts"
import { folderSize } from "./folder-size.ts"
import { warningsOf } from "./warnings.ts"

/** Must never be in a response. */
const SECRETS = {
  SECRET: "a-secret-that-signs-every-session-0123456789",
  SMTP_URL: "smtp://mailer:mail-pass-word@127.0.0.1:1/?tls=never",
  ADMIN_EMAIL: "the-first-administrator@example.com",
}

const BUCKET = {
  S3_ENDPOINT: "http://endpoint-user:endpoint-password@127.0.0.1:1",
  S3_ACCESS_KEY_ID: "the-access-key-id",
  S3_SECRET_ACCESS_KEY: "the-secret-access-key",
  METRICS_TOKEN: "the-token-of-the-metrics-0123456789-0123",
}

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await testApp({ ...SECRETS, SITE_NAME: "Cards of the City", TRUSTED_PROXIES: "10.0.0.0/8, 127.0.0.1" })
  admin = await signUpAndVerify(site, { username: "chief" })
  await site.services.database.db.insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
})
afterAll(() => site.close())

async function read(path: string) {
  const answer = await site.app.request(path, { headers: admin.headers })
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"])
  return answer.json()
}
/** Numbers are kept for a while, and so are access tokens. */
async function later(seconds: number) {
  site.advance(seconds * 1000)
  Object.assign(admin, await signIn(site, admin.email))
}

describe("the system's state", () => {
  test("names version, engine, sizes and memory", async () => {
    const info = await read("/api/admin/system")
    expect(info).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.version,
      database: { engine: "embedded", version: expect.stringMatching(/^1[5-9]/) },
    })
    expect(info.database.bytes).toBeGreaterThan(1_000_000)
    expect(info.uptime_s).toBeGreaterThanOrEqual(0)
    expect(info.memory.process).toBeGreaterThan(info.memory.heap)
    expect(info.memory.total).toBeGreaterThan(info.memory.free)
  })

  test("counts users, profiles, cards, taps and open reports, once a minute", async () => {
    const before = (await read("/api/admin/system")).counts
    expect(before).toMatchObject({
      users: { rows: 1, isEstimate: false },
      taps: { rows: 0 },
      open_reports: { rows: 0 },
    })
    const person = await signUpAndVerify(site)
    const now = site.services.clock()
    const card = await site.services.cards.generate(now)
    await site.services.cards.linkPending(card, person.user_id, now)
    await site.services.moderation.report(
      { username: person.username, reason: "spam" },
      { ip: "192.0.2.9", proof: null },
      now,
    )
    expect((await read("/api/admin/system")).counts).toEqual(before)
    await later(60)
    expect((await read("/api/admin/system")).counts).toEqual({
      at: site.services.clock().toISOString(),
      users: { rows: 2, isEstimate: false },
      profiles: { rows: 2, isEstimate: false },
      cards: { rows: 1, isEstimate: false },
      taps: { rows: 0, isEstimate: false },
      open_reports: { rows: 1, isEstimate: false },
    })
  })

  test("counts waiting and failed emails, and says when the oldest was queued", async () => {
    await later(60)
    const { db } = site.services.database
    await db.delete(mail_outbox)
    await signUp(site)
    const oldest_at = site.services.clock().toISOString()
    await later(60)
    await signUp(site)
    const { email } = await signUp(site)
    await db
      .update(mail_outbox)
      .set({ failed_at: site.services.clock(), next_attempt_at: new Date("9999-01-01T00:00:00Z") })
      .where(eq(mail_outbox.recipient, email))
    expect((await read("/api/admin/system")).mail).toEqual({ sent_by: "smtp", waiting: 2, oldest_at, failed: 1 })
  })

  test("says when housekeeping ran, and when an account was last purged", async () => {
    await later(60)
    expect((await read("/api/admin/system")).housekeeping).toEqual({
      swept_at: null,
      purged: null,
      last_purge_at: null,
    })
    const now = site.services.clock()
    const due = await signUpAndVerify(site)
    const dates = { deleted_at: now, deletion_scheduled_at: now }
    await site.services.database.db.update(profiles).set(dates).where(eq(profiles.id, due.user_id))
    const stop = startHousekeeping(site.services)
    await expect.poll(() => site.services.sweeps.last()).not.toBeNull()
    await stop()
    await later(60)
    const at = now.toISOString()
    expect((await read("/api/admin/system")).housekeeping).toEqual({ swept_at: at, purged: 1, last_purge_at: at })
  })

  test("says which part of the hourly work failed, and the other parts are done", async () => {
    const { pool } = site.services.database
    await pool.query("alter table invitations rename to invitations_away")
    const forgotten = { id: crypto.randomUUID(), recipient: "a@example.com", subject: "", html_body: "", text_body: "" }
    const longAgo = new Date(site.services.clock().getTime() - 30 * 86_400_000)
    const times = { created_at: longAgo, next_attempt_at: longAgo, sent_at: longAgo }
    await site.services.database.db.insert(mail_outbox).values({ ...forgotten, ...times })
    site.logged.length = 0
    const before = site.services.sweeps.last()
    await startHousekeeping(site.services)()
    await pool.query("alter table invitations_away rename to invitations")
    expect(site.services.sweeps.last()).not.toBe(before)
    expect(site.services.sweeps.last()?.purged).toBeNull()
    const failed = site.logged.filter(({ event }) => event === "sweep.failed")
    expect(failed).toEqual([expect.objectContaining({ level: "error", part: "invitations" })])
    expect(await site.services.database.db.$count(mail_outbox, eq(mail_outbox.id, forgotten.id))).toBe(0)
  })

  test("measures the folders, and leaves sizes out meanwhile", async () => {
    await later(600)
    const folder = join(site.services.config.DATA_DIR, "files", "measured")
    await mkdir(folder, { recursive: true })
    const measured = () =>
      vi.waitFor(async () => {
        const { storage } = await read("/api/admin/system")
        expect(storage).not.toBeNull()
        return storage
      })
    const before = (await measured()).pictures
    await writeFile(join(folder, "one"), "x".repeat(1000))
    expect((await measured()).pictures).toEqual(before)
    await later(600)
    const after = await measured()
    expect(after.pictures).toEqual({ files: before.files + 1, bytes: before.bytes + 1000, isComplete: true })
    expect(after.database.files).toBeGreaterThan(100)
    await rm(folder, { recursive: true })
  })

  test("stops at a limit of files, and counts none where there is no folder", async () => {
    const root = join(site.services.config.DATA_DIR, "many")
    await mkdir(join(root, "inner"), { recursive: true })
    for (let n = 0; n < 6; n += 1) await writeFile(join(root, n % 2 ? "inner" : ".", String(n)), "xx")
    expect(await folderSize(root, 100)).toEqual({ files: 6, bytes: 12, isComplete: true })
    expect(await folderSize(root, 6)).toEqual({ files: 6, bytes: 12, isComplete: true })
    expect(await folderSize(root, 5)).toEqual({ files: 5, bytes: 10, isComplete: false })
    expect(await folderSize(join(root, "nowhere"), 5)).toEqual({ files: 0, bytes: 0, isComplete: true })
  })
})

describe("an answer that is kept", () => {
  test("is computed once for many, again when it is old, and not kept after a failure", async () => {
    let now = 0
    let asked = 0
    let works = true
    const ask = memoizeFor(
      60,
      () => new Date(now),
      async () => {
        asked += 1
        if (!works) throw new Error("no")
        return asked
      },
    )
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    now = 59_999
    expect(await ask()).toBe(1)
    now = 60_000
    works = false
    await expect(ask()).rejects.toThrow("no")
    works = true
    expect(await ask()).toBe(3)
  })
})

describe("the settings", () => {
  test("have their explanation, whether they are set, and their value only where that is allowed", async () => {
    const { settings } = await read("/api/admin/settings")
    const of = (name: string) => settings.find((setting: { name: string }) => setting.name === name)
    expect(of("SITE_NAME")).toEqual({
      name: "SITE_NAME",
      doc: "The site's name.",
      isSet: true,
      value: "Cards of the City",
    })
    expect(of("PUBLIC_ORIGIN")).toMatchObject({ isSet: true, value: ORIGIN })
    expect(of("TRUSTED_PROXIES")).toMatchObject({ isSet: true, value: "10.0.0.0/8, 127.0.0.1" })
    expect(of("PORT")).toMatchObject({ isSet: false, value: "3000" })
    expect(of("MAIL_FROM")).toMatchObject({ isSet: false, value: "Cards of the City <no-reply@meishi.test>" })
    for (const name of ["SECRET", "SMTP_URL", "ADMIN_EMAIL"])
      expect(of(name)).toMatchObject({ isSet: true, value: null })
    expect(of("DATABASE_URL")).toMatchObject({ isSet: false, value: null })
  })
})

test("no response to an administrator has a secret or a part of one", async () => {
  const other = await testApp({ ...SECRETS, ...BUCKET, S3_BUCKET: "cards", S3_REGION: "here" })
  const chief = await signUpAndVerify(other)
  await other.services.database.db.insert(user_roles).values({ user_id: chief.user_id, role: "admin" })
  await signUp(other, { email: "somebody-who-waits-for-a-email@example.com" })
  const parts = Object.values({ ...SECRETS, ...BUCKET }).flatMap((secret) => [secret, ...secret.split(/[:/@?]+/)])
  const secrets = parts.filter((part) => part.length > 8 && !/^(127|example)/.test(part))
  expect(secrets).toContain("mail-pass-word")
  const paths = other.app.routes
    .filter(({ method, path }) => method === "GET" && path.startsWith("/api/admin/"))
    .map(({ path }) => path.replace(/:\w+/g, crypto.randomUUID()))
  expect(paths).toEqual(expect.arrayContaining(["/api/admin/system", "/api/admin/settings", "/api/admin/audit"]))
  for (const path of paths) {
    const text = await (await other.app.request(path, { headers: chief.headers })).text()
    for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false])
    if (path === "/api/admin/system") expect(text).not.toMatch(/@/)
  }
  await other.close()
})

test("an https site without a mail server causes a warning, one with a mail server or without https does not", async () => {
  const origins = { https: "https://cards.example.com", http: "http://localhost:3000" }
  for (const [PUBLIC_ORIGIN, SMTP_URL, warnings] of [
    [origins.https, "", ["noMailServer"]],
    [origins.https, "smtps://mail.example.com", []],
    [origins.http, "", []],
  ] as const) {
    const other = await testApp({ PUBLIC_ORIGIN, SMTP_URL })
    const chief = await signUpAndVerify(other)
    await other.services.database.db.insert(user_roles).values({ user_id: chief.user_id, role: "admin" })
    const answer = await other.app.request("/api/admin/system", { headers: chief.headers })
    expect((await answer.json()).warnings).toEqual(warnings)
    await other.close()
  }
})

test.each([
  [["0.0.0.0/0"], ["trustsEveryone"]],
  [["10.0.0.0/8", "::/0"], ["trustsEveryone"]],
  [["0.0.0.0/00"], ["trustsEveryone"]],
  [["::ffff:0.0.0.0/96"], ["trustsEveryone"]],
  [["10.0.0.0/8", "127.0.0.1"], []],
])("TRUSTED_PROXIES of %j has the warnings %j", (TRUSTED_PROXIES, warnings) => {
  expect(warningsOf({ ...site.services.config, TRUSTED_PROXIES })).toEqual(warnings)
})

test("passkeys as the only way in cause a warning where browsers use none", async () => {
  for (const [PUBLIC_ORIGIN, warnings] of [
    ["http://cards.example.com", ["noPasskeysHere"]],
    ["http://192.0.2.4:3000", ["noPasskeysHere"]],
    ["https://[2001:db8::1]", ["noMailServer", "noPasskeysHere"]],
    ["https://cards.example.com", ["noMailServer"]],
    ["http://localhost:3000", []],
  ] as const) {
    const other = await testApp({ PUBLIC_ORIGIN })
    const chief = await signUpAndVerify(other)
    await other.services.database.db.insert(user_roles).values({ user_id: chief.user_id, role: "admin" })
    const warningsIn = async ({ app }: Pick<TestApp, "app">) =>
      (await (await app.request("/api/admin/system", { headers: chief.headers })).json()).warnings
    expect(await warningsIn(underPolicy(other, { SIGN_IN: ["passkey"] }))).toEqual(warnings)
    expect(await warningsIn(other)).not.toContain("noPasskeysHere")
    await other.close()
  }
})
