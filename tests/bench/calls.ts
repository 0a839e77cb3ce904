// What the program does most, with few and with many people in its database: pages, reads, writes, taps and sign-ins.
import { atMost, exactly, type Figure, fact, ratioAtMost } from "../support/figures.ts"
import { cardId, type Filled, profilesOf, ratioOf } from "./filled.ts"
import { BROWSER } from "./fixed.ts"
import { cpuSeconds } from "./processes.ts"
import { type Load, load, median } from "./wrk.ts"

const SECONDS = 2
const ROUNDS = 3
/** Below the limit per account: a right password is counted until it has been found right. */
const SIGN_INS_AT_ONCE = 4

interface Call {
  name: string
  /** what it may cost among many profiles, by what it costs among few; null: without a target */
  most: number | null
  path: string
  script?: (filled: Filled) => string
  headers?: (filled: Filled) => Record<string, string>
  connections?: number
}

/** Lua: `turn()` counts up, `shown()` passes over those who have deactivated their account, `from()` is an address that has not asked yet. */
const LUA = `
local n = 0
local function turn() n = n + 1; return n end
local function shown() local k = turn(); while math.floor(k / 10) % 10 == 7 do k = turn() end; return k end
local function from() return string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255)) end
`
const signedIn = ({ token }: Filled) => ({ Authorization: `Bearer ${token}` })

const CALLS: Call[] = [
  { name: "public page, from memory", most: 1.2, path: "/person_500", headers: () => BROWSER },
  {
    name: "public pages of some 600 people in turn",
    most: 1.2,
    path: "/",
    headers: () => BROWSER,
    script: () => `${LUA} request = function() return wrk.format("GET", "/person_" .. (shown() % 700 + 100)) end`,
  },
  { name: "profile as JSON", most: 1.2, path: "/api/profiles/person_500" },
  { name: "the caller's account and profile", most: null, path: "/api/me", headers: signedIn },
  {
    name: "saving a profile",
    most: null,
    path: "/api/profile",
    headers: (filled) => ({ ...signedIn(filled), "Content-Type": "application/json" }),
    script: () =>
      `${LUA} request = function() return wrk.format("PUT", nil, nil, '{"full_name":"Chief","job_title":"Nr. ' .. turn() .. '"}') end`,
  },
  {
    name: "tap on a card",
    most: null,
    path: "/",
    script: ({ size }) => {
      const owned = Array.from({ length: 90 }, (_, at) => (at + 1) * 2).filter((n) => Math.floor(n / 10) % 10 !== 7)
      const ids = owned.map((n) => `"${cardId(n)}"`)
      return `${LUA} local ids = {${ids.join(",")}} -- of ${size.cards}
request = function() return wrk.format("GET", "/card/" .. ids[turn() % #ids + 1], { ["X-Forwarded-For"] = from(), ["User-Agent"] = "Mozilla/5.0 (iPhone)" }) end`
    },
  },
  {
    name: "sign-in",
    most: null,
    path: "/auth/v1/token?grant_type=password",
    connections: SIGN_INS_AT_ONCE,
    script: ({ email, password }) =>
      `${LUA} request = function() return wrk.format("POST", nil, { ["Content-Type"] = "application/json", ["X-Forwarded-For"] = from() }, '${JSON.stringify({ email, password })}') end`,
  },
]

const ask = (filled: Filled, { path, script, headers, connections }: Call, folder: string): Load =>
  load(
    {
      pid: filled.pid,
      url: filled.origin + path,
      ...(headers && { headers: headers(filled) }),
      ...(script && { script: script(filled) }),
      ...(connections !== undefined && { connections }),
    },
    SECONDS,
    folder,
  )

const cost = (rounds: Load[]): string =>
  `${Math.round(median(rounds.map((round) => round.cpuMicroseconds)))} µs, ${Math.round(median(rounds.map((round) => round.requestsPerS)))}/s`

/** More pages than the memory holds: asked for in turn, none of them is in it. */
const TOO_MANY = 6_000
const AT_ONCE = 8

/** Pages that are not in memory: at their first view (read, rendered, compressed, stored), and later (read from the database). */
async function notInMemory(engine: string, most: number, many: Filled, folder: string): Promise<Figure[]> {
  const paths = Array.from({ length: TOO_MANY }, (_, n) => n + 2_000).filter((n) => Math.floor(n / 10) % 10 !== 7)
  const before = cpuSeconds(many.pid)
  for (let from = 0; from < paths.length; from += AT_ONCE)
    await Promise.all(
      paths
        .slice(from, from + AT_ONCE)
        .map(async (n) => (await fetch(`${many.origin}/person_${n}`, { headers: BROWSER })).arrayBuffer()),
    )
  const first = ((cpuSeconds(many.pid) - before) / paths.length) * 1000
  const script = `${LUA} request = function() return wrk.format("GET", "/person_" .. (shown() % ${TOO_MANY} + 2000)) end`
  const rounds = Array.from({ length: ROUNDS }, () =>
    load({ pid: many.pid, url: many.origin, headers: BROWSER, script }, 2 * SECONDS, folder),
  )
  const later = median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)) / 1000
  return [
    fact(`${engine}, first view of a public page, ${profilesOf(many)}`, `${first.toFixed(2)} ms`),
    fact(`${engine}, public pages not in memory, ${profilesOf(many)}`, cost(rounds)),
    atMost(`${engine}, public pages not in memory, processor time`, later, most, " ms", 2),
    fact(`${engine}, public pages not in memory ÷ their first view`, `${(later / first).toFixed(2)} ×`),
    exactly(
      `${engine}, public pages not in memory, refused or failed`,
      rounds.reduce((sum, round) => sum + round.errors, 0),
      0,
    ),
  ]
}

/** Processor time of the server per request and requests per second, all on one core. */
export async function calls(engine: string, few: Filled, many: Filled, folder: string): Promise<Figure[]> {
  const figures: Figure[] = []
  let errors = 0
  for (const call of CALLS) {
    const [small, large]: [Load[], Load[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, other] = [ask(few, call, folder), ask(many, call, folder)]
      // The first round would measure how the programs warm up.
      if (round === 0) continue
      small.push(one)
      large.push(other)
      errors += one.errors + other.errors
    }
    const ratio = median(large.map((round, at) => round.cpuMicroseconds / (small[at]?.cpuMicroseconds ?? Number.NaN)))
    figures.push(
      fact(`${engine}, ${call.name}, ${profilesOf(many)}`, cost(large)),
      ratioAtMost(`${engine}, ${call.name}, ${ratioOf(many, few)}`, ratio, call.most),
    )
  }
  // Last: by now everything has warmed up.
  figures.push(...(await notInMemory(engine, engine === "embedded" ? 1 : 0.5, many, folder)))
  return [...figures, exactly(`${engine}, refused or failed requests`, errors, 0)]
}
