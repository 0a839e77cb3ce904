// A site that people sign in to with passkeys alone: no screen and no email speaks of a password.
import { eq } from "drizzle-orm"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addMinutes } from "../../src/domain/time.ts"
import { recordSecurityEvent } from "../../src/server/features/auth/credentials/security-log.ts"
import { passkeys, users } from "../../src/server/platform/db/auth-schema.ts"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { emailsTo, newestLink } from "../support/mailbox.ts"
import { settingsCard } from "../support/settings-page.ts"
import { plugIn } from "../support/virtual-authenticator.ts"
import { fillPasskeySignUp, toast } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
beforeAll(async () => {
  site = await listeningApp({ SIGN_IN: "passkey" }, "localhost")
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

async function enter(page: Page): Promise<void> {
  await page.goto("/login")
  await button(page, "Sign in with a passkey").click()
  await page.waitForURL("**/edit-profile")
}

async function member(page: Page, username: string): Promise<string> {
  const email = await fillPasskeySignUp(page, username)
  await button(page, "Sign up with a passkey").click()
  await toast(page, "Account created")
  await page.goto(await newestLink(site.services, email))
  await page.getByText("Your email is verified").waitFor()
  await enter(page)
  return email
}

/** Signed in, as an intruder. @returns the link of the email about it */
async function appPasswordMade(page: Page, email: string): Promise<string> {
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "").access_token, SESSION_KEY)
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  await site.app.request("/api/account/app-passwords", { method: "POST", headers, body: '{"name":"Phone"}' })
  const text = (await emailsTo(site.services, email)).at(-1)?.text_body ?? ""
  expect(text).toContain("It signs out all devices and revokes all app passwords. It works for 7 days.")
  return /https?:\S+\/account\/undo#token=\S+/.exec(text)?.[0] ?? ""
}

const visitor = (run: (page: Page) => Promise<void>) =>
  visit(browser, { origin: site.origin, expected: [/status of 4\d\d/] }, run)

test("“this wasn't me” leads to the login page, and a passkey from before still signs in", () =>
  visitor(async (page) => {
    await plugIn(page, "usb")
    const email = await member(page, "undoer")
    // The undo removes passkeys from the time of the change.
    site.advance(60_000)
    await page.goto(await appPasswordMade(page, email))
    await page.getByText("ask you to sign in again").waitFor()
    expect(await page.getByText(/new password|current password/).count()).toBe(0)
    expect(await faultsOf(page, "undo without passwords", { widths: [320, 375, 1280] })).toEqual([])
    await button(page, "Undo and secure account").click()
    await toast(page, "Your account is secured")
    await page.waitForURL("**/login")
    await enter(page)
  }))

test("the policies and a link that no longer works speak of no password", () =>
  visitor(async (page) => {
    await page.goto("/privacy")
    expect(await page.getByRole("main").textContent()).not.toMatch(/password/i)
    expect(await faultsOf(page, "privacy without passwords")).toEqual([])
    await page.goto("/terms")
    expect(await page.getByRole("main").textContent()).not.toMatch(/password/i)
    await page.goto("/verify-email#type=email_change&token_hash=none")
    await page
      .getByText("This link no longer works. It may have expired, or been used, canceled or replaced. If")
      .waitFor()
    expect(await page.getByRole("main").textContent()).not.toMatch(/password/i)
  }))

test("a person who signed up with a password, before it was switched off, is not offered to reset it", () =>
  visitor(async (page) => {
    await plugIn(page, "usb")
    const email = await fillPasskeySignUp(page, "early")
    await button(page, "Sign up with a passkey").click()
    await toast(page, "Account created")
    await site.services.database.db.update(users).set({ has_password: true }).where(eq(users.email, email))
    await page.context().clearCookies()
    await page.goto(await newestLink(site.services, email))
    await page.getByText("Enter the password you chose to confirm that it's yours.").waitFor()
    expect(await button(page, "Forgot password?").count()).toBe(0)
  }))

test("the settings speak of no password", () =>
  visitor(async (page) => {
    await plugIn(page, "usb")
    const email = await member(page, "passwordless")
    await page.goto("/settings")
    await settingsCard(page, "Security Log").getByText("Passkey", { exact: false }).first().waitFor()
    for (const card of ["Passkeys", "Two-step Verification", "Sessions", "Security Log"])
      expect(await settingsCard(page, card).textContent()).not.toMatch(/password/i)
    const { clock, database } = site.services
    const [user] = await database.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const owner = { user_id: user?.id ?? "", user_agent: null }
    // The operator has just switched passwords off.
    await recordSecurityEvent(database.db, owner, "email_change_requested", clock())
    await recordSecurityEvent(database.db, owner, "password_changed", addMinutes(clock(), 1))
    await page.reload()
    const notice = settingsCard(page, "Sign-in Email Settings").getByText("the link we sent no longer works")
    expect(await notice.textContent()).not.toMatch(/password/i)
  }))

test("who uses no passkey, or has only one, is not told to use a password", () =>
  visitor(async (page) => {
    const { cdp, id } = await plugIn(page, "usb", false)
    await page.goto("/login")
    await button(page, "Sign in with a passkey").click()
    await page.getByText("No passkey was used. Please try again.").waitFor()
    await fillPasskeySignUp(page, "hesitant-here")
    await button(page, "Sign up with a passkey").click()
    await page.getByText("No passkey was created, so you don't have an account yet. Please try again.").waitFor()
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id })
    await plugIn(page, "usb")
    await member(page, "single")
    await page.goto("/settings")
    await settingsCard(page, "Passkeys")
      .getByRole("button", { name: /^Remove / })
      .click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await toast(page, "This passkey is your only way to sign in. Add another one first.")
  }))

test("a passkey that was removed elsewhere gets no new name, and leaves the list", () =>
  visitor(async (page) => {
    await plugIn(page, "usb")
    await member(page, "renamer")
    await page.goto("/settings")
    await page.getByRole("button", { name: /^Rename / }).click()
    await site.services.database.db.delete(passkeys)
    await page.getByRole("dialog", { name: "Rename this passkey" }).getByRole("button", { name: "Save" }).click()
    await page.getByText("We couldn't find this passkey. It may have been removed.").waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => settingsCard(page, "Passkeys").getByRole("listitem").count()).toBe(0)
  }))
