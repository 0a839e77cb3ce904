// Signing up in a browser (specification sections 2, 4, 5 and 8).
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, fillSignUp, openAs, person, toast } from "../support/visitors.ts"

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

const send = (page: Page) => page.getByRole("button", { name: "Create Account" }).click()

test("an account is created, and the notice takes the place of the form", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/signup")
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Create an Account")
    await fillSignUp(page, person("mika"))
    await send(page)
    const notice = page.getByRole("status").filter({ hasText: "Account created successfully!" })
    await notice.waitFor()
    await expect.poll(() => notice.textContent()).toContain("check your email for a verification link")
    await expect.poll(() => notice.textContent()).toContain("must be verified before you can log in")
    expect(await page.getByRole("button", { name: "Create Account" }).count()).toBe(0)
    await toast(page, "Account created")
    const mail = await server.mailTo("mika@example.com")
    expect(mail.text).toContain("/verify-email#")
    await page.getByRole("link", { name: "Go to Login" }).click()
    await page.waitForURL("**/login")
  })
})

test("the username of the landing page's field is carried over", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/signup?username=sora")
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe("sora")
  })
})

test("every rule answers beside its field, and the first wrong field has the focus", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/signup")
    await page.getByLabel("Username").fill("No")
    await page.getByLabel("Email").fill("nobody")
    await page.getByLabel("Password", { exact: true }).fill("1234567")
    await page.getByLabel("Confirm Password").fill("7654321")
    await send(page)
    for (const sentence of [
      "Username must be at least 3 characters",
      "Full name must be at least 2 characters",
      "Please enter a valid email address",
      "Password must be at least 8 characters",
      "Passwords don't match",
      "You must agree to the terms, privacy policy, and acceptable use policy",
    ])
      await page.getByText(sentence, { exact: true }).waitFor()
    const username = page.getByLabel("Username")
    await expect.poll(() => username.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => username.getAttribute("aria-invalid")).toBe("true")
    // The message takes the place of the hint, so nothing below moves.
    const described = await username.getAttribute("aria-describedby")
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain("Username must be")
    expect(await page.getByText("Your page:").count()).toBe(0)
    await username.fill("Not Allowed")
    await page.getByText("Username can only contain lowercase letters, numbers, underscores and hyphens").waitFor()
  })
})

test("a taken username and a taken address are reported above the form before anything is created", async () => {
  await confirmedAccount(server, person("taken"))
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/signup")
    await fillSignUp(page, { ...person("taken"), email: "other@example.com" })
    await send(page)
    const alert = page.getByRole("alert")
    await alert.getByText("This username is already taken. Please choose a different username.").waitFor()
    await page.getByLabel("Username").fill("another")
    await page.getByLabel("Email").fill("TAKEN@example.com")
    await send(page)
    await alert
      .getByText("An account with this email address already exists. Please use another email address or login.")
      .waitFor()
    await expect.poll(() => page.getByLabel("Full Name").inputValue()).toBe("Mika Tanaka")
  })
})

test("a username is corrected and checked while it is typed, like on the landing page", async () => {
  await confirmedAccount(server, person("occupied"))
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/signup")
    const username = page.getByLabel("Username")
    await username.waitFor()
    await expect.poll(() => username.isEnabled()).toBe(true)
    await username.pressSequentially("Anna.Lind Q")
    expect(await username.inputValue()).toBe("anna-lind-q")
    await page.getByText("is available", { exact: true }).waitFor()
    await username.press("ControlOrMeta+a")
    await username.pressSequentially("Occupied")
    await page.getByText("This username is already taken", { exact: true }).waitFor()
    await username.press("End")
    await username.press("Backspace")
    await page.getByText("This username is already taken", { exact: true }).waitFor({ state: "detached" })
    await username.press("ControlOrMeta+a")
    await username.pressSequentially("meishi")
    await page.getByText("This username is reserved. Please choose a different username.", { exact: true }).waitFor()
    await page.goto("/signup?username=occupied")
    await page.getByText("This username is already taken", { exact: true }).waitFor()

    await page.goto("/")
    const claim = page.getByLabel("Your address:")
    await claim.pressSequentially("Anna Lind")
    expect(await claim.inputValue()).toBe("anna-lind")
  })
})

test("everything that is taken is said at once, and the message above the form goes with its cause", async () => {
  await confirmedAccount(server, person("doubled"))
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/signup")
    await fillSignUp(page, person("doubled"))
    await send(page)
    await page.getByRole("alert").getByText("Username or email is already in use").waitFor()
    for (const label of ["Username", "Email"])
      expect(await page.getByLabel(label).getAttribute("aria-invalid")).toBe("true")
    await page.getByLabel("Username").fill("another-one")
    await page.getByRole("alert").waitFor({ state: "detached" })
    expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true")
  })
})

test("a member who opens the page sees that they are signed in", async () => {
  const kei = person("kei")
  await confirmedAccount(server, kei)
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, kei, "/signup")
    await page.getByRole("heading", { name: "Already Logged In" }).waitFor()
    expect(await page.getByLabel("Username").count()).toBe(0)
  })
})

test("when the check itself fails, it says that the credentials could not be validated", async () => {
  await visit(browser, { origin: server.origin, expected: [refused(500, "/api/availability")] }, async (page) => {
    await page.route("**/api/availability", (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto("/signup")
    await fillSignUp(page, person("ren"))
    await send(page)
    await page.getByRole("alert").getByText("Unable to validate credentials").waitFor()
  })
})

test.each([
  [{ email: true }, "Unable to validate username availability"],
  [{ username: true }, "Unable to validate email availability"],
])("when the check leaves open one of the two (%j), it says which", async (answer, sentence) => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.route("**/api/availability", (route) => route.fulfill({ json: answer }))
    await page.goto("/signup")
    await fillSignUp(page, person("ren"))
    await send(page)
    await page.getByRole("alert").getByText(sentence, { exact: true }).waitFor()
  })
})

test("an answer without a user is reported as an error", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.route("**/auth/v1/signup**", (route) => route.fulfill({ json: {} }))
    await page.goto("/signup")
    await fillSignUp(page, person("ren"))
    await send(page)
    await page.getByRole("alert").getByText("Failed to create user account", { exact: true }).waitFor()
  })
})

test("a lost connection is reported above the form", async () => {
  await visit(browser, { origin: server.origin, expected: [/ERR_FAILED/] }, async (page) => {
    await page.route("**/auth/v1/signup**", (route) => route.abort())
    await page.goto("/signup")
    await fillSignUp(page, person("ren"))
    await send(page)
    const sentence = "We couldn't reach the server. Please check your connection and try again."
    await page.getByRole("alert").getByText(sentence, { exact: true }).waitFor()
  })
})

test("a password too common is refused with the server's reason", async () => {
  await visit(browser, { origin: server.origin, expected: [refused(422, "/auth/v1/signup")] }, async (page) => {
    await page.goto("/signup")
    await fillSignUp(page, { ...person("hina"), password: "password123" })
    await send(page)
    await page.getByRole("alert").waitFor()
    await expect.poll(() => page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true")
  })
})
