// Where toasts stand in a browser: at the lower edge, over no button that stays there, and behind a dialog that opens after them.
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { settled } from "../support/looks.ts"
import { photograph } from "../support/pictures.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person, signIn, toast } from "../support/visitors.ts"

let server: TestServer
let browser: Browser
const mika = person("mika")

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, mika)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const shown = (page: Page) => page.locator(".toast:not([data-leaving])")

/** Names of the buttons and links that it covers. */
async function coveredBy(page: Page, within: Locator): Promise<(string | null)[]> {
  await settled(page)
  const toast = await shown(page).elementHandle()
  return within.locator("a, button").evaluateAll((buttons, toast) => {
    const over = (toast as HTMLElement).getBoundingClientRect()
    return buttons
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top
      })
      .map((button) => button.textContent || button.getAttribute("aria-label"))
  }, toast)
}

test("on a phone a toast is above the buttons that stay at the lower edge, wherever the page is scrolled to", async () => {
  const expected = [refused(503, "/api/profile")]
  await visit(browser, { origin: server.origin, width: 375, expected }, async (page) => {
    await page.route("**/api/profile", (route) => route.fulfill({ status: 503, json: {} }))
    await openAs(page, mika, "/edit-profile")
    await page.getByLabel("Job Title").fill("Pilot")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await toast(page, "Update failed")
    const bar = page.locator("[data-bar]")
    for (const part of [0, 0.5, 0.97, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), part)
      expect(await coveredBy(page, bar)).toEqual([])
      const { y = 0, height = 0 } = (await shown(page).boundingBox()) ?? {}
      const { height: whole } = page.viewportSize() ?? { height: 0 }
      expect([y > whole / 2, y + height <= whole - 16]).toEqual([true, true])
    }
  })
})

test("a toast that is there before the buttons of a bar makes room for them", async () => {
  await visit(browser, { origin: server.origin, width: 375 }, async (page) => {
    await page.route("**/api/me", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await signIn(page, mika)
    await toast(page, "Welcome back")
    await page.getByRole("button", { name: "Save Changes" }).waitFor()
    expect(await coveredBy(page, page.locator("[data-bar]"))).toEqual([])
  })
})

test("a toast of a member covers no button of a profile, and none of the dialog that it is about", async () => {
  await visit(browser, { origin: server.origin, width: 375 }, async (page) => {
    await openAs(page, mika, "/mika")
    await page.getByRole("button", { name: "QR code and link" }).click()
    const dialog = page.getByRole("dialog", { name: "Share your profile" })
    await dialog.getByRole("tab", { name: "Link" }).click()
    await dialog.getByRole("button", { name: "Copy Link" }).click()
    await toast(page, "Profile link copied to clipboard")
    expect(await coveredBy(page, dialog)).toEqual([])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    // The card is longer than the screen.
    await page.setViewportSize({ width: 375, height: 420 })
    expect(await coveredBy(page, page.locator(".actions"))).toEqual([])
  })
})

test("a toast that a dialog finds is behind it", async () => {
  await visit(browser, { origin: server.origin, width: 375 }, async (page) => {
    await openAs(page, mika, "/edit-profile")
    const file = { name: "me.png", mimeType: "image/png", buffer: await photograph(200, 200, "png") }
    await page.getByLabel("Photo", { exact: true }).setInputFiles(file)
    await toast(page, "Image uploaded")
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByRole("dialog", { name: "Preview" }).waitFor()
    await settled(page)
    const isInFront = await shown(page).evaluate((toast) => {
      const { left, width, top, height } = toast.getBoundingClientRect()
      return toast.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isInFront).toBe(false)
  })
})

test("a finger that moves across a toast closes it", async () => {
  await visit(browser, { origin: server.origin, width: 375 }, async (page) => {
    await openAs(page, mika, "/edit-profile")
    const file = { name: "me.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") }
    await page.getByLabel("Photo", { exact: true }).setInputFiles(file)
    await toast(page, "Upload failed")
    await settled(page)
    const { x = 0, y = 0 } = (await shown(page).boundingBox()) ?? {}
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
      fingers.send("Input.dispatchTouchEvent", { type, touchPoints })
    await touch("touchStart", { x: x + 40, y: y + 20 })
    await touch("touchMove", { x: x + 40, y: y + 80 })
    await touch("touchEnd")
    await shown(page).waitFor({ state: "detached" })
  })
})

test("on a wide screen a toast covers nothing of the settings", async () => {
  await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
    await openAs(page, mika, "/settings")
    await page.getByRole("button", { name: "Sign out all other devices" }).click()
    await toast(page, "All other devices were signed out")
    await settled(page)
    const [toastBox, panel] = [
      await shown(page).boundingBox(),
      await page.locator("section", { hasText: "My Personal Link" }).last().boundingBox(),
    ]
    if (toastBox === null || panel === null) throw new Error("nothing is there")
    expect(toastBox.x + toastBox.width).toBeLessThan(panel.x)
  })
})
