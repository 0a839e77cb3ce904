import { afterAll, beforeAll, expect, test } from "vitest"
import { embeddedDatabase } from "../../../../tests/support/database.ts"
import type { OpenDatabase } from "../db/open.ts"
import { createSharedMutex } from "./shared-mutex.ts"

let database: OpenDatabase
beforeAll(async () => {
  database = await embeddedDatabase()
})
afterAll(() => database.close())

const process = (ms = 0) => createSharedMutex(database.db, () => new Date(Date.UTC(2026, 4, 1, 12) + ms))

test("of two processes, one works at a time for one key", async () => {
  const said: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = process()("a", async () => {
    said.push("first begins")
    resolve()
    await expect.poll(() => said).toContain("another key")
    said.push("first ends")
  })
  await promise
  const second = process()("a", async () => said.push("second"))
  await process()("b", async () => said.push("another key"))
  await Promise.all([first, second])
  expect(said).toEqual(["first begins", "another key", "first ends", "second"])
})

test("a job that fails gives its turn back, and one that was killed loses it after a minute", async () => {
  const failing = process()("c", () => Promise.reject(new Error("away")))
  await expect(failing).rejects.toThrow("away")
  expect(await process()("c", async () => "next")).toBe("next")
  void process()("d", () => new Promise(() => undefined))
  await expect.poll(async () => (await database.pool.query("select from rate_limits")).rows).toHaveLength(1)
  expect(await process(61_000)("d", async () => "later")).toBe("later")
  // It had the turn: a process that only waited long enough leaves the count to its owner.
  expect((await database.pool.query("select from rate_limits")).rows).toEqual([])
})
