// What administrators read in the portal: the system's state, the settings and the audit log, in a browser.
import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Act } from "../../src/domain/audit/audit.ts"
import { WARNING } from "../../src/domain/warning-messages.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { audit } from "../../src/server/platform/db/schema.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { openAs } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let chief: Person
let mika: Person
const goneId = crypto.randomUUID()
beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  chief = await signUpAndVerify(site, { username: "ren", full_name: "Ren Sato" })
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  await site.services.database.db.insert(user_roles).values({ user_id: chief.user_id, role: "admin" })
  const acts: Act[] = [
    { actor_id: null, action: "account.purged", subject_id: goneId },
    { actor_id: chief.user_id, action: "account.deactivated", subject_id: mika.user_id },
    { actor_id: mika.user_id, action: "account.reactivated", subject_id: mika.user_id },
    { actor_id: chief.user_id, action: "role.added", subject_id: mika.user_id, detail: { role: "moderator" } },
    { actor_id: mika.user_id, action: "profile.hidden", subject_id: goneId, detail: { reports: 3 } },
    { actor_id: chief.user_id, action: "card.lost", subject_id: "abcdefghijklmnopqrstuvwxyz" },
  ]
  for (const act of acts) await site.services.audit.record(site.services.database.db, act, site.services.clock())
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const story = (run: (page: Page) => Promise<void>, expected: RegExp[] = [], width = 375, dark = false) =>
  visit(browser, { origin: site.origin, expected, width, dark }, run)
const main = (page: Page) => page.getByRole("main")
const rows = (page: Page) => main(page).locator("tbody tr")
async function enter(page: Page, path: string, { email }: Person = chief): Promise<void> {
  // One account signs in again and again: its limit has time to forget.
  site.advance(60_000)
  await openAs(page, { email, password: PASSWORD }, path)
}
/** The value beside a fact's name, below a title. */
/** Unless the stories were asked to run on another engine. */
const isEmbedded = () => site.services.database.engine === "embedded"
const fact = (page: Page, title: string, what: string) =>
  main(page)
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(what, { exact: true }) })
    .locator("dd")
    .last()

describe("System Info", () => {
  test("shows version, engine, counts, storage, mail, housekeeping and memory, and counts again on request", async () => {
    await story(async (page) => {
      await enter(page, "/admin?tab=system")
      await fact(page, "Software", "Version").waitFor()
      const { version } = JSON.parse(await readFile("package.json", "utf8"))
      // With the commit, where the program knows it.
      await expect
        .poll(async () => (await fact(page, "Software", "Version").textContent())?.split("+")[0])
        .toBe(version)
      await expect.poll(() => fact(page, "Software", "Node").textContent()).toBe(process.versions.node)
      await expect
        .poll(() => fact(page, "Database", "Engine").textContent())
        .toBe(isEmbedded() ? "PostgreSQL, embedded" : "PostgreSQL server")
      await expect.poll(() => fact(page, "Database", "Size").textContent()).toMatch(/^\d+(\.\d+)? MB$/)
      const users = Number(await fact(page, "Content", "Users").textContent())
      expect(users).toBeGreaterThanOrEqual(2)
      await expect.poll(() => fact(page, "Content", "Open reports").textContent()).toBe("0")
      await expect.poll(() => fact(page, "Email", "Sent by").textContent()).toBe("Not configured (saved as files)")
      await expect.poll(() => fact(page, "Housekeeping", "Last cleanup").textContent()).toBe("Not yet")
      await expect.poll(() => fact(page, "Software", "Free memory").textContent()).toMatch(/ GB of .* GB$/)
      await signUpAndVerify(site)
      site.advance(60_000)
      await page.getByRole("button", { name: "Refresh" }).click()
      await expect.poll(() => fact(page, "Content", "Users").textContent()).toBe(String(users + 1))
    })
  })

  test("shows that it is loading, what failed and what needs attention", async () => {
    await story(
      async (page) => {
        let answers = "fail"
        let letGo = () => {}
        const held = new Promise<void>((resolve) => {
          letGo = resolve
        })
        await page.route("**/api/admin/system", async (route) => {
          await held
          if (answers === "fail") return route.abort()
          const answer = await (await route.fetch()).json()
          const housekeeping = { swept_at: "2026-05-01T12:00:00.000Z", purged: null, last_purge_at: null }
          const counts = { ...answer.counts, taps: { rows: 1_234_567, isEstimate: true } }
          const mail = { ...answer.mail, failed: 7, waiting: 3, oldest_at: "2026-05-01T12:00:00.000Z" }
          await route.fulfill({
            json: { ...answer, counts, mail, housekeeping, storage: null, warnings: ["noMailServer"] },
          })
        })
        await enter(page, "/admin?tab=system")
        await main(page).getByText("Loading...").waitFor({ state: "attached" })
        letGo()
        await page.getByRole("button", { name: "Try again" }).waitFor()
        answers = "badly"
        await page.getByRole("button", { name: "Try again" }).click()
        await main(page).getByRole("alert").getByText(WARNING.noMailServer.text).waitFor()
        await fact(page, "Content", "Taps").getByText("about 1,234,567").waitFor()
        await fact(page, "Email", "Failed").getByText("7").waitFor()
        // What needs work has another color than what is well.
        const colorOf = (text: string) =>
          fact(page, "Email", text).evaluate((it) => getComputedStyle(it.querySelector("span") ?? it).color)
        expect(await colorOf("Waiting")).not.toBe(await colorOf("Oldest waiting since"))
        expect(await colorOf("Sent by")).toBe(await colorOf("Waiting"))
        await fact(page, "Housekeeping", "Accounts removed in last cleanup").getByText("Failed. See the log.").waitFor()
        await fact(page, "Storage", "Files").getByText("Still measuring. Refresh in a moment.").waitFor()
      },
      [/ERR_FAILED/],
    )
  })
})

test("Settings shows what is in effect, marks defaults, and of a secret only whether it is set", async () => {
  await story(async (page) => {
    await enter(page, "/admin?tab=settings")
    const setting = (name: string) =>
      main(page)
        .locator("dl > div")
        .filter({ has: page.locator("dt").getByText(name, { exact: true }) })
    await setting("PUBLIC_ORIGIN").getByText(site.origin, { exact: true }).waitFor()
    expect(await setting("PUBLIC_ORIGIN").getByText("default", { exact: true }).count()).toBe(0)
    // What the operator has not set is folded.
    await setting("PORT").waitFor({ state: "hidden" })
    await setting("SECRET").getByText("set", { exact: true }).waitFor()
    await expect
      .poll(() =>
        setting("DATABASE_URL")
          .getByText(isEmbedded() ? "not set" : "set", { exact: true })
          .count(),
      )
      .toBe(1)
    expect(await main(page).innerText()).not.toContain("testtest")
    await main(page)
      .getByText(/^Defaults \(\d+\)$/)
      .click()
    await setting("PORT").getByText("default", { exact: true }).waitFor()
    expect(await main(page).innerText()).not.toMatch(/`|\[how\]/)
    expect(await main(page).innerText()).toContain("DATABASE_REPLICA_URLS")
  })
})

test("a failed load says why: no connection, or the server's message", async () => {
  const offline = "We couldn't reach the server. Please check your connection and try again."
  const message = "The server is busy. Please try again in a moment."
  await story(
    async (page) => {
      await page.route("**/api/admin/users?*", (route) => route.abort())
      await page.route("**/api/admin/s*", (route) =>
        route.fulfill({ status: 503, json: { error: { code: "service_unavailable", message } } }),
      )
      await enter(page, "/admin?tab=users")
      await main(page).getByText(offline, { exact: true }).waitFor()
      await page.getByRole("tab", { name: "System Info" }).click()
      await main(page).getByText(message, { exact: true }).waitFor()
      await page.getByRole("tab", { name: "Settings" }).click()
      await page.getByRole("tabpanel", { name: "Settings" }).getByText(message, { exact: true }).waitFor()
    },
    [/ERR_FAILED/, /status of 503/],
  )
})

test("a retry shows that it is busy until the answer arrives", async () => {
  await story(
    async (page) => {
      const asked = Promise.withResolvers<void>()
      await page.route("**/api/admin/system", (route) => route.abort())
      await enter(page, "/admin?tab=system")
      const again = page.getByRole("button", { name: "Try again" })
      await again.waitFor()
      await page.route("**/api/admin/system", (route) => asked.promise.then(() => route.continue()))
      await again.click()
      await expect.poll(() => again.getAttribute("aria-busy")).toBe("true")
      asked.resolve()
      await fact(page, "Software", "Version").waitFor()
    },
    [/ERR_FAILED/],
  )
})

describe("the audit log", () => {
  test("is linked from the portal and reads like sentences, with the ids of deleted accounts", async () => {
    await story(async (page) => {
      await enter(page, "/admin?tab=settings")
      await main(page).getByRole("link", { name: "Audit Log" }).click()
      await page.waitForURL("**/admin/audit")
      await rows(page).first().waitFor()
      const sentences = await rows(page).locator("td:nth-child(2)").allTextContents()
      const gone = `${goneId.slice(0, 8)}…`
      expect(sentences).toEqual([
        "Ren Sato reported card abcdefghijklmnopqrstuvwxyz lost",
        `Mika Tanaka hid ${gone}'s profile after 3 reports`,
        "Ren Sato gave Mika Tanaka the Moderator role",
        "Mika Tanaka reactivated their own account",
        "Ren Sato deactivated Mika Tanaka",
        `The system permanently deleted the account ${gone}`,
      ])
    })
  })

  test("is filtered by action and people, which is kept in the address", async () => {
    await story(async (page) => {
      await enter(page, "/admin/audit")
      await rows(page).first().waitFor()
      await page.getByRole("button", { name: "Filter" }).click()
      await page.getByLabel("Action").selectOption("Account deactivated")
      await page.getByLabel("Done by").fill("ren")
      await page.getByLabel("Person or card").fill("mika")
      await page.getByRole("button", { name: "Apply", exact: true }).click()
      await expect.poll(() => rows(page).count()).toBe(1)
      await rows(page).getByText("deactivated").first().waitFor()
      expect(new URL(page.url()).search).toBe("?action=account.deactivated&actor=ren&subject=mika")
      await page.reload()
      await rows(page).first().waitFor()
      await expect.poll(() => rows(page).count()).toBe(1)
      await page.getByRole("button", { name: "Filter: Account deactivated, ren, mika" }).click()
      await page.getByLabel("Done by").fill("nobody")
      await page.getByRole("button", { name: "Apply", exact: true }).click()
      await main(page).getByText("Nothing found").waitFor()
      // One way out.
      expect(await page.getByRole("button", { name: "Clear", exact: true }).count()).toBe(0)
      await page.getByRole("button", { name: "Clear filter" }).click()
      await expect.poll(() => rows(page).count()).toBe(6)
      await page.goBack()
      await main(page).getByText("Nothing found").waitFor()
      await page.goBack()
      await expect.poll(() => rows(page).count()).toBe(1)
      await page.getByRole("button", { name: "Clear", exact: true }).click()
      await expect.poll(() => rows(page).count()).toBe(6)
      expect(new URL(page.url()).search).toBe("")
    })
  })

  test("says that nothing has happened yet, or that nothing matches the filters", async () => {
    await story(async (page) => {
      await page.route("**/api/admin/audit?*", (route) => route.fulfill({ json: { acts: [], people: {}, next: null } }))
      await enter(page, "/admin/audit")
      await main(page).getByText("No activity yet", { exact: true }).waitFor()
      await page.goto("/admin/audit?actor=nobody")
      await main(page).getByText("Nothing found for “nobody”", { exact: true }).waitFor()
      await main(page).getByText("No actions match these filters.", { exact: true }).waitFor()
      await main(page).getByRole("button", { name: "Clear filter" }).click()
      await main(page).getByText("No activity yet", { exact: true }).waitFor()
    })
  })

  test("marks the previous results as stale until the new ones arrive", async () => {
    await story(async (page) => {
      await enter(page, "/admin/audit")
      await rows(page).first().waitFor()
      const asked = Promise.withResolvers<void>()
      await page.route("**/api/admin/audit?*", (route) => asked.promise.then(() => route.continue()))
      await page.getByRole("button", { name: "Filter" }).click()
      await page.getByLabel("Action").selectOption("Account deactivated")
      await page.getByRole("button", { name: "Apply", exact: true }).click()
      const stale = main(page)
        .locator("[aria-busy=true]")
        .filter({ has: page.locator("tbody") })
      await stale.waitFor()
      asked.resolve()
      await expect.poll(() => rows(page).count()).toBe(1)
      expect(await stale.count()).toBe(0)
    })
  })

  test("shows fifty entries at a time", async () => {
    const old = Array.from({ length: 60 }, () => ({
      at: site.services.clock(),
      action: "reset.sent",
      subject_id: goneId,
    }))
    await site.services.database.db.insert(audit).values(old)
    await story(async (page) => {
      await enter(page, "/admin/audit?action=reset.sent")
      await rows(page).first().waitFor()
      await expect.poll(() => rows(page).count()).toBe(50)
      await page.getByRole("button", { name: "Show older" }).click()
      await expect.poll(() => rows(page).count()).toBe(60)
      expect(await page.getByRole("button", { name: "Show older" }).count()).toBe(0)
      // The first of the new ones.
      const hasFocus = () =>
        rows(page)
          .nth(50)
          .evaluate((row) => row === document.activeElement)
      await expect.poll(hasFocus).toBe(true)
    })
  })

  test("is for administrators", async () => {
    await site.services.database.db.insert(user_roles).values({ user_id: mika.user_id, role: "moderator" })
    await story(async (page) => {
      await enter(page, "/admin/audit", mika)
      await main(page).getByText("Access Denied").waitFor()
    })
  })
})

test("no screen has an accessibility fault, at any width, in light or in dark", async () => {
  await story(async (page) => {
    const check = async (name: string) => expect(await faultsOf(page, name)).toEqual([])
    await enter(page, "/admin?tab=system")
    await fact(page, "Software", "Version").waitFor()
    await check("admin-system")
    await page.getByRole("tab", { name: "Settings" }).click()
    await main(page).getByText("PUBLIC_ORIGIN").waitFor()
    await check("admin-settings")
    await page.goto("/admin/audit?actor=ren")
    await rows(page).first().waitFor()
    await check("admin-audit")
    await page.goto("/admin/audit?actor=nobody")
    await main(page).getByText("Nothing found").waitFor()
    await check("admin-audit-empty")
  })
})
