// The second factor, when the answer to a change is lost on the way: the pages find out what the server knows.
import type { Browser, Page, Route } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeAt } from "../support/authenticator.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { LOST, loseAnswer } from "../support/lost-answer.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { plugIn } from "../support/virtual-authenticator.ts"
import { signIn, toast } from "../support/visitors.ts"

const VERIFY = "**/auth/v1/factors/*/verify"
const CODES = "**/api/account/recovery-codes"

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

const card = (page: Page) => settingsCard(page, "Two-step Verification")
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const codeStep = (page: Page) => page.getByRole("heading", { level: 1, name: "Two-step verification" }).waitFor()

async function settingsOf(run: (page: Page, email: string) => Promise<void>): Promise<void> {
  const { email } = await signUpAndVerify(site)
  const expected = [LOST, refused(403, "/api/"), refused(403, "/auth/v1/"), refused(422, "/redemption")]
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await run(page, email)
  })
}

/** As far as the code, which is entered but not sent. @returns the key of the authenticator app */
async function enterFirstCode(page: Page): Promise<string> {
  await button(page, "Use an authenticator app").click()
  const dialog = page.getByRole("dialog", { name: "Set up two-step verification" })
  const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent())?.replaceAll(" ", "") ?? ""
  await dialog.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
  return secret
}

/** @returns the recovery codes */
async function setUp(page: Page): Promise<string[]> {
  await enterFirstCode(page)
  await button(page, "Verify and turn on").click()
  const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
  await shown.getByRole("listitem").nth(9).waitFor()
  const codes = await shown.getByRole("listitem").allTextContents()
  await button(page, "I've saved them").click()
  await card(page).getByText("10 recovery codes left").waitFor()
  return codes
}

/** The second step, and back to where it was asked for. */
async function enterCode(page: Page, secret: string): Promise<void> {
  await codeStep(page)
  site.advance(30_000)
  await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
  await button(page, "Verify").click()
  await card(page)
    .getByText(/^Added/)
    .waitFor()
}

test("an app that was set up without an answer is asked for at once", () =>
  settingsOf(async (page) => {
    await loseAnswer(page, VERIFY)
    const secret = await enterFirstCode(page)
    await button(page, "Verify and turn on").click()
    await page.waitForURL("**/login?*")
    await enterCode(page, secret)
  }))

test("a page that was reloaded before the answer came asks for the app, too", () =>
  settingsOf(async (page) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answerNever = async (route: Route) => {
      await route.fetch()
      resolve()
    }
    await page.route(VERIFY, answerNever, { times: 1 })
    const secret = await enterFirstCode(page)
    await button(page, "Verify and turn on").click()
    await promise
    await page.reload()
    await page.waitForURL("**/login?*")
    await enterCode(page, secret)
  }))

test("a security key that was set up without an answer is asked for at once", () =>
  settingsOf(async (page) => {
    await plugIn(page, "usb", false)
    await loseAnswer(page, VERIFY)
    await button(page, "Use a security key").click()
    await codeStep(page)
    await button(page, "Use a security key").click()
    await card(page)
      .getByText(/^Added/)
      .waitFor()
  }))

test("the card says that two-step verification is off when the answer to turning it off is lost", () =>
  settingsOf(async (page) => {
    await setUp(page)
    await loseAnswer(page, /\/auth\/v1\/factors\/[^/]+$/, "DELETE")
    await button(page, "Turn off").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click()
    await toast(page, "Error updating two-step verification")
    await button(page, "Use an authenticator app").waitFor()
  }))

test("a recovery code whose answer is lost signs in all the same, and so does one that is sent again", () =>
  settingsOf(async (page, email) => {
    for (const isReloaded of [false, true]) {
      const [code = ""] = await setUp(page)
      await page.evaluate(() => localStorage.clear())
      await page.goto("/login?return=/settings")
      await signIn(page, { email, password: PASSWORD })
      await codeStep(page)
      await button(page, "Use a recovery code").click()
      if (isReloaded) await page.route("**/auth/v1/user", (route) => route.abort(), { times: 1 })
      await loseAnswer(page, `${CODES}/redemption`)
      await page.getByLabel("Recovery code").fill(code)
      await button(page, "Verify").click()
      if (isReloaded) {
        await page.getByText("Please check your connection and try again.").waitFor()
        await button(page, "Verify").click()
      }
      await button(page, "Use an authenticator app").waitFor()
    }
  }))

test("new recovery codes that never arrived are not counted as codes one has", () =>
  settingsOf(async (page) => {
    await setUp(page)
    await loseAnswer(page, CODES)
    await button(page, "New recovery codes").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Create new codes" }).click()
    await card(page)
      .getByText("Your new recovery codes didn't arrive, and older ones may not work. Create new ones.")
      .waitFor()
    expect(await card(page).getByText("10 recovery codes left").count()).toBe(0)
    await button(page, "New recovery codes").click()
    const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
    await shown.getByRole("listitem").nth(9).waitFor()
    await button(page, "I've saved them").click()
    await card(page).getByText("10 recovery codes left").waitFor()
  }))
