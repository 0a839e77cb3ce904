// Several processes that start at once: together on a server, one at a time on the embedded engine.
import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { POSTGRES, silent } from "./engines.ts"

const PROGRAM = fileURLToPath(new URL("./start-process.ts", import.meta.url))
const ROUNDS = Number(process.env.START_ROUNDS ?? 5)
const AT_ONCE = 4

function start(url: string, dataDir: string): Promise<{ code: number | null; out: string; complaint: string }> {
  const child = spawn(process.execPath, [PROGRAM, url, dataDir])
  let out = ""
  let complaint = ""
  child.stdout.on("data", (text) => {
    out += text
  })
  child.stderr.on("data", (text) => {
    complaint += text
  })
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, complaint })))
}

describe.skipIf(POSTGRES === null)("on a PostgreSQL server", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
  })
  afterAll(() => server?.remove())

  test(`${AT_ONCE} processes at once make the tables of an empty database, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const url = await server.createDatabase(`starts_${round}`)
      const starts = await Promise.all(Array.from({ length: AT_ONCE }, () => start(url, "")))
      expect(starts).toEqual(starts.map(() => ({ code: 0, out: "started\n", complaint: "" })))
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      expect((await client.query("select count(*)::int as n from profiles")).rows).toEqual([{ n: 0 }])
      await client.end()
    }
  })
})

describe("on the embedded engine", () => {
  let dataDir = ""
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "meishi-starts-"))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test("a second process refuses to start in a folder that is in use, and does not touch its data", async () => {
    const first = await openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)
    await first.pool.query("create table kept (n int)")
    await first.pool.query("insert into kept values (7)")
    const second = await start("", dataDir)
    expect(second.code).toBe(1)
    expect(second.complaint).toContain(`The database in ${dataDir}/database is in use by another process.`)
    await first.pool.query("insert into kept values (8)")
    await first.close()
    expect(await start("", dataDir)).toEqual({ code: 0, out: "started\n", complaint: "" })
    const again = await openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)
    expect((await again.pool.query("select n from kept order by n")).rows).toEqual([{ n: 7 }, { n: 8 }])
    await again.close()
  })
})
