// The health probes.
import { readdir, rename, rm } from "node:fs/promises"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { VERSION } from "../../platform/config/version.ts"

let site: TestApp
beforeEach(async () => {
  site = await testApp()
})
afterEach(() => site.close())

async function ready() {
  site.advance(2_000)
  const answer = await site.app.request("/api/health/ready")
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const WELL = { process: "ok", database: "ok", migrations: "ok", files: "ok" }

test("a process that can serve is ready, and reports each part", async () => {
  const { status, body, headers } = await ready()
  expect(status).toBe(200)
  expect(body).toEqual({ status: "ok", version: VERSION, parts: WELL })
  expect(headers.get("cache-control")).toBe("no-store")
})

test("it is not ready while migrations are missing", async () => {
  const { pool } = site.services.database
  await pool.query(
    "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
  )
  const { status, body, headers } = await ready()
  expect(status).toBe(503)
  expect(body).toEqual({ status: "unavailable", version: VERSION, parts: { ...WELL, migrations: "missing" } })
  expect(headers.get("retry-after")).toBe("5")
})

test("newer migrations do no harm", async () => {
  await site.services.database.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)",
  )
  expect((await ready()).status).toBe(200)
})

test("without its folder for pictures it is not ready, until the folder is back", async () => {
  const folder = `${site.services.config.DATA_DIR}/files`
  await rename(folder, `${folder}.away`)
  expect(await ready()).toMatchObject({ status: 503, body: { parts: { ...WELL, files: "unavailable" } } })
  await rename(`${folder}.away`, folder)
  expect((await ready()).status).toBe(200)
})

test("without the bucket that all processes share it stays ready, and reports it", async () => {
  const S3 = { S3_BUCKET: "b", S3_REGION: "r", S3_ACCESS_KEY_ID: "k", S3_SECRET_ACCESS_KEY: "s" }
  const other = await testApp({ S3_ENDPOINT: "http://127.0.0.1:9", ...S3 })
  const answer = await other.app.request("/api/health/ready")
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: "degraded", version: VERSION, parts: { ...WELL, files: "away" } },
  ])
  await other.close()
})

test("while the database refuses writes, as on a full disk, it stays ready for visitors and says that it is degraded", async () => {
  const { pool } = site.services.database
  await pool.query("set default_transaction_read_only = on")
  const { status, body } = await ready()
  await pool.query("set default_transaction_read_only = off")
  expect([status, body.status, body.parts]).toEqual([200, "degraded", { ...WELL, database: "read_only" }])
  expect((await ready()).body.status).toBe("ok")
})

test("a database that answers everything but visitors' pages is not ready", async () => {
  const { pool } = site.services.database
  await pool.query("alter table profiles rename to profiles_away")
  const { status, body } = await ready()
  await pool.query("alter table profiles_away rename to profiles")
  expect([status, body.parts.database]).toEqual([503, "unavailable"])
  expect((await ready()).status).toBe(200)
})

test("checks leave nothing in the folder", async () => {
  await ready()
  const left = await readdir(`${site.services.config.DATA_DIR}/incoming`, { recursive: true })
  expect(left.filter((name) => name.includes("probe"))).toEqual([])
})

test("an unavailable database is reported within the timeout of a probe, and the process stays alive", async () => {
  await site.services.database.pool.end()
  const started = performance.now()
  const { status, body } = await ready()
  expect(performance.now() - started).toBeLessThan(8_000)
  expect(status).toBe(503)
  expect(body.parts).toEqual({ ...WELL, database: "unavailable", migrations: "unknown" })
  const live = await site.app.request("/api/health/live")
  expect([live.status, await live.json()]).toEqual([200, { status: "ok", version: VERSION }])
  expect(site.logged.map(({ event }) => event)).toContain("health.database_unavailable")
  site.close = () => rm(site.services.config.DATA_DIR, { recursive: true, force: true })
})

test("a hundred simultaneous probes share one check", async () => {
  site.advance(2_000)
  const { pool } = site.services.database
  let asked = 0
  const query = pool.query.bind(pool)
  const counted = (...args: unknown[]) => {
    asked += 1
    return Reflect.apply(query, pool, args)
  }
  Object.assign(pool, { query: counted })
  await Promise.all(Array.from({ length: 100 }, () => site.app.request("/api/health/ready")))
  expect(asked).toBeLessThanOrEqual(5)
})

test("a process that is about to stop is not ready", async () => {
  site.services.readiness.stop()
  const { status, body } = await ready()
  expect(status).toBe(503)
  expect(body.parts).toEqual({ ...WELL, process: "stopping" })
})
