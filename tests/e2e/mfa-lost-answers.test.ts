// The second factor, when the answer to a change is lost on the way: the pages find out what the server knows.
import type { Browser, Page, Route } from "playwright-core"
import { afterAll, beforeAll, test } from "vitest"
import { codeAt } from "../support/authenticator.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { LOST, loseAnswer } from "../support/lost-answer.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { plugIn } from "../support/virtual-authenticator.ts"

const VERIFY = "**/auth/v1/factors/*/verify"

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

async function settingsOf(run: (page: Page) => Promise<void>): Promise<void> {
  const { email } = await signUpAndVerify(site)
  const expected = [LOST, refused(403, "/api/"), refused(403, "/auth/v1/")]
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await run(page)
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

/** The second step, and back to where it was asked for. */
async function enterCode(page: Page, secret: string): Promise<void> {
  await codeStep(page)
  site.advance(30_000)
  await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
  await button(page, "Verify").click()
  await card(page)
    .getByText(/^On since/)
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
      .getByText(/^On since/)
      .waitFor()
  }))
