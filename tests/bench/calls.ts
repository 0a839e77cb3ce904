// What the program does most, with few and with many people in its database: pages, reads, writes, taps and sign-ins.
import { exactly, type Figure, fact, ratioAtMost } from "../support/figures.ts"
import { cardId, type Filled } from "./filled.ts"
import { BROWSER } from "./fixed.ts"
import { type Load, load, median } from "./wrk.ts"

const SECONDS = 2
const ROUNDS = 3
/** Below the limit per account: a right password is counted until it has been found right. */
const SIGN_INS_AT_ONCE = 4

interface Call {
  name: string
  /** what it may cost among 100 000 profiles, by what it costs among 1 000; null: without a target */
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

/** Pages that were never asked for: read, rendered, compressed. Only among many are there enough. */
function neverAsked(engine: string, many: Filled, folder: string): Figure {
  const script = `${LUA} request = function() return wrk.format("GET", "/person_" .. (shown() + 2000)) end`
  const { cpuMicroseconds, requestsPerS } = load(
    { pid: many.pid, url: many.origin, headers: BROWSER, script },
    SECONDS,
    folder,
  )
  return fact(
    `${engine}, public pages not in memory, 100 000 profiles`,
    `${Math.round(cpuMicroseconds)} µs, ${Math.round(requestsPerS)}/s`,
  )
}

/** Processor time of the server per request and requests per second, all on one core. */
export function calls(engine: string, few: Filled, many: Filled, folder: string): Figure[] {
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
      fact(`${engine}, ${call.name}, 100 000 profiles`, cost(large)),
      ratioAtMost(`${engine}, ${call.name}, 100 000 ÷ 1 000 profiles`, ratio, call.most),
    )
  }
  // Last: by now everything has warmed up.
  figures.push(neverAsked(engine, many, folder))
  return [...figures, exactly(`${engine}, refused or failed requests`, errors, 0)]
}
