// Lighthouse with its phone preset (slow network, slow processor) on every page, signed in where that is needed. It is fetched
// when asked for: it is larger than the whole product, and only this measurement needs it. Writes its table into docs/evidence/performance.md.
import { execFile } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { chromium } from "playwright-core"
import { DEMO_ADMIN, DEMO_PEOPLE } from "../../src/server/operations/demo/people.ts"
import { freePort } from "../support/free-port.ts"
import { CHROMIUM, FLAGS, GIVING_WAY, logIn, startDemo } from "./demo-site.ts"
import { BOTH_CORES, startProgram } from "./processes.ts"

const VERSION = "13.5.0"
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3)
const PAGE = new URL("../../docs/evidence/performance.md", import.meta.url)
const [START, END] = ["<!-- lighthouse: written by `npm run bench -- lighthouse` -->", "<!-- /lighthouse -->"]
const LEAST = { documents: 99, application: 95, others: 100 }
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const

const DOCUMENTS = ["/", "/about", "/contact", "/faq", "/privacy", "/terms", "/acceptable-use", "/mika", "/alejandra"]
const ENTRANCES = ["/login", "/signup"]
const CLOSED = ["/verify-email", "/report/mika"]
const FOR_OWNERS = [
  "/edit-profile",
  "/edit-profile/start",
  "/people",
  "/people/new",
  "/settings",
  "/settings/card",
  "/settings/insights",
  "/settings/profiles",
]
const FOR_ADMINS = [
  "/admin",
  "/admin?tab=system",
  "/admin?tab=cards",
  "/admin?tab=settings",
  "/admin/audit",
  "/admin/reports",
]

type SignIn = [email: string, password: string]
type Category = (typeof CATEGORIES)[number]
type Scores = Record<Category, number>
interface Row extends Scores {
  path: string
  least: number
  shift: number
  /** how quick Lighthouse found the machine to be */
  benchmarkIndex: number
  /** audits that cost points, other than of speed */
  lost: string[]
}

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** On a busy machine the browser's own recording fails now and then: that says nothing about the page. */
async function run(url: string, port: number, isClosed: boolean, attempts = 3): Promise<Report> {
  try {
    return await runOnce(url, port, isClosed)
  } catch (error) {
    if (attempts === 1) throw error
    return run(url, port, isClosed, attempts - 1)
  }
}

async function runOnce(url: string, port: number, isClosed: boolean): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    GIVING_WAY,
    [
      ...["npx", "--yes"],
      `lighthouse@${VERSION}`,
      url,
      `--port=${port}`,
      "--quiet",
      "--output=json",
      `--only-categories=${CATEGORIES.join(",")}`,
      // What needs a session, or a link of a mail, is not to be found by search engines.
      ...(isClosed ? ["--skip-audits=is-crawlable"] : []),
    ],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, CHROME_PATH: CHROMIUM } },
  )
  return JSON.parse(stdout) as Report
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function judge(origin: string, path: string, port: number, isClosed: boolean, least: number): Promise<Row> {
  const reports: Report[] = []
  for (let n = 0; n < RUNS; n++) reports.push(await run(origin + path, port, isClosed))
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [
      category,
      Math.min(...reports.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100))),
    ]),
  ) as Scores
  const [last] = reports
  const lost = CATEGORIES.slice(1).flatMap((category) =>
    (last?.categories[category].auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (last?.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  const shift = Math.max(...reports.map(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? 0))
  const benchmarkIndex = median(reports.map(({ environment }) => environment.benchmarkIndex))
  const row = { path, ...scores, least, shift, benchmarkIndex, lost }
  process.stdout.write(`${line(row)}\n`)
  return row
}

const line = ({ path, shift, lost, ...scores }: Row, isBusy = false): string =>
  `| ${path} | ${CATEGORIES.map((category) => (isBusy && category === "performance" ? "–" : scores[category])).join(" | ")} | ${shift.toFixed(3)} |${lost.length > 0 ? ` ${lost.join(", ")} |` : " |"}`

/** Others' work makes a page look slow: on a busy machine nothing is said of speed. */
function write(rows: Row[], isBusy: boolean): void {
  const day = new Date().toISOString().slice(0, 10)
  const table = [
    START,
    "## Lighthouse",
    "",
    `Version ${VERSION}, phone preset, ${RUNS === 1 ? "one run" : `the lowest of ${RUNS} runs`} per page, on ${day} with ${cpus().length} cores. Pages with a session`,
    "are measured signed in, as people of the demo; indexing is checked only on pages for search engines. CLS is the largest",
    `of the runs. The machine's speed according to Lighthouse (benchmarkIndex, median): ${Math.round(median(rows.map(({ benchmarkIndex }) => benchmarkIndex)))}.${isBusy ? " The machine was busy, so speed was not measured." : ""}`,
    "",
    "| Page | Performance | Accessibility | Best practices | SEO | CLS | Lost points |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => line(row, isBusy)),
    END,
  ].join("\n")
  const page = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "# Performance\n"
  const [from, to] = [page.indexOf(START), page.indexOf(END)]
  writeFileSync(PAGE, from < 0 ? `${page}\n${table}\n` : page.slice(0, from) + table + page.slice(to + END.length))
}

/** Leaves a session in the browser's folder. */
async function signInto(folder: string, origin: string, [email, password]: SignIn): Promise<void> {
  const context = await chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: FLAGS })
  try {
    await logIn(await context.newPage(), origin, email, password)
  } finally {
    await context.close()
  }
}

/**
 * A browser that only Lighthouse drives, because every other client slows the page down. Lighthouse empties the cache before
 * each run, and leaves the session where it is.
 */
async function withBrowser<T>(
  folder: string,
  origin: string,
  signIn: SignIn | null,
  use: (port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const profile = join(folder, `browser-${port}`)
  if (signIn !== null) await signInto(profile, origin, signIn)
  const { child } = await startProgram(
    [
      CHROMIUM,
      ...FLAGS,
      "--headless=new",
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
      "about:blank",
    ],
    {},
    (output) => /DevTools listening/.exec(output)?.[0],
    BOTH_CORES,
  )
  try {
    return await use(port)
  } finally {
    const ended = once(child, "exit")
    await closeBrowser(port)
    await ended
  }
}

/** Debian's chromium-headless-shell is a script, and the browser outlives it. */
async function closeBrowser(port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  await (await browser.newBrowserCDPSession()).send("Browser.close")
}

/** @param folder for the server's data and the browsers' @param missed told of each score that is too low */
export async function lighthouse(folder: string, missed: (what: string) => void): Promise<void> {
  const { origin, password } = await startDemo(join(folder, "lighthouse"))
  const isBusy = (loadavg()[0] ?? 0) > cpus().length
  const rows: Row[] = []
  const parts: [email: string | null, paths: string[], isClosed: boolean, least: number][] = [
    [null, DOCUMENTS, false, LEAST.documents],
    [null, ENTRANCES, false, LEAST.application],
    [null, CLOSED, true, LEAST.application],
    [DEMO_PEOPLE[0]?.email ?? "", FOR_OWNERS, true, LEAST.application],
    [DEMO_ADMIN.email, FOR_ADMINS, true, LEAST.application],
  ]
  for (const [email, paths, isClosed, least] of parts)
    await withBrowser(folder, origin, email === null ? null : [email, password], async (port) => {
      for (const path of paths) rows.push(await judge(origin, path, port, isClosed, least))
    })
  write(rows, isBusy)
  for (const { path, least, ...scores } of rows)
    for (const category of CATEGORIES)
      if (
        !(isBusy && category === "performance") &&
        scores[category] < (category === "performance" ? least : LEAST.others)
      )
        missed(`${path} ${category} ${scores[category]}`)
}
