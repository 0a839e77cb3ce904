// The machine's clock beside the PostgreSQL server's.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { clockProblem } from "../../src/server/platform/db/clock-check.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { ENGINES } from "./engines.ts"

const server = ENGINES.find(({ name }) => name === "postgresql")

describe.skipIf(server === undefined)("a clock that differs from the PostgreSQL server's", () => {
  let database: OpenDatabase
  beforeAll(async () => {
    await server?.start()
    database = (await server?.open()) as OpenDatabase
  })
  afterAll(async () => {
    await database.close()
    await server?.stop()
  })
  const problem = (ms: number) => clockProblem(database, new Date(Date.now() + ms))

  test("is named from two minutes on, because the processes share their limits", async () => {
    expect([await problem(0), await problem(60_000), await problem(-60_000)]).toEqual([null, null, null])
    expect(await problem(3 * 60_000)).toMatch(/, [23] minutes ahead of the PostgreSQL server's clock\. .*NTP.*limits/)
    expect(await problem(-3 * 3_600_000)).toMatch(/, 3 hours behind the PostgreSQL server's clock\./)
    expect(await problem(-3 * 86_400_000)).toMatch(/, 3 days behind the PostgreSQL server's clock\./)
  })
})
