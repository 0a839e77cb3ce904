// Sessions as in the specification's section 4: in several tabs, on several devices, over time.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { HOUR_MS } from "../../src/domain/time.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { listeningApp } from "../support/listening-app.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { newMember, openSettings, settingsCard } from "../support/settings-page.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { openAs, signIn, toast } from "../support/visitors.ts"

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

const member = (username: string) => newMember(server, username)

/** How often the session was carried on. */
function countRefreshes(page: Page): () => number {
  let count = 0
  page.on("request", (request) => {
    if (request.url().includes("grant_type=refresh_token")) count += 1
  })
  return () => count
}

/** @param seconds from now on until the access token in the storage ends */
const expireIn = (page: Page, seconds: number) =>
  page.evaluate((left) => {
    const session = JSON.parse(localStorage.getItem("meishi-session") ?? "{}")
    const expires_at = Math.floor(Date.now() / 1000) + left
    localStorage.setItem("meishi-session", JSON.stringify({ ...session, expires_at }))
  }, seconds)

const show = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true })
    Object.defineProperty(document, "hidden", { value: visibility === "hidden", configurable: true })
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
  }, state)

test("other devices are listed, and signed out one by one or all at once", async () => {
  const aoi = await member("aoi")
  const { origin } = server
  const phone = async (): Promise<number> => {
    const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (iPhone) Version/18.0 Safari/605.1" },
      body: JSON.stringify({ email: aoi.email, password: aoi.password }),
    })
    return answer.status
  }
  await visit(browser, { origin, expected: [refused(500, "/api/account/sessions/")] }, async (page) => {
    await openSettings(page, aoi)
    expect([await phone(), await phone()]).toEqual([200, 200])
    await page.reload()
    const sessions = settingsCard(page, "Sessions")
    const rows = sessions.getByRole("listitem")
    await expect.poll(() => rows.count()).toBe(3)
    await expect.poll(() => rows.first().textContent()).toContain("This device")
    expect(await rows.first().getByRole("button").count()).toBe(0)
    await expect.poll(() => rows.nth(1).textContent()).toMatch(/^Safari on iPhone.*Last seen just now/)
    const oneByOne = "**/api/account/sessions/*"
    await page.route(oneByOne, (route) => route.fulfill({ status: 500, json: { error: "" } }))
    await sessions.getByRole("button", { name: "Sign out Safari on iPhone" }).first().click()
    await toast(page, "Error signing out")
    await toast(page, "An unknown error occurred")
    await expect.poll(() => rows.count()).toBe(3)
    await page.unroute(oneByOne)
    await sessions.getByRole("button", { name: "Sign out Safari on iPhone" }).first().click()
    await toast(page, "Device signed out")
    await expect.poll(() => rows.count()).toBe(2)
    await sessions.getByRole("button", { name: "Sign out all other devices" }).click()
    await toast(page, "All other devices were signed out")
    await expect.poll(() => rows.count()).toBe(1)
    expect(await sessions.getByRole("button").count()).toBe(0)
  })
})

test("signing out a device ends a change of the sign-in email, and its card says why", async () => {
  const yua = await member("yua")
  const { origin } = server
  await visit(browser, { origin }, async (page) => {
    await openSettings(page, yua)
    await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: yua.email, password: yua.password }),
    })
    await page.reload()
    const card = settingsCard(page, "Sign-in Email Settings")
    await card.getByRole("textbox").fill("yua-new@example.com")
    await card.getByRole("button", { name: "Update Email" }).click()
    await card.getByText("Waiting for you to confirm").waitFor()
    await settingsCard(page, "Sessions").getByRole("button", { name: "Sign out all other devices" }).click()
    await card.getByText("A device was signed out after you requested this change").waitFor()
    expect(await card.getByText("Waiting for you to confirm").count()).toBe(0)
  })
})

test("signing out in one tab signs out the others", async () => {
  const emi = await member("emi")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, emi)
    const other = await page.context().newPage()
    await other.goto("/edit-profile")
    await other.getByLabel("Full Name *").waitFor()
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Logout" }).click()
    await page.waitForURL(`${server.origin}/`)
    await other.waitForURL("**/login?*")
    await other.getByRole("banner").getByRole("link", { name: "Sign Up" }).waitFor()
  })
})

test("signing in in one tab signs in the others", async () => {
  const nao = await member("nao")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/login")
    const other = await page.context().newPage()
    await other.goto("/login?return=/settings")
    await signIn(other, nao)
    await other.getByRole("heading", { name: "My Personal Link" }).waitFor()
    await page.getByRole("heading", { name: "Already Logged In" }).waitFor()
  })
})

test("signing in again signs out everywhere first", async () => {
  const mika = await member("mika")
  await visit(browser, { origin: server.origin, expected: [/status of 40[13]/] }, async (page) => {
    await openSettings(page, mika)
    const before = await page.evaluate(() => JSON.parse(localStorage.getItem("meishi-session") ?? "{}").access_token)
    await page.evaluate(() => sessionStorage.setItem("meishi-password-reset", "true"))
    await page.goto("/login")
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    expect(await page.evaluate(() => sessionStorage.getItem("meishi-password-reset"))).toBeNull()
    const answer = await fetch(`${server.origin}/api/me`, { headers: { authorization: `Bearer ${before}` } })
    expect(answer.status).toBe(401)
  })
})

test("a session is carried on when three ticks or fewer are left, and not before", async () => {
  const sora = await member("sora")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.clock.install()
    await openSettings(page, sora)
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
    const refreshes = countRefreshes(page)
    // Begun ticks do not count.
    await expireIn(page, 5 * 30 + 20)
    await page.clock.runFor(31_000)
    expect(refreshes()).toBe(0)
    await page.clock.runFor(31_000)
    await expect.poll(refreshes).toBe(1)
    await page.reload()
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
  })
})

test("a hidden tab leaves the session alone, and carries it on when it is seen again", async () => {
  const ren = await member("ren")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.clock.install()
    await openSettings(page, ren)
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
    const refreshes = countRefreshes(page)
    await expireIn(page, 300)
    await show(page, "hidden")
    await page.clock.runFor(250_000)
    expect(refreshes()).toBe(0)
    await show(page, "visible")
    await expect.poll(refreshes).toBe(1)
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
  })
})

test("a session that cannot be carried on ends in this browser too", async () => {
  const yui = await member("yui")
  await visit(browser, { origin: server.origin, expected: [/status of 40[013]/] }, async (page) => {
    await openSettings(page, yui)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem("meishi-session") ?? "{}").access_token)
    await fetch(`${server.origin}/auth/v1/logout?scope=global`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    })
    await expireIn(page, 30)
    await page.reload()
    await page.waitForURL("**/login?*")
    expect(await page.evaluate(() => localStorage.getItem("meishi-session"))).toBeNull()
  })
})

test("on a device whose clock is behind, a session is carried on when the server says that its hour is over", async () => {
  const site = await listeningApp()
  try {
    const aoi = await signUpAndVerify(site, { username: "aoi" })
    await visit(browser, { origin: site.origin, expected: [/status of 401/] }, async (page) => {
      const refreshes = countRefreshes(page)
      await page.clock.install({ time: Date.now() - 2 * HOUR_MS })
      site.advance(-2 * HOUR_MS)
      await openAs(page, { email: aoi.email, password: PASSWORD }, "/about")
      site.advance(2 * HOUR_MS)
      await page.goto("/settings")
      await settingsCard(page, "My Personal Link").getByText("/aoi").waitFor()
      await page.goto("/people/new")
      await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace")
      await page.getByRole("button", { name: "Save Person" }).click()
      await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor()
      expect(refreshes()).toBeGreaterThan(0)
    })
  } finally {
    await site.close()
  }
})

test("on a device whose clock is behind, a password is changed after the hour of the session", async () => {
  const site = await listeningApp()
  try {
    const { email } = await signUpAndVerify(site, { username: "aoi" })
    await visit(browser, site, async (page) => {
      await page.clock.install({ time: Date.now() - 2 * HOUR_MS })
      await page.route("**/api/**", async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, headers: { ...response.headers(), date: site.services.clock().toUTCString() } })
      })
      await openAs(page, { email, password: PASSWORD }, "/settings")
      // What the page asks for by itself has been answered by then.
      await page.waitForLoadState("networkidle")
      site.advance(2 * HOUR_MS)
      await page.clock.setSystemTime(Date.now())
      const passwords = settingsCard(page, "Password Settings")
      await passwords.getByLabel("Current Password").fill(PASSWORD)
      await passwords.getByLabel("New Password", { exact: true }).fill("another calm passphrase")
      await passwords.getByLabel("Confirm New Password").fill("another calm passphrase")
      await passwords.getByRole("button", { name: "Update Password" }).click()
      await toast(page, "Password updated")
      await page.unrouteAll({ behavior: "wait" })
    })
  } finally {
    await site.close()
  }
})

test("on a device whose clock is behind, a session that cannot be carried on ends in this browser too", async () => {
  const site = await listeningApp()
  try {
    const aoi = await signUpAndVerify(site, { username: "aoi" })
    await visit(browser, { origin: site.origin, expected: [/status of 40[01]/] }, async (page) => {
      await page.clock.install({ time: Date.now() - 2 * HOUR_MS })
      site.advance(-2 * HOUR_MS)
      await openAs(page, { email: aoi.email, password: PASSWORD }, "/about")
      const { access_token } = JSON.parse(await page.evaluate(() => localStorage["meishi-session"]))
      const headers = { authorization: `Bearer ${access_token}` }
      await fetch(`${site.origin}/auth/v1/logout?scope=global`, { method: "POST", headers })
      site.advance(2 * HOUR_MS)
      await page.goto("/settings")
      await page.waitForURL("**/login?*")
      expect(await page.evaluate(() => localStorage.getItem("meishi-session"))).toBeNull()
    })
  } finally {
    await site.close()
  }
})

test("an answer whose time cannot be right carries no session on without end", async () => {
  const ken = await member("ken")
  await visit(browser, { origin: server.origin, expected: [/status of 401/] }, async (page) => {
    const refreshes = countRefreshes(page)
    const date = new Date(Date.now() + 48 * HOUR_MS).toUTCString()
    let asked = 0
    await page.route("**/api/people-settings", (route) => {
      asked += 1
      // Ends the endless story.
      return asked > 20
        ? route.continue()
        : route.fulfill({ status: 401, headers: { date }, json: { error: { code: "not_authenticated", message: "" } } })
    })
    await openAs(page, ken, "/people/new")
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace")
    await expect.poll(refreshes).toBe(1)
    await page.getByRole("button", { name: "Save Person" }).click()
    await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor()
    expect([refreshes(), asked]).toEqual([1, 1])
  })
})

test("of two tabs that carry a session on at once, both go on", async () => {
  const site = await listeningApp()
  try {
    const aoi = await signUpAndVerify(site, { username: "aoi" })
    await visit(browser, { origin: site.origin, expected: [/status of 401/] }, async (page) => {
      const time = Date.now() - 2 * HOUR_MS
      await page.context().clock.install({ time })
      site.advance(-2 * HOUR_MS)
      await openAs(page, { email: aoi.email, password: PASSWORD }, "/about")
      const other = await page.context().newPage()
      await other.goto("/about")
      site.advance(2 * HOUR_MS)
      for (const tab of [page, other])
        await tab.route("**/auth/v1/token?grant_type=refresh_token", async (route) => {
          const response = await route.fetch()
          await new Promise((resolve) => setTimeout(resolve, 1500))
          await route.fulfill({ response })
        })
      await Promise.all([page.goto("/settings"), other.goto("/settings")])
      for (const tab of [page, other]) await settingsCard(tab, "My Personal Link").getByText("/aoi").waitFor()
    })
  } finally {
    await site.close()
  }
})

test("signing in as another user in one tab changes the other", async () => {
  const [hina, kai] = [await member("hina"), await member("kai")]
  await visit(browser, { origin: server.origin }, async (page) => {
    await openSettings(page, hina)
    const other = await page.context().newPage()
    await other.goto("/login")
    await other.getByRole("heading", { name: "Already Logged In" }).waitFor()
    await page.goto("/about")
    await other.evaluate(() => localStorage.clear())
    await other.goto("/login?return=/settings")
    await signIn(other, kai)
    await settingsCard(other, "My Personal Link").getByText("/kai").waitFor()
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click()
    await page.getByRole("menu").getByText("kai@example.com").waitFor()
  })
})

test("after a session was ended elsewhere, the next change of the address leads to the login page", async () => {
  const nagisa = await member("nagisa")
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(server.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  await visit(browser, { origin: server.origin, expected: [refused(403, "/auth/v1/user")] }, async (page) => {
    await openSettings(page, nagisa)
    // A part of the page that asks later would find out first.
    await page.waitForLoadState("networkidle")
    const { email, password } = nagisa
    const { access_token } = await (await post("/auth/v1/token?grant_type=password", { email, password })).json()
    const ended = await post("/auth/v1/logout?scope=others", {}, { authorization: `Bearer ${access_token}` })
    expect(ended.status).toBe(204)
    await page.getByLabel("New Sign-in Email").fill("nagisa.new@example.com")
    await page.getByRole("button", { name: "Update Email" }).click()
    await page.waitForURL("**/login?return=%2Fsettings")
    await toast(page, "Authentication required")
    await page.getByRole("button", { name: "Log In" }).waitFor()
  })
})
