// The public page of the demo beside a raw node:http server and nginx that send the same bytes, in one run; fifty people's pages in
// turn; and what a first visit weighs.
import { join } from "node:path"
import { atMost, exactly, type Figure, fact, ratioAtMost } from "../support/figures.ts"
import { FEW, startFilled } from "./filled.ts"
import { BROWSER, startFixed, startRaw } from "./fixed.ts"
import { paced, percentile } from "./paced.ts"
import { startOnCore } from "./processes.ts"
import { type Load, load, median, type Target } from "./wrk.ts"

const SECONDS = 5
const ROUNDS = 3
const STEADY_PER_S = 200
const STEADY_S = 10

interface Weight {
  total: number
  script: number
}

async function firstVisit(origin: string, path: string): Promise<Weight> {
  const size = async (url: string) => Number((await fetch(url, { headers: BROWSER })).headers.get("content-length"))
  const html = await (await fetch(origin + path)).text()
  const assets = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)]
  let script = 0
  let total = await size(origin + path)
  for (const [, address = "", kind] of assets) {
    const bytes = await size(origin + address)
    total += bytes
    if (kind === "js") script += bytes
  }
  return { total, script }
}

const RAW = "raw node:http"
const FIFTY = "fifty pages in turn"
const FIFTY_RAW = `${RAW}, the first of the fifty pages`

/** Processor time beside `RAW`; what has no target is only said. */
const MOST: Record<string, number> = {
  "page from memory": 1.15,
  "page the browser has already (304)": 1.15,
  [FIFTY]: 1.25,
}

function compared(series: Map<string, Load[]>): Figure[] {
  const figures: Figure[] = []
  for (const [name, rounds] of series) {
    const cpu = median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds))
    const rate = Math.round(median(rounds.map(({ requestsPerS }) => requestsPerS)))
    figures.push(fact(`${name}: processor time per request, requests per second`, `${cpu.toFixed(1)} µs, ${rate}/s`))
    if (name.startsWith(RAW)) continue
    const raw = series.get(name === FIFTY ? FIFTY_RAW : RAW) ?? []
    // Of each round, so that a busy moment counts for both.
    const ratio = median(
      rounds.map(({ cpuMicroseconds }, at) => cpuMicroseconds / (raw[at]?.cpuMicroseconds ?? Number.NaN)),
    )
    figures.push(ratioAtMost(`${name} ÷ ${RAW}`, ratio, MOST[name] ?? null))
  }
  const errors = [...series.values()].flat().reduce((sum, round) => sum + round.errors, 0)
  return [...figures, exactly("refused or failed requests", errors, 0)]
}

/** @param folder for what is started */
export async function publicPage(folder: string): Promise<Figure[]> {
  const env = { PORT: "0", HOST: "127.0.0.1", DATA_DIR: join(folder, "demo"), DATABASE_URL: "", NODE_ENV: "production" }
  const app = await startOnCore(
    ["src/server/main.ts", "--demo"],
    env,
    (output) => /"address":"(http:[^"]+)"/.exec(output)?.[1],
  )
  const origin = app.found
  const url = `${origin}/mika`
  const sample = await fetch(url, { headers: BROWSER })
  if (sample.status !== 200) throw new Error(`${url} answered ${sample.status}`)
  const fixed = await startFixed(url, folder)
  const pid = app.child.pid ?? 0
  const ETag = sample.headers.get("etag") ?? ""
  const filled = await startFilled({ DATA_DIR: join(folder, "fifty"), DATABASE_URL: "" }, FEW)
  const rawFifty = await startRaw(`${filled.origin}/person_100`, folder)
  const script = `local n = 0; request = function() n = n + 1; return wrk.format("GET", "/person_" .. (n % 50 + 100)) end`
  const targets: [string, Target][] = [
    [RAW, fixed.raw],
    ...(fixed.nginx === null ? [] : [["nginx, the same bytes as a file", fixed.nginx] as [string, Target]]),
    ["page from memory", { pid, url, headers: BROWSER }],
    ["page the browser has already (304)", { pid, url, headers: { ...BROWSER, "If-None-Match": ETag } }],
    // With the same script: it takes wrk as long.
    [FIFTY_RAW, { ...rawFifty, url: new URL(rawFifty.url).origin, script }],
    [FIFTY, { pid: filled.pid, url: filled.origin, headers: BROWSER, script }],
  ]
  for (const [, target] of targets) load(target, 2, folder)
  const series = new Map<string, Load[]>(targets.map(([name]) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, target] of targets) series.get(name)?.push(load(target, SECONDS, folder))
  // The first seconds would measure how this process warms up.
  await paced(url, BROWSER, STEADY_PER_S, 3)
  const latencies = await paced(url, BROWSER, STEADY_PER_S, STEADY_S)
  const visit = await firstVisit(origin, "/mika")
  return [
    ...compared(series),
    atMost(`p99 at ${STEADY_PER_S} requests per second`, percentile(latencies, 0.99), 50, " ms", 1),
    atMost("both scripts: the visitor's, and the writer of contact cards", visit.script / 1024, 5, " KiB", 2),
    atMost("whole first visit without the photo", visit.total / 1024, 15, " KiB", 2),
  ]
}
