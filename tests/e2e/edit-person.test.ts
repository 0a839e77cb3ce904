// A person on their own page: what is typed is not lost without a question, a note is one touch away, and long tags fit on a phone.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf } from "../support/looks.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { openAs } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let mika: Person

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  mika = await signUpAndVerify(site, { username: "mika" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const EMPTY = { full_name: "Ada Lovelace", job_title: "", business_name: "", entries: [], note: "", tags: [] }

async function opened(details: object, run: (page: Page) => Promise<void>): Promise<void> {
  const headers = { ...mika.headers, origin: site.origin }
  const body = JSON.stringify({ ...EMPTY, ...details })
  const { person } = await (await fetch(`${site.origin}/api/people`, { method: "POST", headers, body })).json()
  await visit(browser, { origin: site.origin }, async (page) => {
    await openAs(page, { email: mika.email, password: PASSWORD }, `/people/${person.id}`)
    await run(page)
  })
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const question = (page: Page) => page.getByRole("alertdialog")

test("'Add a note' leads into the note, and Cancel asks before it discards what was typed", async () => {
  await opened({}, async (page) => {
    await button(page, "Add a note").click()
    const note = page.getByLabel("Note")
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type("Brings the punched cards")
    await button(page, "Cancel").click()
    await question(page).getByText("Are you sure you want to discard them?").waitFor()
    await question(page).getByRole("button", { name: "Cancel" }).click()
    await question(page).waitFor({ state: "detached" })
    expect(await note.inputValue()).toBe("Brings the punched cards")

    await page.getByRole("main").getByRole("link", { name: "People", exact: true }).click()
    await question(page)
      .getByText("You have unsaved changes. Are you sure you want to leave?", { exact: true })
      .waitFor()
    await question(page).getByRole("button", { name: "Stay" }).click()
    await question(page).waitFor({ state: "detached" })

    await button(page, "Cancel").click()
    await question(page).getByRole("button", { name: "Discard" }).click()
    // Nothing of the question is left in the way.
    await button(page, "Edit").click()
    expect(await note.inputValue()).toBe("")
    await button(page, "Cancel").click()
    await button(page, "Edit").waitFor()
  })
})

test("the longest tag fits on a phone, wherever it is shown", async () => {
  const widthOf = async (page: Page) => (await page.getByTitle("W".repeat(40)).boundingBox())?.width
  await opened({ tags: ["W".repeat(40), "fair"] }, async (page) => {
    await button(page, "Edit").waitFor()
    // As wide as the column of the name.
    expect(await widthOf(page)).toBeGreaterThan(230)
    expect(await faultsOf(page, "person-long-tag")).toEqual([])
    await button(page, "Edit").click()
    await button(page, `Remove ${"W".repeat(40)}`).waitFor()
    expect(await faultsOf(page, "edit-person-long-tag")).toEqual([])
    await page.goto("/people")
    await page.getByText("W".repeat(40), { exact: true }).waitFor()
    expect(await widthOf(page)).toBe(150)
    expect(await faultsOf(page, "people-long-tag")).toEqual([])
  })
})
