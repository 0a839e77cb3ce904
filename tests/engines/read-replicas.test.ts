// Public reads from a streaming standby: who asks it, what happens while it lags, is silent or gone, and that no visitor sees anything old.
import { randomUUID } from "node:crypto"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Hono } from "hono"
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { createApp } from "../../src/server/app.ts"
import { compose, type Services } from "../../src/server/compose.ts"
import { openBuild } from "../../src/server/delivery/pages/build.ts"
import { createPages, type Pages } from "../../src/server/delivery/pages/pages.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import type { RequestEnv } from "../../src/server/platform/http/env.ts"
import { createLog } from "../../src/server/platform/log.ts"
import type { TestApp } from "../support/app.ts"
import { type Person, postJson, signUpAndVerify } from "../support/people.ts"
import { type PostgresServer, startPostgres, startStandby } from "../support/postgres.ts"
import { quickPasswords } from "../support/quick-passwords.ts"
import { relayTo, type TcpRelay } from "../support/tcp-relay.ts"
import { POSTGRES } from "./engines.ts"

const ORIGIN = "http://meishi.test"
const METRICS_TOKEN = "m".repeat(32)
const BUILD = openBuild(new URL("../../build/", import.meta.url))

interface Process {
  app: Hono<RequestEnv>
  database: OpenDatabase
  pages: Pages
  services: Services
}

describe.skipIf(POSTGRES === null)("read replicas", () => {
  let folder = ""
  let primary: PostgresServer
  let standby: PostgresServer
  let relay: TcpRelay
  let writer: Process
  let reader: Process
  let anna: Person
  let version = 0
  const logged: Record<string, unknown>[] = []

  async function start(env: Record<string, string>): Promise<Process> {
    const config = readConfig({
      PUBLIC_ORIGIN: ORIGIN,
      DATA_DIR: join(folder, randomUUID()),
      SECRET: "engines!".repeat(4),
      DATABASE_URL: primary.urlOf("cards"),
      ...env,
    })
    const log = createLog((line) => logged.push(JSON.parse(line)))
    const database = await openDatabase(config, log)
    await migrate(database)
    const services = compose({ config, database, clock: () => new Date(), passwords: quickPasswords(), log })
    const pages = createPages(BUILD, services)
    return { app: createApp(services, pages), database, pages, services }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "meishi-replicas-"))
    // The servers run as another user.
    await chmod(folder, 0o777)
    const logTo = (name: string) =>
      [
        "log_statement=all",
        "logging_collector=on",
        `log_directory=${folder}`,
        `log_filename=${name}`,
        "log_file_mode=0644",
      ].flatMap((option) => ["-c", option])
    primary = await startPostgres(POSTGRES ?? "", logTo("primary"))
    await primary.createDatabase("cards")
    standby = await startStandby(POSTGRES ?? "", primary, logTo("standby"))
    relay = await relayTo(standby.port)
    writer = await start({})
    reader = await start({ DATABASE_REPLICA_URLS: `postgres://meishi@127.0.0.1:${relay.port}/cards`, METRICS_TOKEN })
    anna = await signUpAndVerify(writer as TestApp & Process, { username: "anna" })
  }, 120_000)
  afterEach(async () => {
    logged.length = 0
    await onStandby("select case when pg_is_in_recovery() then pg_wal_replay_resume() end")
  })
  afterAll(async () => {
    for (const process of [writer, reader]) {
      await process?.pages.settled()
      await process?.database.close()
    }
    await relay?.close()
    await standby?.remove()
    await primary?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const state = () => reader.database.replicas.states()[0] ?? { name: "", isServing: false, reads: 0 }
  const get = (path: string, headers: Record<string, string> = {}, at = reader) => at.app.request(path, { headers })
  const JSON_PATHS = ["/anna.json", "/api/profiles/anna", "/anna.vcf"]
  /** Reads until the standby answers some of it. */
  async function untilServing(): Promise<void> {
    const before = state().reads
    const readSome = async () => {
      await get("/anna.json")
      return state().reads - before
    }
    await expect.poll(readSome, { interval: 20 }).toBeGreaterThan(2)
  }
  const statements = (of: "primary" | "standby") => readFile(join(folder, of), "utf8")
  async function onStandby(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: standby.urlOf("cards") })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  async function save(): Promise<string> {
    version += 1
    const bio = `Version ${version}.`
    const saved = await postJson(writer, "/api/profile", { full_name: "Anna", bio }, anna.headers, undefined, "PUT")
    expect(saved.status).toBe(200)
    return bio
  }
  /** Visits again and again. @returns how long after now the last visit began that did not see the text, in ms */
  async function staleFor(path: string, text: string): Promise<number> {
    const since = performance.now()
    let stale = 0
    // Longer than anything may be old, so that what came into memory is seen as well.
    while (performance.now() - since < 2_500) {
      const asked = performance.now() - since
      if (!(await (await get(path)).text()).includes(text)) stale = asked
      await pause(5)
    }
    return stale
  }

  test("answer what visitors read: profiles as JSON and vCard, first views, pictures' look-ups", async () => {
    const marker = `select '${randomUUID()}'`
    for (const path of JSON_PATHS) {
      await untilServing()
      const [before, answer] = [state().reads, await get(path)]
      expect([answer.status, state().reads - before], path).toEqual([200, 1])
    }
    await untilServing()
    await reader.database.pool.query(marker)
    for (let n = 0; n < 20; n++) await get("/anna.json")
    await expect.poll(() => statements("primary")).toContain(marker)
    const after = (await statements("primary")).split(marker)[1] ?? ""
    // A busy machine may miss some positions; most of them go to the standby.
    expect(after.split('lower("profiles"."username")').length - 1).toBeLessThan(10)
    expect(await statements("standby")).toContain('lower("profiles"."username")')
  })

  test("a page that is rendered from one is the page of the primary, and is stored for all", async () => {
    let html = ""
    const readAnna = async () => (await statements("standby")).split("$1 = 'anna'").length
    /** A first view, beside other visitors. */
    const view = async () => {
      await reader.pages.settled()
      await reader.database.pool.query("delete from rendered_pages")
      await reader.database.changes.publish("profile", "anna")
      let isOver = false
      const visitor = async () => {
        while (!isOver) await get("/bela.json")
      }
      const visits = visitor()
      // The change is older than what a replica may be behind.
      await pause(1_200)
      html = await (await get("/anna")).text()
      isOver = true
      await visits
    }
    const marker = `select '${randomUUID()}'`
    await onStandby(marker)
    await expect.poll(() => statements("standby")).toContain(marker)
    const before = await readAnna()
    const viewAgain = async () => {
      await view()
      return (await readAnna()) - before
    }
    await expect.poll(viewAgain, { timeout: 60_000 }).toBeGreaterThan(0)
    await reader.pages.settled()
    const { rows } = await reader.database.pool.query(
      "select revision, (select xmin::text from profiles) from rendered_pages",
    )
    expect(rows).toEqual([{ revision: rows[0]?.xmin, xmin: rows[0]?.xmin }])
    expect(await (await get("/anna", {}, writer)).text()).toBe(html)
  })

  test.each(["/anna.json", "/anna.vcf", "/anna"])(
    "while replay is paused, nobody sees what was saved more than a second ago: %s",
    async (path) => {
      for (let round = 0; round < 3; round++) {
        await untilServing()
        await get(path)
        await onStandby("select pg_wal_replay_pause()")
        const text = await save()
        expect(await staleFor(path, text)).toBeLessThan(1_000)
        await get("/anna.json")
        await expect.poll(() => state().isServing).toBe(false)
        await onStandby("select pg_wal_replay_resume()")
        await untilServing()
        expect(await (await get(path)).text()).toContain(text)
      }
    },
  )

  test("what was hidden, deactivated or deleted is shown by nobody once that is answered, while replay is paused", async () => {
    const paths = ["/anna", ...JSON_PATHS]
    const seen = async () => Promise.all(paths.map(async (path) => (await get(path)).status))
    for (let round = 0; round < 3; round++) {
      await untilServing()
      expect(await seen()).toEqual(paths.map(() => 200))
      await onStandby("select pg_wal_replay_pause()")
      const account = { user_id: anna.user_id }
      const ended = await postJson(writer, "/api/functions/delete-user-account", account, anna.headers)
      expect(ended.status).toBe(200)
      for (let n = 0; n < 20; n++) {
        expect(await seen()).toEqual(paths.map(() => 404))
        await pause(20)
      }
      await onStandby("select pg_wal_replay_resume()")
      anna = await signInAgain()
      const back = await postJson(writer, "/api/functions/reactivate-user-account", account, anna.headers)
      expect(back.status).toBe(200)
    }
  })

  test("a standby that is killed fails no request, and is used again when it is back", async () => {
    await untilServing()
    let isOver = false
    const failed: number[] = []
    let answered = 0
    const visitor = async (path: string) => {
      while (!isOver) {
        const { status } = await get(path)
        answered += 1
        if (status !== 200) failed.push(status)
        await pause(2)
      }
    }
    const visitors = Promise.all([...JSON_PATHS, ...JSON_PATHS, "/anna"].map(visitor))
    for (const how of ["immediate", "fast"] as const) {
      await standby.stop(how)
      await expect.poll(() => state().isServing).toBe(false)
      await whatOperatorsSee(false)
      await standby.start()
      const { reads } = state()
      await expect.poll(() => state().reads, { timeout: 25_000 }).toBeGreaterThan(reads)
    }
    // Just started, on a busy machine, it may fall behind for a moment once more.
    await vi.waitFor(() => whatOperatorsSee(true), { timeout: 10_000 })
    isOver = true
    await visitors
    expect(failed).toEqual([])
    expect(answered).toBeGreaterThan(100)
    const events = logged.map(({ event }) => event)
    expect(events).toContain("database.replica_away")
    expect(events).toContain("database.replica_serves")
  })

  test("a standby that falls silent delays a visitor by half a second, once, and comes back", async () => {
    await untilServing()
    expect(relay.silence("meishi reading")).toBeGreaterThan(0)
    const took: number[] = []
    for (let n = 0; n < 40; n++) {
      const began = performance.now()
      expect((await get("/anna.json")).status).toBe(200)
      took.push(performance.now() - began)
    }
    // The machine may be busy as well.
    expect(took.filter((ms) => ms > 400).length).toBeLessThanOrEqual(5)
    expect(Math.max(...took)).toBeLessThan(5_000)
    await untilServing()
  })

  async function whatOperatorsSee(isServing: boolean): Promise<void> {
    const name = `127.0.0.1:${relay.port}`
    const ready = await (await get("/api/health/ready")).json()
    expect(ready).toMatchObject({ status: "ok", parts: { database: "ok", replicas: isServing ? "ok" : "away" } })
    const metrics = await (await get("/api/metrics", { authorization: `Bearer ${METRICS_TOKEN}` })).text()
    expect(metrics).toContain(`meishi_replica_serving{replica="${name}"} ${isServing ? 1 : 0}\n`)
    expect(metrics).toMatch(new RegExp(`^meishi_replica_reads_total\\{replica="${name}"\\} [1-9]`, "m"))
    const { database } = await reader.services.operations.systemInfo()
    expect(database.replicas).toMatchObject([{ name, isServing }])
  }

  async function signInAgain(): Promise<Person> {
    const body = { email: anna.email, password: "lighthouse keeper 7" }
    const answer = await postJson(writer, "/auth/v1/token?grant_type=password", body)
    const { access_token, refresh_token } = await answer.json()
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" }
    return { ...anna, access_token, refresh_token, headers }
  }

  test("a server that is no standby any more is not asked", async () => {
    await untilServing()
    await onStandby("select pg_promote()")
    await expect
      .poll(async () => {
        await get("/anna.json")
        return state().isServing
      })
      .toBe(false)
    expect(logged).toContainEqual(
      expect.objectContaining({ event: "database.replica_away", reason: expect.stringContaining("not a standby") }),
    )
    const text = await save()
    expect(await staleFor("/anna.json", text)).toBe(0)
  })
})
