// More on a card than the fixed fields: adding, ordering and removing items in a browser, and what visitors get.
import { Buffer } from "node:buffer"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { IMPORT } from "../../src/domain/import/import-messages.ts"
import { FIELD, GENERAL, ITEM } from "../../src/domain/messages.ts"
import { launch, renderLate, visit } from "../support/browser.ts"
import { faultsOf, settled } from "../support/looks.ts"
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

async function enter(page: Page, username: string): Promise<void> {
  await confirmedAccount(server, person(username))
  await openAs(page, person(username), "/edit-profile")
  await page.getByLabel("Full Name *").waitFor()
}

const handle = (page: Page, name: string) => page.getByRole("button", { name: `Drag ${name}` })

/** @returns where the pointer let go */
async function drag(page: Page, from: string, to: string) {
  await handle(page, from).scrollIntoViewIfNeeded()
  await settled(page)
  const start = await handle(page, from).boundingBox()
  const end = await handle(page, to).boundingBox()
  if (start === null || end === null) throw new Error("a handle is out of view")
  await page.mouse.move(start.x + 10, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(end.x + 10, end.y - 5, { steps: 8 })
  await page.mouse.up()
  return end
}

async function add(page: Page, kind: string) {
  const rows = rowsOf(page)
  const at = await rows.count()
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.getByRole("button", { name: kind, exact: true }).click()
  return rows.nth(at)
}

async function save(page: Page, username: string): Promise<void> {
  await page.getByRole("button", { name: "Save Changes" }).click()
  await page.waitForURL(`${server.origin}/${username}`)
}

const rowsOf = (page: Page) => page.getByRole("list", { name: "More on your card" }).locator("> li")

/** In their order, whether they are open or not. */
const labels = (page: Page) =>
  rowsOf(page)
    .locator("legend")
    .allTextContents()
    .then((names) => names.map((name) => name.replace(/ \(\d+ of \d+\)$/, "")))

const hasFocus = (field: Locator) => expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)

/** A link, a number and a text, as one fills them in. */
async function fill(page: Page): Promise<void> {
  const link = await add(page, "Link")
  await expect
    .poll(() => link.getByLabel("Link", { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true)
  await link.getByLabel("Service").selectOption("Zoom")
  const placeholder = () => link.getByLabel("Link", { exact: true }).getAttribute("placeholder")
  await expect.poll(placeholder).toBe("https://zoom.us")
  await link.getByLabel("Service").selectOption("GitHub")
  await link.getByLabel("Username or link").fill("@mika")
  await link.getByLabel("Label").fill("Code")
  const phone = await add(page, "Phone")
  await phone.getByLabel("Phone", { exact: true }).fill("(415) 555-0199")
  await phone.getByLabel("Label").fill("Mobile")
  const text = await add(page, "Text")
  await text.getByLabel("Text", { exact: true }).fill("Monday to Friday")
  await text.getByLabel("Label").fill("Open")
  await text.getByLabel("In my contact").uncheck()
}

test("items are on the page in their order and in the contact where their owner wants them", async () => {
  await visit(browser, server, async (page) => {
    await enter(page, "items")
    await fill(page)
    await expect.poll(() => page.getByLabel("Username or link").inputValue()).toBe("https://github.com/mika")
    await page.getByRole("button", { name: "Move Open (3 of 3) up" }).click()
    await expect.poll(() => labels(page)).toEqual(["Code", "Open", "Mobile"])
    // To the end and back by keyboard: the button keeps the focus where it can move nothing.
    const down = page.getByRole("button", { name: /^Move Open .* down$/ })
    await down.focus()
    await page.keyboard.press("Enter")
    await expect.poll(() => labels(page)).toEqual(["Code", "Mobile", "Open"])
    await page.keyboard.press("Enter")
    expect(await down.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await down.getAttribute("aria-disabled")).toBe("true")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await expect.poll(() => labels(page)).toEqual(["Code", "Open", "Mobile"])
    await save(page, "items")
  })
  await visit(browser, server, async (page) => {
    await page.goto("/items")
    const card = page.getByRole("article")
    const rows = await card.locator("ul").first().getByRole("listitem").allInnerTexts()
    expect(rows.map((row) => row.split("\n"))).toEqual([
      ["Code", "github.com/mika"],
      ["Monday to Friday", "Open"],
      ["(415) 555-0199", "Mobile"],
    ])
    const link = card.getByRole("link", { name: "Code" })
    await expect.poll(() => link.getAttribute("href")).toBe("https://github.com/mika")
    await expect.poll(() => link.getAttribute("rel")).toBe("me noopener noreferrer nofollow ugc")
    await expect.poll(() => card.getByRole("link", { name: /555-0199/ }).getAttribute("href")).toBe("tel:+14155550199")
    const contact = await (await fetch(`${server.origin}/items.vcf`)).text()
    expect(contact).toContain("TEL;TYPE=CELL:(415) 555-0199\r\n")
    expect(contact).toMatch(/\nitem(\d)\.URL;TYPE=Code:https:\/\/github\.com\/mika\r\nitem\1\.X-ABLabel:Code\r\n/)
    expect(contact).not.toContain("Monday")
  })
})

test("a handle moves by arrow keys and by dragging, with a mouse or a finger", async () => {
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    await enter(page, "drag")
    await fill(page)
    await handle(page, "Code").press("ArrowDown")
    await expect.poll(() => labels(page)).toEqual(["Mobile", "Code", "Open"])
    await page.getByText("Moved to position 2 of 3").waitFor()

    const to = await drag(page, "Open", "Mobile")
    await expect.poll(() => labels(page)).toEqual(["Open", "Mobile", "Code"])
    await page.mouse.move(to.x + 10, to.y + 400, { steps: 4 })
    await expect.poll(() => labels(page), { message: "the drag has ended" }).toEqual(["Open", "Mobile", "Code"])
  })
})

test("a drag that is faster than the page can show it ends where it is let go", async () => {
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    await renderLate(page)
    await enter(page, "fast-drag")
    await fill(page)
    await drag(page, "Open", "Code")
    await expect.poll(() => labels(page)).toEqual(["Open", "Code", "Mobile"])
  })
})

test("a mistake in an item is said beside it, and it gets the focus", async () => {
  await visit(browser, server, async (page) => {
    await enter(page, "mistake")
    const link = await add(page, "Link")
    await link.getByLabel("Link", { exact: true }).fill("javascript:alert(1)")
    await add(page, "Text")
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.getByText("Please enter a valid URL", { exact: true }).waitFor()
    await page.getByText(ITEM.empty, { exact: true }).waitFor()
    await expect
      .poll(() => link.getByLabel("Link", { exact: true }).evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.getByRole("button", { name: "Remove Link (1 of 2)" }).click()
    expect(await page.getByText("Please enter a valid URL", { exact: true }).count()).toBe(0)
    await page.getByText("Removed", { exact: true }).waitFor()
  })
})

test("items that are not saved yet come back with the draft", async () => {
  await visit(browser, server, async (page) => {
    await enter(page, "draft")
    await fill(page)
    page.once("dialog", (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText("We restored your unsaved changes", { exact: false }).waitFor()
    await expect.poll(() => labels(page)).toEqual(["Code", "Mobile", "Open"])
  })
})

test("a detail can be on the page only, in the contact only, or nowhere, and search engines kept out", async () => {
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    await enter(page, "visible")
    await page.getByLabel("Job Title").fill("Typesetter")
    await page.getByLabel("Email").fill("mika@kumo.example")
    await page.getByLabel("Address").fill("1 Quay Street")
    await page.getByRole("button", { name: "Choose for each detail" }).click()
    await page.getByLabel("Email in my contact").uncheck()
    await page.getByLabel("Address on my page").uncheck()
    await page.getByLabel("Job Title on my page").uncheck()
    await page.getByLabel("Job Title in my contact").uncheck()
    await page.getByLabel("Let search engines list my page").uncheck()
    await save(page, "visible")
  })
  const page = await (await fetch(`${server.origin}/visible`)).text()
  const contact = await (await fetch(`${server.origin}/visible.vcf`)).text()
  expect(page).toContain('<meta name="robots" content="noindex"')
  expect(page).not.toContain("Typesetter")
  expect(contact).not.toContain("Typesetter")
  expect(contact).not.toContain("mika@kumo.example")
  expect(contact).toContain("1 Quay Street")
  await visit(browser, server, async (visitor) => {
    await visitor.goto("/visible")
    await expect.poll(() => visitor.getByRole("article").getByText("mika@kumo.example").count()).toBe(1)
    expect(await visitor.getByRole("article").getByText("1 Quay Street").count()).toBe(0)
  })
})

test("fifty items keep the page on the sheet, and the form and the page are accessible", async () => {
  const items = Array.from({ length: 50 }, (_, at) => ({
    ...{
      kind: "link",
      label: `Link ${at} with a long label`,
      value: `https://example.com/${at}/${"path/".repeat(20)}`,
    },
    ...{ service: "", on_page: true, in_contact: true },
  }))
  await visit(browser, server, async (page) => {
    await enter(page, "fifty")
    await page.route("**/api/profile", async (route) => {
      const body = { ...(route.request().postDataJSON() as object), profile_items: items }
      await route.continue({ postData: JSON.stringify(body) })
    })
    await save(page, "fifty")
    await page.goto("/fifty")
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await faultsOf(page, "a page with fifty items")).toEqual([])
    // Beside a long card on a wide screen, the code is in the middle of the window.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate("scrollTo(0, 0)")
    const code = await page.locator(".scan").boundingBox()
    expect(Math.abs((code?.y ?? 0) + (code?.height ?? 0) / 2 - 450)).toBeLessThan(40)
    await page.goto("/edit-profile")
    await page.getByText("A profile can have up to 50 items.", { exact: true }).waitFor()
    expect(await rowsOf(page).count()).toBe(8)
    // The preview ends where the list in the form does, and says how many follow.
    const preview = page.getByRole("region", { name: "Preview" })
    const shownIn = async (box: Locator) =>
      box.locator(".items").evaluate((items) => ({
        rows: [...items.children].filter((row) => getComputedStyle(row).visibility === "visible").length,
        more: getComputedStyle(items, "::after").content !== "none",
      }))
    expect(await shownIn(preview)).toEqual({ rows: 8, more: true })
    const shortHeight = await preview.evaluate((box) => box.scrollHeight)
    // The link is below the form's buttons all the same.
    const bottomOf = async (one: Locator) => one.evaluate((it) => it.getBoundingClientRect().bottom)
    const [saving, link] = [page.getByRole("button", { name: "Save Changes" }), page.getByText("Add another profile")]
    await link.scrollIntoViewIfNeeded()
    expect((await bottomOf(link)) - (await bottomOf(saving))).toBeLessThan(96)
    expect(await faultsOf(page, "the form with fifty items")).toEqual([])
    await page.getByRole("button", { name: "Show all 50" }).press("Enter")
    await expect.poll(() => rowsOf(page).count()).toBe(50)
    expect(await shownIn(preview)).toEqual({ rows: 50, more: false })
    expect(await preview.evaluate((box) => box.scrollHeight)).toBeGreaterThan(shortHeight + 42 * 20)
    await hasFocus(rowsOf(page).nth(8).getByRole("button", { expanded: false }))
    expect(await rowsOf(page).getByRole("textbox").count(), "each is one line").toBe(0)
    const list = await page.getByRole("list", { name: "More on your card" }).boundingBox()
    expect(list?.height).toBeLessThan(50 * 80)
    // The preview is no longer than the screen: its end is reached by scrolling in it.
    await page.setViewportSize({ width: 1280, height: 800 })
    expect((await preview.boundingBox())?.height).toBeLessThanOrEqual(800)
    await preview.focus()
    await page.keyboard.press("End")
    await expect
      .poll(() => preview.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight)))
      .toBe(0)
  })
})

test("of a long list the items below the first ones are saved too, and shown when one of them is refused", async () => {
  await visit(browser, { ...server, expected: [/status of 422/] }, async (page) => {
    await enter(page, "long")
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import" })
    const links = Array.from({ length: 14 }, (_, at) => `Link ${at} https://example.com/${at}`)
    await dialog.getByLabel("Or paste links, one per line").fill(links.join("\n"))
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByRole("button", { name: "Add to the form" }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(14)
    await save(page, "long")
    await page.goto("/edit-profile")
    await page.getByRole("button", { name: "Show all 14" }).waitFor()
    await page.getByLabel("Bio").fill("I link.")
    await page.route(
      "**/api/profile",
      (route) =>
        route.fulfill({
          status: 422,
          json: {
            error: { code: "validation_failed", message: "No.", fields: { "profile_items.11.value": "Not this one" } },
          },
        }),
      { times: 1 },
    )
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.getByText("Not this one", { exact: true }).waitFor()
    await hasFocus(rowsOf(page).nth(11).getByLabel("Link", { exact: true }))
    await page.goto("/edit-profile")
    await page.getByRole("button", { name: "Show all 14" }).waitFor()
    await page.getByLabel("Bio").fill("I link things.")
    await save(page, "long")
  })
  const { profile } = await (await fetch(`${server.origin}/api/profiles/long`)).json()
  expect(profile.profile_items).toHaveLength(14)
})

test("a saved item is one line, opens and closes by keyboard, and opens itself when it is refused", async () => {
  await visit(browser, { ...server, expected: [/status of 422/] }, async (page) => {
    await enter(page, "folded")
    await fill(page)
    await save(page, "folded")
    await page.goto("/edit-profile")
    const code = rowsOf(page).nth(0)
    const line = code.getByRole("button", { name: /^Code/ })
    await expect.poll(() => line.getAttribute("aria-expanded")).toBe("false")
    await expect.poll(() => line.innerText()).toMatch(/^Code\sgithub.com\/mika$/)
    expect(await code.getByRole("textbox").count()).toBe(0)
    await code.getByRole("button", { name: "Drag Code" }).press("ArrowDown")
    await expect.poll(() => labels(page)).toEqual(["Mobile", "Code", "Open"])
    await page.getByRole("button", { name: /^Mobile/ }).press("Enter")
    const phone = rowsOf(page).nth(0).getByLabel("Phone", { exact: true })
    await expect.poll(() => phone.inputValue()).toBe("(415) 555-0199")
    await phone.fill("+49 1")
    await page.getByRole("button", { name: /^Mobile/ }).press("Enter")
    await phone.waitFor({ state: "detached" })

    await page.getByRole("button", { name: "Save Changes" }).click()
    await hasFocus(phone)
    await phone.fill("(415) 555-0123")
    // Corrected, it stays open under the hand.
    await page.getByText(FIELD.phoneInvalid, { exact: true }).waitFor({ state: "detached" })
    await hasFocus(phone)
    await save(page, "folded")
  })
  const { profile } = await (await fetch(`${server.origin}/api/profiles/folded`)).json()
  expect(profile.profile_items.map(({ value }: { value: string }) => value)).toEqual([
    "(415) 555-0123",
    "https://github.com/mika",
    "Monday to Friday",
  ])
})

test("an item that only the server refuses opens, too", async () => {
  await visit(browser, { ...server, expected: [/status of 4\d\d/] }, async (page) => {
    await enter(page, "refused")
    await fill(page)
    await save(page, "refused")
    await page.goto("/edit-profile")
    await page.getByRole("button", { name: /^Open/ }).waitFor()
    await page.route("**/api/profile", async (route) => {
      const body = route.request().postDataJSON() as { profile_items: { value: string }[] }
      const items = body.profile_items.map((item, at) => (at === 2 ? { ...item, value: "" } : item))
      await route.continue({ postData: JSON.stringify({ ...body, profile_items: items }) })
    })
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.getByText(ITEM.empty, { exact: true }).waitFor()
    await hasFocus(rowsOf(page).nth(2).getByLabel("Text", { exact: true }))
  })
})

const CARD = `BEGIN:VCARD
VERSION:3.0
FN:Mika Berg
TITLE:Typesetter
TEL;TYPE=WORK:+49 30 901820
TEL;TYPE=CELL:+49 170 1234567
item1.URL:https://calendly.com/mika
item1.X-ABLabel:Book me
X-SHOE-SIZE:38
END:VCARD
`.replaceAll("\n", "\r\n")

const importFile = (page: Page, name: string, content: string) =>
  page.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "text/vcard", buffer: Buffer.from(content) })

test("an imported contact fills what is empty, replaces only what was ticked, and is sent only by saving", async () => {
  await visit(browser, server, async (page) => {
    await enter(page, "importer")
    const asked: string[] = []
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import" })
    await importFile(page, "berg.vcf", CARD)
    await dialog.getByText("Replaces: Mika Tanaka", { exact: true }).waitFor()
    expect(await dialog.getByRole("checkbox", { name: /^Full Name/ }).isChecked()).toBe(false)
    await expect.poll(() => dialog.getByRole("checkbox", { name: /^Job Title/ }).isChecked()).toBe(true)
    await dialog.getByText("Not imported: X-SHOE-SIZE.", { exact: true }).waitFor()
    expect(await faultsOf(page, "the import")).toEqual([])
    await dialog.getByRole("checkbox", { name: /^Mobile/ }).uncheck()
    await dialog.getByRole("button", { name: "Add to the form" }).click()
    await dialog.waitFor({ state: "hidden" })
    await expect.poll(() => page.getByLabel("Full Name *").inputValue()).toBe("Mika Tanaka")
    await expect.poll(() => page.getByLabel("Job Title").inputValue()).toBe("Typesetter")
    await expect.poll(() => page.getByLabel("Phone Number").inputValue()).toBe("+49 30 901820")
    await expect.poll(() => labels(page)).toEqual(["Book me"])
    expect(asked.filter((call) => call.startsWith("P") || call.includes("/api/"))).toEqual([])
    await save(page, "importer")
  })
  const { profile } = await (await fetch(`${server.origin}/api/profiles/importer`)).json()
  expect(profile).toMatchObject({ full_name: "Mika Tanaka", business_phone: "+49 30 901820" })
  expect(profile.profile_items).toMatchObject([{ label: "Book me", service: "calendly" }])
})

test("a pasted list becomes items, and a file that is none ends in a sentence", async () => {
  await visit(browser, server, async (page) => {
    await enter(page, "pasted")
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import" })
    await importFile(page, "holiday.vcf", "\x89PNG\r\n\x1a\n\0\0\0")
    await dialog.getByText(IMPORT.unreadable, { exact: true }).waitFor()
    await importFile(page, "large.vcf", "x".repeat(5 * 1024 * 1024 + 1))
    await dialog.getByText(IMPORT.tooLarge, { exact: true }).waitFor()
    await dialog.getByLabel("Or paste links, one per line").fill("Shop https://shop.example/me\nGitHub: @mika")
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByRole("button", { name: "Back" }).click()
    expect(await dialog.getByLabel("Or paste links, one per line").inputValue()).toContain("GitHub: @mika")
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByRole("button", { name: "Add to the form" }).click()
    await dialog.waitFor({ state: "hidden" })
    await expect.poll(() => page.getByRole("list", { name: "More on your card" }).locator("> li").count()).toBe(2)
    await save(page, "pasted")
  })
  const { profile } = await (await fetch(`${server.origin}/api/profiles/pasted`)).json()
  expect(profile.profile_items.map(({ value }: { value: string }) => value)).toEqual([
    "https://shop.example/me",
    "https://github.com/mika",
  ])
})

test("a save whose answer is lost on the way is not taken for another window's, items included", async () => {
  await visit(browser, { ...server, expected: [/status of 412/, /ERR_FAILED/] }, async (page) => {
    await enter(page, "lost")
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import" })
    await dialog.getByLabel("Or paste links, one per line").fill("Shop https://shop.example/me")
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByRole("button", { name: "Add to the form" }).click()
    await dialog.waitFor({ state: "hidden" })
    let isLost = false
    await page.route("**/api/profile", async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await page.getByRole("button", { name: "Save Changes" }).click()
    await toast(page, "Update failed")
    await save(page, "lost")
  })
})

test("on a dead network a save ends after half a minute with everything still there, and may be sent again though it was stored", async () => {
  await visit(browser, { ...server, expected: [/status of 412/] }, async (page) => {
    await page.clock.install()
    await enter(page, "dead")
    await page.getByLabel("Phone Number").fill("0049 30 1234567")
    await page.getByLabel("Website").fill("dead.example")
    await page.getByLabel("Bio").fill("  Still here.\n")
    const stored = Promise.withResolvers<void>()
    await page.route(
      "**/api/profile",
      async (route) => {
        await route.fetch()
        stored.resolve()
      },
      { times: 1 },
    )
    const button = page.getByRole("button", { name: "Save Changes" })
    await button.click()
    await stored.promise
    await page.clock.runFor(29_000)
    expect(await button.getAttribute("aria-busy")).toBe("true")
    await page.clock.runFor(2_000)
    await toast(page, GENERAL.offline)
    expect(await page.getByLabel("Bio").inputValue()).toContain("Still here.")
    await page.clock.resume()
    await save(page, "dead")
  })
})
