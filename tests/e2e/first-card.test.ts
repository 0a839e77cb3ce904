// The first card in three short steps: offered on the form of a blank card, saved step by step, left at any of them.
import type { Browser, Locator } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { photograph } from "../support/pictures.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person, sessionOf, signIn, toast } from "../support/visitors.ts"

let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const profileOf = async (username: string) =>
  (await (await fetch(`${server.origin}/api/profiles/${username}`)).json()).profile

const hasFocus = (place: Locator) =>
  expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)

test("signing in leads to the form as before, which offers the steps; they fill the card in and end with its code", async () => {
  const hana = person("hana", "Hana Sato")
  await confirmedAccount(server, hana)
  await visit(browser, { origin: server.origin }, async (page) => {
    await signIn(page, hana)
    await page.waitForURL("**/edit-profile")
    await page.getByText("Your first card in a minute").waitFor()
    await page.getByRole("link", { name: "Start", exact: true }).click()

    await page.getByRole("heading", { name: "Add your photo" }).waitFor()
    await page.getByText("People remember a face. A photo helps them find your card again.").waitFor()
    const picture = { name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await photograph(80, 80)) }
    await page.getByLabel("Photo", { exact: true }).setInputFiles(picture)
    await toast(page, "Image uploaded")
    const goOn = page.getByRole("button", { name: "Continue" })
    await goOn.click()

    await page.getByRole("heading", { name: "Say what you do" }).waitFor()
    await page.getByText("This comes right below your name, where people look first.").waitFor()
    const card = page.locator("article")
    await card.getByText("What you do", { exact: true }).waitFor()
    await page.getByLabel("Job Title").fill("Potter")
    await card.getByText("Potter", { exact: true }).waitFor()
    await goOn.click()

    await page.getByRole("heading", { name: "How can people reach you?" }).waitFor()
    await page.getByText("Gray lines are examples and won't be shown. You can change everything later.").waitFor()
    expect(await profileOf("hana")).toMatchObject({ job_title: "Potter", business_phone: "" })
    // The card shows where it will be.
    await card.getByText("you@example.com").waitFor()
    await page.getByLabel("Email").fill("no address")
    await page.getByRole("button", { name: "Finish" }).click()
    await page.getByText("Please enter a valid email", { exact: true }).waitFor()
    await page.getByLabel("Email").fill("hana@pots.example")
    await card.getByText("hana@pots.example").waitFor()
    expect(await card.getByText("you@example.com").count()).toBe(0)
    await page.getByRole("button", { name: "Finish" }).click()

    await page.getByRole("heading", { name: "Your card is live" }).waitFor()
    await page.getByRole("img", { name: `QR code of ${server.origin}/hana` }).waitFor()
    // The heading is the news: no toast of a step before covers it.
    expect(await page.locator(".toast:not([data-leaving])").count()).toBe(0)
    expect(await faultsOf(page, "card-is-live")).toEqual([])
    await page.getByRole("button", { name: "Share" }).click()
    await toast(page, "Profile link copied to clipboard")
    expect(await profileOf("hana")).toMatchObject({ job_title: "Potter", email: "hana@pots.example" })
    await page.getByRole("link", { name: "Edit your card" }).click()
    await page.getByText("Social Media Links").waitFor()
    expect(await page.getByText("Your first card in a minute").count()).toBe(0)
  })
})

test("the first step is named before any script has come, and stays where it is", async () => {
  const ada = person("ada", "Ada Berg")
  await confirmedAccount(server, ada)
  await visit(browser, { origin: server.origin, width: 375 }, async (page) => {
    await openAs(page, ada, "/settings")
    const held = Promise.withResolvers<void>()
    await page.route("**/assets/*.js", async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto("/edit-profile/start", { waitUntil: "commit" })
    const lead = page.getByText("People remember a face.")
    const before = await lead.boundingBox()
    held.resolve()
    await page.getByRole("button", { name: "Choose a Photo" }).waitFor()
    expect(await lead.boundingBox()).toEqual(before)
  })
})

test("a step can be left: what was saved stays, and nothing else was needed", async () => {
  const rio = person("rio", "Rio Mori")
  await confirmedAccount(server, rio)
  await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
    await openAs(page, rio, "/edit-profile/start")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByLabel("Bio").fill("Paints boats.")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: "How can people reach you?" }).waitFor()
    expect(await faultsOf(page, "third-step")).toEqual([])
    await page.getByRole("button", { name: "Back" }).click()
    expect(await page.getByLabel("Bio").inputValue()).toBe("Paints boats.")
    await page.getByRole("link", { name: "Finish later" }).click()
    await page.waitForURL("**/edit-profile")
    expect(await page.getByLabel("Bio").inputValue()).toBe("Paints boats.")
  })
})

test("an account without a name gets past the photo, and is asked for its name next", async () => {
  const nameless = { ...person("nameless", ""), username: "" }
  await confirmedAccount(server, nameless)
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, nameless, "/edit-profile/start")
    const goOn = page.getByRole("button", { name: "Continue" })
    await goOn.click()
    await page.getByRole("heading", { name: "Say what you do" }).waitFor()
    await goOn.click()
    await page.getByText("Name is required", { exact: true }).waitFor()
    await page.getByLabel("Full Name").fill("Noa Levi")
    await goOn.click()
    await page.getByRole("heading", { name: "How can people reach you?" }).waitFor()
    await page.getByRole("button", { name: "Finish" }).click()
    await page.getByRole("heading", { name: "Your card is live" }).waitFor()
  })
})

test("leaving is asked about from the first field on, also where the question loads slowly", async () => {
  const kai = person("kai", "Kai Mori")
  await confirmedAccount(server, kai)
  await visit(browser, { origin: server.origin }, async (page) => {
    let isHeld = false
    await page.route("**/leave-warning-*.js", async (route) => {
      isHeld = true
      await new Promise((resume) => setTimeout(resume, 1500))
      await route.continue()
    })
    await openAs(page, kai, "/edit-profile/start")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByLabel("Job Title").fill("Potter")
    expect(isHeld).toBe(true)
    await page.getByRole("link", { name: "Finish later" }).click()
    await page.getByRole("alertdialog").getByText("You have unsaved changes to your profile.").waitFor()
  })
})

test("what was typed in a step is not lost: not by leaving, and not by another window that saves meanwhile", async () => {
  const sora = person("sora", "Sora Abe")
  await confirmedAccount(server, sora)
  await visit(
    browser,
    { origin: server.origin, width: 1280, expected: [refused(412, "/api/profile")] },
    async (page) => {
      await openAs(page, sora, "/edit-profile")
      await page.getByRole("link", { name: "Start", exact: true }).click()
      await page.getByRole("button", { name: "Continue" }).click()
      await hasFocus(page.getByRole("heading", { name: "Say what you do" }))
      await page.getByLabel("Job Title").fill("Potter")
      const question = page.getByRole("alertdialog")
      for (const leave of [() => page.getByRole("link", { name: "Finish later" }).click(), () => page.goBack()]) {
        await leave()
        await question.getByText("You have unsaved changes to your profile.").waitFor()
        await question.getByRole("button", { name: "Stay" }).click()
        await question.waitFor({ state: "detached" })
      }

      const other = await page.context().newPage()
      await other.goto("/edit-profile")
      await other.getByLabel("Business Name").fill("Pots & Co")
      await other.getByLabel("Job Title").fill("Gardener")
      await other.getByRole("button", { name: "Save Changes" }).click()
      await other.waitForURL("**/sora")
      await other.close()

      await page.getByRole("button", { name: "Continue" }).click()
      await page.getByText("To save what you typed, try again.").first().waitFor()
      await expect.poll(() => page.getByLabel("Business Name").inputValue()).toBe("Pots & Co")
      expect(await page.getByLabel("Job Title").inputValue()).toBe("Potter")
      await page.getByRole("button", { name: "Continue" }).click()
      await hasFocus(page.getByRole("heading", { name: "How can people reach you?" }))
      expect(await profileOf("sora")).toMatchObject({ job_title: "Potter", business_name: "Pots & Co" })
      await page.getByRole("button", { name: "Back" }).click()
      await hasFocus(page.getByRole("heading", { name: "Say what you do" }))
      // Nothing is unsaved now.
      await page.getByRole("link", { name: "Finish later" }).click()
      await page.waitForURL("**/edit-profile")
    },
  )
})

test("a narrow screen shows the steps whole, however long the words on the card are", async () => {
  const wide = person("wide")
  await confirmedAccount(server, wide)
  await visit(browser, { origin: server.origin, width: 320 }, async (page) => {
    const { access_token } = JSON.parse(await sessionOf(server, wide))
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" }
    const value = `https://example.com/${"w".repeat(300)}`
    const item = { kind: "link", service: "", label: "Long", value, on_page: true, in_contact: true }
    const body = JSON.stringify({ full_name: "Wide Words", profile_items: [item] })
    const saved = await fetch(`${server.origin}/api/profile`, { method: "PUT", headers, body })
    expect(saved.status, await saved.clone().text()).toBe(200)
    await openAs(page, wide, "/edit-profile/start")
    await page.locator("article").getByText(value.slice(8)).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
