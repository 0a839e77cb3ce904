// A PostgreSQL server that is stopped, killed and started again under a running program.
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { EVERYTHING } from "../../src/server/platform/db/changes.ts"
import { databaseError, withRetry } from "../../src/server/platform/db/database-errors.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { POSTGRES, silent } from "../engines/engines.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"

const CLIENTS = 15
const AWAY_MS = 1500

describe.skipIf(POSTGRES === null)("a PostgreSQL server that goes away", () => {
  let server: PostgresServer
  let url = ""
  let database: OpenDatabase
  const open = async () => openDatabase({ DATABASE_URL: url, DATA_DIR: "" }, silent)

  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    url = await server.createDatabase("restart")
    database = await open()
    await migrate(database)
    await database.pool.query("create table written (id text primary key)")
  })
  afterAll(async () => {
    await database?.close()
    await server?.remove()
  })

  test("and comes back: no read and no repeatable write fails, nothing acknowledged is lost", async () => {
    const acknowledged: string[] = []
    const failures: unknown[] = []
    let done = false
    const client = async (name: number) => {
      for (let n = 0; !done; n++) {
        const id = `${name}-${n}`
        const text = "insert into written values ($1) on conflict do nothing"
        try {
          if (n % 3 === 0) await withRetry(() => database.pool.query(text, [id]))
          else if (n % 3 === 1)
            await withRetry(() =>
              database.db.transaction((tx) =>
                tx.execute(`insert into written values ('${id}') on conflict do nothing`),
              ),
            )
          else await database.pool.query("select count(*) from written where id = $1", [id])
          if (n % 3 !== 2) acknowledged.push(id)
        } catch (error) {
          failures.push(error)
        }
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, name) => client(name))
    for (const how of ["immediate", "fast", "immediate"] as const) {
      await pause(500)
      await server.stop(how)
      await pause(AWAY_MS)
      await server.start()
    }
    await pause(500)
    done = true
    await Promise.all(clients)
    expect(failures).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(100)
    const { rows } = await database.pool.query("select id from written")
    const kept = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(database.pool.totalCount).toBeLessThanOrEqual(10)
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  })

  test("makes processes that listen doubt everything once it is back, and hear of changes again", async () => {
    const other = await open()
    const heard: string[] = []
    other.changes.subscribe("profile", (key) => heard.push(key))
    await database.changes.publish("profile", "before")
    await expect.poll(() => heard).toEqual(["before"])
    await server.stop("immediate")
    await server.start()
    await expect.poll(() => heard).toEqual(["before", EVERYTHING])
    await database.changes.publish("profile", "after")
    await expect.poll(() => heard).toEqual(["before", EVERYTHING, "after"])
    await other.close()
  })

  test("for longer than ten seconds is called unavailable, for reads, writes and transactions alike", async () => {
    await server.stop()
    const started = performance.now()
    const asked = [
      database.pool.query("select 1"),
      database.pool.query("insert into written values ('never')"),
      database.db.transaction(async (tx) => tx.execute("select 1")),
    ].map((asking) => asking.then(() => "answered", databaseError))
    expect(await Promise.all(asked)).toEqual(["unavailable", "unavailable", "unavailable"])
    expect(performance.now() - started).toBeGreaterThan(8_000)
    expect(performance.now() - started).toBeLessThan(15_000)
    await server.start()
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }])
  })

  test("is waited for at the start of the program, and named in one sentence when it does not come", async () => {
    await server.stop()
    const opening = open()
    await pause(1000)
    await server.start()
    await (await opening).close()
    const wrong = openDatabase({ DATABASE_URL: url.replace(/restart$/, "missing"), DATA_DIR: "" }, silent)
    await expect(wrong).rejects.toThrow(
      'The PostgreSQL server named by DATABASE_URL cannot be used: database "missing" does not exist.',
    )
  })
})
