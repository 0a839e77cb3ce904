// The security log in the settings: what the owner reads about sign-ins and changes.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, signIn, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"

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

test("sign-ins with their device and changes stand there, newest first, five at first and more on request", async () => {
  const { email, headers } = await signUpAndVerify(site)
  const change = { password: PASSWORD, current_password: PASSWORD }
  await site.app.request("/auth/v1/user", { method: "PUT", headers, body: JSON.stringify(change) })
  for (let n = 0; n < 6; n++) await signIn(site, email)
  await visit(browser, { origin: site.origin }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    const log = settingsCard(page, "Security Log")
    const rows = log.getByRole("listitem")
    await expect.poll(() => rows.count()).toBe(5)
    await expect.poll(() => rows.first().textContent()).toBe("Signed in on Chrome on Linuxjust now")
    await expect.poll(() => rows.nth(1).textContent()).toBe("Signed in on an unknown devicejust now")
    await log.getByRole("button", { name: "Show more" }).click()
    await expect.poll(() => rows.count()).toBe(9)
    await expect.poll(() => rows.nth(7).textContent()).toBe("Password changedjust now, on an unknown device")
    expect(await log.getByRole("button").count()).toBe(0)
    expect(await faultsOf(page, "security-log", { widths: [320, 375, 1280] })).toEqual([])
  })
})

test("a log that does not come offers to try again, and an empty one says so", async () => {
  const { email } = await signUpAndVerify(site)
  const path = "**/api/account/security-events"
  await visit(browser, { origin: site.origin, expected: [refused(503, path.slice(2))] }, async (page) => {
    await page.route(path, (route) => route.fulfill({ status: 503, json: { error: { code: "x", message: "Busy." } } }))
    await openSettings(page, { email, password: PASSWORD })
    const log = settingsCard(page, "Security Log")
    await log.getByText("Busy.").waitFor()
    await page.unroute(path)
    await page.route(path, (route) => route.fulfill({ json: { events: [] } }))
    await log.getByRole("button", { name: "Try again" }).click()
    await log.getByText("Nothing has happened yet.").waitFor()
  })
})
