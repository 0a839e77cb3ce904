// Cards in a browser: the portal's tab 'Card URLs', the sheet of QR codes, writing by NFC, and 'My Cards' in the settings.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { card_urls } from "../../src/server/platform/db/schema.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { dialogOf, openAs, toast } from "../support/visitors.ts"

let site: ListeningApp
let browser: Browser
let root: Person
let mika: Person
let ren: Person

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  root = await signUpAndVerify(site, { username: "root-person", full_name: "Ada Admin" })
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Sato" })
  await db().insert(user_roles).values({ user_id: root.user_id, role: "admin" })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(() => site.advance(1000))

const db = () => site.services.database.db
const rows = () => db().select().from(card_urls)
const newCard = async (owner?: Person) => {
  const { cards, clock } = site.services
  const card = await cards.generate(clock())
  if (owner) await cards.linkPending(card, owner.user_id, clock())
  return card
}
const rowOf = (card: string) => site.services.cards.find(card)
const story = (run: (page: Page) => Promise<void>, { expected = [] as RegExp[], width = 1280, dark = false } = {}) =>
  visit(browser, { origin: site.origin, expected, width, dark }, run)

async function enter(page: Page, { email }: Person, path = "/admin?tab=cards"): Promise<void> {
  await openAs(page, { email, password: PASSWORD }, path)
}
const line = (page: Page, card: string) => page.getByRole("row").filter({ hasText: card })
const open = async (page: Page, card: string, item: string) => {
  await page.getByRole("button", { name: `More for card ${card}` }).click()
  await page.getByRole("menuitem", { name: item, exact: true }).click()
}
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

describe("the tab 'Card URLs'", () => {
  test("lists every card with its status, whom it is linked to, and its dates", async () => {
    const [pending, linked] = [await newCard(), await newCard(mika)]
    await story(async (page) => {
      await enter(page, root)
      const today = new Date(site.services.clock())
        .toLocaleDateString("en-US", { dateStyle: "medium" })
        .replaceAll(" ", "\u00a0")
      await line(page, pending).waitFor()
      await expect
        .poll(() => line(page, pending).getByRole("cell").allTextContents())
        .toEqual(["", "Pending", "No one yet", today, "–", ""])
      await expect
        .poll(() => line(page, linked).getByRole("cell").allTextContents())
        .toEqual(["", "Activated", "Mika Tanaka@mika", today, today, ""])
      // The dates end before the row's buttons begin, also where the table is narrowest.
      for (const width of [1280, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        const date = await line(page, linked).locator("time").last().boundingBox()
        const copy = await button(page, `Copy the URL of card ${linked}`).boundingBox()
        expect((date?.x ?? 0) + (date?.width ?? 0)).toBeLessThanOrEqual(copy?.x ?? 0)
      }
      await line(page, linked).getByRole("link", { name: "@mika" }).click()
      await page.waitForURL(`${site.origin}/mika`)
    })
  })

  test("on a phone a row says when its card was lost, and its menu copies the URL", async () => {
    const card = await newCard(mika)
    const { cards, clock } = site.services
    site.advance(2 * 86_400_000)
    const admin = { user_id: root.user_id, isAdmin: true }
    await cards.reportLost(admin, card, clock())
    const today = new Date(clock()).toLocaleDateString("en-US", { dateStyle: "medium" })
    await story(
      async (page) => {
        await enter(page, root)
        const row = page.getByRole("listitem").filter({ hasText: card })
        await row.getByText("Lost", { exact: true }).waitFor()
        await row.getByText(today, { exact: true }).waitFor()
        await open(page, card, "Copy URL")
        await toast(page, "Card URL copied to clipboard")
        await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(`${site.origin}/card/${card}`)
      },
      { width: 375 },
    )
    // Another test counts on no lost cards.
    await cards.reportFound(admin, card, clock())
  })

  test("generates one, shows it first, and copies its URL", async () => {
    await story(async (page) => {
      await enter(page, root)
      await page.getByRole("row").nth(1).waitFor()
      const before = await rows()
      await button(page, "Generate Card URL").click()
      await toast(page, "New card URL generated successfully")
      const made = (await rows()).find(({ id }) => !before.some((row) => row.id === id))
      const card = made?.card_id ?? ""
      await expect.poll(() => page.getByRole("row").nth(1).textContent()).toContain(card)
      const lookOf = (n: number) =>
        page
          .getByRole("row")
          .nth(n)
          .evaluate((row) => getComputedStyle(row).backgroundColor)
      await expect.poll(() => lookOf(1)).not.toBe(await lookOf(2))
      for (const copy of ["Copy URL", `Copy the URL of card ${card}`]) {
        await page.evaluate("navigator.clipboard.writeText('nothing')")
        await button(page, copy).click()
        await toast(page, "Card URL copied to clipboard")
        await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(`${site.origin}/card/${card}`)
      }
    })
  })

  test("makes one card when its button is pressed twice, and repeats none when an answer is lost", async () => {
    await story(
      async (page) => {
        await enter(page, root)
        await page.getByRole("row").nth(1).waitFor()
        const before = (await rows()).length
        await button(page, "Generate Card URL").dblclick()
        await toast(page, "New card URL generated successfully")
        expect(await rows()).toHaveLength(before + 1)
        // The first answer gets lost on its way: the card is there all the same.
        await page.route(
          "**/api/admin/cards",
          async (route) => {
            await route.fetch()
            await route.abort()
          },
          { times: 1 },
        )
        await button(page, "Generate Card URL").click()
        await toast(page, "Failed to generate card URL")
        expect(await rows()).toHaveLength(before + 2)
        await button(page, "Generate Card URL").click()
        await toast(page, "New card URL generated successfully")
        expect(await rows()).toHaveLength(before + 2)
      },
      { expected: [/ERR_FAILED/] },
    )
  })

  test("says what failed: loading, generating, copying", async () => {
    await story(
      async (page) => {
        const down = (route: { fulfill(answer: object): Promise<void> }) => route.fulfill({ status: 503, json: {} })
        await page.route("**/api/admin/cards**", down)
        await enter(page, root)
        await page.getByRole("alert").getByText("Failed to load card URLs", { exact: true }).waitFor()
        await button(page, "Generate Card URL").click()
        await toast(page, "Failed to generate card URL")
        await page.unroute("**/api/admin/cards**", down)
        await button(page, "Try again").click()
        await page.getByRole("row").nth(1).waitFor()
        await page.evaluate(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error("no"))
        })
        await page
          .getByRole("button", { name: /^Copy the URL/ })
          .first()
          .click()
        await toast(page, "Failed to copy URL to clipboard")
      },
      { expected: [/status of 503/] },
    )
  })

  test("is searched and filtered, page by page, and keeps that in its address", async () => {
    const batch = crypto.randomUUID()
    await site.services.cards.createBatch(root.user_id, { batch, count: 60 }, site.services.clock())
    const card = await newCard(ren)
    await story(
      async (page) => {
        await enter(page, root)
        const lines = () => page.getByRole("row").count()
        await expect.poll(lines).toBe(51)
        await button(page, "Show more").click()
        await expect.poll(lines).toBeGreaterThan(60)
        const field = page.getByRole("textbox", { name: "Search by card ID, username or name" })
        await field.fill(`https://anywhere.example/card/${card}`)
        await expect.poll(lines).toBe(2)
        await line(page, card).waitFor()
        expect(new URL(page.url()).searchParams.get("q")).toContain(card)
        await page.reload()
        await line(page, card).waitFor()
        await expect.poll(() => field.inputValue()).toContain(card)
        await field.fill("Ren Sato")
        await expect.poll(lines).toBe(2)
        await page.getByText("Lost", { exact: true }).click()
        await page.getByText("No cards found for “Ren Sato”").waitFor()
        await field.fill("%_'\\")
        await page.getByText("No cards found for “%_'\\”").waitFor()
        await page.getByText("Clear search").click()
        await page.getByText("No lost cards").waitFor()
      },
      { width: 1280 },
    )
  })

  test("keeps a filter that is chosen while the search waits, however busy the device is", async () => {
    await story(async (page) => {
      await enter(page, root)
      const field = page.getByRole("textbox", { name: "Search by card ID, username or name" })
      await field.fill("Nobody")
      await page.getByLabel("Lost", { exact: true }).evaluate((choice: HTMLInputElement) => {
        choice.click()
        // Longer than the search waits for the next key.
        for (const end = performance.now() + 600; performance.now() < end; );
      })
      await page.getByText("No cards found for “Nobody”").waitFor()
      // The search would come now.
      await page.waitForTimeout(600)
      expect(new URL(page.url()).searchParams.get("status")).toBe("lost")
      expect(new URL(page.url()).searchParams.get("q")).toBe("Nobody")
    })
  })

  test("says that nothing is found only when the server has answered", async () => {
    await story(async (page) => {
      await enter(page, root)
      const field = page.getByRole("textbox", { name: "Search by card ID, username or name" })
      const searched = Promise.withResolvers<void>()
      await page.route(/\/api\/.*q=Nobody/, async (route) => {
        await searched.promise
        await route.continue()
      })
      const more = page.getByRole("button", { name: /^More for card/ }).first()
      await more.waitFor()
      await field.fill("Nobody")
      // Until then, rows that may not match cannot be pressed.
      const canPress = () => more.evaluate((it) => it.closest("[inert]") === null)
      await expect.poll(canPress).toBe(false)
      searched.resolve()
      await page.getByText("No cards found for “Nobody”").waitFor()
      const answer = Promise.withResolvers<void>()
      await page.route(/\/api\/.*q=Ren/, async (route) => {
        await answer.promise
        await route.continue()
      })
      await field.fill("Ren Sato")
      await page.locator("[aria-busy=true]", { hasText: "No cards found for “Nobody”" }).waitFor()
      expect(new URL(page.url()).searchParams.get("q")).toBe("Ren Sato")
      answer.resolve()
      await page.getByText("No cards found for “Nobody”").waitFor({ state: "detached" })
    })
  })

  test("changes several selected cards after one question, and says how many were so already", async () => {
    const cards = [await newCard(mika), await newCard(mika)]
    const [first = ""] = cards
    await site.services.cards.reportLost({ user_id: root.user_id, isAdmin: true }, first, site.services.clock())
    await story(async (page) => {
      await enter(page, root)
      const bar = page.getByRole("region", { name: "Selected cards" })
      const change = async (act: string, question: string, done: string) => {
        for (const card of cards) await line(page, card).getByRole("checkbox").check()
        await bar.getByRole("button", { name: act }).click()
        const dialog = page.getByRole("alertdialog", { name: question })
        await dialog.getByRole("button", { name: act }).click()
        await toast(page, done)
      }
      await change("Report lost", "Report 2 cards lost?", "1 card reported lost")
      await toast(page, "1 card was skipped because it was already up to date or has a new owner.")
      await change("Mark as found", "Mark 2 cards as found?", "2 cards in use again")
      await change("Unlink", "Unlink 2 cards?", "2 cards unlinked")
      expect((await rowOf(first))?.user_id ?? null).toBeNull()
    })
  })

  test("unlinks, reassigns, reports lost and finds again", async () => {
    const card = await newCard(mika)
    await story(
      async (page) => {
        await enter(page, root)
        await open(page, card, "Report lost")
        // The second press meets the question on its way out. Sent twice, the second answer would be a refusal.
        const sent: string[] = []
        page.on(
          "request",
          (request) => new URL(request.url()).pathname.endsWith("/loss") && sent.push(request.method()),
        )
        await button(page, "Report lost").dblclick()
        await toast(page, "Card reported lost")
        await page.getByRole("alertdialog").waitFor({ state: "detached" })
        expect(sent).toEqual(["PUT"])
        await line(page, card).getByText("Lost", { exact: true }).waitFor()
        expect((await rowOf(card))?.lost_at).not.toBeNull()
        await open(page, card, "Mark as found")
        await toast(page, "Card is in use again")
        await line(page, card).getByText("Lost", { exact: true }).waitFor({ state: "detached" })

        await open(page, card, "Reassign")
        const name = dialogOf(page).getByRole("textbox", { name: "Username" })
        for (const [typed, sentence] of [
          ["nobody-here", "There is no active account with this username."],
          ["mika", "This card is already linked to this account."],
        ] as const) {
          await name.fill(typed)
          await button(page, "Reassign").click()
          await page.getByText(sentence, { exact: true }).waitFor()
        }
        await name.fill("@ren")
        await button(page, "Reassign").click()
        await toast(page, "Card reassigned")
        await line(page, card).getByText("@ren").waitFor()

        // Another administrator is faster: the list shows the current state.
        await open(page, card, "Unlink")
        await site.services.cards.unlink({ user_id: ren.user_id, isAdmin: false }, card, site.services.clock())
        await button(page, "Unlink").click()
        await toast(page, "This card was just changed. Check it, then try again.")
        await line(page, card).getByText("No one yet").waitFor()

        await site.services.cards.linkPending(card, mika.user_id, site.services.clock())
        await page.reload()
        // Or gives it to someone else, who keeps it.
        const move = { username: "ren", from: mika.user_id }
        for (const act of ["Unlink", "Report lost"]) {
          await line(page, card).getByText("@mika").waitFor()
          await open(page, card, act)
          await site.services.cards.reassign(
            { user_id: root.user_id, isAdmin: true },
            card,
            move,
            site.services.clock(),
          )
          await button(page, act).click()
          await toast(page, "This card was just changed. Check it, then try again.")
          await line(page, card).getByText("@ren").waitFor()
          expect(await rowOf(card)).toMatchObject({ user_id: ren.user_id, lost_at: null })
          if (act === "Unlink") {
            const back = { username: "mika", from: ren.user_id }
            await site.services.cards.reassign(
              { user_id: root.user_id, isAdmin: true },
              card,
              back,
              site.services.clock(),
            )
            await page.reload()
          }
        }
        await open(page, card, "Unlink")
        await page.getByText("It will no longer open the profile of Ren Sato").waitFor()
        await button(page, "Unlink").click()
        await toast(page, "Card unlinked")
        await line(page, card).getByText("Pending", { exact: true }).waitFor()
      },
      { expected: [/status of (409|422)/] },
    )
    expect(await rowOf(card)).toMatchObject({ activation_status: "pending", user_id: null, activated_at: null })
  })

  test("opens with the role, and says so when the role is gone", async () => {
    const person = await signUpAndVerify(site)
    await db().insert(user_roles).values({ user_id: person.user_id, role: "admin" })
    await story(
      async (page) => {
        await enter(page, person)
        await page.getByRole("row").nth(1).waitFor()
        await db().delete(user_roles).where(eq(user_roles.user_id, person.user_id))
        await button(page, "Generate Card URL").click()
        await page.getByText("Access Denied").waitFor()
      },
      { expected: [/status of 403/] },
    )
  })
})

describe("several at once", () => {
  test("are made, taken away as a table, and printed as a sheet of QR codes that lead to the cards", async () => {
    await story(async (page) => {
      await enter(page, root)
      await button(page, "Generate Multiple").click()
      const count = page.getByRole("textbox", { name: "How many?" })
      for (const typed of ["", "0", "1001", "1.5", "1e2", "ten"]) {
        await count.fill(typed)
        await button(page, "Generate").click()
        await page.getByText("Enter a number from 1 to 1,000", { exact: true }).waitFor()
      }
      const before = await rows()
      await count.fill("３０")
      const pressed = performance.now()
      await button(page, "Generate").dblclick()
      // What takes its place is not there for the second press.
      await button(page, "Download CSV").waitFor()
      expect(performance.now() - pressed).toBeGreaterThan(500)
      await page.getByText("30 card URLs generated", { exact: true }).waitFor()
      // No label breaks, and where there is room, the buttons are one row.
      const ends = page.getByRole("dialog").locator(".button")
      for (const width of [1280, 640, 375, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const boxes = await ends.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()))
        expect(
          boxes.map(({ height }) => height),
          `${width} px`,
        ).toEqual([48, 48, 48])
        expect(new Set(boxes.map(({ top }) => top)).size, `${width} px`).toBe(width < 640 ? 3 : 1)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      const made = (await rows()).filter(({ id }) => !before.some((row) => row.id === id))
      expect(made).toHaveLength(30)
      const ids = made.toSorted((a, b) => (a.batch_number ?? 0) - (b.batch_number ?? 0)).map(({ card_id }) => card_id)

      const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download CSV").click()])
      expect(file.suggestedFilename()).toMatch(/^cards-[0-9a-f]{8}\.csv$/)
      const lines = readFileSync(await file.path(), "utf8")
        .trimEnd()
        .split("\r\n")
      expect(lines.slice(1).map((row) => row.split(",")[1])).toEqual(ids.map((id) => `${site.origin}/card/${id}`))

      await page.getByRole("link", { name: "Print QR codes" }).click()
      await page.getByText("30 cards on 2 sheets").waitFor()
      await expect.poll(() => page.getByRole("img", { name: /^QR code of card/ }).count()).toBe(30)
      // One line to cut along, not one of each card.
      const [left, right] = await Promise.all([0, 1].map((n) => page.locator(".qr-sheet li").nth(n).boundingBox()))
      expect((right?.x ?? 0) - (left?.x ?? 0)).toBeCloseTo((left?.width ?? 0) - 1, 0)

      // On paper, two that should lie on each other would not: what is left of a card is drawn by its neighbor.
      await page.emulateMedia({ media: "print" })
      const lineOf = (n: number) =>
        page
          .locator(".qr-sheet li")
          .nth(n)
          .evaluate((it) => {
            const { borderLeftWidth, borderRightWidth } = getComputedStyle(it)
            return [borderLeftWidth, borderRightWidth].map((width) => parseFloat(width) > 0)
          })
      expect([await lineOf(0), await lineOf(1), await lineOf(4)]).toEqual([
        [true, true],
        [false, true],
        [true, true],
      ])
      await page.emulateMedia({ media: null })

      const folder = mkdtempSync(join(tmpdir(), "meishi-sheet-"))
      try {
        const pdf = join(folder, "sheet.pdf")
        for (const [format, size] of [
          ["A4", /\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/],
          ["Letter", /\/MediaBox\s*\[0 0 612 792\]/],
        ] as const) {
          writeFileSync(pdf, await page.pdf({ format, preferCSSPageSize: true, printBackground: true }))
          if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/sheet-${format}.pdf`, readFileSync(pdf))
          const info = readFileSync(pdf, "latin1")
          expect(info.match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
          expect(info).toMatch(size)
        }
        // What a phone's camera sees of the first code.
        const code = join(folder, "code.png")
        await page.getByRole("img", { name: `QR code of card ${ids[0]}` }).screenshot({ path: code })
        expect(execFileSync("zbarimg", ["-q", "--raw", code], { encoding: "utf8" }).trim()).toBe(
          `${site.origin}/card/${ids[0]}`,
        )
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  })

  test("a sheet of cards that are not there says so, and is for administrators only", async () => {
    await story(
      async (page) => {
        await enter(page, root, `/admin/cards/sheet?batch=${crypto.randomUUID()}`)
        await page.getByText("There are no cards in this batch", { exact: true }).waitFor()
        expect(await page.getByText("Failed to load card URLs").count()).toBe(0)
        await page.getByRole("link", { name: "Back to cards" }).click()
        await page.waitForURL("**/admin?tab=cards")
      },
      { expected: [/status of 404/] },
    )
    await story(async (page) => {
      await enter(page, mika, "/admin/cards/sheet?batch=x")
      await page.getByText("Access Denied").waitFor()
      await page.getByRole("heading", { level: 1, name: "QR Codes" }).waitFor()
    })
  })
})

/** Web NFC as Chrome on Android has it: `nfc.tap()` holds a card to the phone, `nfc.fail(name)` lets it go wrong. */
const stubNfc = () => {
  const written: unknown[] = []
  let end: { resolve(): void; reject(error: unknown): void } | null = null
  class NDEFReader {
    write(message: unknown, { signal }: { signal: AbortSignal }) {
      return new Promise<void>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason))
        end = {
          resolve: () => {
            written.push(message)
            resolve()
          },
          reject,
        }
      })
    }
  }
  Object.assign(window, {
    NDEFReader,
    nfc: {
      written,
      tap: () => end?.resolve(),
      fail: (name: string) => end?.reject(new DOMException("", name)),
    },
  })
}

describe("'Write to card'", () => {
  test("is offered only where the browser can", async () => {
    const card = await newCard()
    await story(async (page) => {
      await enter(page, root)
      await page.getByRole("button", { name: `More for card ${card}` }).click()
      await page.getByRole("menuitem", { name: "Report lost" }).waitFor()
      expect(await page.getByRole("menuitem", { name: "Write to card" }).count()).toBe(0)
    })
  })

  test("waits for the card, says what went wrong and when it is written, and is cancelled", async () => {
    const card = await newCard()
    await story(
      async (page) => {
        await page.addInitScript(stubNfc)
        await enter(page, root)
        await open(page, card, "Write to card")
        const dialog = page.getByRole("dialog", { name: "Write to card" })
        await dialog.getByText("Hold the card to your phone").waitFor()
        for (const [error, title] of [
          ["NetworkError", "Couldn't write to the card"],
          ["NotReadableError", "NFC is off"],
          ["NotAllowedError", "NFC isn't allowed here"],
          ["NotSupportedError", "This card can't be written"],
        ]) {
          await page.evaluate(`nfc.fail("${error}")`)
          await dialog
            .getByRole("alert")
            .getByText(title ?? "")
            .waitFor()
          await button(page, "Try again").click()
          await dialog.getByText("Hold the card to your phone").waitFor()
        }
        await button(page, "Cancel").click()
        await dialog.getByText("Nothing was written.").waitFor()
        await page.evaluate("nfc.tap()")
        await expect.poll(() => dialog.getByText("Nothing was written.").count()).toBe(1)
        await button(page, "Try again").click()
        await dialog.getByText("Hold the card to your phone").waitFor()
        await settled(page)
        const belowOf = async (name: string) => {
          const box = await button(page, name).boundingBox()
          return (box?.y ?? 0) + (box?.height ?? 0)
        }
        const end = await belowOf("Cancel")
        await page.evaluate("nfc.tap()")
        // It says so in one line, and its button stays where it was.
        const written = page.getByRole("dialog", { name: "Card written" })
        await written.getByRole("status").getByText("Card written").waitFor()
        expect((await written.getByRole("status").boundingBox())?.height).toBeLessThan(52)
        expect(await belowOf("Done")).toBe(end)
        await expect
          .poll(() => page.evaluate("nfc.written.at(-1)"))
          .toEqual({
            records: [{ recordType: "url", data: `${site.origin}/card/${card}` }],
          })
        await button(page, "Done").click()
        await written.waitFor({ state: "detached" })
        // Closing while it waits cancels too.
        await open(page, card, "Write to card")
        await dialog.getByText("Hold the card to your phone").waitFor()
        await page.keyboard.press("Escape")
        await dialog.waitFor({ state: "detached" })
      },
      { width: 375 },
    )
  })
})

describe("'My Cards' in the settings", () => {
  test("explain how a card is activated when there is none", async () => {
    const person = await signUpAndVerify(site)
    await story(async (page) => {
      await enter(page, person, "/settings")
      await page.getByRole("heading", { level: 2, name: "My Cards" }).waitFor()
      await page.getByText("You have no cards yet.").waitFor()
    })
  })

  test("are reported lost, found again and unlinked", async () => {
    const person = await signUpAndVerify(site, { username: "card-owner" })
    const card = await newCard(person)
    const second = await newCard(person)
    const other = await newCard(mika)
    await story(
      async (page) => {
        await enter(page, person, "/settings")
        await page
          .getByTitle(card)
          .getByText(`Card ending in ${card.slice(-4)}`)
          .waitFor()
        expect(await page.getByTitle(other).count()).toBe(0)
        await button(page, `Report lost: card ${card}`).click()
        await button(page, "Cancel").click()
        expect((await rowOf(card))?.lost_at).toBeNull()
        await button(page, `Report lost: card ${card}`).click()
        const sent: string[] = []
        page.on(
          "request",
          (request) => new URL(request.url()).pathname.endsWith("/loss") && sent.push(request.method()),
        )
        // On a phone, the question moves away from a second press.
        await page.setViewportSize({ width: 1280, height: 900 })
        await button(page, "Report lost").last().dblclick()
        await toast(page, "Card reported lost")
        await page.getByRole("alertdialog").waitFor({ state: "detached" })
        expect(sent).toEqual(["PUT"])
        await page.setViewportSize({ width: 375, height: 800 })
        expect((await rowOf(card))?.lost_at).not.toBeNull()
        await button(page, `Mark as found: card ${card}`).click()
        await toast(page, "Your card is in use again")
        expect((await rowOf(card))?.lost_at).toBeNull()
        await button(page, `Unlink card ${card}`).click()
        await button(page, "Unlink").last().click()
        await toast(page, "Card unlinked")
        await button(page, `Unlink card ${second}`).click()
        await button(page, "Unlink").last().click()
        await page.getByText("You have no cards yet.").waitFor()
        expect(await rowOf(card)).toMatchObject({ activation_status: "pending", user_id: null })
      },
      { width: 375 },
    )
  })

  test("that the portal changed in the meantime are shown as they are now", async () => {
    const person = await signUpAndVerify(site)
    const card = await newCard(person)
    await story(
      async (page) => {
        await enter(page, person, "/settings")
        await button(page, `Report lost: card ${card}`).click()
        await site.services.cards.unlink({ user_id: root.user_id, isAdmin: true }, card, site.services.clock())
        await button(page, "Report lost").last().click()
        await toast(page, "We couldn't find this card.")
        await page.getByText("You have no cards yet.").waitFor()
      },
      { expected: [refused(404, "/loss")] },
    )
  })
})

test("a lost card says that it is not in use, and no more, signed in and out", async () => {
  const card = await newCard(mika)
  const { cards, clock } = site.services
  await cards.reportLost({ user_id: mika.user_id, isAdmin: false }, card, clock())
  await story(
    async (page) => {
      for (const person of [null, ren, mika]) {
        if (person !== null) await enter(page, person, "/settings")
        await page.goto(`/card/${card}`)
        await page.getByRole("heading", { level: 1, name: "This card is not in use", exact: true }).waitFor()
        if (person !== null) await button(page, "Account").waitFor()
        // The same for strangers and its owner.
        const lines = async () => (await page.getByRole("main").innerText()).split(/\s*\n+/)
        await expect
          .poll(lines)
          .toEqual([
            "This card is not in use",
            "It doesn't open a profile right now.",
            "Go Home",
            "Is it yours? See your cards",
          ])
        await page.evaluate("localStorage.clear()")
      }
    },
    { expected: [refused(404, `/card/${card}`)] },
  )
})

test("a card that is reported lost while its page is open is not activated", async () => {
  const card = await newCard()
  const { cards, clock } = site.services
  await story(
    async (page) => {
      await enter(page, mika, "/settings")
      await page.route("**/activation", async (route) => {
        await cards.reportLost({ user_id: root.user_id, isAdmin: true }, card, clock())
        await route.continue()
      })
      await page.goto(`/card/${card}`)
      await page.getByRole("heading", { level: 1, name: "This card is not in use", exact: true }).waitFor()
    },
    { expected: [refused(409, "/activation")] },
  )
  expect((await rowOf(card))?.activation_status).toBe("pending")
})

// The narrow list and the wide one are two: a menu that hangs on the one does not outlive the change to the other.
test.each([{ widths: [320, 375] }, { widths: [1280] }])(
  "no state has an accessibility fault or is too wide, at $widths px",
  async ({ widths }) => {
    const owner = await signUpAndVerify(site, {
      full_name: "Wolfeschlegelsteinhausenbergerdorff Bartholomew-Montgomery",
    })
    const { cards, clock } = site.services
    const batch = crypto.randomUUID()
    await cards.createBatch(root.user_id, { batch, count: 2 }, clock())
    const [card, lost] = [await newCard(owner), await newCard(owner)]
    await cards.reportLost({ user_id: owner.user_id, isAdmin: false }, lost, clock())
    await story(
      async (page) => {
        const found: string[] = []
        const faults = async (name: string, ignored: string[] = []) =>
          found.push(...(await faultsOf(page, name, { widths, ignored, excluded: ".toasts" })))
        await page.addInitScript(stubNfc)
        await enter(page, owner, "/settings")
        await page.getByTitle(card).waitFor()
        await faults("own-cards")
        await button(page, `Unlink card ${card}`).click()
        await page.getByRole("alertdialog").waitFor()
        await faults("own-unlink")
        await page.goto(`/card/${lost}`)
        await page.getByText("This card is not in use").first().waitFor()
        await faults("not-in-use")
        await page.evaluate("localStorage.clear()")

        let isDown = false
        let until: Promise<void> | undefined
        await page.route("**/api/admin/cards?**", async (route) => {
          await until
          await (isDown ? route.fulfill({ status: 503, json: {} }) : route.continue())
        })
        // A few lines are as good as fifty, and looked through sooner.
        await enter(page, root, "/admin?tab=cards&q=Wolfeschlegel")
        await page.getByRole("button", { name: `More for card ${card}` }).waitFor()
        // On a phone a block has three lines, up to five with a long name, and the same badges as the table.
        if (widths.includes(375)) {
          const blocks = page.getByRole("main").locator("ul[aria-label^=Card] > li")
          for (const block of await blocks.all()) expect((await block.boundingBox())?.height).toBeLessThanOrEqual(152)
          await blocks.filter({ hasText: lost }).getByText("Lost", { exact: true }).waitFor()
          await blocks.filter({ hasText: card }).getByText("Activated", { exact: true }).waitFor()
        }
        await faults("cards")
        await page.getByRole("button", { name: `More for card ${card}` }).click()
        await page.getByRole("menuitem", { name: "Write to card" }).waitFor()
        // A menu hangs outside the landmarks, as menus do, and what guards its focus hands it on at once.
        await faults("cards-menu", ["region", "aria-hidden-focus"])
        await page.getByRole("menuitem", { name: "Write to card" }).click()
        await page.getByRole("button", { name: "Cancel" }).waitFor()
        await faults("write")
        await page.evaluate("nfc.tap()")
        await button(page, "Done").waitFor()
        await faults("written")
        await button(page, "Done").click()
        await open(page, card, "Reassign")
        await dialogOf(page).getByRole("textbox").fill("nobody-here")
        await button(page, "Reassign").click()
        await page.getByText("There is no active account").waitFor()
        await faults("reassign")
        await button(page, "Cancel").click()
        await button(page, "Generate Multiple").click()
        await page.getByRole("textbox", { name: "How many?" }).waitFor()
        await faults("generate")
        await page.getByRole("textbox", { name: "How many?" }).fill("3")
        await button(page, "Generate").click()
        await page.getByRole("link", { name: "Print QR codes" }).waitFor()
        await faults("generated")
        await button(page, "Done").click()
        const { promise, resolve } = Promise.withResolvers<void>()
        until = promise
        await page.getByRole("textbox", { name: /^Search/ }).fill("nothing-like-this")
        await page.getByText("Searching...").waitFor()
        await faults("cards-stale")
        resolve()
        await page.getByText("No cards found for").waitFor()
        await faults("cards-none")
        isDown = true
        await page.goto("/admin?tab=cards")
        await page.getByText("Failed to load card URLs").waitFor()
        await faults("cards-failed")
        await page.goto(`/admin/cards/sheet?batch=${batch}`)
        await page.getByText("2 cards on 1 sheet").waitFor()
        await faults("sheet")
        expect(found).toEqual([])
      },
      { width: widths[0], expected: [/status of (404|422|503)/] },
    )
  },
  180_000,
)
