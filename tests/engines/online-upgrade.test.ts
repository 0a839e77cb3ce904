// The tables of a PostgreSQL server are upgraded while others write to them: no one waits for an index, and an interrupted build is repaired.
import { randomUUID } from "node:crypto"
import type pg from "pg"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { type SharedDatabase, sharedDatabase } from "../support/shared-postgres.ts"
import { POSTGRES, silent } from "./engines.ts"

/** The migration 0020_visitors_details adds columns, a constraint and three indexes to `people`. */
const BEFORE = 20
const AFTER = 21
const INDEXES = ["people_given", "people_giver_id", "people_kept_until"]
const ROWS = 200_000
/** what a start allows itself */
const LOCK_TIMEOUT_MS = 5_000

describe.skipIf(POSTGRES === null)("a table of 200 000 rows that others write to", () => {
  let place: SharedDatabase
  let database: OpenDatabase
  const owner = randomUUID()

  beforeAll(async () => {
    place = await sharedDatabase(false)
    database = await openDatabase({ DATABASE_URL: place.url, DATA_DIR: "" }, silent)
    await migrate(database, { upTo: BEFORE })
    const { pool } = database
    await pool.query(
      "insert into users (id, email, password_hash, created_at, updated_at) values ($1, 'o@example.com', 'x', now(), now())",
      [owner],
    )
    await pool.query(
      `insert into people (id, owner_id, resource, card, source, met_at, updated_at, revision)
        select gen_random_uuid(), $1, n::text, '', 'given', now(), now(), n from generate_series(1, ${ROWS}) n`,
      [owner],
    )
    return async () => {
      await database.close()
      await place.remove()
    }
  })

  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  /** An old snapshot: an index that is built concurrently is not finished before it ends. */
  async function openReader(): Promise<pg.PoolClient> {
    const reader = await database.pool.connect()
    await reader.query("begin isolation level repeatable read; select count(*) from users")
    closers.push(async () => {
      await reader.query("rollback")
      reader.release()
    })
    return reader
  }

  const building = async () =>
    (await database.pool.query("select pid from pg_stat_progress_create_index where datname = current_database()")).rows

  const states = async () =>
    (
      await database.pool.query(
        "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indexrelid::regclass::text = any($1) order by 1",
        [INDEXES],
      )
    ).rows

  /** Saves contacts one after the other until `isDone`. @returns the longest wait in ms, and how many */
  async function write(isDone: () => boolean): Promise<{ longestMs: number; count: number }> {
    let longestMs = 0
    let count = 0
    while (!isDone()) {
      const started = performance.now()
      await database.pool.query("update people set full_name = $1 where resource = $2", [
        `n${count}`,
        String(count + 1),
      ])
      longestMs = Math.max(longestMs, performance.now() - started)
      count += 1
    }
    return { longestMs, count }
  }

  test("is written to all the time while an index is built, and a build that is interrupted leaves one that is not used", async () => {
    await openReader()
    let isBuilding = true
    const upgrade = migrate(database, { upTo: AFTER }).then(
      () => "done",
      () => "ended",
    )
    const writes = write(() => !isBuilding)
    await expect.poll(building).toHaveLength(1)
    // The build cannot end before the reader does: these writes happen during it.
    let left = 100
    const during = await write(() => left-- === 0)
    expect(during.longestMs).toBeLessThan(LOCK_TIMEOUT_MS)
    const [{ pid }] = await building()
    await database.pool.query("select pg_terminate_backend($1)", [pid])
    expect(await upgrade).toBe("ended")
    isBuilding = false
    expect((await writes).longestMs).toBeLessThan(LOCK_TIMEOUT_MS)
    expect(await states()).toEqual([expect.objectContaining({ valid: false })])
  })

  test("has its interrupted index repaired, and those that were to follow, by the next start while others write", async () => {
    let isDone = false
    const upgrade = migrate(database, { upTo: AFTER }).finally(() => {
      isDone = true
    })
    const { longestMs } = await write(() => isDone)
    expect(await upgrade).toEqual([])
    expect(longestMs).toBeLessThan(LOCK_TIMEOUT_MS)
    expect(await states()).toEqual(INDEXES.map((name) => ({ name, valid: true })))
    const { rows } = await database.pool.query(
      "select bool_and(convalidated) as checked from pg_constraint where conrelid = 'people'::regclass",
    )
    expect(rows).toEqual([{ checked: true }])
    expect((await database.pool.query("select * from drizzle.deferred_steps")).rows).toEqual([])
  })
})
