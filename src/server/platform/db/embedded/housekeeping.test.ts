// Checkpoints and vacuuming run by themselves and wait for transactions.
import { afterEach, beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../../../../../tests/support/database.ts"
import { createLog } from "../../log.ts"
import type { OpenDatabase } from "../open.ts"
import { keepHouse } from "./housekeeping.ts"

const NEVER_MS = 1_000_000
const warnings: unknown[] = []
const log = createLog((line) => warnings.push(JSON.parse(line)))
let database: OpenDatabase
let stop = () => {}

beforeEach(async () => {
  database = await freshDatabase()
  await database.pool.query("create table written (n int)")
  await database.pool.query("insert into written select generate_series(1, 500)")
})
afterEach(async () => {
  stop()
  await database.close()
  expect(warnings).toEqual([])
})

const one = async (text: string) => Object.values((await database.pool.query(text)).rows[0])[0]

test("a checkpoint is made", async () => {
  const lastCheckpoint = () => one("select checkpoint_lsn::text from pg_control_checkpoint()")
  const before = await lastCheckpoint()
  stop = keepHouse(database.pool, log, { checkpointMs: 100, vacuumMs: NEVER_MS })
  await expect.poll(lastCheckpoint).not.toBe(before)
})

test("tables are vacuumed and analyzed", async () => {
  const rowsCounted = () => one("select reltuples from pg_class where relname = 'written'")
  expect(await rowsCounted()).toBe(-1)
  stop = keepHouse(database.pool, log, { checkpointMs: NEVER_MS, vacuumMs: 500 })
  await expect.poll(rowsCounted).toBe(500)
})

test("a transaction in progress is not disturbed", async () => {
  await database.db.transaction(async (tx) => {
    stop = keepHouse(database.pool, log, { checkpointMs: 20, vacuumMs: 50 })
    await tx.execute("delete from written where n > 10")
    await new Promise((resolve) => setTimeout(resolve, 60))
    await tx.execute("delete from written where n > 5")
  })
  expect(Number(await one("select count(*) from written"))).toBe(5)
})
