// The link in the sign-up email, in a browser (specification sections 2 and 4).
import type { Browser, Page, Route } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { REDIRECT_DELAY_MS } from "../../src/domain/limits.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { firstSeen } from "../support/first-seen.ts"
import { faultsOf } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import { linkIn, type TestServer } from "../support/test-server.ts"
import { confirmedAccount, fillSignUp, type Person, person, signIn, toast } from "../support/visitors.ts"

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

const signUpOf = ({ email, password, username, fullName }: Person) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ email, password, data: { username, full_name: fullName } }),
})

/** Signs up in another browser than the one of the story. */
async function mailedLink(username: string, wanted: Partial<Person> = {}): Promise<string> {
  const newcomer = { ...person(username), ...wanted }
  const answer = await fetch(`${server.origin}/auth/v1/signup`, signUpOf(newcomer))
  expect(answer.status).toBe(200)
  return linkIn(await server.mailTo(newcomer.email), "/verify-email")
}

/** Signs up in this browser. */
async function ownLink(page: Page, username: string): Promise<string> {
  await page.goto("/about")
  await page.evaluate((request) => fetch("/auth/v1/signup", request), signUpOf(person(username)))
  return linkIn(await server.mailTo(person(username).email), "/verify-email")
}

const main = (page: Page) => page.getByRole("main")
async function confirmWith(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Confirm" }).click()
}

test("the mailed link verifies the address and leads to the login page after three seconds", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    const between = await firstSeen(page, { countdown: "[data-countdown]", way: "main a[href='/login']" })
    const link = await ownLink(page, "mika")
    // As a mail program does: from another site.
    await page.goto("about:blank")
    await page.setContent(`<a href="${link.replaceAll("&", "&amp;")}">Confirm email</a>`)
    await page.getByRole("link", { name: "Confirm email" }).click()
    await toast(page, "Email verified")
    expect(page.url()).not.toContain("#")
    await page.waitForURL("**/login")
    expect(await between("way", "/login")).toBeGreaterThan(0)
    expect(await between("countdown", "/login")).toBeGreaterThan(REDIRECT_DELAY_MS - 100)
    // The address is there already: only the password is left to type.
    await expect.poll(() => page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("mika@example.com")
    const password = page.getByLabel("Password", { exact: true })
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(page.url()).toBe(`${server.origin}/login`)
    await page.keyboard.type(person("mika").password)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/edit-profile")
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("login-email")
  })
})

test("a used link says that it may have expired, and offers a new email", async () => {
  const expected = [refused(403, "/auth/v1/verify")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    const link = await ownLink(page, "sora")
    await page.goto(link)
    await toast(page, "Email verified")
    await page.goto("/about")
    await page.goto(link)
    await toast(page, "Verification failed")
    await page.getByText("The verification link may have expired or be invalid.").waitFor()
    await page.getByLabel("Email").fill("sora@example.com")
    await page.getByRole("button", { name: "Send the email again" }).click()
    await toast(page, "Verification email sent")
  })
})

test("a link with text of its own cannot make the site say it", async () => {
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto("/verify-email#error_description=Pay+now+at+evil.example")
    await toast(page, "Verification failed")
    await toast(page, "The link may have expired or be invalid.")
    expect(await page.locator("body").textContent()).not.toContain("Pay now")
  })
})

test("when the server cannot be asked, it is an error of its own, and the link is good for another try", async () => {
  const expected = [refused(500, "/auth/v1/verify"), refused(429, "/auth/v1/verify"), /ERR_FAILED/]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    const link = await ownLink(page, "ren")
    const answers: [(route: Route) => Promise<void>, string][] = [
      [(route) => route.fulfill({ status: 500, json: {} }), OFFLINE],
      [(route) => route.abort(), OFFLINE],
      [
        (route) => route.fulfill({ status: 429, json: { code: "over_request_rate_limit", message: TOO_MANY } }),
        TOO_MANY,
      ],
    ]
    const again = page.getByRole("button", { name: "Try again" })
    for (const [at, [answer, sentence]] of answers.entries()) {
      await page.route("**/auth/v1/verify", answer)
      await (at === 0 ? page.goto(link) : again.click())
      await toast(page, "Verification error")
      const notice = page.getByRole("alert")
      await notice.getByText("We couldn't check your link").waitFor()
      await notice.getByText(sentence, { exact: true }).waitFor()
      expect(await page.getByRole("main").getByText("may have expired").count()).toBe(0)
      await page.unroute("**/auth/v1/verify")
    }
    await again.click()
    await toast(page, "Email verified")
    expect(page.url()).not.toContain("#")
    await expect.poll(() => page.getByText("Verification error", { exact: true }).count()).toBe(0)
  })
})

test("without a hash nothing is verified, and a new mail is sent on request", async () => {
  await mailedLink("hina")
  await visit(browser, { origin: server.origin }, async (page) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto("/verify-email")
    await page.getByText("Open the link in the email we sent you").waitFor()
    expect(asked).not.toContain("/auth/v1/verify")
    await page.getByLabel("Email").fill("hina@example.com")
    await page.getByRole("button", { name: "Send the email again" }).click()
    await toast(page, "Verification email sent")
  })
})

test("in another browser it says whose account it is, takes the password, and signs in at once", async () => {
  const today = () =>
    new Date().toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric" }).replaceAll(" ", "\\s")
  const before = today()
  const link = await mailedLink("hana")
  const days = `(${before}|${today()})`
  const expected = [refused(400, "/auth/v1/verify")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(link)
    await main(page)
      .getByText(new RegExp(`^An account with the username hana was created with hana@example\\.com on ${days}\\.`))
      .waitFor()
    expect(asked).not.toContain("/auth/v1/verify")
    await page.getByRole("button", { name: "Forgot password?" }).waitFor()
    await page.getByRole("button", { name: "Confirm" }).click()
    await page.getByText("Enter your password", { exact: true }).waitFor()
    await confirmWith(page, "not this one")
    await page.getByText("That's not the password for this account", { exact: true }).waitFor()
    const password = page.getByLabel("Password", { exact: true })
    await expect.poll(() => password.getAttribute("aria-invalid")).toBe("true")
    await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true)
    await confirmWith(page, person("hana").password)
    await toast(page, "Welcome back")
    await page.waitForURL("**/edit-profile")
    await page.getByRole("heading", { name: "Edit Profile" }).waitFor()
    await page.goBack()
    expect(page.url()).not.toContain("token_hash")
  })
})

test("a newcomer signs up on a laptop, opens the email on a phone, and gets where the sign-up began", async () => {
  const yuki = person("yuki")
  await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
    await page.goto("/signup?return=%2Fsettings")
    await fillSignUp(page, yuki)
    await page.getByRole("button", { name: "Create Account" }).click()
    await toast(page, "Account created")
  })
  const link = linkIn(await server.mailTo(yuki.email), "/verify-email")
  await visit(browser, { origin: server.origin, width: 375 }, async (page) => {
    await page.goto(link)
    await confirmWith(page, yuki.password)
    await toast(page, "Welcome back")
    await page.waitForURL("**/settings")
  })
})

test("a person who did not sign up deletes the account with one button, and the username is free again", async () => {
  const link = await mailedLink("aoi", { password: "an attacker chose this 1" })
  const expected = [refused(403, "/auth/v1/verify")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.goto(link)
    await page.getByRole("button", { name: "I didn't sign up" }).click()
    await main(page).getByText("You can sign up with this address at any time.").waitFor()
    expect(page.url()).toBe(`${server.origin}/verify-email`)
    expect(await faultsOf(page, "verify-email declined")).toEqual([])
    const free = await page.evaluate(async () => {
      const headers = { "content-type": "application/json" }
      const body = JSON.stringify({ username: "aoi", email: "aoi@example.com" })
      return (await fetch("/api/availability", { method: "POST", headers, body })).json()
    })
    expect(free).toEqual({ username: true, email: true })
    await page.goto("/about")
    await page.goto(link)
    await toast(page, "Verification failed")
  })
})

test("signing up again makes the older link worthless, and the newer one works", async () => {
  const older = await mailedLink("kei", { password: "an attacker chose this 1" })
  const expected = [refused(403, "/auth/v1/verify")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.goto("/about")
    await page.evaluate((request) => fetch("/auth/v1/signup", request), signUpOf(person("kei")))
    const newer = linkIn(await server.mailTo("kei@example.com", 1), "/verify-email")
    await page.goto(older)
    await toast(page, "Verification failed")
    await page.goto("/about")
    await page.goto(newer)
    await toast(page, "Email verified")
    await signIn(page, person("kei"))
    await page.waitForURL("**/edit-profile")
  })
})

test("a new sign-in address opened elsewhere says which account wants it, and can be refused", async () => {
  const nao = person("nao")
  await confirmedAccount(server, nao)
  const askFor = async (email: string) => {
    const token = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, signUpOf(nao))
    const { access_token } = (await token.json()) as { access_token: string }
    await fetch(`${server.origin}/auth/v1/user`, {
      method: "PUT",
      headers: { "content-type": "application/json", authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ email, current_password: nao.password }),
    })
    return linkIn(await server.mailTo(email), "/verify-email")
  }
  const wanted = await askFor("nao.new@example.com")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(wanted)
    await main(page)
      .getByText(
        "Someone asked to change the sign-in email of the account with the username nao to nao.new@example.com.",
      )
      .waitFor()
    expect(await page.getByRole("button", { name: "Forgot password?" }).count()).toBe(0)
    await page.getByText("Didn't ask for this? Someone may have typed your address by mistake.").waitFor()
    expect(await faultsOf(page, "verify-email change")).toEqual([])
    await page.getByRole("button", { name: "I didn't ask for this" }).click()
    await main(page).getByText("Your email address was not added to the account.").waitFor()
  })
  const again = await askFor("nao.again@example.com")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(again)
    await confirmWith(page, nao.password)
    await toast(page, "Sign-in email updated")
    await page.waitForURL("**/login")
    await expect.poll(() => page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("nao.again@example.com")
  })
})

test("the page that asks for the password is easy to read and to use, and fits a phone", async () => {
  const link = await mailedLink("mio")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(link)
    await page.getByRole("button", { name: "Confirm" }).waitFor()
    expect(await faultsOf(page, "verify-email asking")).toEqual([])
  })
})
