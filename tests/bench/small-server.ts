// The default installation on a small server: what an owner's requests cost beside one bare select on the same engine, and how much memory
// the process takes while people sign in, upload, visit and save.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { photograph } from "../support/pictures.ts"
import { FEW, type Filled, startFilled } from "./filled.ts"
import { BROWSER } from "./fixed.ts"
import { CLIENT_CORE, startOnCore } from "./processes.ts"
import { type Load, load, median, type Target } from "./wrk.ts"

const SECONDS = 3
const ROUNDS = 3
const LOAD_S = 10
const LOOK_EVERY_MS = 50
const IDLE_MS = 3_000
const UPLOADS = 24
const UPLOADS_AT_ONCE = 3
const MOST_MB = 350

const LUA = `
local n = 0
local function turn() n = n + 1; return n end
local function from() return string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255)) end
`

function targets({ pid, origin, token, email, password }: Filled) {
  const headers = { Authorization: `Bearer ${token}` }
  const signIn = JSON.stringify({ email, password })
  return {
    own: { pid, url: `${origin}/api/me`, headers },
    save: {
      pid,
      url: `${origin}/api/profile`,
      headers: { ...headers, "Content-Type": "application/json" },
      script: `${LUA} request = function() return wrk.format("PUT", nil, nil, '{"full_name":"Chief","job_title":"Nr. ' .. turn() .. '"}') end`,
    },
    pages: {
      pid,
      url: origin,
      headers: BROWSER,
      script: `${LUA} request = function() return wrk.format("GET", "/person_" .. turn() % 900 + 1) end`,
    },
    signIn: {
      pid,
      url: `${origin}/auth/v1/token?grant_type=password`,
      connections: 4,
      script: `${LUA} request = function() return wrk.format("POST", nil, { ["Content-Type"] = "application/json", ["X-Forwarded-For"] = from() }, '${signIn}') end`,
    },
  } satisfies Record<string, Target>
}

async function costs(filled: Filled, folder: string): Promise<Figure[]> {
  const bareFolder = join(folder, "bare")
  const other = await startFilled({ DATA_DIR: bareFolder, DATABASE_URL: "" }, FEW)
  process.kill(other.pid, "SIGTERM")
  await gone(other.pid)
  const bare = await startOnCore(
    ["tests/bench/bare-select.ts", join(bareFolder, "database")],
    {},
    (output) => /^\d+$/m.exec(output)?.[0],
  )
  const { own, save } = targets(filled)
  const series: [string, Target, Load[]][] = [
    ["node:http and one select", { pid: bare.child.pid ?? 0, url: `http://127.0.0.1:${bare.found}/` }, []],
    ["the caller's account and profile", own, []],
    ["saving a profile", save, []],
  ]
  for (let round = 0; round <= ROUNDS; round++)
    for (const [, target, rounds] of series) {
      const found = load(target, SECONDS, folder)
      // The first round would measure how the programs warm up.
      if (round > 0) rounds.push(found)
    }
  const least = series[0]?.[2] ?? []
  return series.flatMap(([name, , rounds]) => {
    const ratio = median(rounds.map((round, at) => round.cpuMicroseconds / (least[at]?.cpuMicroseconds ?? Number.NaN)))
    return [
      fact(`${name}: processor time`, `${Math.round(median(rounds.map((round) => round.cpuMicroseconds)))} µs`),
      ...(rounds === least ? [] : [fact(`${name} ÷ node:http and one select`, `${ratio.toFixed(2)} ×`)]),
      exactly(
        `${name}: refused or failed requests`,
        rounds.reduce((sum, { errors }) => sum + errors, 0),
        0,
      ),
    ]
  })
}

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await pause(LOOK_EVERY_MS)
  }
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

let scripts = 0
/** Beside other work, unlike `load`. */
async function keepAsking({ url, headers = {}, script, connections = 8 }: Target, folder: string): Promise<void> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
  if (script !== undefined) {
    const file = join(folder, `beside-${++scripts}.lua`)
    writeFileSync(file, script)
    flags.push("-s", file)
  }
  const asking = ["-c", CLIENT_CORE, "wrk", "-t1", `-c${connections}`, `-d${LOAD_S}s`, ...flags, url]
  await once(spawn("taskset", asking, { stdio: "ignore" }), "exit")
}

/** @returns how many were not taken */
async function upload({ origin, token }: Filled): Promise<number> {
  const pictures = [await photograph(3400, 2600), await photograph(1200, 900, "png")]
  let refused = 0
  const one = async (n: number) => {
    const isJpeg = n % 2 === 0
    const answer = await fetch(`${origin}/api/profile/photo`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": isJpeg ? "image/jpeg" : "image/png" },
      body: new Uint8Array(pictures[n % 2] ?? []),
    })
    if (answer.status !== 200) refused += 1
    await answer.arrayBuffer()
  }
  for (let n = 0; n < UPLOADS; n += UPLOADS_AT_ONCE)
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, (_, at) => one(n + at)))
  return refused
}

async function memory(filled: Filled, folder: string): Promise<Figure[]> {
  await pause(IDLE_MS)
  const idle = residentMb(filled.pid)
  let most = idle
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(filled.pid))
  }, LOOK_EVERY_MS)
  const refused = await upload(filled)
  const { own, save, pages, signIn } = targets(filled)
  await Promise.all([own, save, pages].map((target) => keepAsking(target, folder)))
  // Last: the newest sessions of an account end the older ones.
  await Promise.all([pages, signIn].map((target) => keepAsking(target, folder)))
  clearInterval(timer)
  return [
    fact("memory before the load", `${idle.toFixed(0)} MB`),
    atMost("memory at most, while people upload, visit, save and sign in", most, MOST_MB, " MB"),
    exactly("uploads that were not taken", refused, 0),
  ]
}

/** @param folder for the databases and the files */
export async function smallServer(folder: string): Promise<Figure[]> {
  const filled = await startFilled({ DATA_DIR: join(folder, "small"), DATABASE_URL: "" }, FEW)
  const found = await memory(filled, folder)
  const again = await startFilled({ DATA_DIR: join(folder, "again"), DATABASE_URL: "" }, FEW)
  return [...found, ...(await costs(again, folder))]
}
