// What the engine prepares by itself.
import { afterEach, beforeEach, expect, test } from "vitest"
import { embeddedDatabase } from "../../../../../tests/support/database.ts"
import type { OpenDatabase } from "../open.ts"

let database: OpenDatabase
beforeEach(async () => {
  database = await embeddedDatabase()
})
afterEach(() => database.close())

const NUMBER = "select $1::int + 1 as n"
const SEARCH = "select 'needle' like $1 as found"
const LIST = "select n from generate_series(1, $1::int) n order by n desc"

const prepared = async () =>
  (await database.pool.query("select statement from pg_prepared_statements")).rows.map(({ statement }) => statement)

async function ask(text: string, value: unknown, times: number): Promise<unknown> {
  let last: unknown
  for (let n = 0; n < times; n++) last = (await database.pool.query({ text }, [value])).rows[0]
  return last
}

test("a statement that is asked again and again is prepared, and its answers stay right", async () => {
  await ask(NUMBER, 1, 2)
  expect(await prepared()).toEqual([])
  expect(await ask(NUMBER, 1, 10)).toEqual({ n: 2 })
  expect(await ask(NUMBER, 41, 1)).toEqual({ n: 42 })
  expect(await prepared()).toEqual([NUMBER])
})

test("a search and a list are planned anew each time: what they find decides how", async () => {
  expect(await ask(SEARCH, "%needle%", 10)).toEqual({ found: true })
  expect(await ask(LIST, 3, 10)).toEqual({ n: 3 })
  expect(await prepared()).toEqual([])
})

test("a new connection begins anew", async () => {
  await database.pool.query("create table counted (n int)")
  const insert = "insert into counted values ($1) returning *"
  await ask(insert, 1, 5)
  const client = await database.pool.connect()
  client.release(true)
  expect(await prepared()).toEqual([])
  expect(await ask(insert, 2, 5)).toEqual({ n: 2 })
})

test("texts that never come again fill up nothing", async () => {
  for (let n = 0; n < 400; n++) await ask(`select $1::int + ${n} as n`, 1, 3)
  expect((await prepared()).length).toBeLessThanOrEqual(150)
  expect(await ask("select $1::int - 1 as n", 1, 5)).toEqual({ n: 0 })
})
