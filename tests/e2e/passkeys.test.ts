// Passkeys in the browser, with Chromium's virtual authenticators: a phone's own, a security key, one without a PIN.
import type { Browser, CDPSession, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { codeAt } from "../support/authenticator.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, signIn as signInByApi, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { signIn, toast } from "../support/visitors.ts"

const REFUSED = [/status of 400/]

let site: ListeningApp
let browser: Browser
beforeAll(async () => {
  site = await listeningApp({}, "localhost")
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(() => site.advance(3_600_000))

interface Authenticator {
  cdp: CDPSession
  id: string
}

/** A touch, and a finger, face or PIN, are given at once. */
async function plugIn(page: Page, kind: "internal" | "usb" = "internal", isVerified = true): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send("WebAuthn.enable")
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: kind,
      hasResidentKey: true,
      hasUserVerification: isVerified,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const card = (page: Page) => settingsCard(page, "Passkeys")

async function add(page: Page): Promise<void> {
  await button(page, "Add a passkey").click()
  await toast(page, "Passkey added")
  await card(page).getByRole("listitem").first().waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.goto("/login")
  await page.getByRole("heading", { name: "Sign In" }).waitFor()
}

const settingsOf = async (run: (page: Page, email: string) => Promise<void>, width?: number) => {
  const { email } = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin, expected: REFUSED, ...(width && { width }) }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await run(page, email)
  })
}

test.each(["internal", "usb"] as const)("%s: added in the settings, signs in from the login page", (kind) =>
  settingsOf(async (page) => {
    await plugIn(page, kind)
    await add(page)
    expect(await card(page).getByRole("listitem").textContent()).toContain("not used yet")
    await signOut(page)
    await button(page, "Sign in with a passkey").click()
    await page.waitForURL("**/edit-profile")
    await toast(page, "Welcome back")
    await page.goto("/settings")
    await card(page).getByText("last used just now").waitFor()
  }),
)
