// Every address of the product: judged by axe on a phone and a wide screen, by day and by night; at 320 px in forced colors; at
// once and at 200 %. Nothing is lost, nothing moves by itself, what can be pressed can be seen, and what the application has made
// of the HTML is still valid. What opens on these pages (dialogs, menus) is judged in the stories of its subject.
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import routes from "../../src/web/routes.ts"
import { FOR_MEMBERS, FOR_VISITORS } from "../support/addresses.ts"
import { launch } from "../support/browser.ts"
import { unmarkedFocus, unseenControls } from "../support/controls.ts"
import { htmlFaults } from "../support/html-validator.ts"
import { shiftOf, watchShifts } from "../support/layout-shift.ts"
import { faultsOf } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person } from "../support/visitors.ts"

/** Of the specification of the public pages: "no layout shift > 0.05". */
const MOST_SHIFT = 0.05
/** What may still move is there by then: an island's own request, a picture. */
const SETTLED_MS = 400
const MEMBER = person("chief", "Chihiro Chief")

let server: TestServer
let browser: Browser
let session: Awaited<ReturnType<BrowserContext["storageState"]>>

beforeAll(async () => {
  server = await startSite({ ADMIN_EMAIL: MEMBER.email })
  browser = await launch()
  await confirmedAccount(server, MEMBER)
  const spam = person("spammer", "Sam Spam")
  await confirmedAccount(server, spam)
  await fetch(`${server.origin}/api/reports`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: spam.username, reason: "spam", detail: "Every day." }),
  })
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  await openAs(page, MEMBER, "/edit-profile")
  await page.getByText("Social Media Links").waitFor()
  session = await context.storageState()
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Opens one address after the other with the given look at it; what is wrong, by address. */
async function walk(
  look: Parameters<Browser["newContext"]>[0],
  judge: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [addresses, storageState] of [
    [FOR_VISITORS, undefined],
    [FOR_MEMBERS, session],
  ] as const) {
    const context = await browser.newContext({
      baseURL: server.origin,
      reducedMotion: "reduce",
      ...look,
      ...(storageState && { storageState }),
    })
    await watchShifts(context)
    const page = await context.newPage()
    for (const [path, shows] of Object.values(addresses).flat()) {
      await page.goto(path)
      await page.getByText(shows).first().waitFor()
      await page.waitForTimeout(SETTLED_MS)
      const faults = await judge(page)
      if (faults.length > 0) found[path] = faults
    }
    await context.close()
  }
  return found
}

async function shifts(page: Page): Promise<string[]> {
  const shift = await shiftOf(page)
  return shift >= 0 && shift <= MOST_SHIFT ? [] : [`moves by ${shift}`]
}

async function overflow(page: Page): Promise<string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return width > 0 ? [`is ${width} px wider than the screen`] : []
}

test("no address is left out", () => {
  interface Entry {
    path?: string
    index?: boolean
    children?: Entry[]
  }
  const pathsOf = (entry: Entry): string[] =>
    entry.children ? entry.children.flatMap(pathsOf) : [entry.index ? "/" : (entry.path ?? "")]
  const all = (routes as Entry[]).flatMap(pathsOf)
  expect(Object.keys({ ...FOR_VISITORS, ...FOR_MEMBERS }).toSorted()).toEqual(all.toSorted())
})

test("no address has an accessibility fault, in light or in dark", { timeout: 240_000 }, async () => {
  expect(await walk({}, (page) => faultsOf(page, new URL(page.url()).pathname))).toEqual({})
})

test("at 320 px and in forced colors every control is visible, usable and valid HTML", {
  timeout: 240_000,
}, async () => {
  const look = { viewport: { width: 320, height: 640 }, forcedColors: "active" as const }
  const faults = await walk(look, async (page) => [
    ...(await shifts(page)),
    ...(await overflow(page)),
    ...(await htmlFaults(await page.content())),
    ...(await unseenControls(page)),
    ...(await unmarkedFocus(page)),
  ])
  expect(faults).toEqual({})
})

test("on a wide screen nothing shifts, and at 200 % zoom nothing is cut off", { timeout: 240_000 }, async () => {
  const look = { viewport: { width: 1280, height: 900 } }
  const faults = await walk(look, async (page) => {
    const moved = await shifts(page)
    // What zooming does to the page: half as many points for the same pixels.
    await page.setViewportSize({ width: 640, height: 450 })
    const cut = await overflow(page)
    await page.setViewportSize(look.viewport)
    return [...moved, ...cut]
  })
  expect(faults).toEqual({})
})
