// Step-up and the tokens of the session: it goes on whatever replaced them while the dialog was open.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, test } from "vitest"
import { SESSION_KEY } from "../../src/web/session/storage.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { PASSWORD, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { type Authenticator, plugIn } from "../support/virtual-authenticator.ts"
import { signIn, toast } from "../support/visitors.ts"

const REFUSED = [/status of 40[01]/]
const MINUTE_MS = 60_000

let site: ListeningApp
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const asked = (page: Page) => page.getByRole("dialog", { name: "Confirm it's you" })
const visitor = (run: (page: Page) => Promise<void>) => visit(browser, { origin: site.origin, expected: REFUSED }, run)

/** On a site of its own, whose clock starts where the browser's is. */
async function inSettings(run: (page: Page, email: string) => Promise<void>): Promise<void> {
  site = await listeningApp({}, "localhost")
  const { email } = await signUpAndVerify(site)
  await visitor(async (page) => {
    await openSettings(page, { email, password: PASSWORD })
    await settingsCard(page, "Sessions").getByText("This device").waitFor()
    await run(page, email)
  }).finally(() => site.close())
}

async function setUpKey(page: Page): Promise<Authenticator> {
  const key = await plugIn(page, "usb", false)
  await button(page, "Use a security key").click()
  await button(page, "I've saved them").click()
  await page.getByText("10 recovery codes left").waitFor()
  return key
}

/** The browser's own clock stands still: to it, the access token ends at another moment. @param seconds from now */
const tokenEndsIn = (page: Page, seconds: number) =>
  page.evaluate(
    ([key, expires_at]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? "{}")
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at }))
    },
    [SESSION_KEY, Math.floor(Date.now() / 1000) + seconds] as const,
  )

const unplug = ({ cdp, id }: Authenticator) => cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id })

/** The same key, plugged in elsewhere. */
async function carry(key: Authenticator, to: Page): Promise<Authenticator> {
  const { credentials } = await key.cdp.send("WebAuthn.getCredentials", { authenticatorId: key.id })
  await unplug(key)
  const plugged = await plugIn(to, "usb", false)
  for (const credential of credentials)
    await plugged.cdp.send("WebAuthn.addCredential", { authenticatorId: plugged.id, credential })
  return plugged
}

async function downloadAfterTouch(page: Page): Promise<void> {
  site.advance(6 * MINUTE_MS)
  await button(page, "Download my data").click()
  const download = page.waitForEvent("download")
  await asked(page).getByRole("button", { name: "Use a security key" }).click()
  await download
}

test("after the touch of a key in the middle of a change of the sign-in email, the session goes on", () =>
  inSettings(async (page, email) => {
    await setUpKey(page)
    site.advance(6 * MINUTE_MS)
    await page.getByLabel("New Sign-in Email").fill(`new.${email}`)
    await button(page, "Update Email").click()
    await asked(page).getByRole("button", { name: "Use a security key" }).click()
    await toast(page, "Email updated")
    // A minute later, the token that was replaced would end the session.
    site.advance(MINUTE_MS)
    await tokenEndsIn(page, 0)
    await page.reload()
    await page.getByText(`Waiting for you to confirm new.${email}`).waitFor()
    await page.getByText("10 recovery codes left").waitFor()
  }))

test("a change goes on where the access token ends while the dialog is open", () =>
  inSettings(async (page, email) => {
    for (const [press, done] of [
      ["Update Email", () => toast(page, "Email updated")],
      ["Download my data", () => page.waitForEvent("download")],
    ] as const) {
      site.advance(6 * MINUTE_MS)
      await page.getByLabel("New Sign-in Email").fill(`new.${email}`)
      await button(page, press).click()
      await asked(page).waitFor()
      site.advance(60 * MINUTE_MS)
      await tokenEndsIn(page, 60)
      await asked(page).getByLabel("Current Password").fill(PASSWORD)
      const isDone = done()
      await button(page, "Confirm").click()
      await isDone
      await asked(page).waitFor({ state: "detached" })
    }
  }))

test("a touch counts after another key was removed, here or on another device", () =>
  inSettings(async (page, email) => {
    await unplug(await setUpKey(page))
    const key = await plugIn(page, "usb", false)
    // The one that is removed is the older one.
    site.advance(MINUTE_MS)
    await button(page, "Add a security key").click()
    await toast(page, "Security key added")
    await visitor(async (phone) => {
      const there = await carry(key, phone)
      await phone.goto("/login?return=/settings")
      await signIn(phone, { email, password: PASSWORD })
      await button(phone, "Use a security key").click()
      await button(phone, "Remove Security key").click()
      await phone.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
      await toast(phone, "Security key removed")
      await downloadAfterTouch(phone)
      await carry(there, page)
      await downloadAfterTouch(page)
    })
  }))
