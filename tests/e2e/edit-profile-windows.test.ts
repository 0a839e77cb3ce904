// One profile in two windows: what both changed is kept, and the owner chooses where both changed the same field.
import type { Browser, Page, Route } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { faultsOf } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, dialogOf, openAs, person, toast } from "../support/visitors.ts"

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

/** The form of a new account, in two windows. */
async function twoWindows(page: Page, username: string): Promise<Page> {
  await confirmedAccount(server, person(username))
  await openAs(page, person(username), "/edit-profile")
  await page.getByLabel("Full Name *").waitFor()
  const other = await page.context().newPage()
  await other.goto("/edit-profile")
  return other
}

async function save(page: Page, username: string): Promise<void> {
  await page.getByRole("button", { name: "Save Changes" }).click()
  await page.waitForURL(`${server.origin}/${username}`)
}

const profileOf = async (username: string) =>
  (await (await fetch(`${server.origin}/api/profiles/${username}`)).json()).profile

test("two windows that change different fields: both are saved, without a question", async () => {
  await visit(browser, { origin: server.origin, expected: [/status of 412/] }, async (page) => {
    const other = await twoWindows(page, "apart")
    await other.getByLabel("Job Title").fill("Typesetter")
    await other.getByRole("checkbox", { name: "Let search engines list my page" }).uncheck()
    await page.getByLabel("Bio").fill("I set type.")
    await page.getByRole("checkbox", { name: "Let visitors leave their info" }).uncheck()
    await save(other, "apart")
    await save(page, "apart")
  })
  expect(await profileOf("apart")).toMatchObject({
    job_title: "Typesetter",
    bio: "I set type.",
    is_indexed: false,
    takes_details: false,
  })
})

test("two windows that change the same field: the second chooses, and loses nothing", async () => {
  await visit(browser, { origin: server.origin, expected: [/status of 412/] }, async (page) => {
    const other = await twoWindows(page, "windows")
    await other.getByLabel("Job Title").fill("Typesetter")
    await other.getByLabel("Address").fill("1 Quay Street")
    await page.getByLabel("Job Title").fill("Printer")
    await page.getByLabel("Bio").fill("I set type.")
    await save(other, "windows")

    await page.getByRole("button", { name: "Save Changes" }).click()
    const dialog = page.getByRole("dialog", { name: "This profile has changed" })
    await expect.poll(() => dialog.getByRole("group").count()).toBe(1)
    const title = dialog.getByRole("group", { name: "Job Title" })
    expect(await title.getByRole("radio", { name: "From this form Printer" }).isChecked()).toBe(true)
    expect(await faultsOf(page, "the dialog with both versions")).toEqual([])
    await dialog.getByRole("button", { name: "Close" }).click()
    await expect.poll(() => page.getByLabel("Bio").inputValue()).toBe("I set type.")
    expect(await page.getByLabel("Job Title").inputValue()).toBe("Printer")

    await page.getByRole("button", { name: "Save Changes" }).click()
    await title.getByRole("radio", { name: "Saved elsewhere Typesetter" }).check()
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.waitForURL(`${server.origin}/windows`)
  })
  expect(await profileOf("windows")).toMatchObject({
    job_title: "Typesetter",
    bio: "I set type.",
    address: "1 Quay Street",
  })
})

test("who chooses their own version saves it over the other", async () => {
  await visit(browser, { origin: server.origin, expected: [/status of 412/, /ERR_FAILED/] }, async (page) => {
    const other = await twoWindows(page, "insists")
    await other.getByLabel("Job Title").fill("Typesetter")
    await page.getByLabel("Job Title").fill("Printer")
    await save(other, "insists")
    await page.getByRole("button", { name: "Save Changes" }).click()
    const saveMine = dialogOf(page).getByRole("button", { name: "Save" })
    await saveMine.waitFor()
    // The server is busy for a moment: the answer to the question still counts.
    const put = (route: Route) => (route.request().method() === "PUT" ? route.abort() : route.continue())
    await page.route("**/api/profile", put)
    await saveMine.click()
    await toast(page, "Update failed")
    await page.unroute("**/api/profile", put)
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL(`${server.origin}/insists`)
  })
  expect((await profileOf("insists")).job_title).toBe("Printer")
})
