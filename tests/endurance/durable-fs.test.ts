// The engine's fsync reaches the disk. This rests on the inside of one exact version of PGlite: without this test an update
// could take it away without a word.
import { fsyncSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { drizzle } from "drizzle-orm/pglite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { DURABLE_START, DurableFS } from "../../src/server/platform/db/embedded/durable-fs.ts"
import { countAttempts, uncountAttempts } from "../../src/server/platform/rate-limits/rate-limits-store.ts"

let folder = ""
let db: PGlite
let syncs = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-fsync-"))
  const fs = new DurableFS(join(folder, "database"), (descriptor) => {
    syncs += 1
    fsyncSync(descriptor)
  })
  db = await PGlite.create({ fs, startParams: DURABLE_START })
  await db.exec("create table written (n int)")
})
afterAll(async () => {
  await db?.close()
  await rm(folder, { recursive: true, force: true })
})

test("every committed write is flushed before it is acknowledged", async () => {
  for (let n = 0; n < 20; n++) {
    const before = syncs
    await db.query("insert into written values ($1)", [n])
    expect(syncs).toBeGreaterThan(before)
  }
})

test("a checkpoint flushes the tables' files", async () => {
  await db.exec("insert into written select generate_series(1, 1000)")
  const before = syncs
  await db.exec("checkpoint")
  expect(syncs - before).toBeGreaterThan(1)
})

test("a read flushes nothing", async () => {
  await db.query("select count(*) from written")
  const before = syncs
  await db.query("select count(*) from written")
  expect(syncs).toBe(before)
})

test("counting an attempt waits for no disk, and changes nothing for the write after it", async () => {
  const queries = drizzle(db)
  await db.exec("create table rate_limits (key text primary key, count int not null, resets_at timestamptz not null)")
  const before = syncs
  const attempts = [{ key: "key", max: 5, windowS: 60 }]
  const isFull = async () => (await countAttempts(queries as never, attempts, new Date())).length > 0
  for (let n = 1; n <= 5; n++) expect(await isFull()).toBe(false)
  await uncountAttempts(queries as never, ["key", "another"])
  expect(syncs).toBe(before)
  expect([await isFull(), await isFull()]).toEqual([false, true])
  await db.query("insert into written values (0)")
  expect(syncs).toBeGreaterThan(before)
})

test("the engine's own settings say that it flushes", async () => {
  const { rows } = await db.query(
    "select name, setting from pg_settings where name in ('fsync', 'wal_sync_method', 'full_page_writes', 'synchronous_commit') order by 1",
  )
  expect(rows).toEqual([
    { name: "fsync", setting: "on" },
    { name: "full_page_writes", setting: "on" },
    { name: "synchronous_commit", setting: "on" },
    { name: "wal_sync_method", setting: "fsync" },
  ])
})
