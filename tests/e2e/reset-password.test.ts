// A forgotten password, from 'Forgot password?' to the new one (specification sections 2, 4, 5 and 8).
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { LOST, loseAnswer } from "../support/lost-answer.ts"
import { startSite } from "../support/site.ts"
import { linkIn, type TestServer } from "../support/test-server.ts"
import { confirmedAccount, type Person, person, signIn, toast } from "../support/visitors.ts"

const NEW_PASSWORD = "another calm passphrase"
const OFFLINE = "We couldn't reach the server. Please check your connection and try again."
const TOO_MANY = "Too many attempts. Please wait a few minutes and try again."
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

/** A user who has asked for a reset email. */
async function forgetful(username: string): Promise<Person & { link: string }> {
  const user = person(username)
  await confirmedAccount(server, user)
  await askForLink(user.email)
  return { ...user, link: linkIn(await server.mailTo(user.email, 1), "/auth/v1/verify") }
}

const post = (path: string, body: unknown, token = "") =>
  fetch(`${server.origin}/auth/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

const askForLink = (email: string) => post("/recover", { email })

/** Where the link leads: the address of the page, with the tokens. */
const pageOf = async (link: string): Promise<string> =>
  (await fetch(link, { redirect: "manual" })).headers.get("location") ?? ""

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel("New Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm New Password").fill(again)
  await page.getByRole("button", { name: "Update Password" }).click()
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

test("the login page sends a reset link, with the same answer for every address", async () => {
  await confirmedAccount(server, person("mika"))
  for (const email of ["mika@example.com", "nobody@example.com"])
    await visit(browser, { origin: server.origin }, async (page) => {
      await page.goto("/login")
      await page.getByRole("button", { name: "Forgot password?" }).click()
      const dialog = page.getByRole("dialog", { name: "Reset your password" })
      await dialog.getByRole("button", { name: "Send reset link" }).click()
      await dialog.getByText("Please enter a valid email address", { exact: true }).waitFor()
      await dialog.getByLabel("Email").fill(email)
      await dialog.getByRole("button", { name: "Send reset link" }).click()
      await toast(page, "Password reset email sent")
      await dialog.waitFor({ state: "detached" })
      expect(new URL(page.url()).pathname).toBe("/login")
    })
  const mail = await server.mailTo("mika@example.com", 1)
  expect(linkIn(mail, "/auth/v1/verify")).toContain("type=recovery")
})

test("the dialog starts with the typed email, and shows a refusal", async () => {
  await visit(browser, { origin: server.origin, expected: [refused(429, "/auth/v1/recover")] }, async (page) => {
    await page.route("**/auth/v1/recover*", (route) =>
      route.fulfill({ status: 429, json: { code: "over_email_send_rate_limit", message: "Too many." } }),
    )
    await page.goto("/login")
    await page.getByRole("textbox", { name: "Email" }).fill("typed@example.com")
    await page.getByRole("button", { name: "Forgot password?" }).click()
    const field = page.getByRole("dialog", { name: "Reset your password" }).getByLabel("Email")
    await expect.poll(() => field.inputValue()).toBe("typed@example.com")
    await field.press("Enter")
    await toast(page, "Error sending reset email")
    await toast(page, "Too many.")
  })
})

test("the link opens the form, sets the new password, and the user signs in with it", async () => {
  const sora = await forgetful("sora")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(sora.link)
    await heading(page, "Reset Your Password")
    expect(page.url()).toBe(`${server.origin}/reset-password`)
    for (const label of ["New Password", "Confirm New Password"]) {
      const field = page.getByLabel(label, { exact: true })
      await expect.poll(() => field.getAttribute("minlength")).toBe("6")
      expect(await field.getAttribute("required")).not.toBeNull()
    }
    const letGo = await hold(page, "**/auth/v1/user")
    await setPassword(page, NEW_PASSWORD)
    const busy = page.getByRole("button", { name: "Updating Password..." })
    await busy.waitFor()
    await expect.poll(() => busy.isDisabled()).toBe(true)
    letGo()
    await toast(page, "Success")
    await toast(page, "Your password has been updated successfully.")
    await page.waitForURL("**/login")
    expect(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).not.toContain(
      "meishi-password-reset",
    )
    await signIn(page, { ...sora, password: NEW_PASSWORD })
    await page.waitForURL("**/edit-profile")
  })
})

test("the tokens leave the address bar before anything else loads, and no request carries them", async () => {
  const { link } = await forgetful("ren")
  await visit(browser, { origin: server.origin }, async (page) => {
    const seen: string[] = []
    let first = true
    page.on("request", (request) => {
      const isPage = request.isNavigationRequest()
      if (!isPage) seen.push(`${request.url()} ${request.headers().referer ?? ""} ${request.postData() ?? ""}`)
    })
    // Every script is held back: what the address bar says then, it says before any of them ran.
    await page.route("**/assets/*.js", async (route) => {
      if (first) {
        first = false
        await expect.poll(() => page.evaluate(() => location.href)).toBe(`${server.origin}/reset-password`)
        await page.getByRole("heading", { level: 1, name: "Validating Reset Link", exact: true }).waitFor()
        await page
          .getByText("Please wait while we validate your password reset link", { exact: true })
          .first()
          .waitFor()
      }
      await route.continue()
    })
    await page.goto(await pageOf(link))
    await heading(page, "Reset Your Password")
    expect(first).toBe(false)
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.filter((request) => /access_token|refresh_token|type=recovery/.test(request))).toEqual([])
    await page.goBack()
    expect(page.url()).not.toContain("token")
  })
  expect(server.output()).not.toMatch(/access_token=|refresh_token=/)
})

test("both fields show and hide what is typed, each for itself", async () => {
  const { link } = await forgetful("yui")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(link)
    await heading(page, "Reset Your Password")
    const typeOf = (label: string) => page.getByLabel(label, { exact: true }).getAttribute("type")
    const types = async () => [await typeOf("New Password"), await typeOf("Confirm New Password")]
    await page.getByRole("button", { name: "Show password" }).first().click()
    await expect.poll(types).toEqual(["text", "password"])
    await page.getByRole("button", { name: "Show password" }).click()
    await expect.poll(types).toEqual(["text", "text"])
    await page.getByRole("button", { name: "Hide password" }).first().click()
    await expect.poll(types).toEqual(["password", "text"])
  })
})

test("the rules of the form answer before anything is sent", async () => {
  const { link } = await forgetful("hina")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(link)
    await setPassword(page, "12345", "54321")
    await page.getByText("Password must be at least 6 characters long", { exact: true }).waitFor()
    await page.getByText("Passwords do not match", { exact: true }).waitFor()
    await setPassword(page, "vq7#xk2", "vq7#xk2")
    await page.getByText("Password must be at least 8 characters", { exact: true }).waitFor()
    expect(page.url()).toBe(`${server.origin}/reset-password`)
  })
})

test("a reset does not sign in: the header stays signed out, in this tab and in others", async () => {
  const { link, ...kai } = await forgetful("kai")
  await visit(browser, { origin: server.origin }, async (page) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(link)
    await heading(page, "Reset Your Password")
    await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).waitFor()
    expect(asked).not.toContain("/api/me")
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("meishi-password-reset"))).toBe("true")
    const other = await page.context().newPage()
    await other.goto("/settings")
    await other.waitForURL("**/login?*")
    // A reload finds the session again, though the address has no tokens any more.
    await page.reload()
    await heading(page, "Reset Your Password")
    await setPassword(page, NEW_PASSWORD)
    await page.waitForURL("**/login")
    await signIn(page, { ...kai, password: NEW_PASSWORD })
    await page.waitForURL("**/edit-profile")
  })
})

test("a failed reset keeps the user signed in, and a completed one signs out everywhere", async () => {
  const { link, ...aoi } = await forgetful("aoi")
  await visit(browser, { origin: server.origin }, async (page) => {
    await signIn(page, aoi)
    await page.waitForURL("**/edit-profile")
    await page.goto("/reset-password?error=access_denied&error_code=otp_expired")
    await page.getByRole("heading", { name: "Already Logged In" }).waitFor()
    const other = await page.context().newPage()
    await other.goto("/settings")
    await other.getByRole("heading", { name: "My Personal Link" }).waitFor()
    await page.goto(link)
    await setPassword(page, NEW_PASSWORD)
    await page.waitForURL("**/login")
    await page.getByRole("button", { name: "Log In" }).waitFor()
    await other.waitForURL("**/login?*")
  })
})

/** It stays on the login page, above the form. */
const refusedLink = (page: Page, sentence: string) =>
  page
    .getByRole("main")
    .getByRole("alert")
    .filter({ hasText: `Error${sentence}` })
    .waitFor()

test.each([
  ["?error=access_denied", "Password reset link is invalid or has expired"],
  ["?error=access_denied&error_code=otp_expired", "Password reset link has expired. Please request a new one."],
  ["", "Invalid password reset link. Please request a new one."],
  ["?type=recovery&access_token=a", "Invalid password reset link. Please request a new one."],
  ["?type=signup&access_token=a&refresh_token=b", "Invalid password reset link. Please request a new one."],
  ["?type=recovery&access_token=a&refresh_token=b", "Password reset link is invalid or has expired"],
])("the address /reset-password%s leads to /login with: %s", async (query, sentence) => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/reset-password${query}`)
    await refusedLink(page, sentence)
    await page.waitForURL("**/login")
    expect(await page.evaluate(() => sessionStorage.getItem("meishi-password-reset"))).toBeNull()
  })
})

test("a link that was used, or that a newer one replaced, has expired", async () => {
  const { link, email } = await forgetful("emi")
  await askForLink(email)
  const newer = linkIn(await server.mailTo(email, 2), "/auth/v1/verify")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(link)
    await refusedLink(page, "Password reset link has expired. Please request a new one.")
    await page.goto(newer)
    await setPassword(page, NEW_PASSWORD)
    await toast(page, "Success")
    await page.goto("/about")
    await page.goto(newer)
    await refusedLink(page, "Password reset link has expired. Please request a new one.")
  })
})

test("without the reset session nothing is sent, and a new link has to be requested", async () => {
  const { link } = await forgetful("nao")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(link)
    await heading(page, "Reset Your Password")
    await page.evaluate(() => sessionStorage.clear())
    await setPassword(page, NEW_PASSWORD)
    await refusedLink(page, "Invalid reset session. Please request a new password reset.")
    await page.waitForURL("**/login")
  })
})

test("when two pages were opened with one link, the second finds its session ended", async () => {
  const { link } = await forgetful("rin")
  const expected = [refused(403, "/auth/v1/user")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.goto(link)
    await heading(page, "Reset Your Password")
    const second = await page.context().newPage()
    await second.goto(link)
    await heading(second, "Reset Your Password")
    await setPassword(page, NEW_PASSWORD)
    await toast(page, "Success")
    await setPassword(second, "yet another passphrase")
    await refusedLink(second, "Invalid reset session. Please request a new password reset.")
  })
})

/** What may end the session of a link while its page stands open. */
const ENDINGS: Record<string, (session: Record<string, string>) => Promise<unknown>> = {
  "signed-out": ({ access_token }) => post("/logout", {}, access_token),
  "carried-on": async ({ refresh_token }) => {
    const next = await (await post("/token?grant_type=refresh_token", { refresh_token })).json()
    await post("/token?grant_type=refresh_token", next)
  },
}

test.each(Object.keys(ENDINGS))("an hour later, a session that was %s elsewhere no longer works", async (ending) => {
  const { link } = await forgetful(`mio-${ending}`)
  await visit(browser, { origin: server.origin, expected: [refused(400, "/auth/v1/token")] }, async (page) => {
    await page.goto(link)
    await heading(page, "Reset Your Password")
    const kept = "meishi-session-reset"
    const session = await page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? "{}"), kept)
    await ENDINGS[ending]?.(session)
    const over = JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 })
    await page.evaluate(([key = "", entry = ""]) => sessionStorage.setItem(key, entry), [kept, over])
    await setPassword(page, NEW_PASSWORD)
    await refusedLink(page, "Invalid reset session. Please request a new password reset.")
    await page.waitForURL("**/login")
  })
})

test("a password the server refuses stays on the page with the server's sentence", async () => {
  const { link } = await forgetful("jun")
  await visit(browser, { origin: server.origin, expected: [refused(422, "/auth/v1/user")] }, async (page) => {
    await page.goto(link)
    await setPassword(page, "password")
    await toast(page, "Error")
    await toast(page, "This password is too common and easy to guess. Please choose a different one.")
    expect(page.url()).toBe(`${server.origin}/reset-password`)
    await setPassword(page, NEW_PASSWORD)
    await toast(page, "Success")
  })
})

test("an update that fails without a message gets ours", async () => {
  const { link } = await forgetful("sho")
  await visit(browser, { origin: server.origin, expected: [/status of 50/, /ERR_FAILED/] }, async (page) => {
    await page.goto(link)
    await heading(page, "Reset Your Password")
    await page.route("**/auth/v1/user", (route) => route.fulfill({ status: 500, body: "<p>gone</p>" }))
    await setPassword(page, NEW_PASSWORD)
    await toast(page, "Failed to update password")
    expect(page.url()).toBe(`${server.origin}/reset-password`)
  })
})

test.each([
  [NEW_PASSWORD, "Success"],
  ["yet another passphrase", "Invalid reset session. Please request a new password reset."],
])("after an answer that was lost, the password %s is tried again: %s", async (second, outcome) => {
  const { link, ...ami } = await forgetful(second === NEW_PASSWORD ? "ami" : "uta")
  await visit(browser, { origin: server.origin, expected: [LOST, refused(403, "/auth/v1/user")] }, async (page) => {
    await page.goto(link)
    await heading(page, "Reset Your Password")
    await loseAnswer(page, "**/auth/v1/user", "PUT")
    await setPassword(page, NEW_PASSWORD)
    await toast(page, "Failed to update password")
    await setPassword(page, second)
    if (outcome === "Success") await toast(page, outcome)
    else await refusedLink(page, outcome)
    await page.waitForURL("**/login")
    await signIn(page, { ...ami, password: NEW_PASSWORD })
    await page.waitForURL("**/edit-profile")
  })
})

test("while the server cannot be asked the link is kept, and checked again on request", async () => {
  const { link } = await forgetful("ken")
  await visit(browser, { origin: server.origin, expected: [/ERR_FAILED/] }, async (page) => {
    await page.route("**/auth/v1/user", (route) => route.abort())
    await page.goto(link)
    await page.getByText("We couldn't check your link").waitFor()
    await page.getByText(OFFLINE).waitFor()
    await page.unroute("**/auth/v1/user")
    await page.getByRole("button", { name: "Try again" }).click()
    await heading(page, "Reset Your Password")
  })
})

test("a rate limit does not invalidate the link: it is checked again on request", async () => {
  const { link } = await forgetful("lea")
  await visit(browser, { origin: server.origin, expected: [refused(429, "/auth/v1/user")] }, async (page) => {
    const json = { code: "over_request_rate_limit", message: TOO_MANY }
    await page.route("**/auth/v1/user", (route) => route.fulfill({ status: 429, json }))
    await page.goto(link)
    await page.getByText("We couldn't check your link").waitFor()
    await page.getByText(TOO_MANY).waitFor()
    await page.unroute("**/auth/v1/user")
    await page.getByRole("button", { name: "Try again" }).click()
    await heading(page, "Reset Your Password")
  })
})
