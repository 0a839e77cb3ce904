// A security key as the second factor, in the browser, with Chromium's virtual security key that has no PIN.
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { codeAt } from "../support/authenticator.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { plugIn } from "../support/virtual-authenticator.ts"
import { signIn, toast } from "../support/visitors.ts"

const REFUSED = [/status of 40[03]/]
const SIX_MINUTES_MS = 6 * 60_000

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

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const card = (page: Page) => settingsCard(page, "Two-step Verification")
const methods = (page: Page) =>
  card(page).getByRole("list", { name: "Your two-step verification methods" }).getByRole("listitem")

async function keepCodes(page: Page): Promise<void> {
  const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
  await shown.getByRole("listitem").nth(9).waitFor()
  await shown.getByRole("button", { name: "I've saved them" }).click()
  await shown.waitFor({ state: "detached" })
}

async function setUpKey(page: Page): Promise<void> {
  await button(page, "Use a security key").click()
  // Both are the result of one action: the dialog, once it has opened, has not taken the toast away.
  const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
  await shown.getByRole("listitem").nth(9).waitFor()
  await shown.evaluate((sheet) => Promise.all(sheet.getAnimations().map((moving) => moving.finished)))
  await toast(page, "Two-step verification is on")
  await keepCodes(page)
  await card(page).getByText("10 recovery codes left").waitFor()
}

/** Signed out, and back as far as the second step. */
async function enterPassword(page: Page, email: string): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.goto("/login?return=/settings")
  await signIn(page, { email, password: PASSWORD })
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor()
}

const settingsOf = async (run: (page: Page, email: string) => Promise<void>, width?: number) => {
  const { email } = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin, expected: REFUSED, ...(width && { width }) }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await run(page, email)
  })
}

test("a key is set up in the settings, follows the password at sign-in, and is turned off after a touch", () =>
  settingsOf(async (page, email) => {
    await plugIn(page, "usb", false)
    await setUpKey(page)
    expect(await methods(page).textContent()).toContain("Security keyAdded")
    expect(await faultsOf(page, "key-settings", { widths: [320, 1280] })).toEqual([])

    await enterPassword(page, email)
    expect(await page.getByLabel("Code", { exact: true }).count()).toBe(0)
    // The quick way first: a recovery code is the last resort.
    const others = page.getByRole("main").getByRole("button", { name: /^Use a (passkey|recovery code)$/ })
    expect(await others.allTextContents()).toEqual(["Use a passkey", "Use a recovery code"])
    expect(await faultsOf(page, "key-sign-in", { widths: [320, 1280] })).toEqual([])
    await button(page, "Use a security key").click()
    await toast(page, "Welcome back")
    await page.waitForURL("**/settings")

    site.advance(SIX_MINUTES_MS)
    await button(page, "Turn off").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click()
    const proof = page.getByRole("dialog", { name: "Confirm it's you" })
    await proof.getByText("To protect your account, use your security key again.").waitFor()
    expect(await faultsOf(page, "key-proof", { widths: [320, 1280] })).toEqual([])
    await proof.getByRole("button", { name: "Use a security key" }).click()
    await toast(page, "Two-step verification is off")
    // Its button has the same name, and stays while the dialog fades out.
    await proof.waitFor({ state: "detached" })
    await button(page, "Use a security key").waitFor()
    // The session went on with new tokens.
    site.advance(SIX_MINUTES_MS)
    await page.reload()
    await button(page, "Use a security key").waitFor()
    await settingsCard(page, "Security Log").getByText("Two-step verification: security key removed").waitFor()
  }))

test("without the key a recovery code signs in, and a key of someone else does not", () =>
  settingsOf(async (page, email) => {
    const { cdp, id } = await plugIn(page, "usb", false)
    await button(page, "Use a security key").click()
    const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
    await shown.getByRole("listitem").nth(9).waitFor()
    const [code = ""] = await shown.getByRole("listitem").allTextContents()
    await keepCodes(page)
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id })

    await enterPassword(page, email)
    await plugIn(page, "usb", false)
    await button(page, "Use a security key").click()
    await page.getByText("No security key was used. Please try again.").waitFor()
    await button(page, "Use a recovery code").click()
    await page.getByLabel("Recovery code").fill(code)
    await button(page, "Verify").click()
    await toast(page, "Welcome back")
    await button(page, "Use a security key").waitFor()
  }))

test("beside an app: each can be used at sign-in and removed by itself", () =>
  settingsOf(async (page, email) => {
    const { cdp, id } = await plugIn(page, "usb", false)
    await setUpKey(page)
    await button(page, "Add an authenticator app").click()
    const setUp = page.getByRole("dialog", { name: "Set up two-step verification" })
    const secret = (await setUp.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent())?.replaceAll(" ", "") ?? ""
    await setUp.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
    await button(page, "Verify and turn on").click()
    await toast(page, "Authenticator app added")
    await expect.poll(() => methods(page).count()).toBe(2)

    // The key it has already is not taken for a second one.
    await button(page, "Add a security key").click()
    await toast(page, "This security key is already set up for your account.")
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id })
    await plugIn(page, "usb", false)
    await button(page, "Add a security key").click()
    await toast(page, "Security key added")
    await card(page).getByText("Security key 2").waitFor()
    expect(await faultsOf(page, "three-factors", { widths: [320, 375, 1280] })).toEqual([])
    // Beside the name, on the smallest phones as an icon.
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const row = methods(page).first()
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 812 })
      const [name, remove] = [await boxOf(row.locator("p").first()), await boxOf(row.getByRole("button"))]
      expect(remove.x, `${width}`).toBeGreaterThanOrEqual(name.x + name.width)
      expect(await row.getByRole("button").innerText()).toBe(width === 360 ? "Remove" : "")
    }

    site.advance(30_000)
    await enterPassword(page, email)
    await button(page, "Use a security key").click()
    await page.getByText("Insert your security key, or hold it to your phone, then touch it.").waitFor()
    await button(page, "Use the authenticator app").click()
    await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
    await button(page, "Verify").click()
    await toast(page, "Welcome back")
    // The next step takes the session away: the page has asked all it wants by then.
    await card(page).getByText("Security key 2").waitFor()

    await enterPassword(page, email)
    await button(page, "Use a security key").click()
    await button(page, "Use a security key").click()
    await toast(page, "Welcome back")
    await button(page, "Remove Authenticator app").click()
    await page.getByRole("alertdialog").getByText("You'll still need two-step verification to sign in.").waitFor()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
    await toast(page, "Authenticator app removed")
    await expect.poll(() => methods(page).count()).toBe(2)
  }, 1280))

test("a browser that knows no keys says so, and lets a recovery code in", async () => {
  const { email } = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin, expected: REFUSED }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await plugIn(page, "usb", false)
    await setUpKey(page)
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"))
    await enterPassword(page, email)
    await page.getByText("This browser can't use your security key here.").waitFor()
    await button(page, "Use a recovery code").click()
    await page.getByLabel("Recovery code").waitFor()
  })
})
