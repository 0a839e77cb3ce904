// The owner's card without a network: at a fair, in a basement, on a train.
import jsQR from "jsqr"
import type { Browser, Locator, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { launch, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { readVcard } from "../support/vcard-reader.ts"
import { confirmedAccount, dialogOf, openAs, person } from "../support/visitors.ts"

const ANNA = person("anna", "Anna Lindqvist")
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError|ERR_FAILED/

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, ANNA)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** The application has replaced the screen that was painted before it. */
const started = (page: Page) => page.locator("[data-kept]").waitFor({ state: "detached" })

async function read(code: Locator): Promise<string | undefined> {
  const picture = sharp(await code.screenshot()).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

async function keep(page: Page): Promise<void> {
  await openAs(page, ANNA, "/settings/card")
  await page.getByText("Saved on this device").waitFor()
}

const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const cache = await caches.open(names[0] ?? "none")
    return (await cache.keys())
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => !path.startsWith("/assets/"))
      .sort()
  })

describe("the owner's card", () => {
  test("is shown as a code to scan, and as a contact that needs no network", async () => {
    await visit(browser, server, async (page) => {
      await keep(page)
      await page.getByText("Anna Lindqvist", { exact: true }).waitFor()
      expect(await read(page.getByRole("img", { name: /QR code/ }))).toBe(`${server.origin}/anna`)
      await page.getByRole("tab", { name: "Offline contact" }).click()
      const text = await read(page.getByRole("img", { name: "QR code for Anna Lindqvist's contact" }))
      const card = readVcard(new TextEncoder().encode(text))
      expect(card.find(({ name }) => name === "FN")?.value).toEqual(["Anna Lindqvist"])
      expect(card.find(({ name }) => name === "URL")?.value).toEqual([`${server.origin}/anna`])
    })
  })

  test("opens without its worker, which takes a phone time to start", async () => {
    await visit(browser, { origin: server.origin, expected: [NO_NETWORK] }, async (page) => {
      await keep(page)
      await page.context().setOffline(true)
      const next = await page.context().newPage()
      await next.goto("/settings/card")
      await started(next)
      const timing = "performance.getEntriesByType('navigation')[0]"
      expect(await next.evaluate(`[${timing}.workerStart, ${timing}.transferSize]`)).toEqual([0, 0])
    })
  })

  test("is kept anew each time it is shown", async () => {
    await visit(browser, server, async (page) => {
      await keep(page)
      const copy = () => page.evaluate(async () => (await caches.match("/settings/card"))?.text())
      const kept = await copy()
      await page.evaluate(async () => {
        const [name = ""] = await caches.keys()
        const cache = await caches.open(name)
        const answer = await cache.match("/settings/card")
        await cache.put("/settings/card", new Response(`${await answer?.text()}<!-- old -->`, answer))
      })
      expect(await copy()).toContain("<!-- old -->")
      await page.goto("/settings/card")
      await expect.poll(copy).toBe(kept)
    })
  })

  test.each(["/settings/card", "/settings/card?profile=anna"])(
    "at %s is cut off from a page that opened it",
    async (path) => {
      await visit(browser, { origin: server.origin, expected: [NO_NETWORK] }, async (page) => {
        await keep(page)
        await page.context().setOffline(true)
        const opener = await page.context().newPage()
        await opener.route("http://elsewhere.example/", (route) =>
          route.fulfill({ contentType: "text/html", body: "Hi" }),
        )
        await opener.goto("http://elsewhere.example/")
        const opening = page.context().waitForEvent("page")
        await opener.evaluate((url) => Object.assign(window, { card: window.open(url) }), server.origin + path)
        const card = await opening
        await expect.poll(() => opener.evaluate("window.card.closed")).toBe(true)
        expect(await card.evaluate("window.opener")).toBe(null)
        expect(await card.title()).toContain("My Card")
      })
    },
  )

  test("of a further profile opens without a network too, beside the first one", async () => {
    await visit(browser, { origin: server.origin, expected: [NO_NETWORK] }, async (page) => {
      await keep(page)
      await page.evaluate(async (key) => {
        const { access_token } = JSON.parse(localStorage.getItem(key) ?? "{}")
        const headers = { "content-type": "application/json", authorization: `Bearer ${access_token}` }
        const body = JSON.stringify({ username: "anna-choir", full_name: "Anna sings" })
        await fetch("/api/account/profiles", { method: "POST", headers, body })
      }, SESSION_KEY)
      await page.goto("/settings/card?profile=anna-choir")
      await page.getByText("Anna sings", { exact: true }).waitFor()
      await page.getByText("Saved on this device").waitFor()
      expect(await keptPages(page)).toEqual(expect.arrayContaining(["/anna", "/anna-choir", "/settings/card"]))
      await page.context().setOffline(true)
      for (const [path, name, address] of [
        ["/settings/card?profile=anna-choir", "Anna sings", "/anna-choir"],
        ["/settings/card", "Anna Lindqvist", "/anna"],
      ] as const) {
        await page.goto(path)
        await started(page)
        await page.getByText(name, { exact: true }).waitFor()
        expect(await read(page.getByRole("img", { name: /QR code/ }))).toBe(server.origin + address)
      }
    })
  })

  test("opens without a network, and so does the public page; other pages say that there is none", async () => {
    await visit(browser, { origin: server.origin, expected: [NO_NETWORK] }, async (page) => {
      await keep(page)
      await page.context().setOffline(true)
      await page.goto("/settings/card")
      await started(page)
      await page.getByText("Anna Lindqvist", { exact: true }).waitFor()
      expect(await read(page.getByRole("img", { name: /QR code/ }))).toBe(`${server.origin}/anna`)
      await page.goto("/anna")
      await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
      await page.goto("/about")
      await page.getByRole("heading", { name: "You're offline" }).waitFor()
      expect(new URL(page.url()).pathname).toBe("/about")
      expect(await faultsOf(page, "offline")).toEqual([])
      await page.getByRole("link", { name: "Show my card" }).click()
      await page.waitForURL("**/settings/card")
      await page.getByText("Anna Lindqvist", { exact: true }).waitFor()
    })
  })

  test.each([
    ["Close", (page: Page) => page.getByRole("link", { name: "Close" }).click()],
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
  ])("is closed with %s without a network, and its public page shows", async (_how, close) => {
    await visit(browser, { origin: server.origin, expected: [NO_NETWORK] }, async (page) => {
      await keep(page)
      await page.context().setOffline(true)
      await page.goto("/settings/card")
      await started(page)
      await page.getByText("Anna Lindqvist", { exact: true }).waitFor()
      await close(page)
      await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
      expect(page.url()).toBe(`${server.origin}/anna`)
    })
  })

  test("is still there when the access token has expired and there is no network", async () => {
    await visit(browser, { origin: server.origin, expected: [NO_NETWORK] }, async (page) => {
      await keep(page)
      await page.evaluate(() => {
        const key = "meishi-session"
        const session = JSON.parse(localStorage.getItem(key) ?? "")
        localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }))
      })
      await page.context().setOffline(true)
      await page.goto("/settings/card")
      await started(page)
      expect(await read(page.getByRole("img", { name: /QR code/ }))).toBe(`${server.origin}/anna`)
    })
  })

  test("leaves the device with the session", async () => {
    await visit(browser, server, async (page) => {
      await keep(page)
      expect(await keptPages(page)).toEqual(["/anna", "/settings/card"])
      await page.getByRole("link", { name: "Close" }).click()
      await page.getByRole("button", { name: "Account" }).click()
      await page.getByRole("menuitem", { name: "Logout" }).click()
      await page.getByRole("link", { name: "Login" }).first().waitFor()
      await expect.poll(() => keptPages(page)).toEqual([])
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("meishi-session"))),
      ).toEqual([])
      await page.goto("/settings/card")
      await page.waitForURL("**/login**")
    })
  })

  test("needs a signed-in user, and visitors get no service worker", async () => {
    await visit(browser, server, async (page) => {
      await page.goto("/settings/card")
      await page.waitForURL("**/login**")
      await page.goto("/anna")
      await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    })
  })
})

test("the share dialog offers the contact as a code that needs no network", async () => {
  await visit(browser, server, async (page) => {
    await openAs(page, ANNA, "/anna")
    await page.getByRole("button", { name: "QR code and link" }).click()
    await page.getByRole("tab", { name: "Offline contact" }).click()
    const code = dialogOf(page).getByRole("img", { name: "QR code for Anna Lindqvist's contact" })
    const text = await read(code)
    // Whole pixels for each module, or some readers find no code.
    const modules = Number((await code.getAttribute("viewBox"))?.split(" ")[2])
    const { width, height } = (await code.boundingBox()) ?? {}
    expect([width, height]).toEqual([modules * Math.floor(238 / modules), width])
    expect(text).toContain("BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lindqvist;Anna;;;\r\n")
  })
})
