// What operators watch with: alert rules and a dashboard that ask for metrics which the real program has, and the log as they set it.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Program, startProgram } from "../endurance/program.ts"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"

const PATIENCE_MS = 180_000
const RULES = "deploy/monitoring/alerts.yml"
const DASHBOARD = "deploy/monitoring/grafana-dashboard.json"
const METRICS_TOKEN = "m".repeat(32)
const PROMTOOL = spawnSync("promtool", ["--version"]).status === 0

let folder = ""
let program: Program
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-monitoring-"))
  await copyTemplate(join(folder, "database"))
  program = await startProgram(folder, await freePort(), { METRICS_TOKEN })
}, PATIENCE_MS)
afterAll(async () => {
  await program?.stop()
  await rm(folder, { recursive: true, force: true })
})

const metrics = async () =>
  (await fetch(`${program.origin}/api/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()

const expressions = (): string[] => {
  const dashboard = JSON.parse(readFileSync(DASHBOARD, "utf8"))
  const targets: { expr: string }[] = dashboard.panels.flatMap(
    ({ targets }: { targets: { expr: string }[] }) => targets,
  )
  return targets.map(({ expr }) => expr)
}

describe("rules and dashboard", () => {
  test("ask for metrics that the program has", async () => {
    const text = await metrics()
    const rules = readFileSync(RULES, "utf8")
    const asked = [...expressions(), ...rules.split("\n").filter((line) => !line.includes("alert:"))].join("\n")
    const names = new Set(asked.match(/\b(meishi|process|nodejs)_\w+/g))
    expect(names.size).toBeGreaterThan(12)
    // Only the primary of several processes has restarts to count; replicas are in tests/engines/read-replicas.test.ts.
    const others = ["meishi_worker_restarts_total", "meishi_replica_serving"]
    const known = [...names].filter((name) => !others.includes(name))
    expect(known.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(text))).toEqual([])
  })

  test.skipIf(!PROMTOOL)("are understood by Prometheus, and the alerts come when they should", async () => {
    expect(spawnSync("promtool", ["check", "rules", RULES], { encoding: "utf8" })).toMatchObject({ status: 0 })
    const tested = spawnSync("promtool", ["test", "rules", "deploy/monitoring/alerts.test.yml"], { encoding: "utf8" })
    expect([tested.status, tested.stdout]).toEqual([0, expect.stringContaining("SUCCESS")])
    const records = expressions().map((expr, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
    }))
    const file = join(folder, "dashboard.yml")
    await writeFile(file, JSON.stringify({ groups: [{ name: "dashboard", rules: records }] }))
    expect(spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" })).toMatchObject({ status: 0 })
    const check = spawnSync("promtool", ["check", "metrics"], { encoding: "utf8", input: await metrics() })
    expect([check.status, check.stderr]).toEqual([0, ""])
  })

  test("the version with its commit is in the metrics and in the health checks", async () => {
    const { version } = await (await fetch(`${program.origin}/api/health/live`)).json()
    expect(version).toMatch(/^\d+\.\d+\.\d+(\+[0-9a-f]{7})?$/)
    expect(await metrics()).toContain(`meishi_build_info{version="${version}",commit="`)
    expect((await (await fetch(`${program.origin}/api/health/ready`)).json()).version).toBe(version)
  })
})

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const NAMES = { "x-request-id": "proxy-7f3a.1", traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }

describe("the log", () => {
  async function logOf(env: Record<string, string>, use: (origin: string) => Promise<void>): Promise<string> {
    const dataDir = join(folder, `log-${Object.values(env).join("-").replaceAll(/\W/g, "")}`)
    await copyTemplate(join(dataDir, "database"))
    const running = await startProgram(dataDir, await freePort(), env)
    await use(running.origin)
    await running.stop()
    return running.output()
  }

  test(
    "takes the request's id and trace from a trusted proxy, on pages and elsewhere, and from no one else",
    async () => {
      const ids: (string | null)[] = []
      const visit = async (origin: string) => {
        for (const path of ["/terms", "/api/health/live"])
          ids.push((await fetch(origin + path, { headers: NAMES })).headers.get("x-request-id"))
        const odd = await fetch(`${origin}/terms`, {
          headers: { "x-request-id": '"},{"level":"error', traceparent: "00-0-0-0" },
        })
        ids.push(odd.headers.get("x-request-id"))
      }
      const trusted = await logOf({ TRUSTED_PROXIES: "127.0.0.1" }, visit)
      expect(ids).toEqual(["proxy-7f3a.1", "proxy-7f3a.1", expect.stringMatching(/^[0-9a-f-]{36}$/)])
      for (const path of ["/terms", "/api/health/live"])
        expect(trusted).toContain(`"id":"proxy-7f3a.1","trace":"${TRACE}","method":"GET","path":"${path}"`)
      ids.length = 0
      const others = await logOf({ TRUSTED_PROXIES: "10.0.0.1" }, visit)
      expect(ids.filter((id) => !/^[0-9a-f-]{36}$/.test(id ?? ""))).toEqual([])
      expect(others).not.toMatch(/proxy-7f3a|trace/)
    },
    PATIENCE_MS,
  )

  test(
    "leaves ordinary requests out with REQUEST_LOG=0, but never a refused one, and everything below LOG_LEVEL",
    async () => {
      const visit = async (origin: string) => {
        await fetch(`${origin}/terms`)
        await fetch(`${origin}/api/admin/audit`)
      }
      const quiet = await logOf({ REQUEST_LOG: "0" }, visit)
      expect(quiet).not.toContain('"path":"/terms"')
      expect(quiet).toMatch(/"event":"request".*"path":"\/api\/admin\/audit","status":401/)
      expect(quiet).toContain('"event":"listening"')
      const silent = await logOf({ LOG_LEVEL: "error" }, visit)
      expect(silent).toBe("")
    },
    PATIENCE_MS,
  )
})
