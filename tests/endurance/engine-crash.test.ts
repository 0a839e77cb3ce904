// The embedded engine's thread breaks under a running program: it is started again, and only what was under way fails.
import { afterEach, beforeEach, expect, test } from "vitest"
import { databaseError } from "../../src/server/platform/db/database-errors.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { freshDatabase } from "../support/database.ts"

/** The engine has no shell to run a program in: it meets an exception it cannot handle. */
const CRASH = "copy (select 1) to program 'false'"

let database: OpenDatabase
beforeEach(async () => {
  database = await freshDatabase()
  await database.pool.query("create table written (n int)")
  await database.pool.query("insert into written values (1)")
})
afterEach(() => database.close())

const numbers = async () => (await database.pool.query("select n from written order by n")).rows.map(({ n }) => n)

test("what was acknowledged is there again, and the failed statement says that the database was away", async () => {
  const error = await database.pool.query(CRASH).catch((thrown) => thrown)
  expect(databaseError(error)).toBe("unavailable")
  expect(await numbers()).toEqual([1])
})

test("waiting readers are served without an error", async () => {
  const crash = database.pool.query(CRASH).catch(() => "crashed")
  const readers = Array.from({ length: 20 }, numbers)
  expect(await crash).toBe("crashed")
  expect(await Promise.all(readers)).toEqual(readers.map(() => [1]))
})

test("a transaction in progress is gone as a whole", async () => {
  const failed = database.db.transaction(async (tx) => {
    await tx.execute("insert into written values (2)")
    await tx.execute(CRASH)
  })
  expect(databaseError(await failed.catch((thrown) => thrown))).toBe("unavailable")
  expect(await numbers()).toEqual([1])
})

test("the next client starts clean after one that left in the middle of a transaction", async () => {
  const client = await database.pool.connect()
  await client.query("begin")
  await client.query("insert into written values (3)")
  await client.query("set search_path = nowhere")
  client.release(true)
  expect(await numbers()).toEqual([1])
})
