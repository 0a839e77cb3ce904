// The link of the sign-up mail in a browser (specification sections 2 and 4).
import type { Browser, Route } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { linkIn, startServer, type TestServer } from "../support/server.ts"
import { person, signIn, toast } from "../support/visitors.ts"

const OFFLINE = "The server could not be reached. Please check your connection and try again."
const TOO_MANY = "Too many attempts. Please wait a moment and try again."

let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

async function mailedLink(username: string): Promise<string> {
  const { email, password, fullName } = person(username)
  await fetch(`${server.origin}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, data: { username, full_name: fullName } }),
  })
  return linkIn(await server.mailTo(email), "/verify-email")
}

test("the mailed link verifies the address and leads to the login page after three seconds", async () => {
  const link = await mailedLink("mika")
  await visit(browser, { origin: server.origin }, async (page) => {
    await page.goto(link)
    await toast(page, "Email verified")
    const shown = Date.now()
    await page.getByRole("main").getByRole("link", { name: "Go to Login" }).waitFor()
    expect(page.url()).toBe(`${server.origin}/verify-email`)
    await page.waitForURL("**/login")
    expect(Date.now() - shown).toBeGreaterThan(2000)
    await signIn(page, person("mika"))
    await page.waitForURL("**/edit-profile")
  })
})

test("a used link says that it may have expired, and offers a new mail", async () => {
  const link = await mailedLink("sora")
  const expected = [refused(403, "/auth/v1/verify")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
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

test("when the server cannot be asked, it is an error of its own, and the link is good for another try", async () => {
  const link = await mailedLink("ren")
  const expected = [refused(500, "/auth/v1/verify"), refused(429, "/auth/v1/verify"), /ERR_FAILED/]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    const answers: [(route: Route) => Promise<void>, string][] = [
      [(route) => route.fulfill({ status: 500, json: {} }), OFFLINE],
      [(route) => route.abort(), OFFLINE],
      [
        (route) => route.fulfill({ status: 429, json: { code: "over_request_rate_limit", message: TOO_MANY } }),
        TOO_MANY,
      ],
    ]
    const again = page.getByRole("button", { name: "Try again" })
    for (const [answer, sentence] of answers) {
      await page.route("**/auth/v1/verify", answer)
      await (page.url().startsWith("about:") ? page.goto(link) : again.click())
      await toast(page, "Verification error")
      const notice = page.getByRole("alert")
      await notice.getByText("Your link could not be checked.").waitFor()
      await notice.getByText(sentence, { exact: true }).waitFor()
      expect(await page.getByRole("main").getByText("may have expired").count()).toBe(0)
      await page.unroute("**/auth/v1/verify")
    }
    await again.click()
    await toast(page, "Email verified")
    expect(page.url()).toBe(`${server.origin}/verify-email`)
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
