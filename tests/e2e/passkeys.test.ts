// Passkeys in the browser, with Chromium's virtual authenticators: a phone's own, a security key, one without a PIN.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { PASSKEY } from "../../src/domain/account/passkey-messages.ts"
import { passkeys } from "../../src/server/platform/db/auth-schema.ts"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { codeAt } from "../support/authenticator.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { newestLink } from "../support/mailbox.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { plugIn } from "../support/virtual-authenticator.ts"
import { signIn, toast } from "../support/visitors.ts"

const REFUSED = [/status of 40[04]/, /net::ERR_FAILED/]

let site: ListeningApp
let browser: Browser
beforeAll(async () => {
  site = await listeningApp({}, "localhost")
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(() => site.advance(3_600_000))

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const card = (page: Page) => settingsCard(page, "Passkeys")

async function add(page: Page): Promise<void> {
  await button(page, "Add a passkey").click()
  await toast(page, "Passkey added")
  await card(page).getByRole("listitem").first().waitFor()
}

/** @param kept what the browser remembers of before */
async function signOut(page: Page, kept: string[] = []): Promise<void> {
  await page.evaluate((names) => {
    for (const name of Object.keys(localStorage)) if (!names.includes(name)) localStorage.removeItem(name)
  }, kept)
  await page.goto("/login")
  await page.getByRole("heading", { name: "Sign In" }).waitFor()
}

/** A second factor, set up over the protocol for the session of this page. @returns the app's secret */
async function setUpTwoSteps(page: Page): Promise<string> {
  // Afterward, the page's session owes a code: requests that are still on their way would be refused.
  await page.waitForLoadState("networkidle")
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)
  const { access_token } = JSON.parse(stored ?? "{}")
  const post = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${access_token}` }
    return (await fetch(site.origin + path, { method: "POST", headers, body: JSON.stringify(body) })).json()
  }
  const { id, totp } = await post("/auth/v1/factors", { factor_type: "totp" })
  const challenge = await post(`/auth/v1/factors/${id}/challenge`, {})
  const code = codeAt(totp.secret, site.services.clock())
  expect(await post(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.id, code })).toHaveProperty("user")
  return totp.secret
}

const settingsOf = async (run: (page: Page, email: string) => Promise<void>, width?: number) => {
  const { email } = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin, expected: REFUSED, ...(width && { width }) }, async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await run(page, email)
  })
}

test("a phone's own: added in the settings, offered in the email field of the login page, and signs in", () =>
  settingsOf(async (page) => {
    await plugIn(page)
    await add(page)
    expect(await card(page).getByRole("listitem").textContent()).toContain("not used yet")
    await signOut(page)
    // The virtual phone accepts the offer at once, as a person who taps it.
    await page.waitForURL("**/edit-profile")
    await toast(page, "Welcome back")
    await page.goto("/settings")
    await card(page).getByText("last used just now").waitFor()
    await settingsCard(page, "Security Log").getByText("Signed in with a passkey").first().waitFor()
  }))

test("a security key: signs in by the button, also in place of the code of a second factor", () =>
  settingsOf(async (page, email) => {
    await plugIn(page, "usb")
    await add(page)
    await signOut(page)
    await button(page, "Sign in with a passkey").click()
    await page.waitForURL("**/edit-profile")

    await setUpTwoSteps(page)
    await signOut(page)
    await signIn(page, { email, password: PASSWORD })
    await page.getByRole("heading", { name: "Two-step verification" }).waitFor()
    await button(page, "Use a passkey").click()
    await page.waitForURL("**/edit-profile")
  }))

test("after a password, a phone is offered one: once, and to be dismissed or set up at once", async () => {
  const { email } = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin, width: 1280, expected: REFUSED }, async (page) => {
    await plugIn(page)
    const offer = page.getByText("Next time, sign in with a touch")
    const enter = async () => {
      await signIn(page, { email, password: PASSWORD })
      await page.waitForURL("**/edit-profile")
    }
    const isDue = () =>
      expect
        .poll(() => page.evaluate((key) => sessionStorage.getItem(key), `${SESSION_KEY}-passkey-offer`))
        .toBe("true")
    await enter()
    // A card that is still blank comes first.
    await page.getByRole("heading", { name: "Your first card in a minute" }).waitFor()
    await isDue()
    expect(await offer.count()).toBe(0)
    await page.getByRole("link", { name: "People" }).click()
    await offer.waitFor()
    expect(await faultsOf(page, "passkey-offer")).toEqual([])
    await button(page, "Not now").click()
    await offer.waitFor({ state: "detached" })
    await signOut(page, ["meishi-passkey-offered"])
    await enter()
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await offer.count()).toBe(0)

    await signOut(page)
    await enter()
    await isDue()
    await page.getByRole("link", { name: "People" }).click()
    await button(page, "Set up a passkey").click()
    await toast(page, "Passkey added")
    await offer.waitFor({ state: "detached" })
  })
})

test("the offer goes when a passkey was added elsewhere on the page", async () => {
  const { email } = await signUpAndVerify(site)
  await visit(browser, { origin: site.origin, width: 1280, expected: REFUSED }, async (page) => {
    await plugIn(page)
    await signIn(page, { email, password: PASSWORD })
    await page.waitForURL("**/edit-profile")
    await expect
      .poll(() => page.evaluate((key) => sessionStorage.getItem(key), `${SESSION_KEY}-passkey-offer`))
      .toBe("true")
    await page.goto("/settings")
    const offer = page.getByText("Next time, sign in with a touch")
    await offer.waitFor()
    await add(page)
    await offer.waitFor({ state: "detached" })
  })
})

test("where a code is owed, a phone is offered one after the code", () =>
  settingsOf(async (page, email) => {
    await plugIn(page)
    const secret = await setUpTwoSteps(page)
    site.advance(30_000)
    await signOut(page)
    await signIn(page, { email, password: PASSWORD })
    await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
    await button(page, "Verify").click()
    await page.waitForURL("**/edit-profile")
    await page.getByRole("link", { name: "People" }).click()
    await page.getByText("Next time, sign in with a touch").waitFor()
  }, 1280))

test("without a finger, face or PIN no passkey is made, and one that no longer asks for it does not sign in", () =>
  settingsOf(async (page) => {
    const weak = await plugIn(page, "usb", false)
    await button(page, "Add a passkey").click()
    await toast(page, "No passkey was added.")
    await weak.cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: weak.id })

    const { cdp, id } = await plugIn(page, "usb")
    await add(page)
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false })
    await signOut(page)
    await button(page, "Sign in with a passkey").click()
    await page.getByText("No passkey was used. Please try again.").waitFor()
    await expect.poll(() => button(page, "Log In").isEnabled()).toBe(true)
    expect(new URL(page.url()).pathname).toBe("/login")
  }))

test("a security key with the copy of another's key is refused once the other was used again", () =>
  settingsOf(async (page) => {
    const { cdp, id } = await plugIn(page, "usb")
    await add(page)
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })
    const [copied] = credentials
    if (copied === undefined) throw new Error("no credential")
    await signOut(page)
    await button(page, "Sign in with a passkey").click()
    await page.waitForURL("**/edit-profile")

    await cdp.send("WebAuthn.clearCredentials", { authenticatorId: id })
    await cdp.send("WebAuthn.addCredential", { authenticatorId: id, credential: { ...copied, signCount: 0 } })
    await signOut(page)
    await button(page, "Sign in with a passkey").click()
    await page.getByText("That passkey didn't work. It may have been removed from your account.").waitFor()
  }))

test("renamed and removed in the settings, after a proof by the passkey itself", () =>
  settingsOf(async (page) => {
    await plugIn(page, "usb")
    await add(page)
    await card(page)
      .getByRole("button", { name: /^Rename / })
      .click()
    const dialog = page.getByRole("dialog", { name: "Rename this passkey" })
    await dialog.getByLabel("Passkey name").fill("Blue key")
    await dialog.getByRole("button", { name: "Save" }).click()
    await toast(page, "Passkey renamed")
    await card(page).getByText("Blue key").waitFor()
    expect(await faultsOf(page, "passkeys")).toEqual([])

    site.advance(6 * 60_000)
    await button(page, "Remove Blue key").click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    const proof = page.getByRole("dialog", { name: "Confirm it's you" })
    await proof.getByRole("button", { name: "Use a passkey" }).click()
    await toast(page, "Passkey removed")
    await expect.poll(() => card(page).getByRole("listitem").count()).toBe(0)
  }))

test("one that cannot be sent, as of some password managers, is not added, and the settings say so", () =>
  settingsOf(async (page) => {
    await plugIn(page, "usb")
    await page.evaluate(() => {
      PublicKeyCredential.prototype.toJSON = () => {
        throw new TypeError("Illegal invocation")
      }
    })
    await button(page, "Add a passkey").click()
    await toast(page, "No passkey was added.")
    await button(page, "Use a security key").click()
    await toast(page, "No security key was added.")
  }))

test("one is listed although the answer about it was lost", () =>
  settingsOf(async (page) => {
    await plugIn(page)
    await page.route("**/auth/v1/passkeys/registration/verify", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(page, "Add a passkey").click()
    await toast(page, PASSKEY.failed)
    await card(page).getByRole("listitem").waitFor()
  }))

test("one that was removed elsewhere leaves the list when someone tries to remove it", () =>
  settingsOf(async (page) => {
    await plugIn(page, "usb")
    await add(page)
    await site.services.database.db.delete(passkeys)
    await card(page)
      .getByRole("button", { name: /^Remove / })
      .click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await toast(page, "We couldn't find this passkey. It may have been removed.")
    await expect.poll(() => card(page).getByRole("listitem").count()).toBe(0)
  }))

test("one that was made for another address of the site says so", () =>
  settingsOf(async (page) => {
    await plugIn(page, "usb")
    await add(page)
    await site.services.database.db.update(passkeys).set({ rp_id: "cards.example.org" })
    await page.reload()
    await card(page)
      .getByText("Created for cards.example.org. It doesn't work at this site's current address.")
      .waitFor()
  }, 1280))

test("signs in a person who opened a reset link in the same tab and then remembered the passkey", () =>
  settingsOf(async (page, email) => {
    await plugIn(page, "usb")
    await add(page)
    await signOut(page)
    await page.request.post("/auth/v1/recover", { data: { email } })
    await page.goto(await newestLink(site.services, email))
    await page.getByRole("heading", { name: "Reset Your Password" }).waitFor()
    await page.getByRole("banner").getByRole("link", { name: "Login" }).click()
    await button(page, "Sign in with a passkey").click()
    await page.waitForURL("**/edit-profile")
  }))
