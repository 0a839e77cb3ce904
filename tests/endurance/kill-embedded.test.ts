// kill -9 while the embedded engine writes, and while it makes its first files: nothing acknowledged is lost and it opens again.
// KILL_ROUNDS=30 for the long run.
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, test } from "vitest"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { silent } from "../engines/engines.ts"
import { killed } from "./killed-process.ts"

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 5)
const WRITER = fileURLToPath(new URL("./writer.ts", import.meta.url))
const STARTER = fileURLToPath(new URL("../engines/start-process.ts", import.meta.url))
const A_ROUND_MS = 15_000

let dataDir = ""
const open = () => openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meishi-kill-"))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test(
  `killed ${ROUNDS} times while writing, it keeps every acknowledged row, whole`,
  async () => {
    const acknowledged: { round: number; n: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const lines = await killed(WRITER, [dataDir, String(round)], { line: "writing", ms: 100 + Math.random() * 900 })
      expect(lines[0]).toBe("writing")
      for (const line of lines.slice(1)) acknowledged.push({ round, n: Number(line.slice("ok ".length)) })
    }
    const database = await open()
    const { rows } = await database.pool.query("select round, n, body from written")
    const bodies = new Map(rows.map(({ round, n, body }) => [`${round}/${n}`, body]))
    const bodyOf = (n: number) => "x".repeat(n % 500) + (n % 3 === 0 ? "!" : "")
    const lost = acknowledged.filter(({ round, n }) => bodies.get(`${round}/${n}`) !== bodyOf(n))
    expect(lost).toEqual([])
    // At most one more per round: written, but killed before it could say so.
    expect(rows.length - acknowledged.length).toBeLessThanOrEqual(ROUNDS)
    expect(acknowledged.length).toBeGreaterThan(ROUNDS)
    console.log(`${ROUNDS} kills, ${acknowledged.length} acknowledged rows, 0 lost`)
    await database.close()
  },
  ROUNDS * A_ROUND_MS,
)

test(
  `killed ${ROUNDS} times at different moments of its first start, it opens the next time`,
  async () => {
    const folder = dataDir
    for (let round = 0; round < ROUNDS; round++) {
      dataDir = join(folder, String(round))
      await killed(STARTER, ["", dataDir], 200 + (3000 * round) / ROUNDS)
      const database = await open()
      await migrate(database)
      expect((await database.pool.query("select count(*)::int as n from users")).rows).toEqual([{ n: 0 }])
      await database.close()
      expect((await readdir(dataDir)).sort()).toEqual(["database", "database.lock"])
    }
    dataDir = folder
  },
  ROUNDS * A_ROUND_MS,
)
