// Settings that were left open while another device changed something: nothing is undone by them, and what they say is true.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeAt } from "../support/authenticator.ts"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { newestLink, tokenHashOf } from "../support/mailbox.ts"
import { PASSWORD, type Person, postJson, signUpAndVerify } from "../support/people.ts"
import { openSettings, settingsCard } from "../support/settings-page.ts"
import { toast } from "../support/visitors.ts"

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

async function settingsOf(username: string, run: (page: Page, person: Person) => Promise<void>, expected?: RegExp[]) {
  const person = await signUpAndVerify(site, { username })
  await visit(browser, { origin: site.origin, expected }, async (page) => {
    await openSettings(page, { email: person.email, password: PASSWORD })
    await run(page, person)
  })
}

/** @returns what the server answers another device */
async function elsewhere({ headers }: Person, method: string, path: string, body?: unknown) {
  const init = { method, headers: { ...headers, origin: site.origin }, body: JSON.stringify(body) }
  const answer = await fetch(site.origin + path, init)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return answer.json()
}

test("a choice about people that was changed elsewhere stays, and asks again before it is shortened", () =>
  settingsOf("aki", async (page, aki) => {
    const choose = (body: unknown) => elsewhere(aki, "PUT", "/api/people-settings", body)
    const chosen = async () => (await elsewhere(aki, "GET", "/api/people-settings")).settings
    const people = settingsCard(page, "People You Meet")
    const event = people.getByLabel("Today I'm at")
    const days = people.getByLabel("Keep visitors' details")
    const save = () => people.getByRole("button", { name: "Save" }).click()
    const stored = () => page.waitForResponse((answer) => answer.request().method() === "PUT")

    await choose({ retention_days: 30 })
    await page.reload()
    await expect.poll(() => days.inputValue()).toBe("30")
    await choose({ retention_days: 0 })
    await event.fill("Fair")
    await save()
    await toast(page, "Saved")
    expect(await chosen()).toMatchObject({ retention_days: 0, event: "Fair" })
    await expect.poll(() => days.inputValue()).toBe("0")

    const event_until = new Date(Date.now() + 3_600_000).toISOString()
    await choose({ retention_days: 30, event: "Choir", event_until })
    await days.selectOption("3 years")
    const [longer] = await Promise.all([stored(), save()])
    expect(longer.status()).toBe(200)
    expect(await chosen()).toMatchObject({ retention_days: 1095, event: "Choir", event_until })
    await expect.poll(() => event.inputValue()).toBe("Choir")

    await choose({ retention_days: 0 })
    await days.selectOption("1 year")
    await days.selectOption("3 years")
    await save()
    const question = page.getByRole("alertdialog", { name: "Keep visitors' details for 3 years?" })
    await question.getByRole("button", { name: "Cancel" }).click()
    expect(await chosen()).toMatchObject({ retention_days: 0 })
  }))

/** @returns when the new address was confirmed on another device, and the page still shows the former one */
async function confirmElsewhere(page: Page, { username }: Person): Promise<string> {
  const email = `${username}.new@example.com`
  await page.getByLabel("New Sign-in Email").fill(email)
  await page.getByRole("button", { name: "Update Email" }).click()
  await page.getByText(`Waiting for you to confirm ${email}`).waitFor()
  const token_hash = tokenHashOf(await newestLink(site.services, email))
  const answer = await postJson(site, "/auth/v1/verify", { token_hash, type: "email_change", password: PASSWORD })
  expect(answer.status).toBe(200)
  return email
}

test("a change of the email that was confirmed elsewhere is not called canceled, and the page shows the new one", () =>
  settingsOf("emi", async (page, emi) => {
    const email = await confirmElsewhere(page, emi)
    const card = settingsCard(page, "Sign-in Email Settings")
    await card.getByRole("button", { name: "Cancel change" }).click()
    await toast(page, "This change is no longer pending.")
    await card.getByText(email, { exact: true }).waitFor()
    await card.getByText("Waiting for you to confirm").waitFor({ state: "detached" })
    expect(await page.getByText("Change canceled").count()).toBe(0)
  }))

test("the address that was confirmed elsewhere is called the current one, and no email is announced", () =>
  settingsOf("ivo", async (page, ivo) => {
    const email = await confirmElsewhere(page, ivo)
    const card = settingsCard(page, "Sign-in Email Settings")
    await page.getByText("Email updated").first().waitFor({ state: "detached" })
    await card.getByLabel("New Sign-in Email").fill(email)
    await card.getByRole("button", { name: "Update Email" }).click()
    await card.getByText("This is already your sign-in email.").waitFor()
    await card.getByText(email, { exact: true }).waitFor()
    expect(await page.getByText("Email updated").count()).toBe(0)
  }))

test("an authenticator app that was set up in another tab replaces the one that is being set up, and the page says so", () =>
  settingsOf(
    "noa",
    async (page) => {
      const start = (window: Page) => window.getByRole("button", { name: "Use an authenticator app" }).click()
      const enter = async (window: Page) => {
        const setUp = window.getByRole("dialog", { name: "Set up two-step verification" })
        const secret = await setUp.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()
        await setUp
          .getByLabel("Code", { exact: true })
          .fill(codeAt(secret?.replaceAll(" ", "") ?? "", site.services.clock()))
        await setUp.getByRole("button", { name: "Verify and turn on" }).click()
      }
      await start(page)
      const tab = await page.context().newPage()
      await tab.goto("/settings")
      await start(tab)
      await enter(tab)
      await tab.getByRole("button", { name: "I've saved them" }).click()
      await enter(page)
      await page.getByText("Another setup took the place of this one.").waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: "Turn off" }).waitFor()
      await page.getByText("10 recovery codes left").waitFor()
    },
    [/status of 404/],
  ))
