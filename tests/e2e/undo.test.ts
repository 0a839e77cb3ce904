// Undoing a change in the browser: the email's link, one button, a new password.
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { insertIdentity } from "../../src/server/features/auth/company-login/identities-store.ts"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { UNREACHED_COMPANY } from "../support/company-client.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { emailsTo } from "../support/mailbox.ts"
import { PASSWORD, type Person, signIn as signInOverHttp, signUpAndVerify } from "../support/people.ts"
import { signIn, toast } from "../support/visitors.ts"

const COMPANY = { ...UNREACHED_COMPANY, domains: ["company.example"] }

let site: ListeningApp
let browser: Browser
beforeAll(async () => {
  site = await listeningApp({ COMPANY_LOGIN: JSON.stringify(COMPANY) })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Changes the password as an attacker. @returns the link of the email about it */
async function intruded({ email, headers }: Person): Promise<string> {
  const change = { password: "a quieter harbour", current_password: PASSWORD }
  await site.app.request("/auth/v1/user", { method: "PUT", headers, body: JSON.stringify(change) })
  const text = (await emailsTo(site.services, email)).at(-1)?.text_body ?? ""
  return /https?:\S+\/account\/undo#token=\S+/.exec(text)?.[0] ?? ""
}

test("the link says what was changed and when, and one button leads to a new password", async () => {
  const owner = await signUpAndVerify(site)
  const link = await intruded(owner)
  await visit(browser, { origin: site.origin }, async (page) => {
    await page.goto(link)
    await page.getByText(/^Your password was changed on .+\. If that was you, close this page\.$/).waitFor()
    await page.getByText(owner.email).waitFor()
    expect(await faultsOf(page, "undo", { widths: [320, 375, 1280] })).toEqual([])
    // Opened, nothing has happened yet.
    expect((await site.app.request("/api/me", { headers: owner.headers })).status).toBe(200)
    await page.getByRole("button", { name: "Undo and secure account" }).click()
    await page.waitForURL("**/reset-password")
    expect((await site.app.request("/api/me", { headers: owner.headers })).status).toBe(401)
    await page.getByLabel("New Password", { exact: true }).fill("the owner's own again")
    await page.getByLabel("Confirm New Password").fill("the owner's own again")
    await page.getByRole("button", { name: "Update Password" }).click()
    await toast(page, "Your password has been updated successfully.")
    await page.goto("/login?return=/settings")
    await signIn(page, { email: owner.email, password: "the owner's own again" })
    await page.getByRole("heading", { name: "My Personal Link" }).waitFor()
  })
})

test("people who have to use their company's login are led to it, and choose no password", async () => {
  const { auth, clock, database } = site.services
  const email = "grace@company.example"
  const account = { email, username: "grace", full_name: "Grace Hopper", password: PASSWORD, roles: ["user"] as const }
  const user_id = (await createConfirmedAccount(auth, account)) ?? ""
  const link = await intruded({ username: "grace", email, ...(await signInOverHttp(site, email)) })
  const login = { provider: COMPANY.id, issuer: COMPANY.issuer, subject: "grace", email }
  const row = { id: crypto.randomUUID(), user_id, ...login, created_at: clock(), last_used_at: clock() }
  await insertIdentity(database.db, row)
  await visit(browser, { origin: site.origin }, async (page) => {
    await page.goto(link)
    await page.getByText("ask you to sign in with Example Inc").waitFor()
    expect(await page.getByText(/new password|current password/).count()).toBe(0)
    expect(await faultsOf(page, "undo with a company login", { widths: [320, 375, 1280] })).toEqual([])
    await page.getByRole("button", { name: "Undo and secure account" }).click()
    await toast(page, "Your account is secured")
    await page.waitForURL("**/login")
    await page.getByRole("button", { name: "Continue with Example Inc" }).waitFor()
  })
})

test("a used link and an invalid one say so", async () => {
  const expected = [refused(403, "/api/account/undo/preview")]
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    for (const hash of ["", "#token=nothing"]) {
      await page.goto("about:blank")
      await page.goto(`/account/undo${hash}`)
      await page.getByText("This link is invalid or has expired, or the change was already undone.").waitFor()
    }
    await page.getByRole("link", { name: "Go to Login" }).waitFor()
  })
})

test("when the answer is lost, the page does not say that nothing was undone, and leads back in", async () => {
  const link = await intruded(await signUpAndVerify(site))
  const expected = [/ERR_FAILED/, refused(403, "/api/account/undo/preview")]
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await page.goto(link)
    await page.route("**/api/account/undo", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole("button", { name: "Undo and secure account" }).click()
    await page.getByText("We don't know whether the change was undone").waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("To get back in, choose “Forgot password?” on the login page.", { exact: false }).waitFor()
    await page.getByRole("main").getByRole("link").first().click()
    await page.waitForURL("**/login")
  })
})

test("a link that could not be checked can be tried again", async () => {
  const link = await intruded(await signUpAndVerify(site))
  const path = "**/api/account/undo/preview"
  await visit(browser, { origin: site.origin, expected: [/ERR_FAILED/] }, async (page) => {
    await page.route(path, (route) => route.abort())
    await page.goto(link)
    await page.getByText("We couldn't check your link").waitFor()
    await page.unroute(path)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("button", { name: "Undo and secure account" }).waitFor()
  })
})
