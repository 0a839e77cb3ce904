// The disk guard on a real database, with a disk whose free space the test decides.
import { afterEach, beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../../../../../tests/support/database.ts"
import { createLog } from "../../log.ts"
import { databaseError } from "../database-errors.ts"
import type { OpenDatabase } from "../open.ts"
import { guardDisk } from "./disk-guard.ts"

const GIGABYTE = 1024 ** 3
let database: OpenDatabase
let free = GIGABYTE
let stop = () => {}
const events: string[] = []

beforeEach(async () => {
  database = await freshDatabase()
  await database.pool.query("create table written (n int)")
  const log = createLog((line) => events.push(JSON.parse(line).event))
  stop = guardDisk(database.pool, "", log, { everyMs: 5, freeBytes: async () => free })
})
afterEach(async () => {
  stop()
  await database.close()
})

const write = () => database.pool.query("insert into written values (1)").then(() => "written", databaseError)
const read = async () => (await database.pool.query("select count(*)::int as n from written")).rows[0].n

test("with little room left, writes are refused as 'full' and reads continue, until there is room again", async () => {
  expect(await write()).toBe("written")
  free = 1024
  await expect.poll(write).toBe("full")
  expect(await read()).toBeGreaterThan(0)
  expect(await database.db.transaction((tx) => tx.execute("insert into written values (2)")).catch(databaseError)).toBe(
    "full",
  )

  // A connection made meanwhile knows it too.
  const client = await database.pool.connect()
  client.release(true)
  expect(await write()).toBe("full")

  free = GIGABYTE
  await expect.poll(write).toBe("written")
  expect(events).toEqual(["database.disk_low", "database.disk_has_room"])
})
