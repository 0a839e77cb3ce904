// Every address of the product, judged by axe for WCAG 2.2 AA: on a phone and a wide screen, by day and by night.
// What opens on these pages (dialogs, menus) is judged in the stories of its subject.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import routes from "../../src/web/routes.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { startServer, type TestServer } from "../support/server.ts"
import { confirmedAccount, person, signIn } from "../support/visitors.ts"

const CHIEF = person("chief", "Chihiro Chief")

/** The route as routes.ts writes it → addresses that show it; what is waited for before judging. */
const FOR_VISITORS: Record<string, [path: string, shows: string][]> = {
  "/": [["/", "Meishi"]],
  about: [["/about", "Our Mission"]],
  contact: [["/contact", "Email Us"]],
  faq: [["/faq", "How"]],
  privacy: [["/privacy", "Effective"]],
  terms: [["/terms", "Terms"]],
  "acceptable-use": [["/acceptable-use", "Effective"]],
  login: [["/login", "Sign In"]],
  signup: [["/signup", "Create an Account"]],
  "verify-email": [["/verify-email", "email"]],
  "reset-password": [["/reset-password", "Sign In"]],
  "card/:cardId?": [["/card/nosuchcard", "Card Activation Failed"]],
  "report/:username": [["/report/chief", "Report"]],
  ":username": [
    ["/chief", "Chihiro Chief"],
    ["/nobody", "This profile is currently unavailable or has been deactivated"],
  ],
  "*": [["/no/such/page", "Oops! Page not found"]],
}
const FOR_MEMBERS: Record<string, [path: string, shows: string][]> = {
  "edit-profile": [["/edit-profile", "Social Media Links"]],
  settings: [["/settings", "Deactivate Account"]],
  "settings/card": [["/settings/card", "Scan to view"]],
  "settings/insights": [["/settings/insights", "Insights"]],
  admin: [
    ["/admin", "chief@example.com"],
    ["/admin?tab=system", "Database"],
    ["/admin?tab=cards", "Card URLs"],
    ["/admin?tab=settings", "PUBLIC_ORIGIN"],
  ],
  "admin/audit": [["/admin/audit", "Audit Log"]],
  "admin/cards/sheet": [["/admin/cards/sheet?batch=none", "QR Codes"]],
  "admin/reports": [["/admin/reports", "Reports"]],
}

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({ ADMIN_EMAIL: CHIEF.email })
  browser = await launch()
  await confirmedAccount(server, CHIEF)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function judge(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(path)
  await page.getByText(shows).first().waitFor()
  await expect.poll(() => page.getByText("Loading...").count(), { message: path }).toBe(0)
  expect(await faultsOf(page, path)).toEqual([])
}

test("no address is left out", () => {
  interface Entry {
    path?: string
    index?: boolean
    children?: Entry[]
  }
  const pathsOf = (entry: Entry): string[] =>
    entry.children ? entry.children.flatMap(pathsOf) : [entry.index ? "/" : (entry.path ?? "")]
  const all = (routes as Entry[]).flatMap(pathsOf)
  expect(Object.keys({ ...FOR_VISITORS, ...FOR_MEMBERS }).toSorted()).toEqual(all.toSorted())
})

test("nothing that visitors see keeps anybody from it", { timeout: 180_000 }, async () => {
  const expected = ["/nobody", "/no/such/page", "/card/nosuchcard", "/api/cards/nosuchcard"].map((path) =>
    refused(404, path),
  )
  await visit(browser, { ...server, expected }, async (page) => {
    for (const [path, shows] of Object.values(FOR_VISITORS).flat()) await judge(page, path, shows)
  })
})

test("nor does anything that members and administrators see", { timeout: 180_000 }, async () => {
  await visit(browser, { ...server, expected: [/\/api\/admin\/card-batches\/none/] }, async (page) => {
    await signIn(page, CHIEF)
    await page.waitForURL("**/edit-profile")
    for (const [path, shows] of Object.values(FOR_MEMBERS).flat()) await judge(page, path, shows)
  })
})
