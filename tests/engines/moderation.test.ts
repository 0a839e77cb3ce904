// The races for a decision on every engine: what one connection hides, ten of them show.
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { and, eq, isNull } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { audit, profiles, reports } from "../../src/server/platform/db/schema.ts"
import { moderationAct } from "../support/acts.ts"
import type { TestApp } from "../support/app.ts"
import { emailsTo } from "../support/mailbox.ts"
import { doAct, type Person, postJson, signIn, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { ENGINES, silent } from "./engines.ts"

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3)
const AT_ONCE = 20

describe.each(ENGINES)("a reported profile on the $name engine", (engine) => {
  let database: OpenDatabase
  let site: TestApp
  let moderators: Person[]
  let ms = Date.now()
  const clock = () => new Date(ms)
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    const config = readConfig({
      PUBLIC_ORIGIN: "http://meishi.test",
      DATA_DIR: join(tmpdir(), `meishi-moderation-${randomUUID()}`),
      SECRET: "engines!".repeat(4),
    })
    const services = compose({ config, database, clock, log: silent })
    site = { app: createApp(services, { answer: async () => new Response() } as never), services } as TestApp
    moderators = [await signUpAndVerify(site), await signUpAndVerify(site)]
    for (const { user_id } of moderators) await database.db.insert(user_roles).values({ user_id, role: "moderator" })
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
  })

  let address = 0
  const report = (person: Person) => {
    address += 1
    const body = { username: person.username, reason: "spam" }
    return postJson(site, "/api/reports", body, {}, `203.0.${address >> 8}.${address & 255}`)
  }
  const decide = (n: number, person: Person, what: string) => {
    const seen_until = clock().toISOString()
    return doAct(site, moderationAct(person.user_id, what), { seen_until }, moderators[n % 2]?.headers ?? {})
  }
  const openReports = (person: Person) =>
    database.db.$count(reports, and(eq(reports.profile_id, person.user_id), isNull(reports.resolved_at)))
  const actsAbout = async (person: Person) =>
    (await database.db.select().from(audit).where(eq(audit.subject_id, person.user_id))).map(({ action }) => action)
  const isHidden = async (person: Person) =>
    (await database.db.select().from(profiles).where(eq(profiles.id, person.user_id)))[0]?.hidden_at !== null

  test(`${AT_ONCE} decisions of two moderators at once, ${ROUNDS} times: one counts, the others are refused, one email is sent`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      ms += 1000
      const person = await signUpAndVerify(site)
      for (let n = 0; n < 3; n += 1) expect((await report(person)).status).toBe(202)
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => decide(n, person, n % 3 === round % 2 ? "hide" : "dismiss")),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array(AT_ONCE - 1).fill(409)])
      const hidden = await isHidden(person)
      expect(await actsAbout(person)).toEqual([hidden ? "profile.hidden" : "report.dismissed"])
      expect((await emailsTo(site.services, person.email)).length).toBe(hidden ? 2 : 1)
      expect(await openReports(person)).toBe(0)
      if (!hidden) continue
      const restored = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => decide(n, person, "restore")))
      expect(restored.map(({ status }) => status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(409)])
      expect((await emailsTo(site.services, person.email)).length).toBe(3)
    }
  })

  test("a further profile that is hidden while its owner deletes it stays, with its pictures", async () => {
    ms += 3_600_000
    const person = await signUpAndVerify(site)
    const names = { username: `choir-${person.username}`.slice(0, 30), full_name: "Mika sings" }
    const made = await postJson(site, "/api/account/profiles", names, person.headers)
    const { id } = ((await made.json()) as { profile: { id: string } }).profile
    const photo = `/api/account/profiles/${id}/photo`
    const body = new Uint8Array(await photograph(40, 40))
    const upload = { method: "PUT", headers: { ...person.headers, "content-type": "image/jpeg" }, body }
    expect((await site.app.request(photo, upload)).status).toBe(200)
    const stored = () => site.services.files.read(`profile-pictures/profiles/${id}/contact.jpg`)
    const before = await stored()
    let answer: ReturnType<typeof doAct> | undefined
    await database.db.transaction(async (tx) => {
      await tx.update(profiles).set({ hidden_at: clock() }).where(eq(profiles.id, id))
      answer = doAct(site, { method: "DELETE", path: `/api/account/profiles/${id}` }, undefined, person.headers)
      // The embedded engine runs one transaction after the other: there, the request waits before it deletes anything.
      for (let n = 0; n < 20 && (await stored()) !== null; n += 1) await setTimeout(50)
    })
    expect((await answer)?.status).toBe(409)
    expect(before?.bytes.length).toBeGreaterThan(100)
    expect((await stored())?.bytes).toEqual(before?.bytes)
  })

  test("hidden while reports come in, it leaves no report undecided and answers no 5xx", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      ms += 3_600_000
      const person = await signUpAndVerify(site)
      // Limits of an hour are forgotten, and so are access tokens.
      for (const moderator of moderators) Object.assign(moderator, await signIn(site, moderator.email))
      expect((await report(person)).status).toBe(202)
      const coming = Array.from({ length: 12 }, () => report(person))
      const hide = decide(round, person, "hide")
      const statuses = (await Promise.all(coming)).map(({ status }) => status)
      expect((await hide).status).toBe(200)
      for (const status of statuses) expect([202, 404]).toContain(status)
      expect(await openReports(person)).toBe(0)
      expect(await isHidden(person)).toBe(true)
    }
  })
})
