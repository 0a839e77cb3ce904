// No page asks another host for anything: not a font, not a script, not a picture.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person } from "../support/visitors.ts"

const DOCUMENTS = [
  "/",
  "/about",
  "/contact",
  "/faq",
  "/privacy",
  "/terms",
  "/acceptable-use",
  "/mika",
  "/nobody",
  "/a/b",
]
const APP_PAGES = ["/login", "/signup", "/verify-email", "/reset-password", "/edit-profile", "/settings", "/card/none"]

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

/** What the pages ask for, and from whom. */
async function hostsOf(paths: string[], isMember: boolean): Promise<{ hosts: string[]; requests: number }> {
  const asked: string[] = []
  const expected = [/status of 40[14]/, refused(404, "/")]
  await visit(browser, { origin: server.origin, expected }, async (page) => {
    if (isMember) await openAs(page, mika, "/edit-profile")
    page.context().on("request", (request) => asked.push(request.url()))
    for (const path of paths) await page.goto(path, { waitUntil: "networkidle" })
  })
  const hosts = new Set(asked.filter((url) => /^[a-z]+:\/\//.test(url)).map((url) => new URL(url).origin))
  return { hosts: [...hosts], requests: asked.length }
}

test.each([
  ["a visitor's documents", DOCUMENTS, false],
  ["a visitor's application pages", APP_PAGES, false],
  ["a member's pages", [...DOCUMENTS, "/edit-profile", "/settings"], true],
] as const)("%s request nothing from other hosts", async (_whose, paths, isMember) => {
  const { hosts, requests } = await hostsOf([...paths], isMember)
  expect(requests).toBeGreaterThanOrEqual(paths.length)
  expect(hosts).toEqual([server.origin])
})
