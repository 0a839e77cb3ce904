// `npm run dev`: a change of a page reaches the browser by itself, a change of the server restarts it.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { freePort } from "../support/free-port.ts"

const SOURCES = ["src", "public", "scripts", "runtime", "package.json", "package-lock.json", "tsconfig.json"]
const CONFIGS = ["vite.config.ts", "react-router.config.ts"]
/** A first start prepares every package for the browser. */
const START = { timeout: 60_000 }

let copy = ""
let origin = ""
let browser: Browser
let program: ReturnType<typeof spawn>
let output = ""

const read = (path: string) => fetch(origin + path).then((answer) => answer.text(), String)

/** As editors do: a new file takes the name of the old one. */
async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(copy, file), "utf8")
  expect(text, file).toContain(from)
  await writeFile(join(copy, `${file}~`), text.replace(from, to))
  await rename(join(copy, `${file}~`), join(copy, file))
}

/** Marks the document, so that one that was loaded again can be told from one that was changed. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSame: true }))
const isSame = (page: Page) => page.evaluate(() => "isSame" in window)

beforeAll(async () => {
  // On the same disk, so that the packages need no place of their own.
  await mkdir("build", { recursive: true })
  copy = await mkdtemp(join(process.cwd(), "build", "dev-"))
  for (const each of [...SOURCES, ...CONFIGS]) await cp(each, join(copy, each), { recursive: true, filter: isSource })
  execFileSync("cp", ["-al", "node_modules", copy])
  await rm(join(copy, "node_modules", ".vite"), { recursive: true, force: true })
  const port = await freePort()
  origin = `http://localhost:${port}`
  const env = { ...process.env, PORT: String(port), PUBLIC_ORIGIN: origin, DATA_DIR: join(copy, "data") }
  program = spawn(process.execPath, ["scripts/run.mjs", "dev"], { cwd: copy, env, stdio: ["ignore", "pipe", "pipe"] })
  for (const stream of [program.stdout, program.stderr]) stream?.on("data", (chunk) => (output += chunk))
  await vi.waitFor(() => expect(output).toContain('"event":"listening"'), START)
  browser = await launch()
  // Packages are prepared while the first page asks for them, which may load it once more.
  const first = await browser.newPage()
  await first.goto(`${origin}/login`, START)
  await first.waitForLoadState("networkidle", START)
  await first.close()
}, 180_000)

afterAll(async () => {
  await browser?.close()
  const ended = program.exitCode === null ? once(program, "exit") : undefined
  program.kill("SIGTERM")
  await ended
  await rm(copy, { recursive: true, force: true })
})

const isSource = (path: string) => !path.includes(".test.") && !/[\\/]runtime[\\/]node_modules/.test(path)

test("a screen of the application shows a change of its source without being loaded again", async () => {
  await visit(browser, { origin }, async (page) => {
    await page.goto("/login")
    await page.waitForLoadState("networkidle")
    await mark(page)
    await change("src/web/app/login/login.tsx", "Don't have an account?", "New here?")
    await page.getByText("New here?").waitFor()
    expect(await isSame(page)).toBe(true)
  })
})

test("a document shows a change of its source", async () => {
  await visit(browser, { origin }, async (page) => {
    await page.goto("/faq")
    await mark(page)
    await change("src/web/documents/faq.tsx", "Quick answers", "The changed answers")
    await page.getByText("The changed answers").waitFor()
    expect(await isSame(page)).toBe(false)
  })
})

test("the server restarts after a change of its source", async () => {
  expect(await read("/robots.txt")).toContain("User-agent: *")
  await change("src/server/delivery/pages/site-files.ts", '"User-agent: *"', '"User-agent: everyone"')
  await expect.poll(() => read("/robots.txt"), START).toContain("User-agent: everyone")
}, 90_000)

test("the server comes back when a mistake in its source is corrected", async () => {
  const file = "src/server/delivery/pages/site-files.ts"
  await change(file, '"User-agent: everyone"', '"User-agent: "everyone"')
  await expect.poll(() => output, START).toContain("start.failed")
  await change(file, '"User-agent: "everyone"', '"User-agent: *"')
  await expect.poll(() => read("/robots.txt"), START).toContain("User-agent: *")
}, 150_000)
