// The list of users among many: what it reads does not grow with their number.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { USERS_WALKED } from "../../../domain/limits.ts"

const MANY = 20_000
/** Of each user walked over, the profile, and what it is looked up by. */
const MOST_ROWS_READ = USERS_WALKED * 4

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await testApp()
  admin = await signUpAndVerify(site, { username: "the-admin" })
  const { pool } = site.services.database
  await pool.query("insert into user_roles values ($1, 'admin')", [admin.user_id])
  await pool.query(
    `insert into users (id, email, password_hash, created_at, updated_at, email_confirmed_at)
      select gen_random_uuid(), 'person_' || n || '@example.com', '', now() - n * interval '5 minutes', now(), now()
      from generate_series(1, ${MANY}) n`,
  )
  await pool.query(
    `insert into profiles (id, owner_id, username, signin_email, created_at, updated_at, deleted_at, deletion_scheduled_at)
      select id, id, split_part(email, '@', 1), email, created_at, now(), d.at, d.at + interval '30 days'
      from users, lateral (select case when email like '%7@%' then $1::timestamptz end as at) d where email like 'person%'`,
    [site.services.clock()],
  )
  // As both engines do regularly.
  await pool.query("analyze")
})
afterAll(() => site.close())

async function rowsRead(): Promise<number> {
  const { pool } = site.services.database
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query(
    "select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'profiles'",
  )
  return rows[0].read
}

const ASKED = ["", "deactivated", "active"].flatMap((status) =>
  ["", "example.com", "zzzqq", "qz"].map((q) => [status, q] as const),
)

/** More often than a repeated statement is planned with its values. */
const TIMES = 7

test("a page of it reads few rows", async () => {
  const read: Record<string, number> = {}
  for (const [status, q] of ASKED)
    for (let time = 0; time < TIMES; time++) {
      const before = await rowsRead()
      const query = new URLSearchParams({ ...(status !== "" && { status }), ...(q !== "" && { q }) })
      const answer = await site.app.request(`/api/admin/users?${query}`, { headers: admin.headers })
      expect(answer.status).toBe(200)
      read[`${query}`] = Math.max(read[`${query}`] ?? 0, (await rowsRead()) - before)
    }
  // Counted at all.
  expect(read[""]).toBeGreaterThan(50)
  expect(Object.entries(read).filter(([, rows]) => rows > MOST_ROWS_READ)).toEqual([])
})
