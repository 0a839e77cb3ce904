// Several people at once: chosen wherever they stand in the list, or suggested as one person.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openAs, toast } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

/** Signs in as someone who has met these people; the first one is listed first. */
async function visitAs(
  names: string[],
  story: (page: Page, labels: () => Promise<{ count: number }>) => Promise<void>,
) {
  const { email, headers } = await signUpAndVerify(site)
  const send = async (path: string, init = {}) => (await fetch(site.origin + path, { headers, ...init })).json()
  for (let at = 0; at < names.length; at += 200) {
    const cards = names.slice(at, at + 200).map((name, offset) => {
      const day = new Date(Date.UTC(2026, 0, 1) - (at + offset) * 86_400_000).toISOString().slice(0, 10)
      return `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nNOTE:of ${name}\r\nX-MEISHI-MET:${day}\r\nEND:VCARD\r\n`
    })
    const typed = { ...headers, "content-type": "text/vcard" }
    await send("/api/people/imports", { method: "POST", headers: typed, body: cards.join("") })
  }
  await visit(browser, { origin: site.origin }, async (page) => {
    await openAs(page, { email, password: PASSWORD }, "/people")
    await story(page, () => send("/api/people/labels"))
  })
}

async function merge(page: Page, count: number) {
  await page.getByText(`${count} selected`).waitFor()
  await button(page, "Merge").click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Merge" }).click()
  await toast(page, "Merged into one person")
}

async function showMore(page: Page, count: number) {
  await button(page, "Show more").click()
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(count)
}

test("people found by different searches are merged", async () => {
  await visitAs(["Ada Lovelace", "Grace Hopper", "A. Lovelace"], async (page, labels) => {
    await button(page, "Select").click()
    for (const name of ["Ada Lovelace", "A. Lovelace"]) {
      await page.getByLabel("Search people").fill(name)
      await expect.poll(() => page.getByRole("checkbox").count()).toBe(1)
      await page.getByLabel(name, { exact: true }).check()
    }
    await merge(page, 2)
    expect(await labels()).toMatchObject({ count: 2 })
    // Pressed while the search loads, it opens too.
    await page.getByLabel("Search people").fill("Lovelace")
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).click()
    await page.getByText("of A. Lovelace").waitFor()
  })
})

test("what adds people stands beside the title where there is room, and below it on a phone", async () => {
  await visitAs(["Ada Lovelace"], async (page) => {
    const scan = button(page, "Scan")
    const title = page.getByRole("heading", { name: "People", exact: true })
    await scan.waitFor()
    for (const [width, isBeside] of [
      [375, false],
      [640, true],
      [1280, true],
    ] as const) {
      await page.setViewportSize({ width, height: 812 })
      const [left, right] = await Promise.all([title.boundingBox(), scan.boundingBox()])
      expect((right?.y ?? 0) < (left?.y ?? 0) + (left?.height ?? 0), `${width} px`).toBe(isBeside)
      if (!isBeside) continue
      const lead = await page.getByText("Everyone you've met").boundingBox()
      expect((lead?.y ?? 0) - (right?.y ?? 0) - (right?.height ?? 0), `${width} px`).toBeGreaterThanOrEqual(0)
      // The list stays where it is while people are chosen.
      const search = page.getByLabel("Search people")
      const before = await search.boundingBox()
      await button(page, "Select").click()
      await button(page, "Done").waitFor()
      expect((await search.boundingBox())?.y, `${width} px`).toBe(before?.y)
      await button(page, "Done").click()
    }
  })
})

test("a person who is pressed before what was typed is searched opens, though the page loads slowly", async () => {
  await visitAs(["Ada Lovelace", "Grace Hopper"], async (page) => {
    await page.route("**/assets/person-*.js", async (route) => {
      await new Promise((resume) => setTimeout(resume, 1500))
      await route.continue()
    })
    const field = page.getByLabel("Search people")
    await field.fill("Ada")
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).evaluate((link) => {
      // At once, as a finger that was already on its way.
      if (link instanceof HTMLElement) link.click()
    })
    await page.getByText("of Ada Lovelace").waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/people\/./)
  })
})

test("a person who is pressed while the search waits opens, however busy the device is", async () => {
  await visitAs(["Ada Lovelace", "Grace Hopper"], async (page) => {
    await page.getByLabel("Search people").fill("Ada")
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).evaluate((link) => {
      if (link instanceof HTMLElement) link.click()
      // Longer than the search waits for the next key.
      for (const end = performance.now() + 600; performance.now() < end; );
    })
    await page.getByText("of Ada Lovelace").waitFor()
  })
})

test("someone far down the list is merged with someone at its top, and no more are chosen than can be changed at once", async () => {
  const names = Array.from({ length: 230 }, (_, at) => `Person ${at}`)
  await visitAs(names, async (page, labels) => {
    await button(page, "Select").click()
    for (const count of [100, 150, 200, 230]) await showMore(page, count)
    for (const name of ["Person 0", "Person 210", "Person 220"]) await page.getByLabel(name, { exact: true }).check()
    await merge(page, 3)
    expect(await labels()).toMatchObject({ count: 228 })

    await button(page, "Select").click()
    for (const count of [100, 150, 200, 228]) await showMore(page, count)
    await button(page, "Select all 200").click()
    await page.getByText("200 selected").waitFor()
    await page.getByLabel("Person 205", { exact: true }).click()
    await toast(page, "You can select up to 200 people at once")
    await page.getByText("200 selected").waitFor()
    expect(await page.getByLabel("Person 205", { exact: true }).isChecked()).toBe(false)
  })
})

test("duplicates that are kept separate stay so after a reload, and the last ones come into view", async () => {
  const names = Array.from({ length: 102 }, (_, at) => `Person ${at % 51}`)
  await visitAs(names, async (page) => {
    const groups = page.getByRole("heading", { name: "Same name" })
    await page.goto("/people/duplicates")
    await page.getByText("More will appear as you go.").waitFor()
    expect(await groups.count()).toBe(50)
    const [first = ""] = await page.getByRole("link", { name: /^Person/ }).allTextContents()
    await button(page, "Keep separate").first().click()
    await toast(page, "Kept separate")
    await expect.poll(() => page.getByText("There are more.").count()).toBe(0)
    expect(await groups.count()).toBe(50)
    await page.reload()
    await groups.first().waitFor()
    expect(await groups.count()).toBe(50)
    expect(await page.getByRole("link", { name: first, exact: true }).count()).toBe(0)
  })
})

test("the keyboard goes on at the first of the last people, and in the search field when it is cleared", async () => {
  const names = Array.from({ length: 120 }, (_, at) => `Person ${at}`)
  await visitAs(names, async (page) => {
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent)
    const more = button(page, "Show more")
    await more.press("Enter")
    await page.getByRole("link", { name: "Person 99", exact: true }).waitFor()
    expect(await focused()).toBe("Show more")
    await more.press("Enter")
    await page.getByRole("link", { name: "Person 119", exact: true }).waitFor()
    await expect.poll(focused).toBe("Person 100")

    const search = page.getByLabel("Search people")
    await search.fill("Person 11")
    await expect.poll(() => page.getByRole("link", { name: /^Person/ }).count()).toBe(11)
    await button(page, "Clear search").press("Enter")
    await expect.poll(() => page.getByRole("link", { name: /^Person/ }).count()).toBe(50)
    expect(await focused()).toBe("Search people")
    await search.fill("no one at all")
    await button(page, "Show everyone").press("Enter")
    await expect.poll(() => page.getByRole("link", { name: /^Person/ }).count()).toBe(50)
    expect(await focused()).toBe("Search people")
  })
})
