// An account without a password, in the browser: signing up with a passkey, confirming on another device, and the settings.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { newestLink } from "../support/mailbox.ts"
import { signUpAndVerify } from "../support/people.ts"
import { settingsCard } from "../support/settings-page.ts"
import { type Authenticator, plugIn } from "../support/virtual-authenticator.ts"
import { fillPasskeySignUp, toast } from "../support/visitors.ts"

const REFUSED = [/status of 4\d\d/, /ERR_FAILED/]

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
const passwordCard = (page: Page) => settingsCard(page, "Password Settings")

async function signUp(page: Page, username: string): Promise<{ email: string; key: Authenticator }> {
  const key = await plugIn(page, "usb")
  const email = await fillPasskeySignUp(page, username)
  await button(page, "Sign up with a passkey").click()
  await toast(page, "Account created")
  return { email, key }
}

const confirm = async (page: Page, email: string) => {
  await page.goto(await newestLink(site.services, email))
  await page.getByText("Your email is verified").waitFor()
}

const enter = async (page: Page) => {
  await page.goto("/login")
  await button(page, "Sign in with a passkey").click()
  await page.waitForURL("**/edit-profile")
}

const visitor = (run: (page: Page) => Promise<void>) => visit(browser, { origin: site.origin, expected: REFUSED }, run)

test("a newcomer signs up with three fields and a touch, confirms by one click, and signs in by a touch", () =>
  visitor(async (page) => {
    const { email } = await signUp(page, "touch-only")
    await page.getByText(email).waitFor()
    await confirm(page, email)
    await enter(page)
    await page.goto("/settings")
    await passwordCard(page).getByText("Your account has no password.").waitFor()
    expect(await faultsOf(page, "settings-no-password")).toEqual([])
  }))

test("the page asks for the three fields and the terms, not for a password, and makes no passkey for a name that is taken", () =>
  visitor(async (page) => {
    const { username } = await signUpAndVerify(site)
    const { cdp, id } = await plugIn(page, "usb")
    await page.goto("/signup")
    expect(await faultsOf(page, "signup")).toEqual([])
    await button(page, "Sign up with a passkey").click()
    await page.getByText("Full name must be at least").first().waitFor()
    expect(await page.getByText("Password must be").count()).toBe(0)
    await fillPasskeySignUp(page, username)
    await page.getByRole("textbox", { name: "Email" }).fill("newcomer@example.com")
    await button(page, "Sign up with a passkey").click()
    await page.getByText("This username is already taken. Please choose a different username.").first().waitFor()
    expect((await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials).toEqual([])
    // The ordinary way is as it was.
    await button(page, "Create Account").click()
    await page.getByText("Password must be").first().waitFor()
  }))

test("who cancels the browser's question gets no account, and can try again", () =>
  visitor(async (page) => {
    const { cdp, id } = await plugIn(page, "usb", false)
    await fillPasskeySignUp(page, "hesitant")
    await button(page, "Sign up with a passkey").click()
    await page.getByText("No passkey was created, so you don't have an account yet.").waitFor()
    const notice = page.getByRole("status").filter({ hasText: "No passkey was created" })
    await notice.getByRole("button", { name: "Try again with a passkey" }).waitFor()
    await page.getByText("or", { exact: true }).waitFor()
    expect(await faultsOf(page, "signup-canceled")).toEqual([])
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id })
    await plugIn(page, "usb")
    await button(page, "Try again with a passkey").click()
    await toast(page, "Account created")
  }))

test("a password manager's answer that cannot be sent says so, and everything can be tried again", () =>
  visitor(async (page) => {
    const { email } = await signUp(page, "managed")
    await page.addInitScript(() => {
      PublicKeyCredential.prototype.toJSON = () => {
        throw new TypeError("Illegal invocation")
      }
    })
    await confirm(page, email)
    await page.goto("/login")
    await button(page, "Sign in with a passkey").click()
    await page.getByText("No passkey was used. Please try again.").waitFor()
    expect(await button(page, "Sign in with a passkey").isEnabled()).toBe(true)
    const other = await fillPasskeySignUp(page, "managed-too")
    await button(page, "Sign up with a passkey").click()
    await page.getByText("you don't have an account yet. Try again, or choose a password.").waitFor()
    expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(other)
  }))

test("who signs in before the address is confirmed can have the email sent again", () =>
  visitor(async (page) => {
    const { email } = await signUp(page, "too-early")
    const link = await newestLink(site.services, email)
    await page.goto("/login")
    await button(page, "Sign in with a passkey").click()
    await page.getByText("Email not confirmed").waitFor()
    await page.getByRole("link", { name: "Send the email again" }).click()
    await page.waitForURL("**/verify-email*")
    await page.getByRole("heading", { name: "Email Verification" }).waitFor()
    await page.getByRole("textbox", { name: "Email" }).fill(email)
    await button(page, "Send the email again").click()
    await toast(page, "Verification email sent")
    expect(await newestLink(site.services, email)).not.toBe(link)
  }))

test("on another device the link asks for the passkey; without it, the account can only be declined", () =>
  visitor(async (page) => {
    const { email, key } = await signUp(page, "two-devices")
    const { credentials } = await key.cdp.send("WebAuthn.getCredentials", { authenticatorId: key.id })
    const [synced] = credentials
    if (synced === undefined) throw new Error("no credential")
    const link = await newestLink(site.services, email)
    await visitor(async (phone) => {
      const { cdp, id } = await plugIn(phone, "usb")
      await phone.goto(link)
      await phone.getByText("Use the passkey you made to confirm that it's yours.").waitFor()
      await phone.getByText("Is your passkey on another device? Open the link in the email there.").waitFor()
      expect(await faultsOf(phone, "verify-by-passkey")).toEqual([])
      await button(phone, "Use your passkey").click()
      await phone.getByText("No passkey was used. Please try again.").waitFor()
      await button(phone, "I didn't sign up").waitFor()
      await cdp.send("WebAuthn.addCredential", { authenticatorId: id, credential: synced })
      await button(phone, "Use your passkey").click()
      await phone.getByText("Your email is verified").waitFor()
      await enter(phone)
    })
  }))

test("someone whose address another person used declines, and the account is gone", () =>
  visitor(async (page) => {
    const { email } = await signUp(page, "not-hers")
    const link = await newestLink(site.services, email)
    await visitor(async (laptop) => {
      await laptop.goto(link)
      await button(laptop, "I didn't sign up").click()
      await laptop.getByRole("heading", { level: 1, name: "Account Deleted" }).waitFor()
    })
    await page.goto("/login")
    await button(page, "Sign in with a passkey").click()
    await page.getByText("That passkey didn't work.").waitFor()
  }))

test("in the settings the last passkey stays until there is a password; a password is set, and removed again", () =>
  visitor(async (page) => {
    const { email } = await signUp(page, "both-ways")
    await confirm(page, email)
    await enter(page)
    await page.goto("/settings")
    const passkeys = settingsCard(page, "Passkeys")
    const remove = passkeys.getByRole("button", { name: /^Remove / })
    const yes = page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true })
    await remove.click()
    await yes.click()
    await page.getByText("This passkey is your only way to sign in.").first().waitFor()
    expect(await passkeys.getByRole("listitem").count()).toBe(1)

    // Later, the passkey is asked for first.
    site.advance(6 * 60_000)
    const card = passwordCard(page)
    await card.getByLabel("New Password", { exact: true }).fill("harbour lights at dawn")
    await card.getByLabel("Confirm New Password").fill("harbour lights at dusk")
    await button(page, "Set Password").click()
    await card.getByText("Passwords do not match").first().waitFor()
    await card.getByLabel("Confirm New Password").fill("harbour lights at dawn")
    await button(page, "Set Password").click()
    const proof = page.getByRole("dialog", { name: "Confirm it's you" })
    await proof.getByText("use your passkey again").waitFor()
    await expect.poll(() => button(page, "Use a passkey").evaluate((it) => it === document.activeElement)).toBe(true)
    await page.route("**/passkeys/authentication/options", (route) => route.abort())
    await button(page, "Use a passkey").click()
    await proof.getByText("We couldn't reach the server.").waitFor()
    await page.unroute("**/passkeys/authentication/options")
    expect(await faultsOf(page, "confirm-by-passkey")).toEqual([])
    await button(page, "Use a passkey").click()
    await toast(page, "Password set")

    await card.getByLabel("Current Password").waitFor()
    expect(await faultsOf(page, "settings-with-password")).toEqual([])
    await button(page, "Remove Password").click()
    await yes.click()
    await toast(page, "Password removed")
    await card.getByText("Your account has no password.").waitFor()
  }))
