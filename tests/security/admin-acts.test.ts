// Every action of an administrator, replayed by other callers: refused, and nothing has changed.
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, signUpAndVerify } from "../support/people.ts"
import { CALLERS, newCaller, nextIp } from "./callers.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
// In the tests new people come from one address: its limits have an hour to forget them.
beforeEach(() => site.advance(3_600_000))

const ACTS = (id: string): [method: string, path: string, body?: unknown][] => [
  ["GET", "/api/admin/users"],
  ["GET", "/api/admin/users?q=a&status=active"],
  ...["user", "moderator", "admin"].map((role): [string, string, unknown] => [
    "POST",
    `/api/admin/users/${id}/roles`,
    { role },
  ]),
  ["DELETE", `/api/admin/users/${id}/roles/user`],
  ["DELETE", `/api/admin/users/${id}/roles/admin`],
  ["POST", `/api/admin/users/${id}/password-reset`, {}],
  ["DELETE", `/api/admin/users/${id}/factors`],
  ["POST", "/api/admin/card-changes", { change: "unlinked", card_ids: ["nosuchcard"] }],
  ["POST", `/api/admin/users/${id}/data-exports`, {}],
  ["DELETE", `/api/admin/users/${id}`],
  ["GET", "/api/admin/invitations"],
  ["POST", "/api/admin/invitations", { email: "guest@example.com", send: true }],
  ["DELETE", `/api/admin/invitations/${id}`],
]

/** What an action could have changed: everything that belongs to a person, the audit log, and emails. */
async function everything(id: string) {
  const questions = [
    "select role from user_roles where user_id = $1 order by 1",
    "select status from factors where user_id = $1",
    "select code_hash from recovery_codes where user_id = $1 order by 1",
    "select id from sessions where user_id = $1 order by 1",
    "select token_hash, used_at from one_time_tokens where user_id = $1 order by 1",
    "select updated_at, deleted_at from profiles where id = $1",
    "select count(*)::int from invitations where $1::uuid is not null",
    "select count(*)::int from audit where $1::uuid is not null",
    "select count(*)::int from mail_outbox where $1::uuid is not null",
  ]
  const answers = questions.map(async (text) => (await site.services.database.pool.query(text, [id])).rows)
  return Promise.all(answers)
}

/** An administrator among others, with a second factor and recovery codes. */
async function victim(): Promise<string> {
  const { user_id } = await signUpAndVerify(site)
  const { pool } = site.services.database
  await pool.query("insert into user_roles values ($1, 'admin')", [user_id])
  await pool.query("insert into factors values ($1, $2, 'Phone', 'verified', 'x', 0, now(), now())", [
    randomUUID(),
    user_id,
  ])
  await pool.query("insert into recovery_codes values ($1, 'x', now())", [user_id])
  return user_id
}

test.each(CALLERS.filter((name) => name !== "admin"))(
  "%s does nothing to others, nor to the caller's own account",
  async (name) => {
    const caller = await newCaller(site, name)
    for (const id of name === "anonymous" ? [await victim()] : [await victim(), caller.user_id]) {
      const before = await everything(id)
      for (const [method, path, body] of ACTS(id)) {
        const headers: Record<string, string> = { "content-type": "application/json" }
        if (caller.token !== null) headers.authorization = `Bearer ${caller.token}`
        const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
        const answer = await site.app.request(path, request, fromIp(nextIp()))
        const expected = ["anonymous", "recovery"].includes(name) ? 401 : 403
        expect([method, path, answer.status]).toEqual([method, path, expected])
        expect(Object.keys(await answer.json())).toEqual(["error"])
      }
      expect(await everything(id)).toEqual(before)
    }
  },
)
