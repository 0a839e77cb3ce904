// The races of an account's end on every engine: what one connection hides, ten of them show.
import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose } from "../../src/server/compose.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { factors, user_roles } from "../../src/server/platform/db/auth-schema.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import type { TestApp } from "../support/app.ts"
import { PASSWORD, type Person, postJson, signIn, signUp, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { ENGINES, silent } from "./engines.ts"

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 3)
const AT_ONCE = 50
const DAY_MS = 86_400_000
const many = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)))
const DEACTIVATE = "/api/functions/delete-user-account"
const REACTIVATE = "/api/functions/reactivate-user-account"
const DELETE_NOW = "/api/account/deletion"

describe.each(ENGINES)("the end of accounts on the $name engine", (engine) => {
  let database: OpenDatabase
  let site: TestApp
  let now = Date.now()
  const DATA_DIR = join(tmpdir(), `meishi-lifecycle-${randomUUID()}`)
  beforeAll(async () => {
    await engine.start()
    database = await engine.open()
    const services = compose({
      config: readConfig({
        PUBLIC_ORIGIN: "http://meishi.test",
        DATA_DIR,
        SECRET: "engines!".repeat(4),
      }),
      database,
      clock: () => new Date(now),
      log: silent,
    })
    site = { app: createApp(services, { answer: async () => new Response() } as never), services } as TestApp
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  })

  const act = (path: string, actor: Pick<Person, "headers">, user_id: string) =>
    postJson(site, path, { user_id }, actor.headers)
  const actsOn = async (id: string, action: string) =>
    (await database.pool.query("select 1 from audit where subject_id = $1 and action = $2", [id, action])).rows.length
  const pass = (ms: number) => {
    now += ms
  }

  // The limits per address have an hour to forget the people of the test before.
  beforeEach(() => pass(3_600_000))

  async function administrator(): Promise<Person> {
    const person = await signUpAndVerify(site, { username: `admin-${randomUUID().slice(0, 8)}` })
    await database.db.insert(user_roles).values({ user_id: person.user_id, role: "admin" })
    return person
  }

  test("one of fifty reactivations, and one of fifty deactivations by two administrators, changes the account", async () => {
    const admins = [await administrator(), await administrator()]
    const person = await signUpAndVerify(site)
    for (let round = 1; round <= ROUNDS; round++) {
      pass(3_600_000 / 2)
      const sessions = await Promise.all(admins.map(({ email }) => signIn(site, email)))
      const ended = await many((at) => act(DEACTIVATE, sessions[at % 2] ?? person, person.user_id))
      expect(ended.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
      const dates = await Promise.all(ended.filter(({ status }) => status === 200).map((answer) => answer.text()))
      expect(new Set(dates).size).toBe(1)
      expect(await actsOn(person.user_id, "account.deactivated")).toBe(round)

      const own = await signIn(site, person.email)
      const restored = await many(() => act(REACTIVATE, own, person.user_id))
      expect(restored.filter(({ status }) => status !== 200)).toEqual([])
      expect(await actsOn(person.user_id, "account.reactivated")).toBe(round)
      pass(3_600_000)
    }
  })

  test("when two administrators remove each other at the same time, one remains", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      pass(3_600_000)
      const [one, two] = [await administrator(), await administrator()]
      const answers = await Promise.all([act(DEACTIVATE, one, two.user_id), act(DEACTIVATE, two, one.user_id)])
      const [first, second] = answers.map(({ status }) => status).sort()
      expect(first).toBe(200)
      // The loser is told that it may not, or that its session is over already.
      expect([401, 403]).toContain(second)
    }
  })

  test("deactivating during sign-ins leaves no usable session", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await signUpAndVerify(site)
      const credentials = { email: person.email, password: PASSWORD }
      const signingIn = Promise.all(
        Array.from({ length: 8 }, () => postJson(site, "/auth/v1/token?grant_type=password", credentials)),
      )
      const ended = await act(DEACTIVATE, person, person.user_id)
      expect(ended.status).toBe(200)
      for (const answer of await signingIn) {
        const { access_token } = await answer.json()
        const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" }
        const saved = await site.app.request("/api/profile", {
          method: "PUT",
          headers,
          body: JSON.stringify({ full_name: "Too Late" }),
        })
        expect([401, 403]).toContain(saved.status)
      }
      pass(3_600_000)
    }
  })

  test("of fifty sign-ups for the username of an expired account, during sweeps, one succeeds", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const username = `wanted-${round}`
      const leaver = await signUpAndVerify(site, { username })
      await act(DEACTIVATE, leaver, leaver.user_id)
      pass(30 * DAY_MS)
      const sweeps = Promise.all([site.services.purge.sweep(), site.services.purge.sweep()])
      const answers = await many((at) => {
        const data = { username, full_name: "Next Person" }
        const body = { email: `${username}-${at}@example.com`, password: PASSWORD, data }
        return postJson(site, "/auth/v1/signup", body, {}, `2001:db8:${at.toString(16)}:${round}::1`)
      })
      await sweeps
      expect(answers.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await actsOn(leaver.user_id, "account.purged")).toBe(1)
      pass(3_600_000)
    }
  })

  test("fifty deletions at once, with the password, delete once", async () => {
    const person = await signUpAndVerify(site)
    await act(DEACTIVATE, person, person.user_id)
    const { headers } = await signIn(site, person.email)
    const answers = await many(() => postJson(site, DELETE_NOW, { password: PASSWORD }, headers))
    expect(answers.filter(({ status }) => ![200, 400, 401, 409, 429, 503].includes(status))).toEqual([])
    expect(await actsOn(person.user_id, "account.purged")).toBe(1)
    expect((await signUp(site, { username: person.username })).user_id).toBeTruthy()
  })

  /** Other requests about the account, each of which holds its row for a moment, until `isOver`. */
  async function busyWith(id: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const client = await database.pool.connect()
      await client.query("begin")
      await client.query("select 1 from users where id = $1 for update", [id])
      await client.query("select pg_sleep(0.01)")
      await client.query("commit")
      client.release()
    }
  }

  test("an answered deletion is complete, and its username free, also while others ask for the account", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await signUpAndVerify(site)
      await act(DEACTIVATE, person, person.user_id)
      const { headers } = await signIn(site, person.email)
      let isAnswered = false
      const others = Array.from({ length: 4 }, () => busyWith(person.user_id, () => isAnswered))
      const deleted = await postJson(site, DELETE_NOW, { password: PASSWORD }, headers)
      const { rows } = await database.pool.query("select 1 from users where id = $1", [person.user_id])
      isAnswered = true
      await Promise.all(others)
      expect([deleted.status, rows.length, await actsOn(person.user_id, "account.purged")]).toEqual([200, 0, 1])
      expect((await signUp(site, { username: person.username })).user_id).toBeTruthy()
    }
  })

  /** Holds a row, so that others who need it wait. */
  const hold = (table: "users" | "profiles", id: string) =>
    holdWith(`select 1 from ${table} where id = $1 for update`, [id])

  /** Holds what a statement locks. The embedded engine has one session: there all wait at once. */
  async function holdWith(statement: string, values: string[] = []) {
    const client = await database.pool.connect()
    await client.query("begin")
    await client.query(statement, values)
    const waiting = async () => {
      // Otherwise, a transaction sees what it saw first.
      await client.query("select pg_stat_clear_snapshot()")
      const { rows } = await client.query(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows[0].n as number
    }
    return {
      ask: (query: string, given: string[]) => client.query(query, given),
      async untilWaiting(count: number) {
        if (engine.name === "embedded") await pause(100)
        else await expect.poll(waiting, { interval: 20 }).toBe(count)
      },
      async release() {
        await client.query("commit")
        client.release()
      },
    }
  }

  /** Deactivated, with a picture and a session, one second before its date. */
  async function almostGone() {
    const person = await signUpAndVerify(site)
    const body = new Uint8Array(await photograph(60, 40))
    const headers = { ...person.headers, "content-type": "image/jpeg" }
    const sent = await site.app.request("/api/profile/photo", { method: "PUT", headers, body })
    const picture: string = (await sent.json()).profile_picture
    await act(DEACTIVATE, person, person.user_id)
    pass(30 * DAY_MS - 1000)
    return { person, picture, session: await signIn(site, person.email) }
  }

  test("an administrator's request that waits for others does not hold what they need to deactivate that administrator", async () => {
    const [admin, person] = [await administrator(), await signUpAndVerify(site)]
    const { user_id } = person
    const factor = {
      id: randomUUID(),
      user_id,
      type: "totp",
      friendly_name: "",
      secret: "",
      status: "verified",
    } as const
    await database.db.insert(factors).values({ ...factor, created_at: new Date(now), updated_at: new Date(now) })
    const path = `/api/admin/users/${user_id}`
    const requests = [
      () => postJson(site, `${path}/roles`, { role: "moderator" }, admin.headers),
      () => postJson(site, `${path}/data-exports`, {}, admin.headers),
      async () => site.app.request(`${path}/factors`, { method: "DELETE", headers: admin.headers }),
    ]
    for (const send of requests) {
      const others = await holdWith("select pg_advisory_xact_lock(hashtextextended('administrators', 0))")
      const answer = send()
      await others.untilWaiting(1)
      const session = "select 1 from sessions where user_id = $1 for update skip locked"
      const { rows } = await others.ask(session, [admin.user_id])
      await others.release()
      expect([rows.length, (await answer).status]).toEqual([1, 200])
    }
  })

  test("an administrator's request about their own account holds no session of it while a change of the account is under way", async () => {
    const admin = await administrator()
    const path = `/api/admin/users/${admin.user_id}`
    const requests = [
      () => postJson(site, `${path}/roles`, { role: "moderator" }, admin.headers),
      () => postJson(site, `${path}/data-exports`, {}, admin.headers),
      () => postJson(site, `${path}/password-reset`, {}, admin.headers),
    ]
    for (const send of requests) {
      // As signing out everywhere does: the account, then its sessions.
      const signOut = await hold("users", admin.user_id)
      const answer = send()
      await signOut.untilWaiting(1)
      const session = "select 1 from sessions where user_id = $1 for update skip locked"
      const { rows } = await signOut.ask(session, [admin.user_id])
      await signOut.release()
      expect([rows.length, (await answer).ok]).toEqual([1, true])
    }
  })

  test("of a deletion and a reactivation at once the second is refused", async () => {
    const person = await signUpAndVerify(site)
    const { user_id } = person
    await act(DEACTIVATE, person, user_id)
    const session = await signIn(site, person.email)
    const profile = await hold("profiles", user_id)
    const deleting = postJson(site, DELETE_NOW, { password: PASSWORD }, session.headers)
    await profile.untilWaiting(1)
    const reactivating = act(REACTIVATE, session, user_id)
    await profile.untilWaiting(2)
    await profile.release()
    const [deleted, reactivated] = [(await deleting).status, (await reactivating).status]
    expect(["200 404", "409 200"]).toContain(`${deleted} ${reactivated}`)
    await site.services.purge.sweep()
    expect(await actsOn(user_id, "account.purged")).toBe(deleted === 200 ? 1 : 0)
  })

  test("a reactivation that waited until the date had passed is refused", async () => {
    const { person, session } = await almostGone()
    const user = await hold("users", person.user_id)
    const reactivating = act(REACTIVATE, session, person.user_id)
    await user.untilWaiting(1)
    pass(2000)
    await user.release()
    // The embedded engine has one connection: there the wait is over before the caller is asked for again, and is gone.
    expect((await reactivating).status).toBe(engine.name === "postgresql" ? 404 : 401)
    await site.services.purge.sweep()
    expect(await actsOn(person.user_id, "account.purged")).toBe(1)
  })

  test("a sweep that meets a reactivation under way leaves the account and its pictures", async () => {
    const { person, picture, session } = await almostGone()
    await site.services.purge.sweep()
    const profile = await hold("profiles", person.user_id)
    const reactivating = act(REACTIVATE, session, person.user_id)
    await profile.untilWaiting(1)
    // On the embedded engine the reactivation has not begun: it would come too late.
    if (engine.name === "postgresql") pass(2000)
    const sweeping = site.services.purge.sweep()
    await pause(300)
    await profile.release()
    expect((await reactivating).status).toBe(200)
    await sweeping
    expect((await site.app.request(picture)).status).toBe(200)
    expect(await actsOn(person.user_id, "account.purged")).toBe(0)
  })
})
