// What visitors and owners show each other, on a phone whose owner reads at 200 %: 375 pixels become 188. WCAG asks for 320.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { settled } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person } from "../support/visitors.ts"

const WIDTHS = [188, 256, 320]
const ANNA = person("anna", "Anna Lindqvist")

const FIELDS = {
  full_name: "Anna Lindqvist",
  job_title: "Landscape architect",
  business_name: "Lindqvist & Moreau",
  business_phone: "(212) 555-0142",
  email: "anna.lindqvist@landscapes.example",
  address: "48 Pier Road, Sausalito, CA 94965",
  social_media: { instagram: "https://instagram.com/anna", website: "https://landscapes.example/anna-lindqvist" },
}

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, ANNA)
  await visit(browser, server, async (page) => {
    await openAs(page, ANNA, "/anna")
    const status = await page.evaluate(async (fields) => {
      const { access_token } = JSON.parse(localStorage.getItem("meishi-session") ?? "{}")
      const headers = { "content-type": "application/json", authorization: `Bearer ${access_token}` }
      return (await fetch("/api/profile", { method: "PUT", headers, body: JSON.stringify(fields) })).status
    }, FIELDS)
    expect(status).toBe(200)
  })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** At each width: sideways scrolling, of the page or of a part that has not asked for it, and what reaches beyond the edge of the screen. */
async function cutOff(page: Page, name: string, widths = WIDTHS): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 406 })
    await settled(page)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/zoom-${name}-${width}.png`, fullPage: true })
    const lines = await page.evaluate(() => {
      const shown = [
        ...document.body.querySelectorAll<HTMLElement>("a, button, input, select, [role=img], h1, h2, h3, p"),
      ]
      const beyond = shown.filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return element.checkVisibility() && width > 1 && (left < -0.5 || right > innerWidth + 0.5)
      })
      const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []
      return [...wide, ...beyond.map(({ tagName, textContent, ariaLabel }) => `${tagName} ${ariaLabel ?? textContent}`)]
    })
    found.push(...lines.map((line) => `${name}, ${width} px: ${line}`))
  }
  return found
}

test("nothing of a card is cut off for its visitors, or for its owner", async () => {
  await visit(browser, server, async (page) => {
    await page.goto("/anna")
    await page.getByRole("link", { name: "Login" }).first().waitFor()
    expect.soft(await cutOff(page, "visitor")).toEqual([])
    await page.getByRole("link", { name: "Leave your info" }).click()
    await page.getByRole("textbox", { name: "Name" }).waitFor()
    expect.soft(await cutOff(page, "exchange")).toEqual([])
    await openAs(page, ANNA, "/anna")
    await page.getByRole("link", { name: "Show my card" }).waitFor()
    expect.soft(await cutOff(page, "owner")).toEqual([])
  })
})

test("nothing of the share dialog is cut off", async () => {
  await visit(browser, { ...server, width: 188 }, async (page) => {
    await openAs(page, ANNA, "/anna")
    await page.getByRole("button", { name: "QR code and link" }).click()
    for (const [tab, said] of [
      ["QR Code", "Scan to view"],
      ["Link", "Copy Link"],
      ["More", "Lock screen"],
      ["Offline contact", "Scan to save"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click()
      await page.getByRole("tabpanel").getByText(said).waitFor()
      expect.soft(await cutOff(page, `share ${tab}`)).toEqual([])
    }
  })
})

test("nothing of the hand-over screen is cut off", async () => {
  await visit(browser, server, async (page) => {
    await openAs(page, ANNA, "/settings/card")
    await page.getByText("Scan to view Anna Lindqvist's profile").waitFor()
    expect.soft(await cutOff(page, "hand-over")).toEqual([])
    await page.getByRole("tab", { name: "Offline contact" }).click()
    await page.getByText("Scan to save the contact").waitFor()
    expect.soft(await cutOff(page, "hand-over contact")).toEqual([])
  })
})

test("nothing of the list of people is cut off", async () => {
  await visit(browser, server, async (page) => {
    await openAs(page, ANNA, "/people/new")
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace")
    await page.getByRole("button", { name: "Save Person" }).click()
    await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor()
    await page.goto("/people")
    await page.getByRole("link", { name: "Import" }).waitFor()
    expect.soft(await cutOff(page, "people", [256, 320])).toEqual([])
  })
})
