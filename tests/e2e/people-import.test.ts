// A large file of contacts on the screens: its parts are sent one after the other, over a connection that breaks.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openAs } from "../support/visitors.ts"

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

test("an import that broke off goes on where it stopped, and adds no one twice", async () => {
  const { email, headers } = await signUpAndVerify(site, { username: "mika" })
  // All alike: the parts must not be taken for each other.
  const cards = Array.from({ length: 450 }, () => "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n")
  await visit(browser, { origin: site.origin, expected: [/ERR_FAILED .*imports/] }, async (page) => {
    await openAs(page, { email, password: PASSWORD }, "/people/import")
    await page
      .getByLabel("Contacts (.vcf)")
      .setInputFiles({ name: "all.vcf", mimeType: "text/vcard", buffer: Buffer.from(cards.join("")) })
    await page.getByLabel("Also add people you already have").check()
    let parts = 0
    await page.route("**/api/people/imports*", async (route) => {
      if (++parts !== 2) return route.continue()
      // Stored, but no one learns of it.
      await route.fetch()
      await route.abort()
    })
    await page.getByRole("button", { name: "Add 450 people" }).click()
    await page.getByText("The people already added were kept.").waitFor()
    await page.getByText("200 people added").waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("heading", { name: "Done" }).waitFor()
    await page.getByText("450 people added").waitFor()
    expect(await page.getByText(/already in your list/).count()).toBe(0)
    expect(parts, "the first part is not sent again").toBe(4)
  })
  const labels = await (await fetch(`${site.origin}/api/people/labels`, { headers })).json()
  expect(labels.count).toBe(450)
})
