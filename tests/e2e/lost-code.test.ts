// Code that does not come: the network breaks, or an upgrade has removed the files of a page that is open.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, hydrated, openAs, person } from "../support/visitors.ts"

const MIKA = person("mika")
const SCRIPTS = "**/assets/*.js"
const EXPECTED = [/ERR_FAILED/, /status of 404/]
const LATE = "This page isn't loading. Check your connection, then reload it."
const MISSING = "This part didn't load. Check your connection and try again, or reload the page."
let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, MIKA)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const story = (run: (page: Page) => Promise<void>) => visit(browser, { ...server, expected: EXPECTED }, run)

test("a part whose code does not come says so, and what is typed beside it stays", async () => {
  await story(async (page) => {
    await openAs(page, MIKA, "/edit-profile")
    await page.getByLabel("Job Title").fill("Pilot")
    await page.route("**/assets/faces-*.js", (route) => route.fulfill({ status: 404 }))
    await page.getByRole("button", { name: "Layout and pattern" }).click()
    await page.getByText(MISSING).waitFor()
    expect(await page.getByLabel("Job Title").inputValue()).toBe("Pilot")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/mika")
    await page.getByText("Pilot", { exact: true }).waitFor()
  })
})

test("a part whose code did not come is there when it is tried again", async () => {
  await story(async (page) => {
    await openAs(page, MIKA, "/mika")
    await page.getByRole("button", { name: "QR code and link" }).click()
    await page.route("**/assets/take-along-*.js", (route) => route.abort(), { times: 1 })
    await page.getByRole("tab", { name: "More" }).click()
    await page.getByText(MISSING).waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("Email signature").first().waitFor()
  })
})

test("a profile opened inside the application is there without the code of its owner's tools", async () => {
  await story(async (page) => {
    await openAs(page, MIKA, "/edit-profile")
    await page.getByLabel("Job Title").fill("Captain")
    await page.route("**/assets/islands-*.js", (route) => route.abort())
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL("**/mika")
    await page.getByText("Captain", { exact: true }).waitFor()
  })
})

test.each(["/login", "/signup", "/card/nosuchcard", "/report/mika", "/verify-email"])(
  "%s says that its script does not come",
  async (path) => {
    await story(async (page) => {
      await page.route(SCRIPTS, (route) => route.abort())
      await page.goto(path)
      await page.getByRole("alert").getByText(LATE).waitFor()
      await page.unroute(SCRIPTS)
      await page.getByRole("button", { name: "Reload" }).click()
      await hydrated(page)
      expect(await page.getByText(LATE).count()).toBe(0)
    })
  },
)

test("a page whose script hangs says so after a while, and is as always when it comes", async () => {
  await story(async (page) => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    await page.route(SCRIPTS, (route) => isFree.then(() => route.continue()))
    await page.goto("/login", { waitUntil: "commit" })
    await page.getByText(LATE).waitFor()
    free()
    await page.getByRole("textbox", { name: "Email" }).waitFor()
    await page.getByText(LATE).waitFor({ state: "hidden" })
  })
})
