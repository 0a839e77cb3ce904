// What follows a transaction: after its commit, never after a rollback, once even if it ran twice.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { findPostgres, startPostgres } from "../../../../tests/support/postgres.ts"
import { relayTo } from "../../../../tests/support/tcp-relay.ts"
import { afterCommit, type Queries } from "./queries.ts"
import { resilientPool } from "./resilient-pool.ts"
import { databaseOn } from "./transactions.ts"

const POSTGRES = findPostgres()
let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await site.services.database.pool.query("create table notes (text text not null)")
})
afterAll(() => site.close())

const insert = (db: Queries, text: string) => db.execute(`insert into notes values ('${text}')`)
/** As another connection sees it. */
const isCommitted = async (text: string) =>
  (await site.services.database.pool.query("select 1 from notes where text = $1", [text])).rows.length === 1

test("it runs after the commit, in order, and before the transaction's caller continues", async () => {
  const seen: unknown[] = []
  const result = await site.services.database.db.transaction(async (tx) => {
    await afterCommit(tx, async () => seen.push(["first", await isCommitted("committed")]))
    await insert(tx, "committed")
    await afterCommit(tx, () => seen.push("second"))
    expect(seen).toEqual([])
    return "done"
  })
  expect(result).toBe("done")
  expect(seen).toEqual([["first", true], "second"])
})

test("it does not run when the change is rolled back", async () => {
  const seen: string[] = []
  const failing = site.services.database.db.transaction(async (tx) => {
    await insert(tx, "rolled back")
    await afterCommit(tx, () => seen.push("never"))
    throw new Error("no")
  })
  await expect(failing).rejects.toThrow("no")
  expect([seen, await isCommitted("rolled back")]).toEqual([[], false])
})

test("of a transaction that had to run twice, only the second run counts", async () => {
  const seen: string[] = []
  let runs = 0
  await site.services.database.db.transaction(async (tx) => {
    runs += 1
    await afterCommit(tx, () => seen.push(`run ${runs}`))
    // 40001: the database takes the whole transaction back.
    if (runs === 1) await tx.execute("do $$ begin raise exception 'again' using errcode = '40001'; end $$")
    await insert(tx, "twice")
  })
  expect([runs, seen]).toEqual([2, ["run 2"]])
})

test("outside a transaction it runs at once", async () => {
  const seen: string[] = []
  await afterCommit(site.services.database.db, () => seen.push("now"))
  expect(seen).toEqual(["now"])
})

test.skipIf(POSTGRES === null)(
  "a transaction that was taken back, and whose next try finds the connection dead, is tried once more",
  async () => {
    const server = await startPostgres(POSTGRES ?? "")
    const url = await server.createDatabase("retried")
    const relay = await relayTo(Number(new URL(url).port))
    const config = { connectionString: url.replace(/:\d+\//, `:${relay.port}/`), max: 1 }
    const pool = resilientPool(config, () => undefined)
    const lost = relay.loseAnswer("taken back", "begin")
    let runs = 0
    await databaseOn(pool).transaction(async (tx) => {
      runs += 1
      // In capitals: only "begin" starts a transaction.
      if (runs === 1) await tx.execute("DO $$ BEGIN RAISE EXCEPTION 'taken back' USING ERRCODE = '40001'; END $$")
    })
    await lost
    expect(runs).toBe(2)
    await pool.end()
    await relay.close()
    await server.remove()
  },
)
