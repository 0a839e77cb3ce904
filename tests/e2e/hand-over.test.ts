// The screen to hand over a card: reached with one touch, scanned upright and turned, without a header, awake, at once.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { scan } from "../support/scan.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person } from "../support/visitors.ts"

const ANNA = person("anna", "Anna Lindqvist")
const VISITOR = person("vera", "Vera Visitor")

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, ANNA)
  await confirmedAccount(server, VISITOR)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const code = (page: Page) => page.getByRole("img", { name: /^QR code/ })

async function open(page: Page): Promise<void> {
  await openAs(page, ANNA, "/settings/card")
  await page.getByText("Scan to view Anna Lindqvist's profile").waitFor()
}

const onScreen = async (page: Page) => scan(await page.screenshot())

/** A finger that moves across the screen. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] })
  await touch("touchStart", from)
  await touch("touchMove", to)
  await touch("touchEnd")
}

describe("your own page", () => {
  test("has Show my card as its loud button, and Save Contact in quieter colors", async () => {
    await visit(browser, server, async (page) => {
      await openAs(page, ANNA, "/anna")
      const show = page.getByRole("link", { name: "Show my card" })
      await show.waitFor()
      const save = page.getByRole("link", { name: "Save Contact", exact: true })
      const ground = (of: typeof show) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
      const sheet = await page.getByRole("article").evaluate((element) => getComputedStyle(element).backgroundColor)
      await expect.poll(() => ground(save)).toBe(sheet)
      expect(await ground(show)).not.toBe(sheet)
      await page.getByRole("button", { name: "Share Profile" }).waitFor()
      await show.click()
      await page.getByText("Scan to view Anna Lindqvist's profile").waitFor()
    })
  })

  test("shows no such button to others, and Save Contact stays loud", async () => {
    await visit(browser, server, async (page) => {
      await openAs(page, VISITOR, "/anna")
      await page.getByRole("button", { name: "Account" }).click()
      const first = page.getByRole("menuitem").first()
      await first.waitFor()
      await expect.poll(() => first.textContent()).toBe("Show my card")
      expect(await page.getByRole("link", { name: "Show my card" }).count()).toBe(0)
      const save = page.getByRole("link", { name: "Save Contact", exact: true })
      const sheet = await page.getByRole("article").evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(await save.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(sheet)
    })
  })
})

describe("the hand-over screen", () => {
  test("fits on a phone without scrolling, whatever its code holds", async () => {
    await visit(browser, { ...server, width: 375 }, async (page) => {
      await openAs(page, ANNA, "/edit-profile")
      await page.getByLabel("Job Title").fill("Botanist")
      await page.getByRole("button", { name: "Save Changes" }).click()
      await page.waitForURL("**/anna")
      await page.goto("/settings/card")
      await page.getByText("Botanist").waitFor()
      for (const [width, height] of [
        [360, 700],
        [375, 700],
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const side of ["Offline contact", "Profile"]) {
          await page.getByRole("tab", { name: side }).click()
          await settled(page)
          const { bottom, scrolled } = await page.getByRole("tablist").evaluate((list) => ({
            bottom: list.getBoundingClientRect().bottom + scrollY,
            scrolled: scrollY,
          }))
          expect(bottom, `${side} at ${width} × ${height}, scrolled by ${scrolled}`).toBeLessThanOrEqual(height)
        }
      }
    })
  })

  test("shows nothing but the card, and a code of at least 280 px on the smallest phone", async () => {
    await visit(browser, { ...server, width: 320 }, async (page) => {
      await open(page)
      expect(await page.getByRole("banner").count()).toBe(0)
      await expect.poll(async () => (await code(page).boundingBox())?.width).toBeGreaterThanOrEqual(280)
      expect(await faultsOf(page, "hand-over", { widths: [320, 375, 1280] })).toEqual([])
    })
  })

  test.each([375, 1280])("is scanned from the screen at %i px, upright and turned", async (width) => {
    await visit(browser, { ...server, width }, async (page) => {
      await open(page)
      const link = `${server.origin}/anna`
      await expect.poll(() => onScreen(page)).toEqual([link])
      await page.getByRole("button", { name: "Rotate" }).click()
      await settled(page)
      await expect.poll(() => onScreen(page)).toEqual([link])
      await page.getByRole("tab", { name: "Offline contact" }).click()
      await page.getByText("Scan to save the contact").waitFor()
      await settled(page)
      await expect.poll(async () => (await onScreen(page))[0]).toContain("FN:Anna Lindqvist")
      await page.getByRole("button", { name: "Rotate" }).click()
      await settled(page)
      await expect.poll(async () => (await onScreen(page))[0]).toContain("FN:Anna Lindqvist")
    })
  })

  test("goes to the offline contact and back with a swipe or the arrow keys, and closes with Escape", async () => {
    await visit(browser, server, async (page) => {
      await open(page)
      const isOpen = (name: string) => page.getByRole("tab", { name, selected: true }).waitFor()
      await swipe(page, 300, 100)
      await isOpen("Offline contact")
      await swipe(page, 100, 300)
      await isOpen("Profile")
      await page.keyboard.press("ArrowRight")
      await isOpen("Offline contact")
      await page.keyboard.press("ArrowLeft")
      await isOpen("Profile")
      await page.keyboard.press("Escape")
      await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
    })
  })

  test("moves the focus and the choice together, from the last side to the first", async () => {
    await visit(browser, server, async (page) => {
      await open(page)
      const chosen = () => page.getByRole("tab", { selected: true }).textContent()
      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      await page.getByRole("tab", { name: "Profile" }).focus()
      for (const [key, name] of [
        ["ArrowRight", "Offline contact"],
        ["ArrowRight", "Profile"],
        ["ArrowLeft", "Offline contact"],
        ["ArrowLeft", "Profile"],
        ["End", "Offline contact"],
        ["Home", "Profile"],
      ] as const) {
        await page.keyboard.press(key)
        await expect.poll(async () => [key, await chosen(), await focused()]).toEqual([key, name, name])
      }
      await page.getByRole("link", { name: "Close" }).focus()
      for (const name of ["Offline contact", "Profile"]) {
        await page.keyboard.press("ArrowRight")
        await expect.poll(chosen).toBe(name)
      }
    })
  })

  test("shows of your work what your page shows", async () => {
    await visit(browser, server, async (page) => {
      await open(page)
      const change = (fields: object) =>
        page.evaluate(async (changed) => {
          const session = JSON.parse(localStorage.getItem("meishi-session") ?? "{}")
          const headers = { "content-type": "application/json", authorization: `Bearer ${session.access_token}` }
          const body = JSON.stringify({ full_name: "Anna Lindqvist", ...changed })
          return (await fetch("/api/profile", { method: "PUT", headers, body })).status
        }, fields)
      const work = { job_title: "Botanist", business_name: "Linnaea" }
      expect(await change({ ...work, field_visibility: { job_title: "none" } })).toBe(200)
      await page.reload()
      await page.getByText("Linnaea", { exact: true }).waitFor()
      expect(await page.getByText("Botanist", { exact: false }).count()).toBe(0)
      expect(await change({ job_title: "", business_name: "", field_visibility: {} })).toBe(200)
    })
  })

  test("turns when the phone is tipped toward the other person, and back", async () => {
    await visit(browser, server, async (page) => {
      await open(page)
      const tip = (beta: number) =>
        page.evaluate((beta) => dispatchEvent(new DeviceOrientationEvent("deviceorientation", { beta })), beta)
      const isTurned = () => page.getByRole("button", { name: "Rotate" }).getAttribute("aria-pressed")
      await tip(40)
      expect(await isTurned()).toBe("false")
      await tip(-35)
      await expect.poll(isTurned).toBe("true")
      // Flat on the table it stays as it is.
      await tip(0)
      expect(await isTurned()).toBe("true")
      await tip(35)
      await expect.poll(isTurned).toBe("false")
    })
  })

  test("keeps the screen awake: asks again after a refusal and when the tab is shown again, and lets go at the end", async () => {
    await visit(browser, server, async (page) => {
      await page.addInitScript(() => {
        const lock = { asked: 0, held: 0, isRefused: true }
        const request = async () => {
          lock.asked += 1
          if (lock.isRefused) throw new DOMException("low battery", "NotAllowedError")
          lock.held += 1
          const release = async () => {
            lock.held -= 1
          }
          const sentinel = { released: false, release }
          Object.assign(window, { sentinel })
          return sentinel
        }
        Object.defineProperty(navigator, "wakeLock", { value: { request } })
        Object.assign(window, { lock })
      })
      await open(page)
      const lock = () => page.evaluate<{ asked: number; held: number; isRefused: boolean }>("window.lock")
      await expect.poll(lock).toEqual({ asked: 1, held: 0, isRefused: true })
      await page.evaluate("window.lock.isRefused = false")
      await page.getByRole("heading", { name: "My Card" }).dispatchEvent("pointerdown")
      await expect.poll(lock).toEqual({ asked: 2, held: 1, isRefused: false })
      // The device takes it away while the tab is hidden.
      await page.evaluate("window.sentinel.released = true; window.lock.held = 0")
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
      await expect.poll(lock).toEqual({ asked: 3, held: 1, isRefused: false })
      await page.keyboard.press("Escape")
      await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
      await expect.poll(async () => (await lock()).held).toBe(0)
    })
  })

  test("paints the card before the application runs, once it was shown here", async () => {
    await visit(browser, { ...server, expected: [/ERR_FAILED/] }, async (page) => {
      await open(page)
      await page.getByText("Saved on this device").waitFor()
      await page.evaluate(async () => {
        for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
      })
      await page.route("**/assets/*.js", (route) => route.abort())
      await page.goto("/settings/card")
      await page.locator("[data-kept] svg[role=img]").waitFor()
      await expect.poll(() => onScreen(page)).toEqual([`${server.origin}/anna`])
      // That no script came is of no interest here, and would cover the card.
      await page.locator(".late").waitFor({ state: "attached" })
      expect(await page.locator(".late").isVisible()).toBe(false)
    })
  })
})

test("the home screen icon opens the card", async () => {
  const manifest = (await (await fetch(`${server.origin}/manifest.webmanifest`)).json()) as Record<string, unknown>
  expect(manifest).toMatchObject({
    start_url: "/settings/card",
    display: "standalone",
    shortcuts: [{ name: "Show my card", url: "/settings/card" }, { url: "/edit-profile" }],
  })
})
