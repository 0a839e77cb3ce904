// The end of the real program: the proxy learns of it first, answers under way are finished, and it ends by itself.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"

let dataDir = ""
let program: ChildProcess
let origin = ""

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meishi-stop-"))
})
afterEach(async () => {
  if (program.exitCode === null && program.signalCode === null) {
    program.kill("SIGKILL")
    await once(program, "exit")
  }
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(delayS: number): Promise<void> {
  const { PATH = "", HOME = "" } = process.env
  const env = { PATH, HOME, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir, STOP_DELAY_S: String(delayS) }
  program = spawn(process.execPath, ["src/server/main.ts"], { env, stdio: ["ignore", "pipe", "inherit"] })
  let text = ""
  program.stdout?.on("data", (chunk) => {
    text += chunk
  })
  await expect.poll(() => text, { timeout: 120_000 }).toContain('"event":"listening"')
  origin = /"address":"([^"]+)"/.exec(text)?.[1] ?? ""
}

const statusOf = async (path: string) => (await fetch(origin + path, { headers: { connection: "close" } })).status

test("readiness turns 503 first, pages are served for as long as the proxy needs, then the program ends with 0", async () => {
  await start(6)
  expect(await statusOf("/api/health/ready")).toBe(200)
  const ended = once(program, "exit")
  const asked = performance.now()
  program.kill("SIGTERM")
  await expect.poll(() => statusOf("/api/health/ready"), { timeout: 3_000, interval: 20 }).toBe(503)
  const answers: number[] = []
  while (answers.length < 20 && performance.now() - asked < 4_000)
    answers.push(await statusOf("/"), await statusOf("/api/health/live"))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await ended).toEqual([0, null])
  expect(performance.now() - asked).toBeGreaterThan(5_900)
}, 180_000)

test("a second signal does not wait for the proxy", async () => {
  await start(60)
  const ended = once(program, "exit")
  program.kill("SIGTERM")
  await expect.poll(() => statusOf("/api/health/ready")).toBe(503)
  const asked = performance.now()
  program.kill("SIGTERM")
  expect(await ended).toEqual([0, null])
  expect(performance.now() - asked).toBeLessThan(30_000)
}, 180_000)
