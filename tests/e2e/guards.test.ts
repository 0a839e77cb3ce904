// Pages that need a signed-in user, and the header's account corner (specification sections 2, 4 and 6).
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, type Person, person, sessionOf, signIn, toast } from "../support/visitors.ts"

const mika = person("mika")
let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, mika)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

test.each(["/edit-profile", "/settings"])("%s asks a visitor to sign in, and comes back afterwards", async (path) => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(path)
    await page.getByText("Authentication required", { exact: true }).last().waitFor()
    await page.getByText("Please sign in to access this page.", { exact: true }).last().waitFor()
    await page.waitForURL("**/login?*")
    await signIn(page, mika)
    await page.waitForURL(`**${path}`)
    // What asked for it does not stay beside the greeting.
    await toast(page, "Welcome back")
    const notifications = page.getByRole("region", { name: "Notifications" })
    await expect.poll(() => notifications.getByText("Authentication required", { exact: true }).count()).toBe(0)
  })
})

test.each(["//evil.example/", "/.//evil.example/", "/a/..//evil.example/login.html"])(
  "a return address of another site is not followed: %s",
  async (target) => {
    await visit(browser, { origin: server.origin }, async (page) => {
      await page.goto(`/login?return=${encodeURIComponent(target)}`)
      await signIn(page, mika)
      await page.waitForURL("**/edit-profile")
      expect(new URL(page.url()).origin).toBe(server.origin)
    })
  },
)

test("a password reset session does not sign in", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    await page.evaluate(() => sessionStorage.setItem("meishi-password-reset", "true"))
    await page.goto("/settings")
    await page.waitForURL("**/login?*")
    await page.getByRole("link", { name: "Sign Up", exact: true }).waitFor()
  })
})

test("the prevent-auto-redirect flag keeps a sign-in on the login page", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/login")
    await page.evaluate(() => sessionStorage.setItem("meishi-prevent-auto-redirect", "true"))
    await signIn(page, mika)
    await page.getByRole("heading", { name: "Already Logged In" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/login")
  })
})

test("the header offers Login and Sign Up, and the Account menu to members", async () => {
  await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
    await page.goto("/login")
    const header = page.getByRole("banner")
    await header.getByRole("link", { name: "Login" }).waitFor()
    await header.getByRole("link", { name: "Sign Up" }).waitFor()
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    await page.getByLabel("Full Name *").waitFor()
    await header.getByRole("button", { name: "Account" }).click()
    const menu = page.getByRole("menu")
    await menu.waitFor()
    await expect
      .poll(() => menu.getByRole("menuitem").allTextContents())
      .toEqual(["Show my card", "My Profile", "Edit Profile", "People", "Insights", "Settings", "Logout"])
    await expect.poll(() => menu.getByRole("menuitem", { name: "My Profile" }).getAttribute("href")).toBe("/mika")
    await menu.getByText("Mika Tanaka", { exact: true }).waitFor()
    await menu.getByText("@mika", { exact: true }).waitFor()
    const current = menu.locator("[aria-current=page]")
    expect(await current.allTextContents()).toEqual(["Edit Profile"])
    await menu.getByRole("menuitem", { name: "Settings" }).click()
    await page.getByRole("heading", { name: "Account Settings" }).waitFor()
  })
})

test("the Account menu loads its code on first use; by keyboard it opens, closes and keeps the focus", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, mika, "/settings")
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
    await page.waitForLoadState("networkidle")
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    const isMenu = (path: string) => path.startsWith("/assets/popups-")
    await page.reload()
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
    const button = page.getByRole("banner").getByRole("button", { name: "Account" })
    await button.waitFor()
    await page.waitForLoadState("networkidle")
    expect(asked.filter(isMenu)).toEqual([])
    const hasFocus = () => button.evaluate((element) => element === document.activeElement)
    for (const key of ["Enter", "ArrowDown", "Space"]) {
      await button.focus()
      await page.keyboard.press(key)
      await page.getByRole("menuitem", { name: "My Profile" }).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("menu").waitFor({ state: "hidden" })
      await expect.poll(hasFocus).toBe(true)
    }
    expect(asked.filter(isMenu)).toHaveLength(1)
  })
})

test("without a profile the label says so, and settings say that it was deleted", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.route("**/api/me", async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), profile: null, roles: ["admin"] } })
    })
    await openAs(page, mika, "/settings")
    await page.getByText("Your profile has been deleted.", { exact: true }).waitFor()
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click()
    const menu = page.getByRole("menu")
    await menu.getByText("Profile Setup Needed", { exact: true }).waitFor()
    await expect
      .poll(() => menu.getByRole("menuitem").allTextContents())
      .toEqual(["Edit Profile", "People", "Settings", "Admin Portal", "Reports", "Logout"])
  })
})

test("without a username the label is the full name, not the id", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.route("**/api/me", async (route) => {
      const answer = await route.fetch()
      const me = await answer.json()
      await route.fulfill({ response: answer, json: { ...me, profile: { ...me.profile, username: me.user.id } } })
    })
    await openAs(page, mika, "/settings")
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click()
    await page.getByRole("menu").locator("p").first().getByText("Mika Tanaka", { exact: true }).waitFor()
  })
})

test("while the profile is unknown, the label is the email address alone", async () => {
  await visit(browser, { origin: server.origin, expected: [/ERR_FAILED/] }, async (page) => {
    await page.route("**/api/me", (route) => route.abort())
    await openAs(page, mika, "/settings")
    await page.getByText("We couldn't load your account").waitFor()
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click()
    const menu = page.getByRole("menu")
    await menu.getByText(mika.email, { exact: true }).waitFor()
    expect(await menu.getByText("Profile Setup Needed").count()).toBe(0)
  })
})

test("the personal link is copied, and says so for two seconds", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, mika, "/settings")
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
    await page.getByRole("button", { name: "Copy" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    await toast(page, "Copied to clipboard")
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/mika`)
    await page.getByRole("button", { name: "Copied" }).waitFor({ state: "detached" })
  })
})

test("a session the server no longer knows ends in this browser too", async () => {
  await visit(browser, { origin: server.origin, expected: [/status of 401/] }, async (page) => {
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    await page.getByLabel("Full Name *").waitFor()
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem("meishi-session") ?? "{}").access_token)
    await fetch(`${server.origin}/auth/v1/logout?scope=global`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    })
    await page.reload()
    await page.waitForURL("**/login?*")
    expect(await page.evaluate(() => localStorage.getItem("meishi-session"))).toBeNull()
  })
})

test("a page that was signed out asks to sign in when Back brings it out of the browser's memory", async () => {
  const nami = person("nami")
  await confirmedAccount(server, nami)
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, nami, "/settings")
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
    const isLeft = page.waitForRequest(`${server.origin}/`)
    // Playwright's browser keeps no pages: this one stays, because the next one has nothing to show.
    await page.route(`${server.origin}/`, (route) => route.fulfill({ status: 204 }))
    await page
      .getByRole("banner")
      .getByRole("button", { name: /Account/ })
      .click()
    await page.getByRole("menuitem", { name: "Logout" }).click()
    await isLeft
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
    await page.waitForURL("**/login?*")
  })
})

/** As browsers that keep a page in memory do: what the storage said meanwhile, it was not told. */
const broughtBack = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))

/** Without an event: in the tab itself, the browser sends none. */
async function replaceSession(page: Page, member: Person | null): Promise<void> {
  const session = member && (await sessionOf(server, member))
  await page.evaluate(
    ([key, text]) => {
      localStorage.clear()
      if (text !== null) localStorage.setItem(key, text)
    },
    [SESSION_KEY, session] as const,
  )
}

test("what Back brings out of the browser's memory shows nothing of the member who has signed out since, nor to the next one", async () => {
  const [kim, lea] = [person("kim-before", "Kim Before"), person("lea-after", "Lea After")]
  await confirmedAccount(server, kim)
  await confirmedAccount(server, lea)
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, kim, "/people/new")
    await page.getByLabel("Name", { exact: true }).fill("Only Kim Knows")
    await page.getByRole("button", { name: "Save Person" }).click()
    await page.getByRole("heading", { name: "Only Kim Knows" }).waitFor()
    await page.goto("/people")
    const contact = page.getByText("Only Kim Knows")
    await contact.waitFor()
    await replaceSession(page, lea)
    await page.evaluate(broughtBack)
    await page.getByText("Who will you meet first?").waitFor()
    expect(await contact.count()).toBe(0)
    await replaceSession(page, null)
    await page.evaluate(broughtBack)
    await page.waitForURL("**/login?*")
  })
})

test("without a network, what Back brings out of memory stays with its member while the session waits to be carried on, and is shown to no other", async () => {
  const [emi, rin] = [person("emi-stays", "Emi Stays"), person("rin-next", "Rin Next")]
  await confirmedAccount(server, emi)
  await confirmedAccount(server, rin)
  // The login page is not there without a network either.
  const expected = [/ERR_INTERNET_DISCONNECTED/, /\/login-/]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    const expire = () =>
      page.evaluate((key) => {
        localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), expires_at: 1 })
      }, SESSION_KEY)
    await openAs(page, emi, "/people/new")
    const name = page.getByLabel("Name", { exact: true })
    await name.fill("Only Emi Knows")
    await expire()
    await page.context().setOffline(true)
    await page.evaluate(broughtBack)
    await page.waitForTimeout(1000)
    expect(await name.inputValue()).toBe("Only Emi Knows")
    await replaceSession(page, rin)
    await expire()
    await page.evaluate(broughtBack)
    await name.waitFor({ state: "detached" })
  })
})

test("a session that ended elsewhere takes along the card that was kept on this device", async () => {
  const ren = person("ren-ended", "Ren Ended")
  await confirmedAccount(server, ren)
  const expected = [refused(400, "/auth/v1/token")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await openAs(page, ren, "/settings/card")
    await page.getByText("Saved on this device. Works offline.").waitFor()
    const { access_token } = JSON.parse(await page.evaluate((key) => localStorage[key], SESSION_KEY))
    const headers = { authorization: `Bearer ${access_token}` }
    await fetch(`${server.origin}/auth/v1/logout?scope=global`, { method: "POST", headers })
    await page.evaluate((key) => {
      localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), expires_at: 1 })
    }, SESSION_KEY)
    await page.goto("/settings")
    await page.waitForURL("**/login?*")
    const left = async () => [...Object.keys(localStorage), ...(await caches.keys())]
    await expect.poll(() => page.evaluate(left)).toEqual([])
    await page.goto("/settings/card")
    await page.waitForURL("**/login?*")
  })
})

test("what the forms and the menu show is free of accessibility faults", async () => {
  await visit(browser, server, async (page) => {
    // The edges of an open menu hand on the focus they are given. axe sees that only while some dialog or toast is there.
    const excluded = "[data-base-ui-focus-guard]"
    const faults = (name: string, ignored: string[] = []) => faultsOf(page, name, { ignored, excluded })
    await page.goto("/signup")
    await page.getByRole("button", { name: "Create Account" }).click()
    expect(await faults("signup-errors")).toEqual([])
    await page.goto("/login")
    await page.getByRole("button", { name: "Log In" }).click()
    expect(await faults("login-errors")).toEqual([])
    await signIn(page, mika)
    await page.getByLabel("Full Name *").waitFor()
    await page.getByRole("button", { name: "Account" }).click()
    // A menu hangs outside the landmarks, as menus do.
    expect(await faults("menu", ["region"])).toEqual([])
  })
})
