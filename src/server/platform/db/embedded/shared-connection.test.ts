// Single statements share the engine's one connection: those of one moment travel together, and none gets in another's way.
import { setImmediate as nextTurn } from "node:timers/promises"
import type pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { embeddedDatabase } from "../../../../../tests/support/database.ts"
import { DatabaseUnavailable } from "../database-errors.ts"
import type { OpenDatabase } from "../open.ts"
import { WorkerSocket } from "./worker-socket.ts"

let database: OpenDatabase
let pool: pg.Pool

beforeEach(async () => {
  database = await embeddedDatabase()
  pool = database.pool
  await pool.query("create table written (n int primary key)")
})
afterEach(() => database.close())

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const echo = async (n: number) => (await pool.query("select $1::int as n", [n])).rows[0].n

test("statements of one moment travel together", async () => {
  const sent: number[] = []
  const wire = {
    attach: async () => undefined,
    send: (_: WorkerSocket, statements: unknown[]) => void sent.push(statements.length),
    detach: () => undefined,
  }
  const socket = new WorkerSocket(wire)
  for (const n of numbers(3)) {
    socket.write(Uint8Array.of(n))
    await nextTick()
  }
  await nextTurn()
  expect(sent).toEqual([3])
})

test("each statement gets its own answer, and the error of one is not the others'", async () => {
  const asked = numbers(40)
  const answers = await Promise.allSettled(
    asked.flatMap((n) => [echo(n), pool.query("insert into written values ($1)", [n % 30]), pool.query("selec", [])]),
  )
  const echoes = answers.filter((_, at) => at % 3 === 0)
  expect(echoes).toEqual(asked.map((value) => ({ status: "fulfilled", value })))
  const inserts = answers.filter((_, at) => at % 3 === 1).map(({ status }) => status)
  expect(inserts).toEqual(asked.map((n) => (n < 30 ? "fulfilled" : "rejected")))
  for (const answer of answers.filter((_, at) => at % 3 === 2))
    expect(answer).toMatchObject({ status: "rejected", reason: { code: "42601" } })
  expect((await pool.query("select count(*)::int as n from written")).rows).toEqual([{ n: 30 }])
})

test("what is answered does not wait for a slow statement of the same moment", async () => {
  const ended: string[] = []
  const asked = {
    quick: "select n, pg_sleep(0.01) from generate_series(1, 1) n where n > $1",
    slow: "select pg_sleep($1 + 1)",
  }
  const asking = Object.entries(asked).map(async ([name, text]) => {
    await pool.query(text, [0])
    ended.push(`${name}, ${performance.now() - started > 900 ? "late" : "soon"}`)
  })
  const started = performance.now()
  await Promise.all(asking)
  expect(ended).toEqual(["quick, soon", "slow, late"])
})

test("when the connection breaks, reads are asked again, writes are not, and the next statement has a new one", async () => {
  const client = await pool.connect()
  client.release()
  const write = (n: number) => pool.query("insert into written values ($1)", [n])
  const lost = write(1).catch(async (error) => [error, (await write(2)).rowCount])
  const reads = Promise.all(numbers(3).map(echo))
  await nextTurn()
  ;(client as unknown as { connection: { stream: WorkerSocket } }).connection.stream.destroy()
  expect(await reads).toEqual([0, 1, 2])
  expect(await lost).toEqual([expect.any(DatabaseUnavailable), 1])
})
