// The end of an account and the way back (specification sections 2, 4, 5, 7 and 8).
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, type Person, person, signIn, toast } from "../support/visitors.ts"

const BLOCKED = "Your account was deleted. Click the Reactivate button to re-enable it and continue using the platform."
const REACTIVATE = "/api/functions/reactivate-user-account"
let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite({ ADMIN_EMAIL: "boss@example.com" })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

async function member(username: string): Promise<Person> {
  const someone = person(username)
  await confirmedAccount(server, someone)
  return someone
}

/** A user whose account was deactivated elsewhere. */
async function deactivated(name: string): Promise<Person> {
  const someone = await member(name)
  const post = async (path: string, body: unknown, headers = {}) => {
    const answer = await fetch(server.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
    return answer.json()
  }
  const { email, password } = someone
  const { access_token, user } = await post("/auth/v1/token?grant_type=password", { email, password })
  const authorization = `Bearer ${access_token}`
  const answer = await post("/api/functions/delete-user-account", { user_id: user.id }, { authorization })
  expect(answer.success).toBe(true)
  return someone
}

const hasFocus = (place: Locator) =>
  expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)
const statusOf = async (path: string): Promise<number> => (await fetch(server.origin + path)).status

async function openConfirmation(page: Page, someone: Person) {
  await openAs(page, someone, "/settings")
  await page.getByRole("button", { name: "Deactivate Account" }).click()
  const dialog = page.getByRole("dialog", { name: "Deactivate your account?" })
  return { word: dialog.getByRole("textbox"), confirm: dialog.getByRole("button", { name: "Deactivate Account" }) }
}

/**
 * What gets the focus outside of a dialog while the tab key is pressed as fast as one that is held down on a slow machine:
 * nothing hands it back between two presses.
 */
async function strayed(dialog: Locator): Promise<string[]> {
  const names = await dialog.evaluateHandle((inner) => {
    const found: string[] = []
    addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element) || inner.contains(target)) return
      // Toasts lie above every dialog.
      if (target.closest(".toasts") || target.hasAttribute("data-base-ui-focus-guard")) return
      found.push(target.outerHTML)
    })
    return found
  })
  const keys = [...Array(12).fill("Tab"), ...Array(12).fill("Shift+Tab")]
  await Promise.all(keys.map((key) => dialog.page().keyboard.press(key)))
  return names.jsonValue()
}

describe("deactivating", () => {
  test("a dialog whose code fails to load says so, and opens on the next try; the focus goes back to its button", async () => {
    const noa = await member("noa")
    await visit(browser, { origin: server.origin, expected: [/ERR_FAILED/] }, async (page) => {
      let isDown = true
      await page.route("**/assets/popups-*.js", (route) => (isDown ? route.abort() : route.continue()))
      await openAs(page, noa, "/settings")
      const button = page.getByRole("button", { name: "Deactivate Account" })
      await button.click()
      await toast(page, "This part didn't load. Check your connection and try again, or reload the page.")
      expect(await page.getByRole("dialog", { name: "Deactivate your account?" }).count()).toBe(0)
      // Without its menu the corner is still a way.
      await page.getByRole("button", { name: "Account", exact: true }).click()
      await expect
        .poll(() => page.getByRole("link", { name: "Account", exact: true }).getAttribute("href"))
        .toBe("/settings")
      isDown = false
      await button.click()
      const dialog = page.getByRole("dialog", { name: "Deactivate your account?" })
      // Not the field: on a touch screen that would open the keyboard.
      const close = dialog.getByRole("button", { name: "Close" })
      await expect.poll(() => close.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await strayed(dialog)).toEqual([])
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "hidden" })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    })
  })

  test("needs the confirmation word, in any case; then signs out to the landing page and hides the profile", async () => {
    const mika = await member("mika")
    await visit(browser, { origin: server.origin }, async (page) => {
      const { word, confirm } = await openConfirmation(page, mika)
      await expect.poll(() => confirm.isDisabled()).toBe(true)
      await word.fill("deactivat")
      await word.press("Enter")
      await expect.poll(() => confirm.isDisabled()).toBe(true)
      await word.fill("DeActivate")
      const other = await page.context().newPage()
      await other.goto("/settings")
      // Its last group, with what that asks the server for.
      await other.getByRole("heading", { name: "Deactivate Account" }).waitFor()
      await other.waitForLoadState("networkidle")
      await confirm.click()
      await page.waitForURL(`${server.origin}/`, { waitUntil: "commit" })
      await page.getByText("Account deactivated. You can reactivate it within 30 days by signing in.").waitFor()
      await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).waitFor()
      expect(await page.evaluate(() => localStorage.getItem("meishi-session"))).toBeNull()
      await other.waitForURL("**/login?*")
      await page.reload()
      expect(await page.getByText("Account deactivated").count()).toBe(0)
    })
    expect(await statusOf("/mika")).toBe(404)
  })

  test("that is refused shows the server's message, and changes nothing", async () => {
    const boss = await member("boss")
    const expected = [refused(403, "/api/functions/delete-user-account")]
    await visit(browser, { origin: server.origin, expected }, async (page) => {
      const { word, confirm } = await openConfirmation(page, boss)
      await word.fill("deactivate")
      await confirm.click()
      await toast(page, "Error deactivating account")
      await toast(page, "You cannot delete your own account")
      expect(new URL(page.url()).pathname).toBe("/settings")
    })
    expect(await statusOf("/boss")).toBe(200)
  })
})

describe("signing in to a deactivated account", () => {
  const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Account Deactivated" })

  test("offers to reactivate, which restores everything and goes on", async () => {
    const sora = await deactivated("sora")
    await visit(browser, { origin: server.origin }, async (page) => {
      const letGo = await hold(page, `**${REACTIVATE}`)
      await page.goto("/login?return=/settings")
      await signIn(page, sora)
      const dialog = dialogOf(page)
      await dialog.getByText(/it will be permanently deleted on \w+\s\d+,\s\d{4}\./).waitFor()
      await dialog.getByText(BLOCKED, { exact: false }).waitFor()
      expect(await page.getByRole("alertdialog").count()).toBe(0)
      const button = dialog.getByRole("button", { name: "Reactivate Account" })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press("Enter")
      await dialog.getByRole("button", { name: "Reactivating..." }).waitFor()
      letGo()
      await toast(page, "Account reactivated")
      await toast(page, "Your account has been successfully reactivated.")
      await page.waitForURL("**/settings")
      await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
    })
    expect(await statusOf(`/${sora.username}`)).toBe(200)
  })

  test("and keeping it deactivated signs out again", async () => {
    const ren = await deactivated("ren")
    await visit(browser, { origin: server.origin }, async (page) => {
      await signIn(page, ren)
      await dialogOf(page).getByRole("button", { name: "Not now" }).click()
      await page.getByRole("button", { name: "Log In" }).waitFor()
      await expect.poll(() => page.evaluate(() => localStorage.getItem("meishi-session"))).toBeNull()
      await signIn(page, ren)
      await dialogOf(page).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: "Log In" }).waitFor()
    })
    expect(await statusOf(`/${ren.username}`)).toBe(404)
  })

  test("allows to delete it for good at once, with the password", async () => {
    const yui = await deactivated("yui")
    const expected = [refused(400, "/api/account/deletion"), refused(400, "/auth/v1/token")]
    await visit(browser, { origin: server.origin, expected }, async (page) => {
      await signIn(page, yui)
      const ask = dialogOf(page).getByRole("button", { name: "Delete now" })
      await ask.click()
      const dialog = page.getByRole("dialog", { name: "Delete permanently" })
      await hasFocus(dialog.getByLabel("Current Password"))
      await dialog.getByRole("button", { name: "Back" }).click()
      await hasFocus(ask)
      await ask.click()
      const remove = dialog.getByRole("button", { name: "Delete permanently" })
      await remove.click()
      await dialog.getByText("Current password is required", { exact: true }).waitFor()
      await dialog.getByLabel("Current Password").fill("not the right one")
      await remove.click()
      await dialog.getByText("Current password is incorrect", { exact: true }).waitFor()
      await dialog.getByLabel("Current Password").fill(yui.password)
      await remove.click()
      await page.waitForURL(`${server.origin}/`, { waitUntil: "commit" })
      await page.getByText("Account permanently deleted").waitFor()
      await signIn(page, yui)
      await page.getByRole("alert").getByText("Error signing in").waitFor()
    })
  })

  test("that cannot be reactivated says so", async () => {
    const hina = await deactivated("hina")
    await visit(browser, { origin: server.origin, expected: [refused(503, REACTIVATE)] }, async (page) => {
      await page.route(`**${REACTIVATE}`, (route) =>
        route.fulfill({ status: 503, json: { error: "Busy.", code: "service_unavailable" } }),
      )
      await signIn(page, hina)
      const reactivate = dialogOf(page).getByRole("button", { name: "Reactivate Account" })
      await reactivate.click()
      await toast(page, "Error reactivating account")
      await toast(page, "Busy.")
      await page.evaluate(() => localStorage.clear())
      await reactivate.click()
      await toast(page, "No authenticated user found")
    })
  })
})

describe("the blocking modal", () => {
  const modal = (page: Page) => page.getByRole("alertdialog", { name: "Account Deactivated" })

  /** Signed in to a deactivated account, without an answer to the question of the login page. */
  async function undecided(page: Page, someone: Person): Promise<void> {
    await signIn(page, someone)
    await page.getByRole("dialog", { name: "Account Deactivated" }).waitFor()
  }

  test("covers every page of the application and every document, with exactly its text and one button", async () => {
    const kai = await deactivated("kai")
    await visit(browser, { origin: server.origin, expected: [/status of 404/] }, async (page) => {
      await undecided(page, kai)
      for (const path of [
        "/settings",
        "/edit-profile",
        "/login",
        "/signup",
        "/",
        "/about",
        `/${kai.username}`,
        "/nobody-here",
      ]) {
        await page.goto(path)
        await modal(page).waitFor()
        expect(await modal(page).getByText(BLOCKED, { exact: true }).count(), path).toBe(1)
        expect(await modal(page).getByRole("button").allTextContents(), path).toEqual(["Reactivate Account"])
        // Nothing else can be seen or reached.
        expect(await page.getByRole("heading", { level: 1 }).count(), path).toBe(0)
        expect(await page.getByRole("link").count(), path).toBe(0)
      }
    })
  })

  test("cannot be dismissed: not by Escape, a click beside it, the tab key or the back button", async () => {
    const aoi = await deactivated("aoi")
    await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
      await undecided(page, aoi)
      await page.goto("/edit-profile")
      await modal(page).waitFor()
      for (const path of ["/settings", "/about"]) {
        await page.goto(path)
        await modal(page).waitFor()
        const holdsFocus = () => modal(page).evaluate((dialog) => dialog.contains(document.activeElement))
        await expect.poll(holdsFocus).toBe(true)
        await page.keyboard.press("Escape")
        await page.mouse.click(20, 20)
        expect(await strayed(modal(page)), path).toEqual([])
        await page.waitForTimeout(400)
        await expect.poll(() => modal(page).isVisible()).toBe(true)
      }
      await page.goBack()
      await modal(page).waitFor()
      await page.goBack()
      await modal(page).waitFor()
      await page.waitForTimeout(400)
      await expect.poll(() => modal(page).isVisible()).toBe(true)
    })
  })

  test.each(["/settings", "/about"])("gives way on %s once the account is reactivated", async (path) => {
    const emi = await deactivated(path === "/about" ? "emi" : "nao")
    await visit(browser, { origin: server.origin }, async (page) => {
      await undecided(page, emi)
      const letGo = await hold(page, `**${REACTIVATE}`)
      await page.goto(path)
      await modal(page).getByRole("button", { name: "Reactivate Account" }).click()
      const busy = modal(page).getByRole("button", { name: "Reactivating..." })
      await busy.waitFor()
      await expect.poll(() => busy.isDisabled()).toBe(true)
      letGo()
      await toast(page, "Account reactivated")
      await toast(page, "Your account has been successfully reactivated.")
      await modal(page).waitFor({ state: "detached" })
      await page.getByRole("heading", { level: 1 }).waitFor()
    })
    expect(await statusOf(`/${emi.username}`)).toBe(200)
  })

  test.each(["/settings", "/about"])("gives way on %s once the account is reactivated in another tab", async (path) => {
    const person = await deactivated(path === "/about" ? "tomo" : "yuna")
    await visit(browser, { origin: server.origin }, async (page) => {
      await undecided(page, person)
      const other = await page.context().newPage()
      await other.goto(path)
      await modal(other).waitFor()
      await page.getByRole("button", { name: "Reactivate Account" }).click()
      await page.waitForURL("**/edit-profile**")
      await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
      await modal(other).waitFor({ state: "detached" })
      await other.getByRole("heading", { level: 1 }).waitFor()
    })
  })

  test("stays when reactivation fails, and says why", async () => {
    const rin = await deactivated("rin")
    await visit(browser, { origin: server.origin, expected: [/ERR_FAILED/] }, async (page) => {
      await undecided(page, rin)
      await page.goto("/settings")
      await page.route(`**${REACTIVATE}`, (route) => route.abort())
      await modal(page).getByRole("button", { name: "Reactivate Account" }).click()
      await toast(page, "Error reactivating account")
      await modal(page).getByRole("button", { name: "Reactivate Account" }).waitFor()
    })
  })

  test("is free of accessibility faults, as the question at login is, in light and in dark", async () => {
    const jun = await deactivated("jun")
    await visit(browser, { origin: server.origin }, async (page) => {
      const faults = () => faultsOf(page, page.url())
      await undecided(page, jun)
      expect(await faults()).toEqual([])
      await page.getByRole("button", { name: "Delete now" }).click()
      await page.getByLabel("Current Password").waitFor()
      expect(await faults()).toEqual([])
      for (const path of ["/settings", "/about"]) {
        await page.goto(path)
        await modal(page).waitFor()
        expect(await faults()).toEqual([])
      }
    })
  })
})
