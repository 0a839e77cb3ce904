// Leaving your details on a profile, in the browser: the sheet by keyboard and by touch, without scripts, as a member, and the giver's page.
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { newestLink } from "../support/mailbox.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { openAs } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let mika: Person

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const story = (run: (page: Page) => Promise<void>, expected: RegExp[] = []) =>
  visit(browser, { origin: site.origin, expected }, run)
const link = (page: Page) => page.getByRole("link", { name: "Leave your info" })
const sheetOf = (page: Page) => page.getByRole("dialog", { name: "Leave your info" })
const heading = (within: Page | Locator, name: string) => within.getByRole("heading", { name, exact: true })
const button = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true })
const colorOf = (it: Locator) => it.evaluate((found) => getComputedStyle(found).backgroundColor)
const describedBy = (field: Locator) =>
  field.evaluate((it) => document.getElementById(it.getAttribute("aria-describedby") ?? "")?.textContent)
const boxOf = (it: Locator) => it.evaluate((found) => found.getBoundingClientRect().toJSON() as DOMRect)
const hasFocus = (field: Locator) => expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)

const asOwner = (run: (page: Page) => Promise<void>) =>
  story(async (page) => {
    await openAs(page, { email: mika.email, password: PASSWORD }, "/people")
    await run(page)
  })

test("a visitor with a keyboard opens the sheet, reads what is missing, and the owner sees who they are", async () => {
  await story(
    async (page) => {
      await page.goto("/mika")
      await link(page).focus()
      await page.keyboard.press("Enter")
      const sheet = sheetOf(page)
      await hasFocus(sheet.getByLabel("Your name"))
      await page.keyboard.press("Escape")
      await sheet.waitFor({ state: "detached" })
      await hasFocus(link(page))

      await page.keyboard.press("Enter")
      await hasFocus(sheet.getByLabel("Your name"))
      expect(await colorOf(button(sheet, "Send"))).toBe(await colorOf(page.locator("[data-save]").first()))
      expect(await faultsOf(page, "exchange-sheet")).toEqual([])
      await sheet
        .getByText(
          "By sending this, you agree that Mika Tanaka may keep these details and which card you tapped, if any, until",
        )
        .waitFor()
      await page.keyboard.type("Ada Lovelace")
      await page.keyboard.press("Enter")
      await sheet.getByText("Please enter your phone number or email address").waitFor()
      // Either is enough, so both say so.
      await hasFocus(sheet.getByLabel("Your phone"))
      for (const field of ["Your phone", "Your email"])
        expect(await describedBy(sheet.getByLabel(field))).toBe("Please enter your phone number or email address")
      expect(await sheet.getByLabel("Your name").inputValue()).toBe("Ada Lovelace")
      expect(await faultsOf(page, "exchange-error")).toEqual([])
      await page.keyboard.press("Tab")
      await page.keyboard.type("ada@example.com")
      for (const typed of ["Engine Co", "See you\nin spring"]) {
        await page.keyboard.press("Tab")
        await page.keyboard.type(typed)
      }
      await page.keyboard.press("Tab")
      await hasFocus(button(sheet, "Send"))
      await page.keyboard.press("Enter")
      await hasFocus(heading(sheet, "Mika Tanaka has your info"))
      expect(await faultsOf(page, "exchange-thanks")).toEqual([])
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await sheet.waitFor({ state: "detached" })
      await hasFocus(link(page))
    },
    [refused(422, "/exchange/mika")],
  )
  await asOwner(async (page) => {
    await page.getByRole("link", { name: "Ada Lovelace", exact: true }).click()
    for (const given of ["Engine Co", "ada@example.com", "See you in spring"]) await page.getByText(given).waitFor()
    await page.getByText("Shared their details on").waitFor()
  })
})

/** As browsers do it: from the field that has the focus, everything that they know by the fields' names for autofill. */
const autofill = (page: Page, known: Record<string, string>) =>
  page.evaluate((values) => {
    const { form } = document.activeElement as HTMLInputElement
    for (const field of form?.elements ?? []) {
      if (!(field instanceof HTMLInputElement)) continue
      field.value = values[field.autocomplete] ?? field.value
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }, known)

test("with autofill a card is given back in two touches: the browser's suggestion, and Send", async () => {
  await story(async (page) => {
    await page.goto("/mika")
    await link(page).tap()
    const sheet = sheetOf(page)
    // Where the browser shows its suggestion, without a touch.
    await hasFocus(sheet.getByLabel("Your name"))
    await autofill(page, {
      name: "Grace Hopper",
      tel: "+1 202 555 0143",
      email: "grace@example.com",
      organization: "Navy",
    })
    await settled(page)
    // In view without scrolling, which would be a third touch.
    expect(await button(sheet, "Send").evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await button(sheet, "Send").tap()
    await heading(sheet, "Mika Tanaka has your info").waitFor()
  })
  await asOwner(async (page) => {
    await page.getByRole("link", { name: "Grace Hopper", exact: true }).click()
    for (const given of ["Navy", "grace@example.com", "+1 202 555 0143"]) await page.getByText(given).waitFor()
  })
})

/** CSS pixels from the end of what is asked to the buttons. */
const roomAbove = async (field: Locator, foot: Locator) => (await boxOf(foot)).top - (await boxOf(field)).bottom

test("on a small phone what is agreed to and the buttons stay in view, and cover no field that has the focus", async () => {
  await story(
    async (page) => {
      await page.setViewportSize({ width: 375, height: 667 })
      await page.goto("/mika")
      await link(page).click()
      const sheet = sheetOf(page)
      await hasFocus(sheet.getByLabel("Your name"))
      const foot = sheet.locator(".form-foot")
      const line = () => foot.evaluate((it) => getComputedStyle(it, "::before").backgroundColor)
      const isNothing = "rgba(0, 0, 0, 0)"
      for (const label of ["Your name", "Your phone", "Your email", "Your company", "Message"]) {
        await hasFocus(sheet.getByLabel(label))
        await settled(page)
        expect(await roomAbove(sheet.getByLabel(label), foot), label).toBeGreaterThan(0)
        for (const kept of [sheet.getByText("By sending this"), sheet.getByText("Not now"), button(sheet, "Send")]) {
          const { top, bottom } = await boxOf(kept)
          expect([top > 0, bottom < 667]).toEqual([true, true])
        }
        if (label === "Your name") expect(await line()).not.toBe(isNothing)
        await page.keyboard.press("Tab")
      }
      // At the end, nothing is beneath.
      const section = sheet.locator("[data-exchange]")
      await section.evaluate((it) => it.scrollTo(0, it.scrollHeight))
      await expect.poll(line).toBe(isNothing)
      // What is wrong comes into view.
      await sheet.getByLabel("Your name").fill("Ada Lovelace")
      await page.setViewportSize({ width: 375, height: 500 })
      await section.evaluate((it) => it.scrollTo(0, it.scrollHeight))
      await button(sheet, "Send").click()
      await sheet.getByText("Please enter your phone number or email address").waitFor()
      await settled(page)
      const phone = sheet.getByLabel("Your phone")
      await hasFocus(phone)
      expect([(await boxOf(phone)).top > 0, (await roomAbove(phone, foot)) > 0]).toEqual([true, true])
      // On a very low screen, they would cover half of it.
      await page.setViewportSize({ width: 640, height: 320 })
      await settled(page)
      expect((await boxOf(foot)).top).toBeGreaterThan(320)
    },
    [refused(422, "/exchange/mika")],
  )
})

test("Save Contact shows the form above the buttons, which go on working, and 'Not now' puts it away", async () => {
  await story(async (page) => {
    await page.goto("/mika")
    const save = page.locator("a[data-save]")
    await Promise.all([page.waitForEvent("download"), save.click()])
    await heading(page, "Let Mika Tanaka know who you are").waitFor()
    expect(await sheetOf(page).count()).toBe(0)
    await settled(page)
    await save.click({ trial: true })
    const covered = await boxOf(page.getByText("Contact saved successfully"))
    for (const shown of [heading(page, "Let Mika Tanaka know who you are"), button(page, "Send")]) {
      const { top, bottom } = await boxOf(shown)
      expect(top >= covered.bottom || bottom <= covered.top).toBe(true)
    }
    expect(await faultsOf(page, "exchange-after-save")).toEqual([])
    await page.getByRole("link", { name: "Not now" }).click()
    await heading(page, "Let Mika Tanaka know who you are").waitFor({ state: "detached" })
    await hasFocus(save)
  })
})

test.each([
  [1280, 900],
  [1280, 1100],
])("after Save Contact at %i by %i px the form is in view, and the portrait is whole", async (width, height) => {
  await story(async (page) => {
    await page.setViewportSize({ width, height })
    await page.goto("/mika")
    await page.locator("a[data-save]").click()
    await heading(page, "Let Mika Tanaka know who you are").waitFor()
    await settled(page)
    expect((await boxOf(page.locator(".portrait"))).top).toBeGreaterThanOrEqual(0)
    expect((await boxOf(page.locator("[data-exchange]"))).bottom).toBeLessThanOrEqual(height)
  })
})

test("on a lower wide screen the whole form is in view after Save Contact, and where it does not fit it begins at the top", async () => {
  await story(async (page) => {
    for (const height of [640, 480]) {
      await page.setViewportSize({ width: 1280, height })
      await page.goto("/mika")
      await page.locator("a[data-save]").click()
      await heading(page, "Let Mika Tanaka know who you are").waitFor()
      await settled(page)
      const { top, bottom } = await boxOf(page.locator("[data-exchange]"))
      if (height === 640) expect([top >= 0, Math.round(height - bottom)]).toEqual([true, 24])
      else expect(top).toBeCloseTo(0, 0)
    }
  })
})

test("on a phone nothing is cut at the edges after Save Contact: neither the portrait nor the buttons below the form", async () => {
  await story(async (page) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto("/mika")
    await page.locator("a[data-save]").click()
    await heading(page, "Let Mika Tanaka know who you are").waitFor()
    await settled(page)
    const form = await boxOf(page.locator("[data-exchange]"))
    const said = await boxOf(page.getByText("Contact saved successfully"))
    expect(form.top - said.bottom).toBeGreaterThanOrEqual(16)
    expect((await boxOf(page.locator(".portrait"))).bottom).toBeLessThanOrEqual(said.bottom)
    expect((await boxOf(page.locator(".actions [data-save]"))).top).toBeGreaterThanOrEqual(812)
  })
})

test("the sheet is at the lower edge of a phone and as wide as other dialogs elsewhere, and its close button closes it", async () => {
  await story(async (page) => {
    await page.goto("/mika")
    for (const [width, height, expected] of [
      [375, 812, { left: 0, width: 375, bottom: 812 }],
      [1280, 900, { left: 380, width: 520 }],
    ] as const) {
      await page.setViewportSize({ width, height })
      await link(page).click()
      const sheet = sheetOf(page)
      await hasFocus(sheet.getByLabel("Your name"))
      await settled(page)
      expect(await boxOf(sheet.locator("[data-exchange]"))).toMatchObject(expected)
      await sheet.getByRole("link", { name: "Close" }).click()
      await sheet.waitFor({ state: "detached" })
      await hasFocus(link(page))
    }
  })
})

test("without a connection the sheet says so, and what was typed can be sent again", async () => {
  await story(
    async (page) => {
      await page.goto("/mika")
      await link(page).click()
      const sheet = sheetOf(page)
      await sheet.getByLabel("Your name").fill("Alan Turing")
      await sheet.getByLabel("Your phone").fill("+44 20 7946 0018")
      await page.context().setOffline(true)
      await button(sheet, "Send").click()
      await sheet.getByRole("alert").getByText("Please check your connection and try again.").waitFor()
      await page.context().setOffline(false)
      await button(sheet, "Send").click()
      await heading(sheet, "Mika Tanaka has your info").waitFor()
      await sheet.getByText("To correct or delete your details, contact Mika Tanaka.").waitFor()
    },
    [/ERR_INTERNET_DISCONNECTED/],
  )
})

test("on a dead network the sheet stops waiting after half a minute and says so", async () => {
  await story(async (page) => {
    await page.clock.install()
    await page.goto("/mika")
    await link(page).click()
    const sheet = sheetOf(page)
    await sheet.getByLabel("Your name").fill("Rosalind Franklin")
    await sheet.getByLabel("Your email").fill("rosalind@example.com")
    await page.route("**/exchange/mika", () => {}, { times: 1 })
    const isSent = page.waitForRequest("**/exchange/mika")
    await button(sheet, "Send").click()
    await isSent
    await page.clock.runFor(31_000)
    await sheet.getByRole("alert").getByText("Please check your connection and try again.").waitFor()
    expect(await sheet.getByLabel("Your name").inputValue()).toBe("Rosalind Franklin")
  })
})

test("where the form does not come to the sheet, its page opens, as without scripts", async () => {
  await story(async (page) => {
    await page.goto("/mika")
    await page.route("**/exchange/mika", (route) =>
      route.request().resourceType() === "document" ? route.continue() : undefined,
    )
    await link(page).click()
    await page.waitForURL("**/exchange/mika")
    await page.getByLabel("Your name").waitFor()
  })
})

test("where the sheet's styles do not come, its page opens too", async () => {
  await story(async (page) => {
    await page.goto("/mika")
    await page.route("**/*.css", () => undefined)
    await link(page).click()
    await page.waitForURL("**/exchange/mika")
  })
})

test("who presses twice on a slow network, and types into what came first, is not taken away from it", async () => {
  await story(async (page) => {
    await page.goto("/mika")
    let asked = 0
    await page.route("**/exchange/mika", async (route) => {
      const isPage = route.request().resourceType() === "document"
      asked += 1
      if (asked > 1 && !isPage) return
      if (!isPage) await new Promise((resolve) => setTimeout(resolve, 2000))
      await route.continue()
    })
    await link(page).dblclick()
    const sheet = sheetOf(page)
    await sheet.getByLabel("Your name").fill("Rosalind Franklin")
    // Longer than a second request would be waited for.
    await page.waitForTimeout(5500)
    expect(new URL(page.url()).pathname).toBe("/mika")
    expect(await sheet.getByLabel("Your name").inputValue()).toBe("Rosalind Franklin")
  })
})

test("without scripts the form is a page of its own, and the giver confirms, corrects and deletes by the link in the email", async () => {
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto("/mika")
  const color = await colorOf(page.locator("[data-save]").first())
  await link(page).click()
  await heading(page, "Let Mika Tanaka know who you are").waitFor()
  expect(await colorOf(button(page, "Send"))).toBe(color)
  await page.setViewportSize({ width: 375, height: 667 })
  const foot = page.locator(".form-foot")
  for (const label of ["Your name", "Your phone", "Your email", "Your company", "Message"]) {
    await page.keyboard.press("Tab")
    if (label === "Your name") await page.getByLabel(label).focus()
    await expect.poll(() => roomAbove(page.getByLabel(label), foot), { message: label }).toBeGreaterThan(0)
    expect((await boxOf(button(page, "Send"))).bottom).toBeLessThan(667)
  }
  await page.getByLabel("Your name").fill("Katherine Johnson")
  await button(page, "Send").click()
  await page.getByText("Please enter your phone number or email address").waitFor()
  expect(await page.getByLabel("Your name").inputValue()).toBe("Katherine Johnson")
  await page.getByLabel("Your email").fill("katherine@example.com")
  await button(page, "Send").click()
  await heading(page, "Mika Tanaka has your info").waitFor()
  // Sends the form again, and is one visitor: below, one entry is deleted.
  await page.reload()
  await heading(page, "Mika Tanaka has your info").waitFor()
  await page.getByRole("link", { name: "Done" }).click()
  await link(page).waitFor()

  await page.goto(await newestLink(site.services, "katherine@example.com"))
  await heading(page, "Did you leave your info?").waitFor()
  await button(page, "Yes, show me").click()
  await page.getByText("Your address is confirmed.").waitFor()
  await page.getByLabel("Your company").fill("Langley")
  await button(page, "Save").click()
  await page.getByText("Saved.").waitFor()
  await button(page, "Delete my details").click()
  await page.getByText("We aren't storing any details for this email address.").waitFor()
  await context.close()
  await asOwner(async (page) => {
    await page.getByRole("link", { name: "Grace Hopper", exact: true }).waitFor()
    expect(await page.getByText("Katherine").count()).toBe(0)
  })
})

test("after Save Contact, what is done and what is wrong can be read on a card of ink", async () => {
  await story(
    async (page) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto("/mika")
      await page.locator(".h-card").evaluate((card) => card.setAttribute("data-ground", "ink"))
      await page.locator("a[data-save]").click()
      await heading(page, "Let Mika Tanaka know who you are").waitFor()
      expect(await faultsOf(page, "exchange-ink", { widths: [1280] })).toEqual([])
      await page.getByLabel("Your name").fill("Ada Lovelace")
      await button(page, "Send").click()
      await page.getByText("Please enter your phone number or email address").waitFor()
      expect(await faultsOf(page, "exchange-ink-error", { widths: [1280] })).toEqual([])
    },
    [refused(422, "/exchange/mika")],
  )
})

test("owners are not asked for their own details", async () => {
  await story(async (page) => {
    await openAs(page, { email: mika.email, password: PASSWORD }, "/mika")
    await page.getByRole("link", { name: "Show my card" }).waitFor()
    expect(await link(page).count()).toBe(0)
    // Nor when they try their own button.
    const arriving = page.waitForEvent("download")
    const sheet = page.waitForRequest("**/exchange/mika", { timeout: 1500 }).catch(() => null)
    await page.getByRole("link", { name: "Save Contact" }).click()
    await arriving
    expect(await sheet).toBeNull()
    expect(await page.locator("[data-exchange]").count()).toBe(0)
  })
})

test("a member hands over their profile with one touch", async () => {
  const ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Ito" })
  await story(async (page) => {
    // The sheet opens first: what members see comes with a script of its own.
    const opened = Promise.withResolvers<void>()
    await page.route(/\/assets\/islands-/, async (route) => {
      await opened.promise
      await route.continue()
    })
    await openAs(page, { email: ren.email, password: PASSWORD }, "/mika")
    await link(page).tap()
    await sheetOf(page).getByLabel("Your name").waitFor()
    opened.resolve()
    const give = button(sheetOf(page), "Send my profile")
    await give.waitFor()
    const name = sheetOf(page).getByLabel("Your name")
    await expect.poll(() => name.isVisible()).toBe(false)
    await sheetOf(page).getByText("They get the details on your card.").waitFor()
    await sheetOf(page).getByRole("link", { name: "Not now" }).waitFor()
    expect(await button(sheetOf(page), "Send").isVisible()).toBe(false)
    await sheetOf(page).getByText("By sending this, you agree that Mika Tanaka may keep these details").waitFor()
    expect(await faultsOf(page, "exchange-member")).toEqual([])
    // Nothing covers its lower edge.
    const atItsEdge = await button(sheetOf(page), "Send other details").evaluate((other) => {
      const { left, width, bottom } = other.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, bottom - 2)?.textContent
    })
    expect(atItsEdge).toBe("Send other details")
    await button(sheetOf(page), "Send other details").click()
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await button(sheetOf(page), "Send").waitFor()
    await give.tap()
    await hasFocus(heading(sheetOf(page), "Mika Tanaka has your profile"))
    // Nothing is asked any more.
    for (const asked of ["Let Mika Tanaka know who you are", "By sending this, you agree"])
      expect(await sheetOf(page).getByText(asked).isVisible()).toBe(false)
    for (const hidden of [name, button(sheetOf(page), "Send")]) expect(await hidden.isVisible()).toBe(false)
    expect(await faultsOf(page, "exchange-member-done")).toEqual([])
    await sheetOf(page).getByRole("link", { name: "Done" }).click()
    await hasFocus(link(page))
  })
  await asOwner(async (page) => {
    await page.getByRole("link", { name: "Ren Ito", exact: true }).click()
    await page.getByRole("link", { name: "View profile" }).waitFor()
  })
})

test("when sending fails, the focus stays on Send, which was pressed twice and sent once", async () => {
  await story(
    async (page) => {
      await page.goto("/mika")
      await link(page).click()
      const sheet = sheetOf(page)
      await sheet.getByLabel("Your name").fill("Grace Hopper")
      await sheet.getByLabel("Your email").fill("grace@example.com")
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      let sent = 0
      await page.route("**/exchange/mika", async (route) => {
        sent += 1
        await answered
        await route.abort()
      })
      const send = button(sheet, "Send")
      await send.focus()
      await page.keyboard.press("Enter")
      await page.keyboard.press("Enter")
      await expect.poll(() => send.getAttribute("aria-disabled")).toBe("true")
      await hasFocus(send)
      answer()
      await sheet.getByRole("alert").waitFor()
      await hasFocus(send)
      expect([sent, await send.getAttribute("aria-disabled")]).toEqual([1, null])
      await page.unroute("**/exchange/mika")
      await page.keyboard.press("Enter")
      await hasFocus(heading(sheet, "Mika Tanaka has your info"))
    },
    [/ERR_FAILED/],
  )
})
