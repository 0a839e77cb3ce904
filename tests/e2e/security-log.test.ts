// The security log in the settings: what the owner reads about sign-ins and changes.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, postJson, signIn, signUpAndVerify } from "../support/people.ts"
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

const DEVICES: [name: string, userAgent: string][] = [
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1",
  ],
  ["Firefox on Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "Safari on Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15",
  ],
]

test("sign-ins with their device and changes stand there, newest first, five at first and more on request", async () => {
  const { email, headers } = await signUpAndVerify(site)
  const change = { password: PASSWORD, current_password: PASSWORD }
  await site.app.request("/auth/v1/user", { method: "PUT", headers, body: JSON.stringify(change) })
  const signInOn = (userAgent: string) =>
    postJson(site, "/auth/v1/token?grant_type=password", { email, password: PASSWORD }, { "user-agent": userAgent })
  for (const [, userAgent] of DEVICES) await signInOn(userAgent)
  for (let n = 0; n < 3; n++) await signIn(site, email)
  await visit(browser, { origin: site.origin }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    const log = settingsCard(page, "Security Log")
    const rows = log.getByRole("listitem")
    await expect.poll(() => rows.count()).toBe(5)
    const texts = [
      "Signed in · Chrome on Linuxjust now",
      // The same several times in a row is one row.
      "Signed in · Unknown devicejust now · 3 times",
      ...DEVICES.map(([name]) => `Signed in · ${name}just now`).reverse(),
    ]
    await expect.poll(() => rows.allTextContents()).toEqual(texts)
    await log.scrollIntoViewIfNeeded()
    expect(await faultsOf(page, "security-log", { widths: [320, 375, 1280] })).toEqual([])
    await log.getByRole("button", { name: "Show more" }).click()
    await expect.poll(() => rows.count()).toBe(7)
    await expect.poll(() => rows.nth(5).textContent()).toBe("Password changed · Unknown devicejust now")
    expect(await log.getByRole("button").count()).toBe(0)
    await expect.poll(() => rows.nth(5).evaluate((row) => row === document.activeElement)).toBe(true)
    expect(await faultsOf(page, "security-log-all")).toEqual([])
  })
})

test("a change in the settings stands there at once, and so does what it ended", async () => {
  const { email } = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    const sessions = settingsCard(page, "Sessions").getByRole("listitem")
    await expect.poll(() => sessions.count()).toBe(2)
    const password = settingsCard(page, "Password Settings")
    await password.getByLabel("Current Password", { exact: true }).fill(PASSWORD)
    for (const label of ["New Password", "Confirm New Password"])
      await password.getByLabel(label, { exact: true }).fill("another lighthouse 8")
    await password.getByRole("button", { name: "Update Password" }).click()
    const rows = settingsCard(page, "Security Log").getByRole("listitem")
    await expect.poll(() => rows.first().textContent()).toContain("Password changed")
    await expect.poll(() => sessions.count()).toBe(1)
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
    await log.getByText("No activity yet.").waitFor()
  })
})
