// The audit log as administrators read it, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import type { Act } from "../../../domain/audit/audit.ts"
import { user_roles } from "../../platform/db/auth-schema.ts"
import { audit } from "../../platform/db/schema.ts"

let site: TestApp
let admin: Person
let mika: Person
const goneId = crypto.randomUUID()
beforeAll(async () => {
  site = await testApp()
  admin = await signUpAndVerify(site, { username: "ren", full_name: "Ren Sato" })
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  await site.services.database.db.insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
  const acts: Act[] = [
    { actor_id: null, action: "account.purged", subject_id: goneId },
    { actor_id: admin.user_id, action: "account.deactivated", subject_id: mika.user_id },
    { actor_id: admin.user_id, action: "card.lost", subject_id: "card0000000000000000000001" },
    { actor_id: mika.user_id, action: "card.activated", subject_id: "card0000000000000000000001" },
    { actor_id: goneId, action: "role.added", subject_id: mika.user_id, detail: { role: "moderator" } },
    { actor_id: admin.user_id, action: "profile.hidden", subject_id: goneId, detail: { to: mika.user_id, reports: 2 } },
  ]
  for (const act of acts) {
    site.advance(1000)
    await site.services.audit.record(site.services.database.db, act, site.services.clock())
  }
})
afterAll(() => site.close())

interface Read {
  acts: { id: number; action: string; actor_id: string | null; subject_id: string; at: string; detail: unknown }[]
  people: Record<string, unknown>
  next: string | null
}
async function read(query: Record<string, string> = {}): Promise<Read> {
  const answer = await site.app.request(`/api/admin/audit?${new URLSearchParams(query)}`, { headers: admin.headers })
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"])
  return answer.json()
}
const actions = async (query: Record<string, string>) => (await read(query)).acts.map(({ action }) => action)

test("is newest first, with today's names of the people who are still here", async () => {
  const { acts, people, next } = await read()
  expect(acts.map(({ action }) => action)).toEqual([
    "profile.hidden",
    "role.added",
    "card.activated",
    "card.lost",
    "account.deactivated",
    "account.purged",
  ])
  expect(acts[0]).toEqual({
    id: expect.any(Number),
    at: site.services.clock().toISOString(),
    actor_id: admin.user_id,
    action: "profile.hidden",
    subject_id: goneId,
    detail: { to: mika.user_id, reports: 2 },
  })
  expect(people).toEqual({
    [admin.user_id]: { username: "ren", full_name: "Ren Sato" },
    [mika.user_id]: { username: "mika", full_name: "Mika Tanaka" },
  })
  expect(next).toBeNull()
})

describe("what was asked for", () => {
  test.each([
    ["an act", { action: "role.added" }, ["role.added"]],
    ["who did it, by username", { actor: "REN" }, ["profile.hidden", "card.lost", "account.deactivated"]],
    ["who did it, with the sign people write before one", { actor: " @mika " }, ["card.activated"]],
    ["who did it, by the id of a removed account", { actor: goneId }, ["role.added"]],
    ["to whom, by username", { subject: "mika" }, ["role.added", "account.deactivated"]],
    ["to which card", { subject: "card0000000000000000000001" }, ["card.activated", "card.lost"]],
    ["to a removed account", { subject: goneId.toUpperCase() }, ["profile.hidden", "account.purged"]],
    ["all of it together", { actor: "ren", subject: "mika", action: "account.deactivated" }, ["account.deactivated"]],
    ["an unknown person", { actor: "nobody" }, []],
    ["an unknown card", { subject: "nobody" }, []],
    ["nothing in particular", { action: "", actor: "", subject: "" }, expect.any(Array)],
    ["signs that mean something elsewhere", { actor: "%", subject: "_\\'\0\ud800" }, []],
  ])("is found: %s", async (_, query, expected) => {
    expect(await actions(query)).toEqual(expected)
  })

  test.each<Record<string, string>>([{ action: "account.invented" }, { actor: "x".repeat(600) }])(
    "is refused when it cannot be meant: %j",
    async (query) => {
      const path = `/api/admin/audit?${new URLSearchParams(query)}`
      expect((await site.app.request(path, { headers: admin.headers })).status).toBe(422)
    },
  )
})

test("comes page by page, each one behind the last, whatever is added meanwhile", async () => {
  const { db } = site.services.database
  const rows = Array.from({ length: 120 }, (_, n) => ({
    at: site.services.clock(),
    actor_id: mika.user_id,
    action: "reset.sent",
    subject_id: String(n),
  }))
  await db.insert(audit).values(rows)
  const one = await read({ action: "reset.sent" })
  await db.insert(audit).values({ at: site.services.clock(), action: "reset.sent", subject_id: "later" })
  const two = await read({ action: "reset.sent", cursor: String(one.next) })
  const three = await read({ action: "reset.sent", cursor: String(two.next) })
  expect([one, two, three].map(({ acts }) => acts.length)).toEqual([50, 50, 20])
  expect(three.next).toBeNull()
  const seen = [one, two, three].flatMap(({ acts }) => acts.map(({ subject_id }) => Number(subject_id)))
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 119 - n))
})
