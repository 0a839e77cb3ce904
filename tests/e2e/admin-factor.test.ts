// The Admin Portal of an administrator without a second factor: a quiet notice for a week, then the way to set one up.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { codeAt } from "../support/authenticator.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { settingsCard } from "../support/settings-page.ts"
import { openAs } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

test("an administrator sees the deadline, is then sent to the settings, and gets back in with an app", async () => {
  const { user_id, email } = await signUpAndVerify(site)
  const { db, pool } = site.services.database
  await db.insert(user_roles).values({ user_id, role: "admin" })
  await visit(browser, { origin: site.origin, expected: [refused(403, "/api/admin/")] }, async (page) => {
    await openAs(page, { email, password: PASSWORD }, "/admin")
    await page.getByText(/^Your account needs two-step verification by \w+\s\d+,\s\d{4}\.$/).waitFor()
    await page.getByRole("tab", { name: "Users & Roles" }).waitFor()
    expect(await faultsOf(page, "admin-grace", { widths: [375, 1280] })).toEqual([])
    await pool.query("update users set second_factor_due_at = $2 where id = $1", [user_id, new Date(Date.now() - 1000)])
    await page.reload()
    await page.getByText("Two-step Verification Required").waitFor()
    expect(await page.getByRole("tab").count()).toBe(0)
    expect(await faultsOf(page, "admin-refused", { widths: [375, 1280] })).toEqual([])
    await page.getByRole("link", { name: "Set up two-step verification" }).click()
    await settingsCard(page, "Two-step Verification").getByRole("button", { name: "Use an authenticator app" }).click()
    const dialog = page.getByRole("dialog", { name: "Set up two-step verification" })
    const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent())?.replaceAll(" ", "") ?? ""
    await dialog.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
    await dialog.getByRole("button", { name: "Verify and turn on" }).click()
    await page.getByRole("button", { name: "I've saved them" }).click()
    await page.goto("/admin")
    await page.getByRole("tab", { name: "Users & Roles" }).waitFor()
    expect(await page.getByText("two-step verification").count()).toBe(0)
  })
})
