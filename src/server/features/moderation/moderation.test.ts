// Reports and what is decided about them, over HTTP.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { moderationAct } from "../../../../tests/support/acts.ts"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo } from "../../../../tests/support/mailbox.ts"
import {
  doAct,
  fromIp,
  type NewPerson,
  type Person,
  postJson,
  signIn,
  signUpAndVerify,
} from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"
import type { Role } from "../../../domain/account/roles.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { audit, profiles, reports } from "../../platform/db/schema.ts"

const UNAVAILABLE = "This profile is currently unavailable or has been deactivated"

let site: TestApp
let ren: Person
let admin: Person
let mika: Person
beforeAll(async () => {
  site = await testApp()
  ren = await withRole("moderator", { username: "ren", full_name: "Ren Sato" })
  admin = await withRole("admin", { username: "chief" })
})
afterAll(() => site.close())
let number = 0
beforeEach(async () => {
  // Limits of an hour are forgotten, and so are access tokens.
  site.advance(3_600_000)
  for (const person of [ren, admin]) Object.assign(person, await signIn(site, person.email))
  number += 1
  mika = await signUpAndVerify(site, { username: `mika-${number}`, full_name: "Mika Tanaka" })
})

async function withRole(role: Role, person: NewPerson = {}): Promise<Person> {
  const made = await signUpAndVerify(site, person)
  await site.services.database.db.insert(user_roles).values({ user_id: made.user_id, role })
  return made
}

let address = 0
const report = (username: string, reason: unknown = "spam", detail?: unknown, ip?: string) => {
  address += 1
  return postJson(site, "/api/reports", { username, reason, detail }, {}, ip ?? `203.0.113.${address % 250}`)
}
const decide = (by: Person, what: string, person = mika, body: unknown = {}) =>
  doAct(site, moderationAct(person.user_id, what), body, by.headers)
const dismiss = (by: Person, person = mika, until = site.services.clock()) =>
  decide(by, "dismiss", person, { seen_until: until.toISOString() })
const get = (path: string, by?: Person) => site.app.request(path, by === undefined ? {} : { headers: by.headers })
const read = async (path: string, by: Person) => (await get(path, by)).json()
const openReports = async (person = mika) =>
  (await site.services.database.db.select().from(reports).where(eq(reports.profile_id, person.user_id))).filter(
    ({ resolved_at }) => resolved_at === null,
  )
const actsAbout = async (person = mika) =>
  (await site.services.database.db.select().from(audit).where(eq(audit.subject_id, person.user_id))).map(
    ({ action, actor_id, detail }) => ({ action, actor_id, detail }),
  )
const hidden = async (person = mika) => {
  expect((await report(person.username)).status).toBe(202)
  expect((await decide(ren, "hide", person)).status).toBe(200)
}

describe("a report", () => {
  test("needs no account, and is stored without its sender", async () => {
    const answer = await report(mika.username, "fraud", "  Asks for my card number.\0 ")
    expect([answer.status, await answer.json(), answer.headers.get("cache-control")]).toEqual([
      202,
      { received: true },
      "no-store",
    ])
    expect(await openReports()).toEqual([
      {
        id: expect.any(String),
        profile_id: mika.user_id,
        reason: "fraud",
        detail: "Asks for my card number.",
        created_at: site.services.clock(),
        resolved_at: null,
        resolved_by: null,
        outcome: null,
      },
    ])
  })

  test("finds the profile by its username in any case and by its id", async () => {
    expect((await report(mika.username.toUpperCase())).status).toBe(202)
    expect((await report(mika.user_id)).status).toBe(202)
    expect(await openReports()).toHaveLength(2)
  })

  test.each([
    ["an unknown reason", { reason: "boredom" }, { reason: "Choose a reason" }],
    ["no reason", {}, { reason: "Choose a reason" }],
    ["a detail that is too long", { reason: "spam", detail: "x".repeat(1001) }, { detail: "This is too long" }],
    ["a detail that is no text", { reason: "spam", detail: 7 }, { detail: "This must be text" }],
  ])("with %s is refused beside its field", async (_, body, fields) => {
    const answer = await postJson(site, "/api/reports", { username: mika.username, ...body }, {}, "203.0.113.251")
    expect(answer.status).toBe(422)
    expect((await answer.json()).error.fields).toEqual(fields)
    expect(await openReports()).toEqual([])
  })

  test("about a missing or deactivated profile says what the page would say", async () => {
    const gone = await signUpAndVerify(site)
    await postJson(site, "/api/functions/delete-user-account", { user_id: gone.user_id }, gone.headers)
    for (const name of ["nobody-here", gone.username, "", "a b/c", "x".repeat(400)]) {
      const answer = await report(name)
      expect([name, answer.status, (await answer.json()).error.message]).toEqual([name, 404, UNAVAILABLE])
    }
    expect(await openReports(gone)).toEqual([])
  })

  test("comes ten times an hour from one address, also about a missing profile", async () => {
    const ip = "198.51.100.77"
    for (let n = 0; n < 5; n += 1) expect((await report(mika.username, "spam", "", ip)).status).toBe(202)
    for (let n = 0; n < 5; n += 1) expect((await report("nobody-here", "spam", "", ip)).status).toBe(404)
    const refused = await report(mika.username, "spam", "", ip)
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, 3600])
    expect(await openReports()).toHaveLength(5)
  })

  test("is answered alike however often the profile was reported; twenty an hour are stored", async () => {
    const answers = new Set<string>()
    for (let n = 0; n < 25; n += 1) {
      const answer = await report(mika.username)
      const headers = [...answer.headers].filter(([name]) => name !== "x-request-id")
      answers.add(JSON.stringify([answer.status, headers, await answer.text()]))
    }
    expect(answers.size).toBe(1)
    expect(await openReports()).toHaveLength(20)
  })
})

describe("the queue", () => {
  beforeEach(async () => {
    await site.services.database.db.delete(reports)
  })

  test("has profiles with their reasons, those reported longest ago first, page by page", async () => {
    const people: Person[] = []
    for (let n = 0; n < 12; n += 1) {
      const person = await signUpAndVerify(site)
      people.push(person)
      await report(person.username, "spam", `number ${n}`)
      site.advance(1000)
    }
    const [first] = people
    await report(first?.username ?? "", "illegal", "again")
    await report(first?.username ?? "", "spam")
    const one = await read("/api/moderation/reports", ren)
    expect(one.items.map((item: { profile: { id: string } }) => item.profile.id)).toEqual(
      people.slice(0, 10).map(({ user_id }) => user_id),
    )
    expect(one.items[0]).toMatchObject({
      profile: { username: first?.username, account: "active", hidden_at: null },
      reasons: [
        { reason: "spam", count: 2 },
        { reason: "illegal", count: 1 },
      ],
    })
    expect(one.items[0].newest.map(({ detail }: { detail: string }) => detail).sort()).toEqual([
      "",
      "again",
      "number 0",
    ])
    expect(Object.keys(one.items[0].profile)).not.toContain("signin_email")
    const two = await read(`/api/moderation/reports?cursor=${encodeURIComponent(one.next)}`, ren)
    expect(two.items.map((item: { profile: { id: string } }) => item.profile.id)).toEqual(
      people.slice(10).map(({ user_id }) => user_id),
    )
    expect(two.next).toBeNull()
  })

  test("shows the newest five of many reports, and counts all", async () => {
    for (let n = 0; n < 8; n += 1) {
      await report(mika.username, "spam", `number ${n}`)
      site.advance(1000)
    }
    const { items } = await read("/api/moderation/reports", admin)
    const mine = items.find((item: { profile: { id: string } }) => item.profile.id === mika.user_id)
    expect(mine.newest.map(({ detail }: { detail: string }) => detail)).toEqual(
      [7, 6, 5, 4, 3].map((n) => `number ${n}`),
    )
    expect(mine.reasons).toEqual([{ reason: "spam", count: 8 }])
    expect(mine.reported_until > mine.reported_from).toBe(true)
  })

  test("leaves out removed accounts, and marks deactivated ones", async () => {
    await report(mika.username)
    const state = async () => {
      const { items } = await read("/api/moderation/reports", ren)
      return items.find((item: { profile: { id: string } }) => item.profile.id === mika.user_id)?.profile.account
    }
    expect(await state()).toBe("active")
    await postJson(site, "/api/functions/delete-user-account", { user_id: mika.user_id }, mika.headers)
    expect(await state()).toBe("deactivated")
    const { db } = site.services.database
    await db.update(profiles).set({ deletion_scheduled_at: site.services.clock() }).where(eq(profiles.id, mika.user_id))
    expect(await state()).toBeUndefined()
  })
})

describe("a hidden profile", () => {
  test("is answered like one that is deactivated, everywhere, from the next request on, and comes back whole", async () => {
    const photo = await photograph(40, 40)
    const upload = {
      method: "PUT",
      headers: { ...mika.headers, "content-type": "image/jpeg" },
      body: new Uint8Array(photo),
    }
    const { profile_picture } = await (await site.app.request("/api/profile/photo", upload)).json()
    const card = await site.services.cards.generate(site.services.clock())
    await site.services.cards.linkPending(card, mika.user_id, site.services.clock())
    const paths = [
      `/${mika.username}`,
      `/${mika.username}.vcf`,
      `/api/profiles/${mika.username}`,
      `/api/profiles/${mika.user_id}`,
      `/api/cards/${card}`,
      `/card/${card}`,
      profile_picture,
      profile_picture.replace(/profile\.\w+\?.*/, "contact.jpg"),
    ]
    const look = async () => {
      const seen: unknown[] = []
      for (const path of paths) {
        const answer = await get(path)
        const text = await answer.text()
        seen.push([path, answer.status, answer.headers.get("location"), text.includes(UNAVAILABLE), text.length])
      }
      return seen
    }
    const before = await look()
    await postJson(site, "/api/functions/delete-user-account", { user_id: mika.user_id }, mika.headers)
    const deactivated = await look()
    await site.services.database.db
      .update(profiles)
      .set({ deleted_at: null, deletion_scheduled_at: null })
      .where(eq(profiles.id, mika.user_id))
    await site.services.database.changes.publish("profile", mika.username)
    expect(await look()).toEqual(before)

    await hidden()
    expect(await look()).toEqual(deactivated)
    expect((await report(mika.username)).status).toBe(404)

    expect((await decide(ren, "restore")).status).toBe(200)
    expect(await look()).toEqual(before)
  })

  test("is edited by its owner, who is told, and nothing the owner does brings it back", async () => {
    await hidden()
    const hidden_at = site.services.clock().toISOString()
    const me = async () => (await read("/api/me", mika)).profile
    expect(await me()).toMatchObject({ hidden_at, username: mika.username })
    const body = { full_name: "Mika T.", bio: "Changed", hidden_at: null }
    const saved = await site.app.request("/api/profile", {
      method: "PUT",
      headers: mika.headers,
      body: JSON.stringify(body),
    })
    expect([saved.status, (await saved.json()).profile.hidden_at]).toEqual([200, hidden_at])
    const upload = { method: "PUT", headers: { ...mika.headers, "content-type": "image/jpeg" } }
    const photo = new Uint8Array(await photograph(40, 40))
    expect((await site.app.request("/api/profile/photo", { ...upload, body: photo })).status).toBe(200)
    const own = await get("/api/profile/photo", mika)
    expect([own.status, own.headers.get("content-type"), own.headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "no-store",
    ])
    const session = await postJson(site, "/api/functions/delete-user-account", { user_id: mika.user_id }, admin.headers)
    expect(session.status).toBe(200)
    const back = await postJson(
      site,
      "/api/functions/reactivate-user-account",
      { user_id: mika.user_id },
      admin.headers,
    )
    expect(back.status).toBe(200)
    expect((await get(`/api/profiles/${mika.username}`)).status).toBe(404)
    const row = await site.services.database.db.select().from(profiles).where(eq(profiles.id, mika.user_id))
    expect([row[0]?.hidden_at?.toISOString(), row[0]?.bio, row[0]?.deleted_at]).toEqual([hidden_at, "Changed", null])
  })

  test("is in the list of hidden profiles with reasons, pictures and moderator, until it is restored", async () => {
    const upload = { method: "PUT", headers: { ...mika.headers, "content-type": "image/jpeg" } }
    await site.app.request("/api/profile/photo", { ...upload, body: new Uint8Array(await photograph(40, 40)) })
    await hidden()
    const listed = async () => {
      const { items } = await read("/api/moderation/hidden", admin)
      return items.find((item: { profile: { id: string } }) => item.profile.id === mika.user_id)
    }
    expect(await listed()).toMatchObject({
      hidden_at: site.services.clock().toISOString(),
      hidden_by: "Ren Sato",
      reasons: [{ reason: "spam", count: 1 }],
    })
    const picture = await get(`/api/moderation/profiles/${mika.user_id}/photo`, ren)
    expect([picture.status, picture.headers.get("content-type"), picture.headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "no-store",
    ])
    expect((await get(`/api/moderation/profiles/${mika.user_id}/banner`, ren)).status).toBe(404)
    await decide(admin, "restore")
    expect(await listed()).toBeUndefined()
    // Nor does a moderator see more of it than everyone, until it is reported again.
    const photo = async () => (await get(`/api/moderation/profiles/${mika.user_id}/photo`, ren)).status
    expect(await photo()).toBe(404)
    await report(mika.username)
    expect(await photo()).toBe(200)
    await dismiss(ren)
    expect(await photo()).toBe(404)
  })

  test("and its return are emailed to its owner; each decision leaves an audit entry", async () => {
    // Emails are told apart by when they were written.
    site.advance(1000)
    await hidden()
    site.advance(1000)
    await decide(admin, "restore")
    await report(mika.username)
    await report(mika.username)
    await dismiss(ren)
    const emails = (await emailsTo(site.services, mika.email)).slice(1)
    expect(emails.map(({ subject }) => subject)).toEqual([
      "Your Meishi profile is hidden while we review a report",
      "Your Meishi profile is back",
    ])
    expect(emails[0]?.text_body).toContain("was reported for: Spam.")
    expect(emails[0]?.text_body).toContain("http://meishi.test/edit-profile")
    for (const { text_body, html_body } of emails) {
      expect(text_body + html_body).not.toContain("ren")
      expect(text_body).toContain("http://meishi.test/")
    }
    expect(await actsAbout()).toEqual([
      { action: "profile.hidden", actor_id: ren.user_id, detail: { reports: 1 } },
      { action: "profile.restored", actor_id: admin.user_id, detail: {} },
      { action: "report.dismissed", actor_id: ren.user_id, detail: { reports: 2 } },
    ])
  })
})

describe("deciding", () => {
  const codeOf = async (answer: Response) => (answer.ok ? "done" : (await answer.json()).error.code)

  test("is done by the first; the others are told, and nothing is done twice", async () => {
    await report(mika.username)
    const answers = await Promise.all(
      [ren, admin, ren, admin].map(async (by, n) => codeOf(n < 2 ? await decide(by, "hide") : await dismiss(by))),
    )
    expect(answers.filter((code) => code === "done")).toHaveLength(1)
    expect(answers.filter((code) => code === "already_decided")).toHaveLength(3)
    expect(await actsAbout()).toHaveLength(1)
    expect(await codeOf(await decide(ren, "hide"))).toBe("already_decided")
  })

  test("needs an open report for hiding, and a hidden profile for restoring", async () => {
    for (const what of ["hide", "restore"]) expect(await codeOf(await decide(ren, what))).toBe("already_decided")
    expect(await codeOf(await dismiss(ren))).toBe("already_decided")
    expect(await actsAbout()).toEqual([])
  })

  test("dismisses what was seen, not what came after it", async () => {
    await report(mika.username, "spam", "seen")
    const seen = site.services.clock()
    site.advance(1000)
    await report(mika.username, "illegal", "not seen")
    expect(await codeOf(await dismiss(ren, mika, seen))).toBe("done")
    expect((await openReports()).map(({ detail }) => detail)).toEqual(["not seen"])
  })

  test("may not be about your own profile, or a moderator's about an administrator's profile", async () => {
    const chief = await withRole("admin")
    await withRole("moderator")
    for (const person of [ren, chief]) await report(person.username)
    expect(await codeOf(await decide(ren, "hide", ren))).toBe("forbidden")
    expect(await codeOf(await dismiss(ren, ren))).toBe("forbidden")
    const refused = await decide(ren, "hide", chief)
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      403,
      "Only administrators can hide or restore an administrator's profile.",
    ])
    expect(await codeOf(await decide(admin, "hide", chief))).toBe("done")
    expect(await codeOf(await decide(ren, "restore", chief))).toBe("forbidden")
    expect(await codeOf(await decide(admin, "restore", chief))).toBe("done")
    await report(chief.username)
    expect(await codeOf(await dismiss(ren, chief))).toBe("done")
    expect(await codeOf(await decide(admin, "hide", ren))).toBe("done")
    expect(await codeOf(await decide(admin, "restore", ren))).toBe("done")
  })

  test.each([
    ["an unknown id", crypto.randomUUID()],
    ["no id", "mika"],
    ["an id with a byte that is none", "%00"],
  ])("about %s finds nothing", async (_, id) => {
    for (const what of ["hide", "restore", "dismiss"]) {
      const body = { seen_until: site.services.clock().toISOString() }
      const answer = await doAct(site, moderationAct(id, what), body, ren.headers)
      expect([what, answer.status]).toEqual([what, 404])
    }
    expect((await get(`/api/moderation/profiles/${id}/photo`, ren)).status).toBe(404)
  })

  test.each([{}, { seen_until: 7 }, { seen_until: "yesterday" }, { seen_until: "2026-13-01T00:00:00Z" }, null])(
    "dismissing until %j is refused",
    async (body) => {
      expect((await decide(ren, "dismiss", mika, body)).status).toBe(422)
    },
  )
})

test("decided reports are deleted after half a year; open ones and audit entries stay", async () => {
  await report(mika.username, "spam", "decided")
  await dismiss(ren)
  await report(mika.username, "spam", "open")
  const details = async () =>
    (await site.services.database.db.select().from(reports).where(eq(reports.profile_id, mika.user_id))).map(
      ({ detail }) => detail,
    )
  site.advance(179 * 86_400_000)
  await site.services.moderation.sweep()
  expect((await details()).sort()).toEqual(["decided", "open"])
  site.advance(2 * 86_400_000)
  await site.services.moderation.sweep()
  expect(await details()).toEqual(["open"])
  expect(await actsAbout()).toHaveLength(1)
})

test("only moderators learn anything about reports", async () => {
  for (const path of [
    "/api/moderation/reports",
    "/api/moderation/hidden",
    `/api/moderation/profiles/${mika.user_id}/photo`,
  ]) {
    expect((await site.app.request(path, {}, fromIp("203.0.113.9"))).status).toBe(401)
    expect((await get(path, mika)).status).toBe(403)
  }
  expect((await decide(mika, "hide", ren)).status).toBe(403)
})
