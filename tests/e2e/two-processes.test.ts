// The principal journeys in a browser, with each request to one of two processes in turn: nginx in front, PostgreSQL behind.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { steadyVisitors } from "../endurance/steady-visitors.ts"
import { POSTGRES } from "../engines/engines.ts"
import { startBehindProxy, type TestServers } from "../support/behind-proxy.ts"
import { launch, visit } from "../support/browser.ts"
import { photograph } from "../support/pictures.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { NGINX } from "../support/proxy.ts"
import { linkIn } from "../support/test-server.ts"
import { confirmedAccount, fillSignUp, person, signIn, toast } from "../support/visitors.ts"

const NEW_PASSWORD = "another calm passphrase"
const CHIEF = person("chief", "Grace Hopper")

describe.skipIf(POSTGRES === null || NGINX === null)("two processes behind nginx, on PostgreSQL", () => {
  let postgres: PostgresServer
  let site: TestServers
  let browser: Browser
  beforeAll(async () => {
    postgres = await startPostgres(POSTGRES ?? "")
    site = await startBehindProxy({ DATABASE_URL: await postgres.createDatabase("site"), ADMIN_EMAIL: CHIEF.email })
    browser = await launch()
    await confirmedAccount(site, CHIEF)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    await postgres?.remove()
  })

  const story = (run: (page: Page) => Promise<void>) => visit(browser, { origin: site.origin, width: 1280 }, run)
  let mika = person("mika")
  let attempts = 0
  /** A user of this attempt alone. */
  const another = (name: string, fullName?: string) => person(`${name}-${++attempts}`, fullName)

  test("a person signs up, confirms by email, signs in, fills in the card with a photo, and everyone can see it", async () => {
    mika = another("mika")
    await story(async (page) => {
      await page.goto("/signup")
      await fillSignUp(page, mika)
      await page.getByRole("button", { name: "Create Account" }).click()
      await toast(page, "Account created")
      await page.goto(linkIn(await site.mailTo(mika.email), "/verify-email"))
      await toast(page, "Email verified")
      await page.waitForURL("**/login")
      await signIn(page, mika)
      await page.waitForURL("**/edit-profile")
      await page.getByLabel("Job Title").fill("Product designer")
      const photo = { name: "me.png", mimeType: "image/png", buffer: await photograph(400, 400, "png") }
      await page.getByLabel("Photo", { exact: true }).setInputFiles(photo)
      await toast(page, "Image uploaded")
      await page.getByRole("button", { name: "Save Changes" }).click()
      await page.waitForURL(`**/${mika.username}`)
    })
    await story(async (page) => {
      for (let look = 0; look < 4; look++) {
        await page.goto(`/${mika.username}`)
        await page.getByText("Product designer").first().waitFor()
        const picture = page.locator('main img[src*="/files/profile-pictures/"]').first()
        await expect
          .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(0)
      }
    })
  })

  test("an administrator makes a card, its owner activates it by opening it, and taps lead to the profile", async () => {
    let card = ""
    await story(async (page) => {
      await page.goto("/login?return=/admin?tab=cards")
      await signIn(page, CHIEF)
      await page.getByRole("button", { name: "Generate Card URL", exact: true }).click()
      await toast(page, "New card URL generated successfully")
      const address = await page
        .getByRole("row")
        .nth(1)
        .getByRole("button", { name: /^Copy the URL of card / })
        .getAttribute("aria-label")
      card = address?.split(" ").at(-1) ?? ""
      expect(card).toMatch(/^[0-9a-z]+$/)
    })
    await story(async (page) => {
      await page.goto(`/login?return=/card/${card}`)
      await signIn(page, mika)
      await page.getByRole("heading", { name: "Card Activated" }).waitFor()
    })
    await story(async (page) => {
      for (let tap = 0; tap < 4; tap++) {
        await page.goto(`/card/${card}`)
        expect(new URL(page.url()).pathname).toBe(`/${mika.username}`)
      }
    })
  })

  test("an administrator deactivates a user, whose page and session are gone with the next request, and back again", async () => {
    const ren = another("ren", `Ren Sato ${attempts}`)
    await confirmedAccount(site, ren)
    await story(async (page) => {
      await signIn(page, ren)
      await page.waitForURL("**/edit-profile")
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem("meishi-session") ?? "{}").access_token)
      const statuses = async () => {
        const headers = { authorization: `Bearer ${token}` }
        const asked = [0, 1].map(async (at) => (await fetch(`${site.programs[at]?.origin}/api/me`, { headers })).status)
        return Promise.all(asked)
      }
      expect(await statuses()).toEqual([200, 200])
      await story(async (chief) => {
        await chief.goto("/login?return=/admin")
        await signIn(chief, CHIEF)
        const row = chief.getByRole("main").locator("tbody tr").filter({ hasText: ren.fullName })
        await row.getByRole("button", { name: /^More for/ }).click()
        await chief.getByRole("menuitem", { name: "Deactivate" }).click()
        await chief.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click()
        await toast(chief, "User has been deactivated")
        expect(await statuses()).toEqual([401, 401])
        for (const { origin } of site.programs)
          await expect.poll(async () => (await fetch(`${origin}/${ren.username}`)).status).toBe(404)
        await row.getByRole("button", { name: `Reactivate ${ren.fullName}` }).click()
        await toast(chief, "User has been reactivated")
      })
      for (const { origin } of site.programs)
        await expect.poll(async () => (await fetch(`${origin}/${ren.username}`)).status).toBe(200)
    })
  })

  test("a forgotten password is replaced by email, signs in and out again", async () => {
    const sora = another("sora")
    await confirmedAccount(site, sora)
    await story(async (page) => {
      await page.goto("/login")
      await page.getByRole("button", { name: "Forgot password?" }).click()
      const dialog = page.getByRole("dialog", { name: "Reset your password" })
      await dialog.getByLabel("Email").fill(sora.email)
      await dialog.getByRole("button", { name: "Send reset link" }).click()
      await toast(page, "Password reset email sent")
      await page.goto(linkIn(await site.mailTo(sora.email, 1), "/auth/v1/verify"))
      await page.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD)
      await page.getByLabel("Confirm New Password").fill(NEW_PASSWORD)
      await page.getByRole("button", { name: "Update Password" }).click()
      await toast(page, "Your password has been updated successfully.")
      await page.waitForURL("**/login")
      await signIn(page, { ...sora, password: NEW_PASSWORD })
      await page.waitForURL("**/edit-profile")
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem("meishi-session") ?? "{}").access_token)
      await page.getByRole("button", { name: "Account" }).click()
      await page.getByRole("menuitem", { name: "Logout" }).click()
      await page.waitForURL((url) => url.pathname === "/")
      for (const { origin } of site.programs) {
        const me = await fetch(`${origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })
        expect(me.status).toBe(401)
      }
    })
  })

  test("both have had their share of it", () => {
    for (const program of site.programs) expect(program.output().split('"event":"request"').length).toBeGreaterThan(50)
  })

  test("each is stopped and started while visitors keep asking, and no request fails", async () => {
    // So many that connections wait to be accepted when a process closes its listener.
    const visitors = steadyVisitors(site.origin, 40, ["/", `/${mika.username}`, "/terms"])
    await site.restart(0)
    await site.restart(1)
    const { answered, failures } = await visitors.stop()
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(100)
    console.log(`rolling restart behind nginx: ${answered} requests, none failed`)
  }, 180_000)
})
