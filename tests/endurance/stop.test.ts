// The end of the real program: the proxy learns of it first, answers under way are finished, and it ends by itself.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
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
  const settings = { PORT: "0", DATA_DIR: dataDir, STOP_DELAY_S: String(delayS), TRUSTED_PROXIES: "127.0.0.1" }
  const env = { PATH, HOME, NODE_ENV: "production", ...settings }
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

test("SIGHUP, which systemd sends for a reload, ends a single process with 0, and its unit starts it again", async () => {
  await start(0)
  const ended = once(program, "exit")
  program.kill("SIGHUP")
  expect(await ended).toEqual([0, null])
  expect(await readFile("deploy/meishi.service", "utf8")).toMatch(/^Restart=always$/m)
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

let number = 0
/** A wrong password, whose hash takes its time, for another account from another network. @returns the status, or what went wrong */
function attempt(agent: Agent | false): Promise<number | string> {
  number += 1
  const body = JSON.stringify({ email: `nobody-${number}@example.com`, password: "a wrong password" })
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": body.length,
    "X-Forwarded-For": `2001:db8:${number.toString(16)}::1`,
  }
  return new Promise((resolve) => {
    request(`${origin}/auth/v1/token?grant_type=password`, { method: "POST", agent, headers }, (answer) => {
      answer.on("error", ({ message }) => resolve(message))
      answer.on("end", () => resolve(answer.statusCode ?? 0)).resume()
    })
      .on("error", ({ message }) => resolve(message))
      .end(body)
  })
}

const SENT = 50
const WAYS: [how: string, delayS: number, isKept: boolean][] = [
  ["over new connections", 0, false],
  ["over connections that were used before", 0, true],
  ["over new connections, with a proxy to wait for", 1, false],
]

test.each(WAYS)(
  "a signal 60 ms after 50 requests were sent %s: all are answered, also those that come with it",
  async (_how, delayS, isKept) => {
    await start(delayS)
    const agent = isKept ? new Agent({ keepAlive: true }) : false
    if (isKept) await Promise.all(Array.from({ length: SENT }, () => attempt(agent)))
    const ended = once(program, "exit")
    const sent = Array.from({ length: SENT }, () => attempt(agent))
    await pause(60)
    program.kill("SIGTERM")
    while (sent.length < SENT + 10) {
      sent.push(attempt(false))
      await pause(10)
    }
    expect(await Promise.all(sent)).toEqual(Array<number>(SENT + 10).fill(400))
    expect(await ended).toEqual([0, null])
    if (agent !== false) agent.destroy()
  },
  180_000,
)
