// Step-up in the browser: a page left open asks once who is there, whatever was pressed, and then goes on by itself.
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { codeAt } from "../support/authenticator.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, type Person, signIn as signInByApi, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { openAs, signIn, toast } from "../support/visitors.ts"

const SIX_MINUTES_MS = 6 * 60_000
const REFUSED = [/status of 400/]

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
beforeEach(() => site.advance(3_600_000))

const asked = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" })
const button = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true })

async function prove(page: Page, password = PASSWORD): Promise<void> {
  await asked(page).getByLabel("Current Password").fill(password)
  await button(asked(page), "Confirm").click()
}

/** In the settings, signed in here six minutes ago and once more elsewhere. */
async function leftOpen(run: (page: Page, someone: Person) => Promise<void>): Promise<void> {
  const someone = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin, expected: REFUSED }, async (page) => {
    await openSettings(page, { email: someone.email, password: PASSWORD })
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
    site.advance(SIX_MINUTES_MS)
    await run(page, someone)
  })
}

test("the sign-in email: a wrong password says so, the right one sends the confirmation", () =>
  leftOpen(async (page, { username }) => {
    await page.getByLabel("New Sign-in Email").fill(`${username}.new@example.com`)
    await button(page, "Update Email").click()
    await prove(page, "not the right one")
    await asked(page).getByText("Current password is incorrect", { exact: true }).waitFor()
    await prove(page)
    await toast(page, "Email updated")
    await page.getByText(`Waiting for you to confirm ${username}.new@example.com`).waitFor()
    await asked(page).waitFor({ state: "detached" })
    // It stays given: the next change asks no more, and the session is the same.
    await button(settingsCard(page, "Two-step Verification"), "Use an authenticator app").click()
    await page.getByRole("dialog", { name: "Set up two-step verification" }).waitFor()
    await page.keyboard.press("Escape")
    await page.reload()
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
  }))

test("the download of the user's own data", () =>
  leftOpen(async (page) => {
    await button(page, "Download my data").click()
    const [download] = await Promise.all([page.waitForEvent("download"), prove(page)])
    expect(download.suggestedFilename()).toMatch(/^my-data-.*\.zip$/)
  }))

test("the end of one other session, and of all others", () =>
  leftOpen(async (page, { email }) => {
    const sessions = settingsCard(page, "Sessions")
    await sessions
      .getByRole("button", { name: /^Sign out .+/ })
      .first()
      .click()
    await prove(page)
    await toast(page, "Device signed out")
    await expect.poll(() => sessions.getByRole("listitem").count()).toBe(1)
    await signInByApi(site, email)
    site.advance(SIX_MINUTES_MS)
    await page.reload()
    await button(sessions, "Sign out all other devices").click()
    await prove(page)
    await toast(page, "All other devices were signed out")
    await expect.poll(() => sessions.getByRole("listitem").count()).toBe(1)
  }))

test("deactivation, over its own dialog", () =>
  leftOpen(async (page) => {
    await button(page, "Deactivate Account").click()
    const dialog = page.getByRole("dialog", { name: "Deactivate your account?" })
    await dialog.getByRole("textbox").fill("deactivate")
    await button(dialog, "Deactivate Account").click()
    await asked(page).waitFor()
    await page.keyboard.press("Escape")
    await asked(page).waitFor({ state: "detached" })
    // Cancelled, the first question stands as it was.
    await expect.poll(() => dialog.getByRole("textbox").inputValue()).toBe("deactivate")
    await button(dialog, "Deactivate Account").click()
    await prove(page)
    await page.waitForURL(`${site.origin}/`, { waitUntil: "commit" })
    await page.getByText("Account deactivated.").first().waitFor()
  }))

test("an administrator gives a role from a portal that was left open", async () => {
  const admin = await signUpAndVerify(site, { full_name: "Grace Hopper" })
  const other = await signUpAndVerify(site, { full_name: "Mary Jackson" })
  await site.services.database.db.insert(user_roles).values({ user_id: admin.user_id, role: "admin" })
  await visit(browser, { origin: site.origin, expected: REFUSED }, async (page) => {
    await openAs(page, { email: admin.email, password: PASSWORD }, "/admin")
    await button(page, "More for Mary Jackson").click()
    await page.getByRole("menuitem", { name: "Roles" }).click()
    site.advance(SIX_MINUTES_MS)
    const roles = page.getByRole("dialog", { name: "Roles" })
    await roles.getByLabel("New role").selectOption("moderator")
    await button(roles, "Add role").click()
    await asked(page).waitFor()
    await page.keyboard.press("Escape")
    await asked(page).waitFor({ state: "detached" })
    expect(await page.getByText("Error adding role").count()).toBe(0)
    await button(roles, "Add role").click()
    await prove(page)
    await roles.getByText("Moderator").first().waitFor()
    const { rows } = await site.services.database.pool.query(
      "select role from user_roles where user_id = $1 order by 1",
      [other.user_id],
    )
    expect(rows.map(({ role }) => role)).toEqual(["moderator", "user"])
  })
})

test("cancelled, nothing has changed, nothing is said, and the keyboard is where it was", () =>
  leftOpen(async (page) => {
    const pressed = button(settingsCard(page, "Two-step Verification"), "Use an authenticator app")
    for (const cancel of [() => page.keyboard.press("Escape"), () => button(asked(page), "Close").click()]) {
      await pressed.press("Enter")
      await asked(page).waitFor()
      await cancel()
      await asked(page).waitFor({ state: "detached" })
      await expect.poll(() => pressed.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await pressed.getAttribute("aria-busy")).toBeNull()
    }
    expect(await page.getByText("Error updating two-step verification").count()).toBe(0)
  }))

test("it closes where another tab ends the session, and leaves the way to the login page", () =>
  leftOpen(async (page, { email }) => {
    await button(page, "Download my data").click()
    await asked(page).waitFor()
    await page.evaluate((key) => {
      localStorage.removeItem(key)
      dispatchEvent(new StorageEvent("storage", { key }))
    }, SESSION_KEY)
    await page.waitForURL("**/login?*")
    await signIn(page, { email, password: PASSWORD })
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
  }))

test("it asks for the code instead where two-step verification was turned on meanwhile, in another tab", () =>
  leftOpen(async (page) => {
    const tab = await page.context().newPage()
    await tab.goto("/settings")
    await button(tab, "Use an authenticator app").click()
    await prove(tab)
    const setUp = tab.getByRole("dialog", { name: "Set up two-step verification" })
    const secret = (await setUp.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent())?.replaceAll(" ", "") ?? ""
    site.advance(SIX_MINUTES_MS)
    await button(page, "Download my data").click()
    await asked(page).waitFor()
    await setUp.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
    await button(setUp, "Verify and turn on").click()
    await button(tab, "I've saved them").click()
    site.advance(SIX_MINUTES_MS)
    await prove(page)
    await asked(page).getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
    await Promise.all([page.waitForEvent("download"), button(asked(page), "Confirm").click()])
  }))

test("with a second factor it asks for the code, in the password form too", () =>
  leftOpen(async (page) => {
    const card = settingsCard(page, "Two-step Verification")
    await button(card, "Use an authenticator app").click()
    await prove(page)
    const setUp = page.getByRole("dialog", { name: "Set up two-step verification" })
    const secret = (await setUp.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent())?.replaceAll(" ", "") ?? ""
    await setUp.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
    await button(setUp, "Verify and turn on").click()
    await page.getByRole("button", { name: "I've saved them" }).click()
    site.advance(SIX_MINUTES_MS)
    const passwords = settingsCard(page, "Password Settings")
    await passwords.getByLabel("Current Password").fill(PASSWORD)
    await passwords.getByLabel("New Password", { exact: true }).fill("a quieter harbour")
    await passwords.getByLabel("Confirm New Password").fill("a quieter harbour")
    await button(passwords, "Update Password").click()
    const code = asked(page).getByLabel("Code", { exact: true })
    await code.fill(codeAt(secret, site.services.clock()))
    await button(asked(page), "Confirm").click()
    await toast(page, "Password updated")
    // The tokens of the session are still good.
    site.advance(SIX_MINUTES_MS)
    await page.reload()
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
  }))

test("the dialog is free of accessibility faults and fits a small phone, in light and in dark", () =>
  leftOpen(async (page) => {
    await button(page, "Download my data").click()
    await asked(page).waitFor()
    // On a touch screen, too: it is all there is to do.
    const password = asked(page).getByLabel("Current Password")
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await faultsOf(page, "step-up", { widths: [320, 375, 1280] })).toEqual([])
  }))
