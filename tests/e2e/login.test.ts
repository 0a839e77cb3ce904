// Signing in and out in a browser (specification sections 2, 4, 5 and 8).
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { GENERAL } from "../../src/domain/messages.ts"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person, signIn, toast } from "../support/visitors.ts"

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

test("signing in greets, and goes on to the edit form", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/login")
    await page.getByRole("heading", { level: 1, name: "Sign In" }).waitFor()
    await page.getByText("Enter your email and password to access your account", { exact: true }).waitFor()
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    await toast(page, "Welcome back")
    await toast(page, "You have successfully signed in.")
  })
})

test("no script is asked for before the page can be drawn", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    const scripts = () => asked.filter((path) => path.endsWith(".js"))
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route("**/assets/*.css", (route) => promise.then(() => route.continue()))
    const arrived = page.goto("/login")
    await page.waitForRequest("**/assets/*.css")
    await new Promise((later) => setTimeout(later, 500))
    expect(scripts()).toEqual([])
    resolve()
    await arrived
    await page.getByRole("button", { name: "Log In" }).waitFor()
    expect(scripts().length).toBeGreaterThan(5)
  })
})

test("on a dead network the form stops waiting after half a minute, says why, and can be sent again", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.clock.install()
    await page.goto("/login")
    await page.route("**/auth/v1/token*", () => {}, { times: 1 })
    const isSent = page.waitForRequest("**/auth/v1/token*")
    await signIn(page, mika)
    await isSent
    await page.clock.runFor(31_000)
    await page.getByText(GENERAL.offline).first().waitFor()
    await page.clock.resume()
    await page.getByRole("button", { name: "Log In" }).click()
    await page.waitForURL("**/edit-profile")
  })
})

test("the button shows that signing in is in progress", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    const letGo = await hold(page, "**/auth/v1/token*")
    await page.goto("/login")
    await signIn(page, mika)
    const button = page.getByRole("button", { name: "Logging in..." })
    await button.waitFor()
    await expect.poll(() => button.isDisabled()).toBe(true)
    letGo()
    await page.waitForURL("**/edit-profile")
  })
})

/** What stands above the form after a failure. */
const failed = (page: Page, text: string) => page.getByRole("alert").getByText(text, { exact: true }).waitFor()

test("a wrong password is named above the form, which stays as it is, and a right one removes the message", async () => {
  const expected = [refused(400, "/auth/v1/token")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await signIn(page, { ...mika, password: "not this one" })
    await failed(page, "Error signing in")
    const form = page.locator("form")
    await expect.poll(() => form.textContent()).toBe("EmailPasswordLog In")
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(mika.email)
    await page.route("**/auth/v1/token?**", async (route) => {
      await page.getByRole("alert").waitFor({ state: "detached" })
      await route.continue()
    })
    await page.getByLabel("Password", { exact: true }).fill(mika.password)
    await page.getByRole("button", { name: "Log In" }).click()
    await page.waitForURL("**/edit-profile")
  })
})

test("the keyboard stays on the button that was pressed, and pressing it again sends nothing twice", async () => {
  const expected = [refused(400, "/auth/v1/token")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    const asked = Promise.withResolvers<void>()
    let sent = 0
    await page.route("**/auth/v1/token?**", async (route) => {
      sent += 1
      await asked.promise
      await route.continue()
    })
    await page.goto("/login")
    await page.getByRole("textbox", { name: "Email" }).fill(mika.email)
    await page.getByLabel("Password", { exact: true }).fill("not this one")
    await page.keyboard.press("Enter")
    const busy = page.getByRole("button", { name: "Logging in..." })
    await busy.waitFor()
    await page.keyboard.press("Enter")
    await busy.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Space")
    asked.resolve()
    await failed(page, "Error signing in")
    const button = page.getByRole("button", { name: "Log In", exact: true })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(sent).toBe(1)
  })
})

test("a second click while the form is still being checked sends nothing twice", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    let sent = 0
    page.on("request", (request) => {
      if (request.url().includes("/auth/v1/token?grant_type=password")) sent += 1
    })
    const letGo = await hold(page, "**/assets/schemas-*.js")
    await page.goto("/login")
    await page.getByRole("textbox", { name: "Email" }).fill(mika.email)
    await page.getByLabel("Password", { exact: true }).fill(mika.password)
    await page.getByRole("button", { name: "Log In" }).dblclick()
    letGo()
    await page.waitForURL("**/edit-profile")
    expect(sent).toBe(1)
  })
})

test("a server that cannot be reached, or is down behind its proxy, shows a plain message", async () => {
  const offline = "We couldn't reach the server. Please check your connection and try again."
  const expected = [/ERR_FAILED/, refused(503, "/auth/v1/token")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.route("**/auth/v1/token?**", (route) => route.abort())
    await signIn(page, mika)
    await failed(page, offline)
    await page.route("**/auth/v1/token?**", (route) =>
      route.fulfill({ status: 503, contentType: "text/html", body: "<h1>503 Service Temporarily Unavailable</h1>" }),
    )
    await signIn(page, mika)
    await failed(page, "The server is busy. Please try again in a moment.")
    await page.route("**/auth/v1/recover?**", (route) => route.abort())
    await page.getByRole("button", { name: "Forgot password?" }).click()
    await page.getByRole("button", { name: "Send reset link" }).click()
    await toast(page, "Error sending reset email")
    await toast(page, offline)
  })
})

test("the rules of the form answer before anything is sent", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await signIn(page, { email: "mika", password: "12345" })
    await page.getByText("Please enter a valid email address", { exact: true }).waitFor()
    await page.getByText("Password must be at least 6 characters", { exact: true }).waitFor()
  })
})

test("an unconfirmed address is named as the reason, and the email can be sent again", async () => {
  const yuki = person("yuki")
  const response = await fetch(`${server.origin}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: yuki.email, password: yuki.password, data: { username: "yuki", full_name: "Yuki" } }),
  })
  expect(response.status).toBe(200)
  await server.mailTo(yuki.email)
  await visit(browser, { origin: server.origin, expected: [refused(400, "/auth/v1/token")] }, async (page) => {
    await signIn(page, yuki)
    await failed(page, "Error signing in")
    await failed(page, "Email not confirmed")
    await page.getByRole("button", { name: "Send the email again" }).click()
    await toast(page, "Verification email sent")
  })
})

test("a signed-in user sees that they are signed in, also after a reload", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    await page.goto("/login")
    await page.getByRole("heading", { name: "Already Logged In" }).waitFor()
    const links = page.getByRole("main").getByRole("link")
    await expect.poll(() => links.allTextContents()).toEqual(["Go to Home", "Edit Profile"])
    await expect.poll(() => page.getByRole("link", { name: "Go to Home" }).getAttribute("href")).toBe("/")
    await expect.poll(() => page.getByRole("link", { name: "Edit Profile" }).getAttribute("href")).toBe("/edit-profile")
  })
})

test("a signed-in user who was on the way to a page gets there, but not to another site", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, mika, "/login?return=https%3A%2F%2Fevil.example%2F")
    await page.getByRole("heading", { name: "Already Logged In" }).waitFor()
    expect(await page.getByRole("main").getByRole("link").allTextContents()).toEqual(["Go to Home", "Edit Profile"])
    await page.goto("/login?return=%2Fsettings%2Finsights")
    await page.getByRole("link", { name: "Back to where I was" }).click()
    await page.waitForURL("**/settings/insights")
  })
})

test("logging out forgets the session, here and on the server", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem("meishi-session") ?? "{}").access_token)
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Logout" }).click()
    await page.waitForURL((url) => url.pathname === "/")
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("meishi-session"))),
    ).toEqual([])
    const me = await fetch(`${server.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(401)
  })
})

test("a failed sign-out shows a message, and the session stays", async () => {
  await visit(browser, { origin: server.origin, expected: [refused(500, "/auth/v1/logout")] }, async (page) => {
    await signIn(page, mika)
    await page.waitForURL("**/edit-profile")
    await page.getByLabel("Full Name *").waitFor()
    await page.route("**/auth/v1/logout?**", (route) =>
      route.fulfill({ status: 500, json: { code: "unexpected_failure", message: "The database is away." } }),
    )
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Logout" }).click()
    await page.getByText("Error signing out", { exact: true }).waitFor()
    await page.getByText("The database is away.", { exact: true }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem("meishi-session"))).not.toBeNull()
  })
})

test("no password is ever part of an address, even when the form is sent before the application runs", async () => {
  const html = await (await fetch(`${server.origin}/login`)).text()
  expect(html).toContain("Loading...")
  const signup = await (await fetch(`${server.origin}/signup`)).text()
  expect(signup).toMatch(/<form[^>]*method="post"/)
  expect(signup).toMatch(/<fieldset[^>]*disabled/)
})
