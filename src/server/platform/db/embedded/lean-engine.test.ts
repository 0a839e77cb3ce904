// The memory that V8's compiler takes for the engine, in its own process: a peak is only known for a whole process.
import { spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { copyNewEngine } from "../../../../../tests/support/database.ts"

const MOST_MB = 200

const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
const PROGRAM = `
  import { getHeapStatistics } from "node:v8"
  import { startEngine, connectTo } from ${here("./open-embedded.ts")}
  import { createLog } from ${here("../../log.ts")}
  const log = createLog(() => undefined)
  const [dir] = process.argv.slice(2)
  const started = await startEngine(dir, log)
  const { pool, close } = connectTo(started.engine, dir, log)
  for (let n = 0; n < 3000; n++) await pool.query("select " + n)
  await close()
  await started.close()
  console.log(getHeapStatistics().peak_malloced_memory / 1024 / 1024)
`

function compilerMb(program: string, dir: string): number {
  const { stdout, stderr } = spawnSync(process.execPath, [program, dir], { encoding: "utf8" })
  expect(stderr).toBe("")
  return Number(stdout)
}

test("thousands of statements, and the making of a database, never make V8 optimize the parser, which takes 600 MB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "meishi-lean-"))
  const program = join(folder, "program.mjs")
  await writeFile(program, PROGRAM)
  await copyNewEngine(join(folder, "known"))
  expect(compilerMb(program, join(folder, "known"))).toBeLessThan(MOST_MB)
  expect(compilerMb(program, join(folder, "new"))).toBeLessThan(MOST_MB)
  await rm(folder, { recursive: true })
})
