// A browser for the tests. A page that writes an error to its console, or breaks its content security policy, fails its test.
import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { expect } from "vitest"
import { makePatient } from "./patient-page.ts"

/** The same engine without windows: half the processor time. */
const SHELL = "/usr/bin/chromium-headless-shell"
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium")
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // A process less for pages that live for a second.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

let running: Promise<Browser> | null = null

/**
 * Hunts for tests that only pass by being quick: SLOW_CPU=4 makes the pages' scripts four times as slow, SLOW_NETWORK=200 lets every
 * answer take 200 milliseconds longer.
 */
async function slowDown(page: Page): Promise<void> {
  const { SLOW_CPU, SLOW_NETWORK } = process.env
  if (!SLOW_CPU && !SLOW_NETWORK) return
  // A page may close before it is slow.
  const session = await page
    .context()
    .newCDPSession(page)
    .catch(() => null)
  const [rate, latency] = [Number(SLOW_CPU || 1), Number(SLOW_NETWORK || 0)]
  await session?.send("Emulation.setCPUThrottlingRate", { rate }).catch(() => {})
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  if (latency > 0) await session?.send("Network.emulateNetworkConditions", { ...unlimited, latency }).catch(() => {})
}

async function start(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    makePatient(context)
    context.on("page", slowDown)
    return context
  }
  return browser
}

/** One browser for all test files of this process, which ends with it. Closing it only closes what was opened in it. */
export async function launch(): Promise<Browser> {
  running ??= start()
  const browser = await running
  if (!browser.isConnected()) {
    running = null
    return launch()
  }
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  return browser
}

interface VisitOptions {
  /** origin of the server; paths are relative to it */
  origin: string
  /** 375 is a phone */
  width?: number
  dark?: boolean
  /** what the browser says of itself; by default that it has no window, which no visitor's says */
  userAgent?: string
  /** console errors that belong to the story, e.g. the browser's own line about a refused request */
  expected?: RegExp[]
}

/** Opens a fresh browser profile, runs `story` in it, and then checks that the console has no errors. */
export async function visit(
  browser: Browser,
  options: VisitOptions,
  story: (page: Page) => Promise<void>,
): Promise<void> {
  const { origin, width = 375, dark = false, userAgent, expected = [] } = options
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 700 ? 812 : 900 },
    hasTouch: width < 700,
    colorScheme: dark ? "dark" : "light",
    ...(userAgent !== undefined && { userAgent }),
    permissions: ["clipboard-read", "clipboard-write"],
  })
  // Passed as soon as the page is there: only a failure takes this long, and a machine that does much else.
  context.setDefaultTimeout(25_000)
  context.setDefaultNavigationTimeout(45_000)
  const problems: string[] = []
  context.on("console", (message) => {
    const line = `${message.text()} (${message.location().url})`
    if (message.type() === "error" && !expected.some((pattern) => pattern.test(line))) problems.push(line)
  })
  context.on("weberror", (error) => problems.push(String(error.error())))
  try {
    await story(await context.newPage())
    expect(problems, "the console stays clean").toEqual([])
  } catch (error) {
    process.stdout.write(await standOf(context, problems))
    throw error
  } finally {
    await context.close()
  }
}

/** What a failed story leaves behind: without it, a failure that does not come again says nothing. */
async function standOf(context: BrowserContext, problems: readonly string[]): Promise<string> {
  const lines = problems.map((problem) => `console: ${problem}`)
  for (const page of context.pages()) {
    const text = await page.evaluate(() => document.body.innerText).catch(String)
    lines.push(`page: ${page.url()}`, text.replaceAll(/\s+/g, " ").slice(0, 500))
  }
  return `${lines.join("\n")}\n`
}

/** From the next page on: keys and pointers are handled before React's work, which waits in this queue, as on a busy phone. */
export async function renderLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 100)
    }
  })
}

/** Lets the requests to an address wait, so that what the page shows meanwhile stands as long as it is looked at. @returns lets them go */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, (route) => promise.then(() => route.continue()))
  return resolve
}

/** The browser's own line about an answer with this status from this path. */
export const refused = (status: number, path: string): RegExp =>
  new RegExp(`status of ${status} .*${path.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&")}`)
