// How soon your card is on the screen when you tap its icon where there is no signal: without a network, with the service worker
// stopped. Beside it, in turns, a page of one line from the same cache: what the browser itself takes.
import { join } from "node:path"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { OWN_CARD_PATH } from "../../src/domain/paths.ts"
import { DEMO_PEOPLE } from "../../src/server/operations/demo/people.ts"
import { OWN_CARD_CACHE } from "../../src/web/session/storage.ts"
import { atMost, type Figure, fact } from "../support/figures.ts"
import { CHROMIUM, FLAGS, logIn, startDemo } from "./demo-site.ts"
import { median } from "./wrk.ts"

const TURNS = 21
const LINE = `<!doctype html><meta name="viewport" content="width=device-width"><p>One line`
const KEPT = { cache: OWN_CARD_CACHE, path: OWN_CARD_PATH }

async function openSaved(page: Page, origin: string): Promise<void> {
  await page.goto(origin + OWN_CARD_PATH)
  await page.getByText("Saved on this device").waitFor()
}

const savedPage = (page: Page): Promise<string> =>
  page.evaluate(async ({ cache, path }) => {
    const saved = await (await caches.open(cache)).match(path)
    return saved?.text() ?? ""
  }, KEPT)

const replaceSaved = (page: Page, html: string): Promise<void> =>
  page.evaluate(
    async ({ cache, path, html }) => {
      const store = await caches.open(cache)
      const headers = (await store.match(path))?.headers
      await store.put(path, new Response(html, { headers }))
    },
    { ...KEPT, html },
  )

/** @returns milliseconds from the start of the navigation until text is painted */
async function painted(context: BrowserContext, page: Page, address: string): Promise<number> {
  await page.goto("about:blank")
  const browser = await context.newCDPSession(page)
  await browser.send("ServiceWorker.enable")
  await browser.send("ServiceWorker.stopAllWorkers")
  await browser.detach()
  // As when an icon is tapped: nothing else is being done.
  await page.waitForTimeout(400)
  await page.goto(address)
  const paint = "first-contentful-paint"
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, paint)
  return page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN, paint)
}

/** @param folder for the server's data */
export async function handOver(folder: string): Promise<Figure[]> {
  const { origin, password } = await startDemo(join(folder, "hand-over"))
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  try {
    const context = await browser.newContext({ viewport: { width: 375, height: 812 } })
    const page = await context.newPage()
    await logIn(page, origin, DEMO_PEOPLE[0]?.email ?? "", password)
    // The second time, the worker is there, and the screen is saved beside the data.
    await openSaved(page, origin)
    await openSaved(page, origin)
    const card = await savedPage(page)
    await context.setOffline(true)
    const [cards, lines]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < TURNS; turn++) {
      await replaceSaved(page, LINE)
      lines.push(await painted(context, page, origin + OWN_CARD_PATH))
      await replaceSaved(page, card)
      cards.push(await painted(context, page, origin + OWN_CARD_PATH))
    }
    const [ms, ratio] = [median(cards), median(cards) / median(lines)]
    return [
      fact("a page of one line from the same cache, offline, first paint", `${median(lines).toFixed(0)} ms`),
      atMost("your card from the home screen, offline, first paint", ms, 100, " ms"),
      fact("your card ÷ a page of one line", `${ratio.toFixed(2)} ×`),
    ]
  } finally {
    await browser.close()
  }
}
