// What people read after they come back from a company's login, wherever they left, and with several companies.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { launch, visit } from "../support/browser.ts"
import { freePort } from "../support/free-port.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { type LyingProvider, lyingProvider } from "../support/lying-provider.ts"
import { type OpenIdProvider, openIdProvider } from "../support/open-id-provider.ts"
import { PASSWORD } from "../support/people.ts"
import { openSettings } from "../support/settings-page.ts"
import { toast } from "../support/visitors.ts"

/** One word, as long as a name may be. */
const LONG_NAME = "Rindfleischetikettierungsueberwachungsaufgabenuebertragungsg"

let site: ListeningApp
let company: OpenIdProvider
let other: LyingProvider
let browser: Browser
beforeAll(async () => {
  const port = await freePort()
  company = await openIdProvider([`http://127.0.0.1:${port}/auth/v1/callback`])
  other = await lyingProvider("other")
  const COMPANY_LOGIN = JSON.stringify([company.setting(), other.setting({ name: LONG_NAME })])
  const env = { COMPANY_LOGIN, ADMIN_EMAIL: "boss@example.com", SIGN_UP: "closed" }
  site = await listeningApp(env, "127.0.0.1", port)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await company.close()
  await other.close()
})
beforeEach(() => site.advance(Date.now() - site.services.clock().getTime()))

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
/** The pages of the provider in development have no icon, and ask for a font that is not here. */
const expected = [/status of 40[0134]/, /fonts\.googleapis\.com/]

async function answerCompany(page: Page, sub: string): Promise<void> {
  await page.locator('input[name="login"]').fill(sub)
  await page.locator('input[name="password"]').fill("any")
  await page.locator('button[type="submit"]').click()
  await page.locator('form:has(input[name="prompt"][value="consent"]) button[type="submit"]').click()
}

async function askForInvitation(page: Page): Promise<void> {
  await page.goto(`${site.origin}/admin?tab=settings`)
  await button(page, "Invite someone").click()
  await button(page, "Create invitation").click()
  await page.getByText("Confirm it's you").waitFor()
}

test("a proof comes back to the screen that asked for it, and says how it went; only connected companies are asked", async () => {
  for (const sub of ["boss", "someone-else"])
    company.people.set(sub, { sub, name: "Grace Hopper", email: `${sub}@example.com`, email_verified: true })
  await visit(browser, { origin: site.origin, width: 1280, expected }, async (page) => {
    await page.goto("/login")
    await button(page, "Continue with Example Inc").click()
    await answerCompany(page, "boss")
    await toast(page, "Welcome back")

    await askForInvitation(page)
    await button(page, "Confirm with Example Inc").waitFor()
    expect(await button(page, `Confirm with ${LONG_NAME}`).count()).toBe(0)
    await button(page, "Confirm with Example Inc").click()
    await answerCompany(page, "someone-else")
    await toast(page, "You signed in to the company login as someone else.")
    await page.waitForURL(`${site.origin}/admin?tab=settings`)

    await askForInvitation(page)
    await button(page, "Confirm with Example Inc").click()
    await answerCompany(page, "boss")
    await toast(page, "Identity confirmed")
    await page.waitForURL(`${site.origin}/admin?tab=settings`)
    await button(page, "Invite someone").click()
    await button(page, "Create invitation").click()
    await page.getByText("/signup#invite=").waitFor()
  })
})

test("someone whose way back took too long reads it, also when they are signed in", async () => {
  const person = { email: "slow@example.org", username: "slow-return", full_name: "Grace Hopper", password: PASSWORD }
  await createConfirmedAccount(site.services.auth, { ...person, roles: ["user"] })
  await visit(browser, { origin: site.origin, width: 1280 }, async (page) => {
    await openSettings(page, person)
    await page.goto("/auth/v1/callback?state=long-ago&code=x")
    await toast(page, "This took too long or started in another browser. Please try again.")
    expect(new URL(page.url()).search).toBe("")
  })
})

test("a code that no longer counts is no riddle", async () => {
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await page.goto("/login")
    await button(page, "Continue with Example Inc").click()
    await page.locator('input[name="login"]').waitFor()
    await page.goto(`${site.origin}/login?code=${"A".repeat(43)}`)
    await page.getByText("This took too long or started in another browser. Please try again.").waitFor()
  })
})

test.each(["/login", "/signup"])(
  "%s offers the companies, whatever their names and though sign-up is closed",
  async (path) => {
    await visit(browser, { origin: site.origin, width: 375 }, async (page) => {
      await page.goto(path)
      await button(page, "Continue with Example Inc").waitFor()
      await button(page, `Continue with ${LONG_NAME}`).waitFor()
      // Only the company knows where its name may be divided.
      expect(await page.getByRole("main").textContent()).not.toContain("\u00ad")
      expect(await faultsOf(page, `${path} with a long name`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    })
  },
)
