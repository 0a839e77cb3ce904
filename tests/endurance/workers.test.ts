// One program of several processes on one port: a worker that is killed or hangs is replaced, a rolling restart fails no request,
// and the end is as orderly as that of a single process.
import { execFileSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { POSTGRES } from "../engines/engines.ts"
import { freePort } from "../support/free-port.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { type Program, startProgram } from "./program.ts"
import { steadyVisitors } from "./steady-visitors.ts"

/** Starting takes as long as the machine is busy. */
const LONG = { timeout: 60_000 }
const TOKEN = "numbers-".repeat(4)

describe.skipIf(POSTGRES === null)("two workers on one port", () => {
  let server: PostgresServer
  let program: Program
  let dataDir = ""
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? "")
    dataDir = await mkdtemp(join(tmpdir(), "meishi-workers-"))
    program = await startProgram(dataDir, await freePort(), {
      DATABASE_URL: await server.createDatabase("workers"),
      SECRET: "together".repeat(4),
      WORKERS: "2",
      METRICS_TOKEN: TOKEN,
      STOP_DELAY_S: "1",
    })
  })
  afterAll(async () => {
    await program?.kill()
    await server?.remove()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Process ids of the workers that live. */
  const workers = (): number[] =>
    execFileSync("ps", ["-o", "pid=", "--ppid", String(program.pid)], { encoding: "utf8" })
      .trim()
      .split(/\s+/)
      .map(Number)
  const lines = (event: string) =>
    program
      .output()
      .split("\n")
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => JSON.parse(line))
  /** In a connection of its own, for whichever worker's turn it is. */
  const ask = (path: string) =>
    fetch(program.origin + path, { headers: { connection: "close", authorization: `Bearer ${TOKEN}` } })
  const metrics = async (): Promise<string[]> => (await (await ask("/api/metrics")).text()).split("\n")

  test("both serve, each line of the log says who wrote it, and whichever is asked knows the numbers of both", async () => {
    await expect.poll(() => lines("listening"), LONG).toHaveLength(2)
    for (let n = 0; n < 10; n++) expect((await ask("/api/health/live")).status).toBe(200)
    const live =
      /^meishi_http_requests_total\{worker="(\d)",method="GET",route="\/api\/health\/live",status="2xx"\} (\d+)$/
    for (let n = 0; n < 3; n++) {
      const found = (await metrics())
        .flatMap((line) => [live.exec(line) ?? []])
        .filter(([whole]) => whole !== undefined)
      expect(found.map(([, worker]) => worker)).toEqual(["1", "2"])
      expect(found.reduce((sum, [, , count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(10)
    }
    const all = await metrics()
    expect(all.filter((line) => line.startsWith("meishi_mail_waiting"))).toEqual(["meishi_mail_waiting 0"])
    expect(all.filter((line) => line.startsWith("process_resident_memory_bytes{worker="))).toHaveLength(2)
    expect(new Set(lines("request").map(({ worker }) => worker))).toEqual(new Set([1, 2]))
  })

  test("one that is killed is replaced, and the other serves meanwhile", async () => {
    await expect.poll(workers).toHaveLength(2)
    const [killed = 0, stays = 0] = workers()
    process.kill(killed, "SIGKILL")
    await expect.poll(() => lines("worker.ended")).toHaveLength(1)
    for (let n = 0; n < 10; n++) expect((await ask("/api/health/ready")).status).toBe(200)
    await expect.poll(() => lines("listening"), LONG).toHaveLength(3)
    expect(workers()).toHaveLength(2)
    expect(workers()).toContain(stays)
    expect(workers()).not.toContain(killed)
    expect((await metrics()).filter((line) => /^meishi_worker_restarts_total\{.*\} 1$/.test(line))).toHaveLength(1)
  })

  test("one that hangs is taken for dead and replaced", async () => {
    const [hangs = 0] = workers()
    const started = lines("listening").length
    process.kill(hangs, "SIGSTOP")
    await expect.poll(() => lines("worker.hangs"), LONG).toHaveLength(1)
    expect(lines("worker.hangs")[0]).toMatchObject({ pid: hangs })
    await expect.poll(() => lines("listening").length, LONG).toBe(started + 1)
    expect(workers()).not.toContain(hangs)
    for (let n = 0; n < 10; n++) expect((await ask("/api/health/ready")).status).toBe(200)
  }, 120_000)

  test("SIGHUP replaces both, one after the other, and of all requests meanwhile none fails", async () => {
    const before = workers()
    const visitors = steadyVisitors(program.origin, 8)
    process.kill(program.pid, "SIGHUP")
    await expect.poll(() => lines("worker.replaced"), LONG).toHaveLength(2)
    const { answered, failures } = await visitors.stop()
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(100)
    expect(workers().filter((pid) => before.includes(pid))).toEqual([])
    console.log(`rolling restart of two workers: ${answered} requests, none failed`)
  }, 120_000)

  test("SIGTERM turns both unready, lets them serve as long as the proxy needs, and ends with 0", async () => {
    const asked = performance.now()
    const ended = program.stop()
    await expect.poll(async () => (await ask("/api/health/ready")).status, { interval: 20 }).toBe(503)
    expect((await ask("/")).status).toBe(200)
    expect(await ended).toEqual([0, null])
    expect(performance.now() - asked).toBeGreaterThan(950)
    expect(lines("stopping").filter(({ signal }) => signal === "stop")).toHaveLength(2)
  })
})
