// The administrators' list and rules on every engine: the order and the search, and races that only many connections show.
import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { UserListQuery } from "../../src/domain/account/user-forms.ts"
import { ADMIN } from "../../src/domain/admin-messages.ts"
import { USERS_FOUND_MAX, USERS_PER_PAGE, USERS_WALKED } from "../../src/domain/limits.ts"
import { positionOf } from "../../src/domain/page.ts"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import type { TestApp } from "../support/app.ts"
import { type Person, postJson, signUpAndVerify } from "../support/people.ts"
import { ENGINES, silent } from "./engines.ts"

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3)
const ADMINS = 50
/** More than are walked and found at once. */
const MANY = USERS_FOUND_MAX + 2 * USERS_WALKED

describe.each(ENGINES)("administration on the $name engine", (engine) => {
  let database: OpenDatabase
  let site: TestApp
  let now = Date.now()
  const DATA_DIR = join(tmpdir(), `meishi-admin-${randomUUID()}`)
  const MEISHI = { PUBLIC_ORIGIN: "http://meishi.test", DATA_DIR, SECRET: "engines!".repeat(4) }
  const rowsOf = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    const services = compose({ config: readConfig(MEISHI), database, clock: () => new Date(now), log: silent })
    site = { app: createApp(services, { answer: async () => new Response() } as never), services } as TestApp
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  // The limits per address have an hour to forget the people of the test before.
  beforeEach(() => {
    now += 3_600_000
  })

  const page = (query: Partial<UserListQuery>) =>
    site.services.userList.page({ q: "", status: "", cursor: null, ...query }, new Date(now))

  async function all(query: Partial<UserListQuery>): Promise<{ names: string[]; pages: number }> {
    const names: string[] = []
    for (let cursor = "", pages = 1; ; pages++) {
      const { items, next } = await page({ ...query, cursor: positionOf(cursor) })
      expect(items.length).toBeLessThanOrEqual(USERS_PER_PAGE)
      names.push(...items.map(({ username }) => username))
      if (next === null) return { names, pages }
      cursor = next
    }
  }

  describe("the list of many users", () => {
    beforeAll(async () => {
      // Many at one moment, and moments that differ by less than JavaScript can tell.
      await rowsOf(
        `insert into users (id, email, password_hash, created_at, updated_at, email_confirmed_at)
          select gen_random_uuid(), 'u' || n || case when n <= 2500 then '@oldest.test' else '@mail.test' end, '',
            '2020-01-01T00:00:00Z'::timestamptz + (n / 100) * interval '1 microsecond', now(), now()
          from generate_series(1, $1::int) n`,
        [MANY],
      )
      await rowsOf(
        `insert into profiles (id, owner_id, username, full_name, signin_email, created_at, updated_at, deleted_at, deletion_scheduled_at)
          select id, id, split_part(email, '@', 1), case when email like 'u%77@%' then 'Zoë 100%_\\ 田中' else 'Robin Doe' end, email,
            created_at, now(), case when email like '%3@%' then now() end, case when email like '%3@%' then now() + interval '30 days' end
          from users where email like '%.test'`,
      )
    })
    const expected = async (where: string, values: unknown[] = []) =>
      (await rowsOf(`select username from profiles where ${where} order by created_at desc, id desc`, values)).map(
        ({ username }) => username,
      )

    test.each([
      { query: {}, where: "true" },
      { query: { status: "active" as const }, where: "deleted_at is null" },
      { query: { status: "deactivated" as const }, where: "deleted_at is not null" },
      { query: { q: "%" }, where: "full_name like '%\\%%'" },
      { query: { q: "\\" }, where: "strpos(full_name, '\\') > 0" },
      { query: { q: "%_\\ 田" }, where: "strpos(full_name, '%_\\ 田') > 0" },
      { query: { q: "田中" }, where: "full_name like '%田中'" },
      { query: { q: "ZOË" }, where: "full_name like 'Zo%'" },
      { query: { q: "u4321" }, where: "username like '%u4321%'" },
      { query: { q: "u77", status: "active" as const }, where: "username like '%u77%' and deleted_at is null" },
      {
        query: { q: "u13", status: "deactivated" as const },
        where: "username like '%u13%' and deleted_at is not null",
      },
      { query: { q: "mail.test" }, where: "signin_email like '%@mail.test'" },
      { query: { q: "oldest" }, where: "signin_email like '%@oldest.test'" },
      { query: { q: "7@" }, where: "signin_email like '%7@%'" },
      { query: { q: "nobody at all" }, where: "false" },
    ])("holds everybody once, in order: $query", async ({ query, where }) => {
      const { names } = await all(query)
      expect(names).toEqual(await expected(where))
    })

    test("a rare word is answered at once, a short one page by page", async () => {
      expect((await all({ q: "u4321" })).pages).toBe(1)
      expect((await all({ q: "oldest" })).pages).toBeGreaterThan(2)
      const { items, next } = await page({ q: "qz" })
      expect([items, next !== null]).toEqual([[], true])
      expect((await all({ q: "qz" })).pages).toBe(Math.ceil((MANY + 1) / USERS_WALKED))
    })
  })

  async function administrators(count: number): Promise<Person[]> {
    const made: Person[] = []
    for (let n = 0; n < count; n++) {
      now += 60_000
      made.push(await signUpAndVerify(site, { username: `root-${randomUUID().slice(0, 8)}` }))
    }
    await rowsOf("delete from user_roles where role = 'admin'")
    for (const { user_id } of made) await rowsOf("insert into user_roles values ($1, 'admin')", [user_id])
    // The first of many signed in too long ago to change roles without giving the password again.
    await rowsOf("update sessions set reauthenticated_at = $1", [new Date(now)])
    return made
  }
  const active = async () =>
    (
      await rowsOf(
        "select 1 from user_roles r join profiles p on p.id = r.user_id where role = 'admin' and deleted_at is null",
      )
    ).length

  const removal = (by: Person, from: Person) =>
    site.app.request(`/api/admin/users/${from.user_id}/roles/admin`, { method: "DELETE", headers: by.headers })
  const ending = (by: Person, whom: Person) =>
    postJson(site, "/api/functions/delete-user-account", { user_id: whom.user_id }, by.headers)

  test("fifty administrators who remove each other at once leave at least one, and nothing breaks", async () => {
    const people = await administrators(ADMINS)
    for (let round = 0; round < ROUNDS; round++) {
      await rowsOf("delete from user_roles where role = 'admin'")
      for (const { user_id } of people) await rowsOf("insert into user_roles values ($1, 'admin')", [user_id])
      // In pairs, one of each remains. In a ring, at least one does.
      const isRing = round % 2 === 1
      const answers = await Promise.all(
        people.map((by, at) => removal(by, people[isRing ? (at + 1) % ADMINS : at ^ 1] as Person)),
      )
      expect(answers.map(({ status }) => status).filter((status) => ![200, 403].includes(status))).toEqual([])
      if (isRing) expect(await active()).toBeGreaterThanOrEqual(1)
      else expect(await active()).toBe(ADMINS / 2)
    }
  }, 180_000)

  test("when two administrators remove each other's role or account, one remains", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = (await administrators(2)) as [Person, Person]
      await Promise.all([removal(one, two), round % 2 === 0 ? removal(two, one) : ending(two, one)])
      expect(await active()).toBe(1)
    }
  })

  // The embedded engine has one connection: no other session can hold the lock beside the request.
  if (engine.name === "postgresql")
    test("the last administrator cannot deactivate their own account with an earlier request", async () => {
      const [one, two] = (await administrators(2)) as [Person, Person]
      await rowsOf("delete from user_roles where user_id = $1 and role = 'admin'", [two.user_id])
      const beside = await database.pool.connect()
      await beside.query("begin")
      await beside.query("select pg_advisory_xact_lock(hashtextextended('administrators', 0))")
      const ended = ending(two, two)
      await expect
        .poll(
          async () =>
            (
              await rowsOf(
                "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
              )
            ).length,
        )
        .toBe(1)
      await beside.query("insert into user_roles values ($1, 'admin')", [two.user_id])
      await beside.query("delete from user_roles where user_id = $1 and role = 'admin'", [one.user_id])
      await beside.query("commit")
      beside.release()
      const answer = await ended
      expect([answer.status, (await answer.json()).error]).toEqual([403, ADMIN.ownAccount])
      expect(await active()).toBe(1)
    })
})
