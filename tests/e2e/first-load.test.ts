// How much script a page of the application loads before anyone touches it: the sizes of the built files, as they are sent (brotli);
// that it creates none of the browser's slow formatters; and when it requests your account.
import { readFileSync } from "node:fs"
import { brotliCompressSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { openAs } from "../support/visitors.ts"

const KIB = 1024
const LIMIT_KIB = 150
let site: ListeningApp
let browser: Browser
let mika: Person
beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  await site.services.database.db.insert(user_roles).values({ user_id: mika.user_id, role: "admin" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const sizeOf = (path: string): number => brotliCompressSync(readFileSync(`build/client${path}`)).length

/** Creating one loads the rules of a language, which takes a phone a tenth of a second or more. */
const NOTE_FORMATTERS = `window.formatters = []
for (const name of ["Collator", "DateTimeFormat", "DisplayNames", "ListFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat", "Segmenter"])
  Intl[name] = new Proxy(Intl[name], { construct: (...given) => window.formatters.push(name) && Reflect.construct(...given) })`

async function loaded(path: string, isMember: boolean, ready: string) {
  const files = new Set<string>()
  let formatters: unknown
  await visit(browser, { origin: site.origin, width: 375 }, async (page) => {
    if (isMember) await openAs(page, { email: mika.email, password: PASSWORD }, "/about")
    await page.goto("about:blank")
    await page.addInitScript(NOTE_FORMATTERS)
    page.on("request", (request) => {
      const { pathname } = new URL(request.url())
      // Scripts that are only fetched are stored for later: for your card without a network.
      if (pathname.endsWith(".js") && request.resourceType() !== "fetch") files.add(pathname)
    })
    await page.goto(path)
    await page.getByText(ready, { exact: false }).first().waitFor()
    await page.waitForLoadState("networkidle")
    formatters = await page.evaluate("window.formatters")
  })
  return { files: [...files], formatters }
}

test.each([
  ["/login", false, "Log In"],
  ["/signup", false, "Create"],
  ["/report/mika", false, "Send Report"],
  ["/edit-profile", true, "Save Changes"],
  ["/edit-profile/start", true, "Finish later"],
  ["/settings", true, "Deactivate Account"],
  ["/settings/card", true, "Rotate"],
  ["/settings/insights", true, "Insights"],
  ["/settings/profiles", true, "Add a profile"],
  ["/people", true, "Who will you meet first?"],
  ["/people/import", true, "Nothing is added until you confirm."],
  ["/people/new", true, "What you want to remember"],
  ["/admin", true, "Users & Roles"],
  ["/admin?tab=system", true, "Database"],
  ["/admin?tab=cards", true, "Generate Multiple"],
  ["/admin?tab=settings", true, "PUBLIC_ORIGIN"],
  ["/admin/audit", true, "Audit"],
  ["/admin/reports", true, "Hidden profiles"],
] as const)("%s loads little script on a phone, and no rules of languages", async (path, isMember, ready) => {
  const { files, formatters } = await loaded(path, isMember, ready)
  const sizes = files.map((file) => [sizeOf(file), file] as const).sort(([a], [b]) => b - a)
  const total = sizes.reduce((sum, [size]) => sum + size, 0)
  // So that a failure says which files are heavy.
  expect(total / KIB, JSON.stringify(sizes.slice(0, 12))).toBeLessThanOrEqual(LIMIT_KIB)
  expect(files.length).toBeGreaterThan(5)
  expect(formatters).toEqual([])
})

describe("your account", () => {
  /** How often /settings requests it. @param prepare done on another page, before */
  async function requestsOf(prepare: (page: Page) => Promise<unknown>): Promise<number> {
    let requests = 0
    await visit(browser, { origin: site.origin, expected: [/ERR_FAILED/] }, async (page) => {
      // That page asks for it too: on a busy machine, late enough to be counted.
      await Promise.all([
        page.waitForResponse("**/api/me"),
        openAs(page, { email: mika.email, password: PASSWORD }, "/about"),
      ])
      await prepare(page)
      page.on("request", (request) => {
        if (new URL(request.url()).pathname === "/api/me") requests += 1
      })
      await page.goto("/settings")
      await page.getByText("Deactivate Account", { exact: true }).first().waitFor()
      await page.waitForLoadState("networkidle")
    })
    return requests
  }

  test("is requested once, before any script has arrived", async () => {
    const holdScripts = async (page: Page) => {
      const isRequested = page.waitForRequest("**/api/me")
      await page.route("**/assets/*.js", async (route) => {
        await isRequested
        await route.continue()
      })
    }
    expect(await requestsOf(holdScripts)).toBe(1)
  })

  test("is requested again if nothing answered", async () => {
    const cutOff = (page: Page) => page.route("**/api/me", (route) => route.abort(), { times: 1 })
    expect(await requestsOf(cutOff)).toBe(2)
  })

  test("is requested again if nothing answers in time", async () => {
    const swallow = async (page: Page) => {
      await page.clock.install()
      await page.route("**/api/me", () => page.clock.runFor(31_000), { times: 1 })
    }
    expect(await requestsOf(swallow)).toBe(2)
  })

  test("is requested only with the new token if the session soon expires", async () => {
    const sent: (string | undefined)[] = []
    let old = ""
    const expire = async (page: Page) => {
      old = await page.evaluate((key) => {
        const session = JSON.parse(localStorage.getItem(key) ?? "")
        localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 60 }))
        return session.access_token
      }, SESSION_KEY)
      page.on("request", (request) => sent.push(request.headers().authorization))
    }
    expect(await requestsOf(expire)).toBe(1)
    expect(sent).not.toContain(`Bearer ${old}`)
  })
})
