// Keeps the figures of docs/scale.md equal to the measured ones (docs/evidence/performance.md) and what follows from them: compares, or
// writes with --write, as `npm run bench` does after it measured.
import { readFileSync, writeFileSync } from "node:fs"

const MEASURED = "docs/evidence/performance.md"
const PAGE = "docs/scale.md"

/** What a visitor, an owner and a card do. The page says so, too. */
const TAPS_PER_CARD_AND_DAY = 3 / 7
const VISITS_PER_TAP = 1
const CONTACTS_PER_TAP = 0.5
const SIGN_INS_PER_CARD_AND_DAY = 1 / 30
const SAVES_PER_CARD_AND_DAY = 1 / 30
const BUSIEST_HOUR = 10
const DAY_S = 86_400

/** Bytes on PostgreSQL with all indexes, counted with 50 000 people and 500 000 taps; a photo is two files. */
const PERSON_BYTES = 1_050
const CARD_BYTES = 590
const TAP_BYTES = 200
const PHOTO_BYTES = 100_000

const CORE_IN_USE = 0.7
const SIZES = [1_000, 100_000, 1_000_000, 10_000_000]
const VISITS_OF_TEN_MILLION = 10_000

const rows = readFileSync(MEASURED, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, name = "", what = "", , figure = ""]) => ({ name, what, figure }))

/** The figure of the measurement whose name matches; of several, the one with the most profiles. */
function measured(name: string, what: RegExp): { figure: string; profiles: number } {
  const found = rows
    .filter((row) => row.name === name && what.test(row.what))
    .map(({ what, figure }) => ({
      figure,
      profiles: Number(/([\d ]+) profiles/.exec(what)?.[1]?.replaceAll(" ", "") ?? 0),
    }))
    .sort((a, b) => b.profiles - a.profiles)[0]
  if (found === undefined) throw new Error(`${MEASURED} has no "${name}" that matches ${what}`)
  return found
}

const number = (text: string): number => Number(/^[\d.]+/.exec(text)?.[0])
const grouped = (value: number): string => Math.round(value).toLocaleString("en").replaceAll(",", " ")
const rounded = (value: number): string => (value >= 100 ? grouped(value) : String(Number(value.toPrecision(2))))

const COSTS: [what: string, row: string][] = [
  ["page from memory", "public page, from memory"],
  ["page that is not in memory", "public pages not in memory"],
  ["profile as JSON", "profile as JSON"],
  ["own account and profile", "the caller's account and profile"],
  ["saving a profile", "saving a profile"],
  ["tap on a card", "tap on a card"],
  ["sign-in", "sign-in"],
]

const ofEngine = (engine: string, row: string) =>
  measured("many-people", new RegExp(`^${engine}, ${row}, [\\d ]+ profiles$`))
/** Microseconds of processor time. */
const cost = (engine: string, row: string): number => number(ofEngine(engine, row).figure)

function costs(): string[] {
  const { profiles } = ofEngine("embedded", "sign-in")
  const others = ofEngine("PostgreSQL", "sign-in").profiles
  return [
    `| | embedded, ${grouped(profiles)} profiles | per core and second | PostgreSQL, ${grouped(others)} profiles | per core and second |`,
    "| --- | --- | --- | --- | --- |",
    ...COSTS.map(([what, row]) => {
      const [embedded, server] = [cost("embedded", row), cost("PostgreSQL", row)]
      return `| ${what} | ${grouped(embedded)} µs | ${rounded(1e6 / embedded)} | ${grouped(server)} µs | ${rounded(1e6 / server)} |`
    }),
  ]
}

interface Load {
  taps: number
  visits: number
  contacts: number
  signIns: number
  saves: number
}

/** Per second, in the busiest hour. */
function busiest(cards: number): Load {
  const perS = (perDay: number) => (cards * perDay * BUSIEST_HOUR) / DAY_S
  const taps = perS(TAPS_PER_CARD_AND_DAY)
  return {
    taps,
    visits: taps * VISITS_PER_TAP,
    contacts: taps * CONTACTS_PER_TAP,
    signIns: perS(SIGN_INS_PER_CARD_AND_DAY),
    saves: perS(SAVES_PER_CARD_AND_DAY),
  }
}

const simulated = (profiles: number): boolean =>
  rows.some(({ name, what }) => name === "page-memory" && what.includes(`: ${grouped(profiles)} profiles,`))

/** Of the simulation with the most visits, in one process. More profiles than in any simulation have the share of the largest. */
function inMemory(wanted: number): number {
  const profiles = SIZES.filter((size) => size <= wanted && simulated(size)).at(-1) ?? 0
  return shareOf(profiles)
}

const shareOf = (profiles: number): number =>
  number(
    measured("page-memory", new RegExp(`: ${grouped(profiles)} profiles, 1000 visits a second, 1 process$`)).figure,
  ) / 100

/** Microseconds per visit. */
function visitCost(profiles: number): number {
  const share = inMemory(profiles)
  const missed = cost("PostgreSQL", "public pages not in memory")
  return share * cost("PostgreSQL", "public page, from memory") + (1 - share) * missed
}

function cores(cards: number): number {
  const { taps, visits, contacts, signIns, saves } = busiest(cards)
  const busyUs =
    taps * cost("PostgreSQL", "tap on a card") +
    visits * visitCost(cards) +
    contacts * cost("PostgreSQL", "profile as JSON") +
    signIns * cost("PostgreSQL", "sign-in") +
    saves * cost("PostgreSQL", "saving a profile")
  return busyUs / 1e6 / CORE_IN_USE
}

const gigabytes = (bytes: number): string => `${rounded(bytes / 1e9)} GB`

function needs(): string[] {
  const line = (what: string, of: (cards: number) => string) => `| ${what} | ${SIZES.map(of).join(" | ")} |`
  const tapsPerYear = (cards: number) => cards * TAPS_PER_CARD_AND_DAY * 365
  return [
    line("", (cards) => `${grouped(cards)} cards`),
    `| --- ${"| --- ".repeat(SIZES.length)}|`,
    line("taps per second, average and busiest hour", (cards) => {
      const { taps } = busiest(cards)
      return `${rounded(taps / BUSIEST_HOUR)}, ${rounded(taps)}`
    }),
    line("sign-ins per second, busiest hour", (cards) => rounded(busiest(cards).signIns)),
    line("pages found in memory", (cards) => `${rounded(100 * inMemory(cards))} %`),
    line("processor cores for the busiest hour, 70 % in use", (cards) =>
      cores(cards) < 0.1 ? "less than 0.1" : rounded(cores(cards)),
    ),
    line("tap rows per year", (cards) => `${rounded(tapsPerYear(cards) / 1e6)} million`),
    line("database with a year of taps", (cards) =>
      gigabytes(cards * (PERSON_BYTES + CARD_BYTES) + tapsPerYear(cards) * TAP_BYTES),
    ),
    line("photos", (cards) => gigabytes(cards * PHOTO_BYTES)),
  ]
}

function tenMillion(): string[] {
  const profiles = 10_000_000
  const share = inMemory(profiles)
  const [hit, miss] = [cost("PostgreSQL", "public page, from memory"), cost("PostgreSQL", "public pages not in memory")]
  const hits = (VISITS_OF_TEN_MILLION * share * hit) / 1e6
  const misses = (VISITS_OF_TEN_MILLION * (1 - share) * miss) / 1e6
  return [
    `| ${grouped(VISITS_OF_TEN_MILLION)} visits a second of ten million profiles | share | each | cores |`,
    "| --- | --- | --- | --- |",
    `| from memory | ${rounded(100 * share)} % | ${grouped(hit)} µs | ${rounded(hits)} |`,
    `| not in memory | ${rounded(100 * (1 - share))} % | ${grouped(miss)} µs | ${rounded(misses)} |`,
    `| together, with 70 % of each core in use | | | ${rounded((hits + misses) / CORE_IN_USE)} |`,
  ]
}

function memory(): string[] {
  const shares = (profiles: number, processes: string) =>
    [10, 100, 1_000].map((visits) =>
      number(
        measured("page-memory", new RegExp(`: ${grouped(profiles)} profiles, ${visits} visits a second, ${processes}$`))
          .figure,
      ),
    )
  return [
    "| Profiles | Visits per second | In memory, 1 process | In memory, 4 processes |",
    "| --- | --- | --- | --- |",
    ...SIZES.filter(simulated).map(
      (profiles) =>
        `| ${grouped(profiles)} | 10, 100, 1 000 | ${shares(profiles, "1 process").join(", ")} % | ${shares(profiles, "4 processes").join(", ")} % |`,
    ),
  ]
}

const BLOCKS = { costs, needs, memory, "ten-million": tenMillion }

/** @returns the page with its figures as they are measured now */
function wanted(page: string): string {
  return Object.entries(BLOCKS).reduce((text, [name, lines]) => {
    const start = `<!-- ${name}: written by scripts/scale-page.ts -->`
    const [before, rest] = text.split(start)
    const end = `<!-- /${name} -->`
    const after = rest?.split(end)[1]
    if (before === undefined || after === undefined) throw new Error(`${PAGE} lacks the lines ${start} and ${end}`)
    return `${before}${start}\n${lines().join("\n")}\n${end}${after}`
  }, page)
}

const page = readFileSync(PAGE, "utf8")
const made = wanted(page)
if (process.argv.includes("--write")) writeFileSync(PAGE, made)
else if (page !== made) {
  process.stderr.write(`${PAGE} is stale; run node_modules/.bin/node scripts/scale-page.ts --write\n`)
  process.exit(1)
}
