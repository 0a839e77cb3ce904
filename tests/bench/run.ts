// `npm run bench`: the public page beside a raw node:http server sending the same bytes, in one run; what a first visit weighs;
// the administrators' lists with many users, alone with --admin-list; alone with --lighthouse, what a phone on a slow network sees
// of every page. Fails when a target of docs/performance.md is missed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { adminList } from "./admin-list.ts"
import { lighthouse } from "./lighthouse.ts"
import { paced, percentile } from "./paced.ts"
import { type Load, load, startOnCore, stopAll } from "./processes.ts"

const SECONDS = 5
const ROUNDS = 3
const BROWSER = { "Accept-Encoding": "gzip, deflate, br, zstd" }
const folder = mkdtempSync(join(tmpdir(), "meishi-bench-"))
const missed: string[] = []

function target(name: string, value: number, limit: number, unit: string): void {
  const ok = value <= limit
  process.stdout.write(`${ok ? "ok  " : "MISS"} ${name}: ${value.toFixed(2)} ${unit} (target ≤ ${limit})\n`)
  if (!ok) missed.push(name)
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function firstVisit(origin: string, path: string): Promise<{ total: number; script: number }> {
  const size = async (url: string) => Number((await fetch(url, { headers: BROWSER })).headers.get("content-length"))
  const html = await (await fetch(origin + path)).text()
  const assets = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    (m) => m[1] ?? "",
  )
  const sizes = await Promise.all(assets.map((asset) => size(origin + asset)))
  const sum = sizes.reduce((a, b) => a + b, 0)
  return { total: (await size(origin + path)) + sum, script: sum }
}

async function main(): Promise<void> {
  const app = await startOnCore(
    ["src/server/main.ts", "--demo"],
    {
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: "",
      NODE_ENV: "production",
    },
    (output) => /"address":"(http:[^"]+)"/.exec(output)?.[1],
  )
  const origin = app.found
  const path = `/${process.env.BENCH_PROFILE ?? "mika"}`
  const sample = await fetch(origin + path, { headers: BROWSER })
  if (sample.status !== 200) throw new Error(`${path} answered ${sample.status}`)
  // fetch decodes; the raw server needs the bytes as they travel.
  const wire = await import("node:http").then(
    ({ get }) =>
      new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve) => {
        get(origin + path, { headers: BROWSER }, (response) => {
          const chunks: Buffer[] = []
          response.on("data", (chunk) => chunks.push(chunk))
          response.on("end", () => {
            const {
              connection,
              "keep-alive": _keepAlive,
              "transfer-encoding": _transfer,
              date,
              ...headers
            } = response.headers
            resolve({ status: 200, headers, body: Buffer.concat(chunks).toString("base64") })
          })
        })
      }),
  )
  const file = join(folder, "answer.json")
  writeFileSync(file, JSON.stringify(wire))
  const raw = await startOnCore(["tests/bench/raw-server.mjs", file], {}, (output) => /^\d+$/m.exec(output)?.[0])
  const etag = sample.headers.get("etag") ?? ""

  const series: Record<"raw" | "page" | "notModified", Load[]> = { raw: [], page: [], notModified: [] }
  const appPid = app.child.pid ?? 0
  const rawPid = raw.child.pid ?? 0
  load(appPid, origin + path, BROWSER, 2)
  load(rawPid, `http://127.0.0.1:${raw.found}/`, BROWSER, 2)
  for (let round = 0; round < ROUNDS; round++) {
    series.raw.push(load(rawPid, `http://127.0.0.1:${raw.found}/`, BROWSER, SECONDS))
    series.page.push(load(appPid, origin + path, BROWSER, SECONDS))
    series.notModified.push(load(appPid, origin + path, { ...BROWSER, "If-None-Match": etag }, SECONDS))
  }
  for (const [name, rounds] of Object.entries(series))
    process.stdout.write(
      `     ${name}: ${median(rounds.map((r) => r.cpuMicroseconds)).toFixed(1)} µs CPU per request, ${Math.round(median(rounds.map((r) => r.requestsPerS)))} r/s, ${rounds.reduce((a, r) => a + r.errors, 0)} errors\n`,
    )
  const ratios = series.page.map((page, i) => page.cpuMicroseconds / (series.raw[i]?.cpuMicroseconds ?? Number.NaN))
  target("public page from the cache ÷ raw node:http, CPU per request", median(ratios), 1.5, "×")
  target(
    "refused or failed requests",
    series.page.reduce((a, r) => a + r.errors, 0),
    0,
    "",
  )
  // The first seconds would measure how this process warms up.
  await paced(origin + path, BROWSER, 200, 3)
  const latencies = await paced(origin + path, BROWSER, 200, 10)
  target("p99 at 200 requests per second", percentile(latencies, 0.99), 50, "ms")
  const visit = await firstVisit(origin, path)
  target("visitor's script", visit.script / 1024, 3, "KiB")
  target("whole first visit without the photo", visit.total / 1024, 12, "KiB")
}

try {
  const isAsked = (part: string) => process.argv.includes(part)
  if (isAsked("--lighthouse")) await lighthouse(folder, (what) => missed.push(what))
  else {
    if (!isAsked("--admin-list")) await main()
    await adminList(folder, target)
  }
} finally {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(missed.length === 0 ? "all targets met\n" : `missed: ${missed.join(", ")}\n`)
process.exit(missed.length === 0 ? 0 : 1)
