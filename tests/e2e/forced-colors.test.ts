// A device that forces its own colors (high contrast) shows no background of ours: what is chosen and where the keyboard is can be seen
// all the same.
import type { Browser, Locator, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { settled } from "../support/looks.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { openAs } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let chief: Person
beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  chief = await signUpAndVerify(site, { username: "chief" })
  await site.services.database.db.insert(user_roles).values({ user_id: chief.user_id, role: "admin" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Beside its words, in the middle of its height. */
async function groundOf(page: Page, place: Locator): Promise<string> {
  await settled(page)
  const picture = await place.screenshot()
  const { height = 0 } = await sharp(picture).metadata()
  const spot = { left: 3, top: Math.round(height / 2), width: 1, height: 1 }
  return (await sharp(picture).extract(spot).removeAlpha().raw().toBuffer()).toString("hex")
}

/** The page that the server sent does not show it yet. */
const areDifferent = (page: Page, one: Locator, other: Locator) =>
  expect.poll(async () => (await groundOf(page, one)) === (await groundOf(page, other))).toBe(false)

const forced = (path: string, run: (page: Page) => Promise<void>) =>
  visit(browser, { origin: site.origin, width: 1280 }, async (page) => {
    await page.emulateMedia({ forcedColors: "active" })
    await openAs(page, { email: chief.email, password: PASSWORD }, path)
    await run(page)
  })

test.each([
  ["a tab of the portal", "/admin", "[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"],
  [
    "a page of the portal",
    "/admin/audit",
    "nav a[aria-current=page]",
    "nav[aria-label='More in the portal'] a, nav a:not([aria-current])",
  ],
  ["a filter", "/admin", "fieldset label:has(:checked)", "fieldset label:not(:has(:checked))"],
  ["a side of the card", "/settings/card", "[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"],
  ["a group of the settings", "/settings", "nav a[aria-current=true]", "[data-settings-nav] a:not([aria-current])"],
])("%s that is chosen is told from the others", async (_, path, chosen, other) => {
  await forced(path, async (page) => {
    const [one, two] = [page.locator(chosen).first(), page.locator(`main :is(${other})`).first()]
    await areDifferent(page, one, two)
  })
})

test("the entry of a menu that has the focus, and what a search would open, are told from the others", async () => {
  await forced("/admin", async (page) => {
    await page
      .getByRole("button", { name: /^Roles for|^More for/ })
      .last()
      .focus()
    await page.keyboard.press("Enter")
    const entry = page.getByRole("menuitem")
    await entry.first().waitFor()
    await expect.poll(() => entry.first().evaluate((it) => it === document.activeElement)).toBe(true)
    await areDifferent(page, entry.first(), entry.last())
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+k")
    const option = page.getByRole("option")
    await option.nth(1).waitFor()
    await areDifferent(page, option.first(), option.nth(1))
  })
})

test("patterns and grounds to choose from keep their own colors", async () => {
  await forced("/edit-profile", async (page) => {
    await page.getByRole("button", { name: "Layout and pattern" }).click()
    const pictures = page.getByRole("group", { name: "Pattern" }).locator(".choice > div > div")
    await pictures.locator("svg").first().waitFor()
    for (const picture of await pictures.all()) {
      const { channels } = await sharp(await picture.screenshot()).stats()
      // The ink: white alone would not show a pattern that is white, too.
      expect(Math.min(...channels.map(({ mean }) => mean))).toBeLessThan(150)
    }
  })
})

test("outside of forced colors, too, an outline shows which entry of a menu has the keyboard", async () => {
  await visit(browser, { origin: site.origin, width: 1280 }, async (page) => {
    await openAs(page, { email: chief.email, password: PASSWORD }, "/settings")
    await page.getByRole("button", { name: "Account", exact: true }).focus()
    await page.keyboard.press("Enter")
    const entry = page.getByRole("menuitem").first()
    await entry.waitFor()
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => entry.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await entry.evaluate((it) => getComputedStyle(it).outlineStyle)).toBe("solid")
  })
})
