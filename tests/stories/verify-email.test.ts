// The link of the sign-up mail in a browser (specification sections 2 and 4).
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { linkIn, startServer, type TestServer } from "../support/server.ts"
import { person, signIn, toast } from "../support/visitors.ts"

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

test("when the server cannot be asked, it is an error of its own", async () => {
  const link = await mailedLink("ren")
  const expected = [refused(500, "/auth/v1/verify")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    await page.route("**/auth/v1/verify", (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(link)
    await toast(page, "Verification error")
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
