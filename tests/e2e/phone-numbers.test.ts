// Phone numbers in a browser: typed, pasted, corrected, saved, and shown.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { FOREIGN_NUMBERS, NATIONAL_NUMBERS, PASTED_NUMBERS } from "../support/phone-numbers.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person } from "../support/visitors.ts"

let server: TestServer
let browser: Browser
const who = person("hana")

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, who)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const TABLES = /\/assets\/international-phone-/
const SENTENCE = "Please enter a single phone number without an extension, such as (555) 123-4567 or +49 30 1234567"

const edit = (use: (page: Page, asked: string[]) => Promise<void>, expected: RegExp[] = []) =>
  visit(browser, { origin: server.origin, expected }, async (page) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.url()))
    await openAs(page, who, "/edit-profile")
    await page.getByLabel("Full Name *").waitFor()
    await use(page, asked)
  })
const field = (page: Page) => page.getByLabel("Phone Number")
const caret = (page: Page) => field(page).evaluate((input) => (input as HTMLInputElement).selectionStart)
const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save Changes" }).click()
  await page.waitForURL(`${server.origin}/hana`)
}
const stored = async () =>
  (await (await fetch(`${server.origin}/api/profiles/hana`)).json()).profile.business_phone as string

test("a number from abroad keeps every digit, and is stored in international form", async () => {
  await edit(async (page, asked) => {
    await field(page).pressSequentially("4155550132")
    await expect.poll(() => field(page).inputValue()).toBe("(415) 555-0132")
    expect(asked.filter((url) => TABLES.test(url))).toEqual([])
    await field(page).fill("")
    await field(page).pressSequentially("0049301234567")
    await expect.poll(() => field(page).inputValue()).toBe("+49 30 1234567")
    expect(asked.filter((url) => TABLES.test(url))).toHaveLength(1)

    await field(page).evaluate((input) => (input as HTMLInputElement).setSelectionRange(9, 9))
    await page.keyboard.press("Backspace")
    await page.keyboard.type("9")
    await expect.poll(() => field(page).inputValue()).toBe("+49 30 1934567")
    expect(await caret(page)).toBe(9)
    await field(page).evaluate((input) => (input as HTMLInputElement).setSelectionRange(1, 1))
    await page.keyboard.press("Backspace")
    await expect.poll(() => field(page).inputValue()).toBe("+49 30 1934567")
    expect(await caret(page)).toBe(1)

    await save(page)
    expect(await stored()).toBe("+49 30 1934567")
    const link = page.getByRole("link", { name: "+49 30 1934567" })
    await expect.poll(() => link.getAttribute("href")).toBe("tel:+49301934567")
    expect(await (await fetch(`${server.origin}/hana.vcf`)).text()).toContain("VOICE:+49 30 1934567\r\n")
  })
})

test("every number typed key by key, and everything pasted, is shown as it will be stored", async () => {
  await edit(async (page) => {
    for (const [typed, number] of [...FOREIGN_NUMBERS, ...NATIONAL_NUMBERS, ...PASTED_NUMBERS]) {
      await field(page).fill("")
      await field(page).focus()
      const isPasted = PASTED_NUMBERS.some(([text]) => text === typed) || /[^\x20-\x7e]/.test(typed)
      if (isPasted) await page.keyboard.insertText(typed)
      else await page.keyboard.type(typed)
      await page.keyboard.press("Tab")
      await expect.poll(() => field(page).inputValue(), { message: typed }).toBe(number)
    }
  })
})

test("two numbers pasted into the field stay as they are, and the link dials the first; typed, they are never joined", async () => {
  const both = "030/1234567 / 030/7654321"
  await edit(async (page) => {
    await field(page).fill("")
    await field(page).focus()
    await page.keyboard.type(both)
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.getByText(SENTENCE, { exact: true }).waitFor()
    await field(page).fill("")
    await page.keyboard.insertText(both)
    await save(page)
    const link = page.getByRole("link", { name: both })
    await expect.poll(() => link.getAttribute("href")).toBe("tel:0301234567")
  })
  expect(await stored()).toBe(both)
})

test("a number that cannot be is told at its field, and nothing is stored", async () => {
  const before = await stored()
  await edit(async (page) => {
    for (const wrong of ["+49 1", "+49 30 1234567 ext. 12", "+999 1234567"]) {
      await field(page).fill(wrong)
      await page.getByRole("button", { name: "Save Changes" }).click()
      await page.getByText(SENTENCE, { exact: true }).waitFor()
      await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await stored()).toBe(before)
      await field(page).fill("(415) 555-0132")
      await expect.poll(() => page.getByText(SENTENCE, { exact: true }).count()).toBe(0)
    }
  })
})

test("without its tables the number stays as typed, and the server takes it in", async () => {
  await edit(
    async (page) => {
      await page.route(TABLES, (route) => route.abort())
      await field(page).fill("+4420 79460958")
      await expect.poll(() => field(page).inputValue()).toBe("+4420 79460958")
      await save(page)
      expect(await stored()).toBe("+44 20 7946 0958")
    },
    [/ERR_FAILED/],
  )
})

test("a number that is not touched is saved as it is", async () => {
  await edit(async (page) => {
    const before = await stored()
    await expect.poll(() => field(page).inputValue()).toBe(before)
    await field(page).focus()
    await page.getByLabel("Job Title").fill("Potter")
    await save(page)
    expect(await stored()).toBe(before)
  })
})
