// The second factor: set up in the settings, asked for at sign-in, replaced by a recovery code when the phone is lost.
import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeAt } from "../support/authenticator.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { openSettings } from "../support/settings-page.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, type Person, person, signIn, toast } from "../support/visitors.ts"

const STEP_MS = 30_000
let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Two-step Verification", exact: true }) })

/** An app that never shows the same code twice: each call looks a step further, which the server allows once. */
class Authenticator {
  readonly secret: string
  #used = -1
  constructor(secret: string) {
    this.secret = secret
  }
  async code(): Promise<string> {
    const step = () => Math.floor(Date.now() / STEP_MS)
    // One step ahead counts as well, so at most one has to be waited for.
    while (step() + 1 <= this.#used) await new Promise((resolve) => setTimeout(resolve, 500))
    this.#used = Math.max(step(), this.#used + 1)
    return codeAt(this.secret, new Date(this.#used * STEP_MS))
  }
}

interface Protected extends Person {
  app: Authenticator
  codes: string[]
}

/** Sets the second factor up by the settings page and leaves the page open. */
async function setUp(page: Page, user: Person): Promise<Protected> {
  await openSettings(page, user)
  await card(page).getByRole("button", { name: "Use an authenticator app" }).click()
  const dialog = page.getByRole("dialog", { name: "Set up two-step verification" })
  await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
  await dialog.getByRole("button", { name: "Copy" }).click()
  await toast(page, "Copied to clipboard")
  const app = new Authenticator(await page.evaluate(() => navigator.clipboard.readText()))
  await dialog.getByLabel("Code", { exact: true }).fill(await app.code())
  await dialog.getByRole("button", { name: "Verify and turn on" }).click()
  const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
  await shown.waitFor()
  const codes = await shown.getByRole("listitem").allTextContents()
  await shown.getByRole("button", { name: "I've saved them" }).click()
  await shown.waitFor({ state: "detached" })
  return { ...user, app, codes }
}

async function protectedMember(username: string): Promise<Protected> {
  const user = person(username)
  await confirmedAccount(server, user)
  let made: Protected | undefined
  await visit(browser, { origin: server.origin }, async (page) => {
    made = await setUp(page, user)
  })
  if (made === undefined) throw new Error("not set up")
  return made
}

const codeStep = (page: Page) => page.getByRole("heading", { level: 1, name: "Two-step verification" }).waitFor()

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code)
  await page.getByRole("button", { name: "Verify" }).click()
}

test("an app is set up by QR code or key, and ten recovery codes are shown once", async () => {
  const mika = person("mika")
  await confirmedAccount(server, mika)
  await visit(browser, { origin: server.origin, expected: [refused(422, "/verify")] }, async (page) => {
    await openSettings(page, mika)
    await card(page).getByRole("button", { name: "Use an authenticator app" }).click()
    const dialog = page.getByRole("dialog", { name: "Set up two-step verification" })
    const field = dialog.getByLabel("Code", { exact: true })
    expect([await field.getAttribute("autocomplete"), await field.getAttribute("inputmode")]).toEqual([
      "one-time-code",
      "numeric",
    ])
    await field.fill("12")
    await dialog.getByRole("button", { name: "Verify and turn on" }).click()
    await dialog.getByText("Enter the six digits your authenticator app shows.").waitFor()
    const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent())?.replaceAll(" ", "") ?? ""
    const right = codeAt(secret, new Date())
    await field.fill(right === "000000" ? "000001" : "000000")
    await dialog.getByRole("button", { name: "Verify and turn on" }).click()
    await dialog.getByText("That code didn't work.").waitFor()
    // Some apps copy a gap along, and keyboards for Japanese type full-width digits.
    const code = codeAt(secret, new Date()).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await field.press("Enter")
    await toast(page, "Two-step verification is on")

    const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
    await shown.waitFor()
    const codes = await shown.getByRole("listitem").allTextContents()
    expect(new Set(codes).size).toBe(10)
    await page.keyboard.press("Escape")
    await page.mouse.click(5, 5)
    await page.waitForTimeout(300)
    await expect.poll(() => shown.isVisible()).toBe(true)
    await shown.getByRole("button", { name: "Copy" }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"))
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      shown.getByRole("button", { name: "Download" }).click(),
    ])
    expect(await readFile(await download.path(), "utf8")).toContain(codes.join("\n"))
    await shown.getByRole("button", { name: "I've saved them" }).click()
    await card(page).getByText("10 recovery codes left").waitFor()
    await page.reload()
    await card(page)
      .getByText(/^Added/)
      .waitFor()
  })
})

test("signing in asks for the code, and goes on to the page one came from", async () => {
  const sora = await protectedMember("sora")
  await visit(browser, { origin: server.origin, expected: [refused(422, "/verify")] }, async (page) => {
    await page.goto("/login?return=/settings")
    await signIn(page, sora)
    await codeStep(page)
    // The password alone does not sign in: not here, not in another tab, not after a reload.
    await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).waitFor()
    const other = await page.context().newPage()
    await other.goto("/settings")
    await other.waitForURL("**/login?*")
    await codeStep(other)
    await other.close()
    await page.reload()
    await codeStep(page)
    await page.getByRole("button", { name: "Verify" }).click()
    await page.getByText("Enter the six digits your authenticator app shows.").waitFor()
    await enter(page, "000000")
    await page.getByText("That code didn't work.").waitFor()
    await enter(page, await sora.app.code())
    await toast(page, "Welcome back")
    await page.waitForURL("**/settings")
    await card(page)
      .getByText(/^Added/)
      .waitFor()
  })
})

test("a session that was ended before its code asks for the password again", async () => {
  const nagi = await protectedMember("nagi")
  await visit(browser, { origin: server.origin, expected: [refused(403, "/challenge")] }, async (page) => {
    await page.goto("/login")
    await signIn(page, nagi)
    await codeStep(page)
    const ended = await page.evaluate(async () => {
      const { access_token } = JSON.parse(localStorage.getItem("meishi-session") ?? "{}")
      const headers = { authorization: `Bearer ${access_token}` }
      return (await fetch("/auth/v1/logout?scope=local", { method: "POST", headers })).status
    })
    expect(ended).toBe(204)
    await enter(page, await nagi.app.code())
    await toast(page, "This session has ended. Please sign in again.")
    await page.getByRole("button", { name: "Log In" }).waitFor()
  })
})

test("another user can sign in instead", async () => {
  const ren = await protectedMember("ren")
  await visit(browser, { origin: server.origin }, async (page) => {
    await signIn(page, ren)
    await codeStep(page)
    await page.getByRole("button", { name: "Use another account" }).click()
    await page.getByRole("button", { name: "Log In" }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem("meishi-session"))).toBeNull()
  })
})

test("a recovery code signs in without the phone, and turns two-step verification off", async () => {
  const yui = await protectedMember("yui")
  const expected = [/status of 422 .*recovery-codes/]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.goto("/login?return=/settings")
    await signIn(page, yui)
    await codeStep(page)
    await page.getByRole("button", { name: "Use a recovery code" }).click()
    await page.getByRole("button", { name: "Verify" }).click()
    await page.getByText("Enter one of your recovery codes.").waitFor()
    await page.getByLabel("Recovery code").fill("AAAA-BBBB-CCCC-DDDD")
    await page.getByRole("button", { name: "Verify" }).click()
    await page.getByText("That recovery code didn't work. Each one works only once.").waitFor()
    await page.getByLabel("Recovery code").fill(yui.codes[3]?.toLowerCase() ?? "")
    await page.getByRole("button", { name: "Verify" }).click()
    await toast(page, "Welcome back")
    await page.waitForURL("**/settings")
    await card(page).getByRole("button", { name: "Use an authenticator app" }).waitFor()
  })
})

test("new recovery codes replace the old ones, and turning off asks first", async () => {
  const hina = person("hina")
  await confirmedAccount(server, hina)
  await visit(browser, { origin: server.origin }, async (page) => {
    const { codes } = await setUp(page, hina)
    await card(page).getByText("10 recovery codes left").waitFor()
    await card(page).getByRole("button", { name: "New recovery codes" }).click()
    await page.getByRole("alertdialog").getByText("Your current codes will stop working.").waitFor()
    await page.getByRole("alertdialog").getByRole("button", { name: "Create new codes" }).click()
    const shown = page.getByRole("dialog", { name: "Save your recovery codes" })
    await shown.waitFor()
    const fresh = await shown.getByRole("listitem").allTextContents()
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    await shown.getByRole("button", { name: "I've saved them" }).click()
    await card(page).getByRole("button", { name: "Turn off" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()
    await card(page).getByRole("button", { name: "Turn off" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click()
    await toast(page, "Two-step verification is off")
    await card(page).getByRole("button", { name: "Use an authenticator app" }).waitFor()
    await page.reload()
    await card(page).getByRole("button", { name: "Use an authenticator app" }).waitFor()
  })
})

test("the steps are free of accessibility faults and fit a small phone, in light and in dark", async () => {
  const aoi = await protectedMember("aoi")
  await visit(browser, { origin: server.origin }, async (page) => {
    const check = async () => expect(await faultsOf(page, page.url(), { widths: [320, 1280] })).toEqual([])
    await page.goto("/login?return=/settings")
    await signIn(page, aoi)
    await codeStep(page)
    await page.getByRole("button", { name: "Verify" }).click()
    await check()
    await page.getByRole("button", { name: "Use a recovery code" }).click()
    await check()
    await page.getByRole("button", { name: "Use the authenticator app" }).click()
    await enter(page, await aoi.app.code())
    await card(page).getByText("10 recovery codes left").waitFor()
    await check()
    await card(page).getByRole("button", { name: "New recovery codes" }).click()
    await check()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()
  })
})
