// What was typed into a profile's form is never lost, and never replaces what another device saved since.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { hold, launch, renderLate, visit } from "../support/browser.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person, toast } from "../support/visitors.ts"

let server: TestServer
let browser: Browser

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const profileOf = async (username: string) =>
  (await (await fetch(`${server.origin}/api/profiles/${username}`)).json()).profile

/** Another device of the same person. */
async function onAnotherDevice(who: ReturnType<typeof person>, act: (page: Page) => Promise<void>): Promise<void> {
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, who, "/edit-profile")
    await page.getByLabel("Full Name *").waitFor()
    await act(page)
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL(`${server.origin}/${who.username}`)
  })
}

async function newcomer(username: string) {
  const who = person(username)
  await confirmedAccount(server, who)
  await onAnotherDevice(who, (page) => page.getByLabel("Phone Number").fill("4155550132"))
  return who
}

const onPage = (page: Page, field: string) => page.getByRole("checkbox", { name: `${field} on my page` })

async function hide(page: Page, field: string): Promise<void> {
  await page.getByRole("button", { name: "Choose for each detail" }).click()
  await onPage(page, field).uncheck()
  await page.getByRole("checkbox", { name: `${field} in my contact` }).uncheck()
}

/** Leaves the page open and unsaved; the draft outlives it. */
async function reopen(page: Page): Promise<void> {
  page.once("dialog", (dialog) => void dialog.accept())
  await page.goto("/")
  await page.goto("/edit-profile")
  await page.getByText("We restored your unsaved changes.").waitFor()
}

test("a draft that hid one detail keeps another hidden that was hidden elsewhere since", async () => {
  const who = await newcomer("hidden-elsewhere")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, who, "/edit-profile")
    await page.getByRole("textbox", { name: "Job Title" }).fill("Gardener")
    await page.getByLabel("Address").fill("1 Quay Street")
    await hide(page, "Address")
    await onAnotherDevice(who, (other) => hide(other, "Phone Number"))
    await reopen(page)
    await expect.poll(() => page.getByRole("textbox", { name: "Job Title" }).inputValue()).toBe("Gardener")
    await expect.poll(() => onPage(page, "Phone Number").isChecked()).toBe(false)
    expect(await onPage(page, "Address").isChecked()).toBe(false)
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL(`${server.origin}/${who.username}`)
  })
  const profile = await profileOf(who.username)
  expect(profile.job_title).toBe("Gardener")
  expect([profile.business_phone, profile.address].map((shown) => shown ?? "")).toEqual(["", ""])
})

test("a draft of a field that was saved elsewhere since asks which one to keep, also after another reload", async () => {
  const who = await newcomer("changed-elsewhere")
  await visit(browser, { origin: server.origin, expected: [/status of 412/] }, async (page) => {
    await openAs(page, who, "/edit-profile")
    await page.getByRole("textbox", { name: "Job Title" }).fill("Gardener")
    await onAnotherDevice(who, (other) => other.getByRole("textbox", { name: "Job Title" }).fill("Florist"))
    await reopen(page)
    await page.getByLabel("Bio").fill("I grow things.")
    await reopen(page)
    await expect.poll(() => page.getByRole("textbox", { name: "Job Title" }).inputValue()).toBe("Gardener")
    await page.getByRole("button", { name: "Save Changes" }).click()
    const dialog = page.getByRole("dialog", { name: "This profile has changed" })
    await dialog.getByText("Florist", { exact: true }).waitFor()
    expect((await profileOf(who.username)).job_title).toBe("Florist")
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.waitForURL(`${server.origin}/${who.username}`)
  })
  expect(await profileOf(who.username)).toMatchObject({ job_title: "Gardener", bio: "I grow things." })
})

test("what is typed while the form is being saved stays in it", async () => {
  const who = await newcomer("slow-save")
  await visit(browser, { origin: server.origin }, async (page) => {
    await openAs(page, who, "/edit-profile")
    await page.getByRole("textbox", { name: "Job Title" }).fill("Gardener")
    const letGo = await hold(page, "**/api/profile")
    const sent = page.waitForRequest("**/api/profile")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await sent
    await page.getByLabel("Bio").fill("I grow things.")
    letGo()
    await toast(page, "Profile updated")
    expect(await page.getByLabel("Bio").inputValue()).toBe("I grow things.")
    expect((await profileOf(who.username)).job_title).toBe("Gardener")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL(`${server.origin}/${who.username}`)
  })
  expect(await profileOf(who.username)).toMatchObject({ job_title: "Gardener", bio: "I grow things." })
})

test("what is typed while a draft is being restored stays in the form", async () => {
  const who = await newcomer("typed-meanwhile")
  await visit(browser, { origin: server.origin }, async (page) => {
    page.on("dialog", (dialog) => void dialog.accept())
    await openAs(page, who, "/edit-profile")
    await page.getByRole("textbox", { name: "Job Title" }).fill("Gardener")
    await page.goto("/")
    await renderLate(page)
    const letGo = await hold(page, "**/restore-draft*.js")
    await page.goto("/edit-profile")
    const name = page.getByLabel("Business Name")
    await name.focus()
    letGo()
    await name.pressSequentially("Green fingers and friends", { delay: 20 })
    await page.getByText("We restored your unsaved changes.").waitFor()
    expect(await name.inputValue()).toBe("Green fingers and friends")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.waitForURL(`${server.origin}/${who.username}`)
    expect(await profileOf(who.username)).toMatchObject({
      job_title: "Gardener",
      business_name: "Green fingers and friends",
    })
  })
})

test("the first steps keep what is typed while they save, and bring it back after the page was left", async () => {
  const who = await newcomer("first-steps")
  await visit(browser, { origin: server.origin }, async (page) => {
    page.on("dialog", (dialog) => void dialog.accept())
    await openAs(page, who, "/edit-profile/start")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("textbox", { name: "Job Title" }).fill("Gardener")
    await page.goto("/")
    await page.goto("/edit-profile/start")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: "Say what you do" }).waitFor()
    await expect.poll(() => page.getByRole("textbox", { name: "Job Title" }).inputValue()).toBe("Gardener")

    await page.getByRole("textbox", { name: "Job Title" }).fill("Head gardener")
    const letGo = await hold(page, "**/api/profile")
    const sent = page.waitForRequest("**/api/profile")
    await page.getByRole("button", { name: "Continue" }).click()
    await sent
    await page.getByLabel("Business Name").fill("Green & Co")
    letGo()
    await expect.poll(async () => (await profileOf(who.username)).job_title).toBe("Head gardener")
    expect(await page.getByLabel("Business Name").inputValue()).toBe("Green & Co")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: "How can people reach you?" }).waitFor()
    expect(await profileOf(who.username)).toMatchObject({ job_title: "Head gardener", business_name: "Green & Co" })
    expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("draft")))).toEqual([])
  })
})
