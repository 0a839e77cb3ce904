// Keyboard focus: when the focused element goes away, the element that replaces it gets the focus. At a person's pace: a dialog is
// fully open before it is answered, and a row may be gone before the dialog is.
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { codeAt } from "../support/authenticator.ts"
import { hold, launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { PASSWORD, type Person, signIn as signInByApi, signUpAndVerify } from "../support/people.ts"
import { photograph } from "../support/pictures.ts"
import { settingsCard } from "../support/settings-page.ts"
import { openAs, signIn, toast } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let root: Person
beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  root = await signUpAndVerify(site, { full_name: "Ada Admin" })
  await site.services.database.db.insert(user_roles).values({ user_id: root.user_id, role: "admin" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(() => site.advance(60_000))

const story = (run: (page: Page) => Promise<void>, { expected = [] as RegExp[], width = 1280 } = {}) =>
  visit(browser, { origin: site.origin, expected, width }, run)

async function enter(page: Page, { email }: Person, path: string): Promise<void> {
  await openAs(page, { email, password: PASSWORD }, path)
}

const button = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true })

async function press(key: Locator): Promise<void> {
  await key.focus()
  await key.press("Enter")
}

/** Answers a question when it no longer moves. */
async function answer(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("alertdialog")
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  await press(button(dialog, name))
}

/** How long the server thinks about it: shorter than a dialog takes to close, and longer. */
const SLOWNESS = [0, 400]
const slowly = (page: Page, path: string, ms: number) =>
  page.route(path, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue()
  })

const hasFocus = (place: Locator) =>
  expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)

async function newCard({ user_id }: Person): Promise<string> {
  const { cards, clock } = site.services
  const card = await cards.generate(clock())
  await cards.linkPending(card, user_id, clock())
  return card
}

describe("in the settings", () => {
  test.each(SLOWNESS)(
    "after unlinking a card in %i ms the next card has the focus, and at last the panel's heading",
    async (ms) => {
      const person = await signUpAndVerify(site)
      const cards = [await newCard(person), await newCard(person), await newCard(person)]
      await story(async (page) => {
        await slowly(page, "**/api/account/cards/*", ms)
        await enter(page, person, "/settings")
        const items = page.getByRole("list", { name: "Cards" }).getByRole("listitem")
        await items.nth(2).waitFor()
        const lastOf = (card: string) => `ending in ${card.slice(-4)}`
        const shown = await items.allTextContents()
        const order = cards.toSorted((one, other) => place(shown, lastOf(one)) - place(shown, lastOf(other)))
        for (const [index, left] of [
          [1, 2],
          [1, 1],
          [0, 0],
        ] as const) {
          await press(button(page, `Unlink card ${order.splice(index, 1)}`))
          await answer(page, "Unlink")
          await expect.poll(() => items.count()).toBe(left)
          // After the last one of the list, the one before it.
          if (left > 0) await hasFocus(items.filter({ hasText: lastOf(order[Math.min(index, left - 1)] ?? "") }))
          else await hasFocus(page.getByRole("heading", { name: "My Cards" }))
        }
      })
    },
  )

  test("after signing out a device the next one has the focus, and after all of them the panel's heading", async () => {
    const person = await signUpAndVerify(site)
    await signInByApi(site, person.email)
    await story(async (page) => {
      await enter(page, person, "/settings")
      const sessions = settingsCard(page, "Sessions")
      const devices = sessions.getByRole("listitem")
      await devices.nth(2).waitFor()
      await press(devices.nth(1).getByRole("button"))
      await expect.poll(() => devices.count()).toBe(2)
      await hasFocus(devices.nth(1))
      const others = button(sessions, "Sign out all other devices")
      // Disabled until all parts of the page are loaded again: a key would be lost.
      await expect.poll(() => others.isEnabled()).toBe(true)
      await press(others)
      await expect.poll(() => devices.count()).toBe(1)
      await hasFocus(page.getByRole("heading", { name: "Sessions" }))
    })
  })

  test("after turning two-step verification on or off the panel's heading has the focus", async () => {
    const person = await signUpAndVerify(site)
    await story(async (page) => {
      await enter(page, person, "/settings")
      const panel = settingsCard(page, "Two-step Verification")
      const name = panel.getByRole("heading", { name: "Two-step Verification" })
      await press(button(panel, "Use an authenticator app"))
      const dialog = page.getByRole("dialog", { name: "Set up two-step verification" })
      const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent())?.replaceAll(" ", "") ?? ""
      await dialog.getByLabel("Code", { exact: true }).fill(codeAt(secret, site.services.clock()))
      await press(button(dialog, "Verify and turn on"))
      await press(button(page, "I've saved them"))
      await panel.getByText("10 recovery codes left").waitFor()
      await hasFocus(name)
      await press(button(panel, "Turn off"))
      await answer(page, "Turn off")
      await button(panel, "Use an authenticator app").waitFor()
      await hasFocus(name)
    })
  })

  test.each([
    ["a wide screen", 1280, "its first field"],
    ["a touch screen", 375, "no field, which would open the keyboard"],
  ])("a dialog that opens on %s at %i pixels focuses %s", async (_, width, focused) => {
    const person = await signUpAndVerify(site)
    await story(
      async (page) => {
        await enter(page, person, "/settings")
        await button(page, "Use an authenticator app").click()
        const dialog = page.getByRole("dialog", { name: "Set up two-step verification" })
        const code = dialog.getByLabel("Code", { exact: true })
        await hasFocus(focused === "its first field" ? code : button(dialog, "Close"))
      },
      { width },
    )
  })

  test("after retrying a failed panel its heading has the focus", async () => {
    const person = await signUpAndVerify(site)
    await story(
      async (page) => {
        const path = "**/api/account/sessions"
        await page.route(path, (route) => route.fulfill({ status: 503, json: { error: "Busy.", code: "busy" } }))
        await enter(page, person, "/settings")
        const sessions = settingsCard(page, "Sessions")
        await button(sessions, "Try again").waitFor()
        await page.unroute(path)
        await press(button(sessions, "Try again"))
        await sessions.getByText("This device").waitFor()
        await hasFocus(page.getByRole("heading", { name: "Sessions" }))
      },
      { expected: [refused(503, "/api/account/sessions")] },
    )
  })
})

const place = (texts: string[], text: string) => texts.findIndex((each) => each.includes(text))

describe("in the portal", () => {
  const row = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text })
  const more = (page: Page, text: string) => row(page, text).getByRole("button", { name: /^More for/ })
  async function choose(page: Page, text: string, item: string): Promise<void> {
    await press(more(page, text))
    const entry = page.getByRole("menuitem", { name: item, exact: true })
    await entry.focus()
    await entry.press("Enter")
  }

  test.each(SLOWNESS)(
    "after deactivating or reactivating a user in %i ms a button that is left in the row has the focus",
    async (ms) => {
      const { username } = await signUpAndVerify(site)
      await story(async (page) => {
        await slowly(page, "**/*-user-account", ms)
        await enter(page, root, "/admin")
        await choose(page, username, "Deactivate")
        await answer(page, "Deactivate")
        const back = row(page, username).getByRole("button", { name: /^Reactivate/ })
        await back.waitFor()
        await hasFocus(more(page, username))
        await press(back)
        await more(page, username).waitFor()
        await hasFocus(row(page, username).getByRole("button", { name: /^Roles for/ }))
      })
    },
  )

  test("while an action of a menu runs the menu's button has the focus, and it runs once", async () => {
    const { username } = await signUpAndVerify(site)
    await story(async (page) => {
      let answers = (): void => undefined
      const isAnswered = new Promise<void>((resolve) => {
        answers = resolve
      })
      let sent = 0
      await page.route("**/password-reset", async (route) => {
        sent += 1
        await isAnswered
        await route.continue()
      })
      await enter(page, root, "/admin")
      await choose(page, username, "Send password reset")
      await expect.poll(() => sent).toBe(1)
      await hasFocus(more(page, username))
      await press(more(page, username))
      expect(await page.getByRole("menuitem").count()).toBe(0)
      answers()
      await toast(page, "Password reset email sent")
      await hasFocus(more(page, username))
      expect(sent).toBe(1)
    })
  })

  test("a menu that loads slowly opens at its first entry for someone who waits, and not for someone who went on", async () => {
    const [first, second] = [await signUpAndVerify(site), await signUpAndVerify(site)]
    const MENUS = "**/assets/popups-*.js"
    const entry = (page: Page) => page.getByRole("menuitem").first()
    await story(async (page) => {
      const arrive = await hold(page, MENUS)
      await enter(page, root, "/admin")
      await press(more(page, first.username))
      await hasFocus(more(page, first.username))
      arrive()
      await hasFocus(entry(page))
      await page.keyboard.press("Escape")
      await hasFocus(more(page, first.username))
    })
    await story(async (page) => {
      const arrive = await hold(page, MENUS)
      await enter(page, root, "/admin")
      await press(more(page, first.username))
      await more(page, second.username).focus()
      arrive()
      await page.keyboard.press("ArrowDown")
      await hasFocus(entry(page))
      expect(await page.getByRole("menu").count()).toBe(1)
      await page.keyboard.press("Escape")
      await hasFocus(more(page, second.username))
    })
  })

  test.each(SLOWNESS)("after reporting a card lost in %i ms its menu's button has the focus", async (ms) => {
    const card = await newCard(await signUpAndVerify(site))
    await story(async (page) => {
      await slowly(page, "**/loss", ms)
      await enter(page, root, "/admin?tab=cards")
      await choose(page, card, "Report lost")
      await answer(page, "Report lost")
      await toast(page, "Card reported lost")
      await hasFocus(more(page, card))
    })
  })

  test("after removing a role the dialog keeps the focus, then the button that opened it has it", async () => {
    const { username } = await signUpAndVerify(site)
    await story(async (page) => {
      await slowly(page, "**/roles/*", 300)
      await enter(page, root, "/admin")
      const opener = row(page, username).getByRole("button", { name: /^Roles for/ })
      await press(opener)
      const dialog = page.getByRole("dialog", { name: "Roles" })
      await press(dialog.getByRole("button", { name: /^Remove role/ }).first())
      await dialog.getByText("No role").waitFor()
      await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
      await page.keyboard.press("Escape")
      await hasFocus(opener)
    })
  })

  test.each(SLOWNESS)("after a decision in %i ms the next profile has the focus, and at last the list", async (ms) => {
    const { moderation, clock } = site.services
    const people = [
      await signUpAndVerify(site, { full_name: "Aoi First" }),
      await signUpAndVerify(site, { full_name: "Ren Second" }),
    ]
    for (const [index, { username }] of people.entries())
      await moderation.report(
        { username, reason: "spam", detail: "" } as never,
        { ip: `192.0.2.${index + 1}`, proof: null },
        clock(),
      )
    await story(async (page) => {
      await slowly(page, "**/api/moderation/{profiles,hidden}/**", ms)
      await enter(page, root, "/admin/reports")
      const entry = (name: string) => page.getByRole("main").getByRole("region", { name })
      await press(button(entry("Aoi First"), "Hide profile"))
      await answer(page, "Hide profile")
      await entry("Aoi First").waitFor({ state: "detached" })
      await hasFocus(entry("Ren Second").getByRole("heading", { name: "Ren Second" }))
      await press(button(entry("Ren Second"), "Dismiss reports"))
      await page.getByText("No open reports").waitFor()
      await hasFocus(page.getByRole("tabpanel"))
      await page.getByRole("tab", { name: "Hidden" }).click()
      await press(button(entry("Aoi First"), "Restore profile"))
      await entry("Aoi First").waitFor({ state: "detached" })
      await hasFocus(page.getByRole("tabpanel"))
    })
  })
})

test("after removing the photo the button that chooses another has the focus", async () => {
  const person = await signUpAndVerify(site)
  await story(async (page) => {
    await enter(page, person, "/edit-profile")
    await page.getByLabel("Photo", { exact: true }).setInputFiles({
      name: "me.jpg",
      mimeType: "image/jpeg",
      buffer: await photograph(),
    })
    await press(button(page, "Remove Photo"))
    await button(page, "Remove Photo").waitFor({ state: "detached" })
    await hasFocus(button(page, "Change Photo"))
  })
})

test("after a navigation the new page's title has the focus", async () => {
  const person = await signUpAndVerify(site)
  await story(async (page) => {
    await page.goto("/login?return=/settings")
    await signIn(page, { email: person.email, password: PASSWORD })
    await hasFocus(page.getByRole("heading", { level: 1, name: "Account Settings" }))
  })
})

test("after a click on the background nothing moves the focus", async () => {
  const person = await signUpAndVerify(site)
  await signInByApi(site, person.email)
  await story(async (page) => {
    await slowly(page, "**/api/account/sessions/*", 500)
    await enter(page, person, "/settings")
    const devices = settingsCard(page, "Sessions").getByRole("listitem")
    await press(devices.nth(1).getByRole("button"))
    await page.mouse.click(3, 300)
    await toast(page, "Device signed out")
    await expect.poll(() => devices.count()).toBe(2)
    await page.waitForTimeout(300)
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})
