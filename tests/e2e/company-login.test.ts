// Company login in the browser, with a real provider (oidc-provider): two touches for a person with a session there.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { freePort } from "../support/free-port.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { type OpenIdProvider, openIdProvider } from "../support/open-id-provider.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { toast } from "../support/visitors.ts"

let site: ListeningApp
let company: OpenIdProvider
let browser: Browser
beforeAll(async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  company = await openIdProvider([`${origin}/auth/v1/callback`], { logoutUri: `${origin}/auth/v1/backchannel-logout` })
  site = await listeningApp({ COMPANY_LOGIN: JSON.stringify(company.setting()) }, "127.0.0.1", port)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await company.close()
})
beforeEach(() => site.advance(Date.now() - site.services.clock().getTime()))

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const goToCompany = (page: Page) => button(page, "Continue with Example Inc").click()

/** The provider's own pages: who are you, and may this site know? */
async function answerCompany(page: Page, sub: string): Promise<void> {
  await page.locator('input[name="login"]').fill(sub)
  await page.locator('input[name="password"]').fill("any")
  await page.locator('button[type="submit"]').click()
  const agree = page.locator('form:has(input[name="prompt"][value="consent"]) button[type="submit"]')
  await agree.click()
}

const employ = (sub: string, name: string) =>
  company.people.set(sub, { sub, name, email: `${sub}@example.com`, email_verified: true, preferred_username: sub })

/** The pages of the provider in development have no icon, and ask for a font that is not here. */
const expected = [/status of 40[134]/, /fonts\.googleapis\.com/]

test("an employee signs in with two touches while the company's session lasts, and is out as soon as it ends", async () => {
  employ("grace", "Grace Hopper")
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await page.goto("/login")
    await goToCompany(page)
    await answerCompany(page, "grace")
    await toast(page, "Welcome back")
    expect(new URL(page.url()).search).toBe("")

    // Signed out here, not there: opening the page and one button are all.
    await page.evaluate(() => localStorage.clear())
    await page.goto("/login?return=/settings")
    await goToCompany(page)
    await page.waitForURL("**/settings")
    const card = settingsCard(page, "Company Login")
    await card.getByText("grace@example.com").waitFor()
    await card.getByText("This company login is your only way to sign in.").waitFor()
    expect(await card.getByRole("button").count()).toBe(0)
    expect(await faultsOf(page, "settings with a company login")).toEqual([])

    await page.goto(`${company.issuer}/session/end`)
    await page.locator('button[value="yes"]').click()
    await page.getByText("Sign-out Success").waitFor()
    await expect.poll(() => site.logged.some(({ event }) => event === "auth.company_logout")).toBe(true)
    await page.goto(`${site.origin}/settings`)
    await page.waitForURL("**/login**")
  })
})

test("a person connects the company's login in the settings, and disconnects it", async () => {
  employ("mary", "Mary Jackson")
  const { email } = await signUpAndVerify(site, { username: "mary" })
  await visit(browser, { origin: site.origin, width: 1280, expected }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await button(page, "Connect Example Inc").click()
    await answerCompany(page, "mary")
    await toast(page, "Company login connected")
    await settingsCard(page, "Company Login").getByText("mary@example.com").waitFor()
    await button(page, "Disconnect Example Inc").click()
    await button(page, "Disconnect").click()
    await toast(page, "Company login disconnected")
    await button(page, "Connect Example Inc").waitFor()
  })
})

test("while the company's login is away, the login page says so in our words, and signing in otherwise works", async () => {
  await visit(browser, { origin: site.origin }, async (page) => {
    await page.goto("/login?error_code=company_login_unavailable&error_description=Call+this+number")
    await page.getByText("We can't reach the company login right now. Please try again in a few minutes.").waitFor()
    expect(await page.getByText("Call this number").count()).toBe(0)
    expect(await button(page, "Log In").isEnabled()).toBe(true)
    expect(await faultsOf(page, "login with a company")).toEqual([])
  })
})

test("the sign-up page offers it below its form", async () => {
  await visit(browser, { origin: site.origin, width: 1280 }, async (page) => {
    await page.goto("/signup")
    await button(page, "Continue with Example Inc").waitFor()
    await page.getByText("You'll sign in there, then come back here.").waitFor()
    expect(await faultsOf(page, "sign-up with a company")).toEqual([])
  })
})
