// Which visits a browser reports, which it does not, and the page on which the owner reads the totals.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { COUNTED } from "../../src/domain/insights/insights.ts"
import { card_taps, profile_days } from "../../src/server/platform/db/schema.ts"
import { launch, refused, visit } from "../support/browser.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"
import { hydrated, openAs } from "../support/visitors.ts"

const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
const DAY_MS = 86_400_000

let site: ListeningApp
let browser: Browser
let mika: Person
let ren: Person

beforeAll(async () => {
  site = await listeningApp()
  browser = await launch()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Tanaka" })
  ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Sato" })
  // The first page of all takes the longest.
  await fetch(`${site.origin}/mika`)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(async () => {
  site.advance(600_000)
  await site.services.insights.flush()
  await db().delete(profile_days)
  await db().delete(card_taps)
})

const db = () => site.services.database.db
const counted = async () => {
  await site.services.insights.flush()
  return (await db().select().from(profile_days)).map(({ profile_id, views, saves }) => ({ profile_id, views, saves }))
}
const story = (
  run: (page: Page) => Promise<void>,
  options: { userAgent?: string; width?: number; dark?: boolean } = {},
) => visit(browser, { origin: site.origin, userAgent: DESKTOP, ...options }, run)
const reported = (page: Page) => page.waitForResponse((response) => response.url().endsWith("/api/visits"))
const name = (page: Page) => page.getByRole("heading", { level: 1, name: "Mika Tanaka" })
const saving = (page: Page) => page.getByRole("link", { name: "Save Contact" })

async function enter(page: Page, { email }: Person, path = "/settings"): Promise<void> {
  await openAs(page, { email, password: PASSWORD }, path)
}

/** Longer than it takes a page to be counted. */
const linger = (page: Page) => page.waitForTimeout(1500)

describe("a visit of a profile", () => {
  test("is one view, not one more after a reload, and leaves nothing in the browser", async () => {
    await story(async (page) => {
      const [first] = await Promise.all([reported(page), page.goto("/mika")])
      expect(first.status()).toBe(204)
      await page.reload()
      await name(page).waitFor()
      await linger(page)
      expect(await counted()).toEqual([{ profile_id: mika.user_id, views: 1, saves: 0 }])
      expect(await page.context().cookies()).toEqual([])
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    })
  })

  test("does not count while the page is hidden, and counts once it is visible", async () => {
    await story(async (page) => {
      await page.addInitScript(() => {
        let hidden = true
        Object.defineProperty(document, "hidden", { get: () => hidden })
        Object.assign(window, {
          look: () => {
            hidden = false
            document.dispatchEvent(new Event("visibilitychange"))
          },
        })
      })
      await page.goto("/mika")
      await linger(page)
      expect(await counted()).toEqual([])
      await Promise.all([reported(page), page.evaluate("look()")])
      await expect.poll(counted).toMatchObject([{ views: 1 }])
    })
  })

  test("that saves the contact counts one save", async () => {
    await story(async (page) => {
      await page.goto("/mika")
      await Promise.all([page.waitForEvent("download"), reported(page), saving(page).click()])
      await expect.poll(async () => (await counted())[0]?.saves).toBe(1)
      await linger(page)
      expect(await counted()).toEqual([{ profile_id: mika.user_id, views: 1, saves: 1 }])
    })
  })

  test("on an iPhone opens the contact's own address, and counts one save too", async () => {
    await story(
      async (page) => {
        await page.goto("/mika")
        const opening = page.waitForRequest((request) => request.url().endsWith(`/mika.vcf${COUNTED}`))
        await Promise.all([opening, reported(page), saving(page).click()])
        await expect.poll(async () => (await counted())[0]?.saves).toBe(1)
        await linger(page)
        expect((await counted())[0]?.saves).toBe(1)
      },
      { userAgent: IPHONE },
    )
  })

  test("without scripts is counted by the address of the contact alone", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, userAgent: DESKTOP })
    const page = await context.newPage()
    await page.goto(`${site.origin}/mika`)
    await Promise.all([page.waitForEvent("download"), saving(page).click()])
    await context.close()
    await expect.poll(counted).toEqual([{ profile_id: mika.user_id, views: 0, saves: 1 }])
  })
})

describe("the owner", () => {
  test("is not counted when viewing, saving or tapping their own card", async () => {
    const card = await site.services.cards.generate(site.services.clock())
    await site.services.cards.linkPending(card, mika.user_id, site.services.clock())
    await site.services.cards.setNickname(mika.user_id, card, "Wallet")
    const taps = () => db().select().from(card_taps)
    await story(async (page) => {
      await enter(page, mika)
      await page.goto(`/card/${card}`)
      await name(page).waitFor()
      expect(page.url()).toBe(`${site.origin}/mika`)
      await Promise.all([page.waitForEvent("download"), saving(page).click()])
      await linger(page)
      expect([await counted(), await taps()]).toEqual([[], []])
    })
    await story(async (page) => {
      await Promise.all([reported(page), page.goto(`/card/${card}`)])
      await expect.poll(counted).toMatchObject([{ profile_id: mika.user_id, views: 1 }])
      await expect.poll(taps).toHaveLength(1)
    })
  })

  test("of another profile is a visitor like any other, also inside the application", async () => {
    await story(async (page) => {
      await enter(page, ren)
      const reporting = reported(page)
      await hydrated(page)
      await page.evaluate(() => {
        history.pushState({}, "", "/mika")
        dispatchEvent(new PopStateEvent("popstate"))
      })
      await name(page).waitFor()
      await reporting
      await expect.poll(counted).toEqual([{ profile_id: mika.user_id, views: 1, saves: 0 }])
    })
  })
})

async function fill(): Promise<void> {
  const now = site.services.clock().getTime()
  const at = (ago: number) => new Date(now - ago * DAY_MS)
  const day = (ago: number) => at(ago).toISOString().slice(0, 10)
  const lisbon = { city: "Lisboa", state: "Lisbon", country: "PT" }
  await db()
    .insert(profile_days)
    .values([
      { profile_id: mika.user_id, day: day(0), views: 4, saves: 1 },
      { profile_id: mika.user_id, day: day(2), views: 20, saves: 3 },
      { profile_id: mika.user_id, day: day(40), views: 12, saves: 0 },
    ])
  const tap = (ago: number, place = {}) => ({
    card_id: "abcde12345",
    profile_id: mika.user_id,
    tapped_at: at(ago),
    ...place,
  })
  await db()
    .insert(card_taps)
    .values([tap(1, lisbon), tap(1, lisbon), tap(2)])
}

const tab = (page: Page, text: string | RegExp) => page.getByRole("tab", { name: text })
const readout = (page: Page) => page.locator("[data-readout]")

describe("the page of insights", () => {
  test("is found from the settings and the account menu", async () => {
    await story(async (page) => {
      await enter(page, mika)
      await page.getByRole("link", { name: "See insights" }).click()
      await page.getByRole("heading", { level: 1, name: "Insights" }).waitFor()
      await expect.poll(() => page.title()).toMatch(/^Insights · /)
      await page.goto("/settings")
      await page.getByRole("button", { name: "Account", exact: true }).click()
      await page.getByRole("menuitem", { name: "Insights" }).click()
      await page.waitForURL("**/settings/insights")
    })
  })

  test("shows sums with their change, bars to be read one by one, places, cards, and a table", async () => {
    await fill()
    await story(
      async (page) => {
        await enter(page, mika, "/settings/insights")
        await tab(page, "Views").waitFor()
        await expect
          .poll(() => tab(page, "Views").textContent())
          .toBe("Views24+100% compared with the previous 30 days")
        await expect.poll(() => tab(page, "Taps").textContent()).toBe("Taps3new compared with the previous 30 days")
        await expect.poll(() => readout(page).textContent()).toMatch(/^Busiest day: .+ \(20 page views\)$/)
        await page.getByRole("img", { name: "Views" }).waitFor()

        const bars = page.getByRole("slider")
        await settled(page)
        const box = await bars.boundingBox()
        await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + 50)
        await expect.poll(() => readout(page).textContent()).toMatch(/^4 page views · .+, so far$/)
        await page.mouse.move(0, 0)
        await page.keyboard.press("Tab")
        await tab(page, "Views").focus()
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Enter")
        await expect.poll(() => tab(page, "Taps").getAttribute("aria-selected")).toBe("true")
        await bars.focus()
        await page.keyboard.press("ArrowLeft")
        await expect.poll(() => bars.getAttribute("aria-valuetext")).toMatch(/: 2 card taps$/)
        await expect.poll(() => readout(page).textContent()).toMatch(/^2 card taps · /)

        const places = page.getByRole("list", { name: "Places, by taps" }).getByRole("listitem")
        await expect
          .poll(() => places.allTextContents())
          .toEqual(["Lisboa · Lisbon, Portugal2 taps", "Unknown place1 tap"])
        // What is counted but has no place has a bar, too.
        expect(
          await places.locator("rect:last-child").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("width"))),
        ).toEqual(["100%", "50%"])
        const cards = page.getByRole("list", { name: "Cards, by taps" }).getByRole("listitem")
        await expect.poll(() => cards.allTextContents()).toContain("Card ending in 2345 · no longer yours3 taps")
        // By the name that its owner gave it.
        expect(await cards.allTextContents()).toContain("Wallet0 taps")

        await page.getByRole("button", { name: "Show as table" }).click()
        const rows = page.getByRole("row")
        // Three days with a count, those before in one row, the head and the total.
        await expect.poll(() => rows.count()).toBe(6)
        expect((await rows.nth(1).getByRole("cell").allTextContents()).join()).toBe("4,0,1")
        expect(await rows.nth(4).getByRole("rowheader").textContent()).toMatch(/^\w{3} \d+ – \w{3} \d+$/)
        expect((await rows.last().getByRole("cell").allTextContents()).join()).toBe("24,3,4")
        const period = page.getByRole("group", { name: "Period" })
        expect(await period.evaluate((box) => box.scrollWidth - box.clientWidth), "hangs out of its box").toBe(0)
      },
      { width: 1280 },
    )
  })

  test("keeps its period in the address: another one is asked for, and is there after a reload", async () => {
    await fill()
    await story(async (page) => {
      await enter(page, mika, "/settings/insights")
      await page.getByText("Year", { exact: true }).click()
      await page.waitForURL("**/settings/insights?days=365")
      await tab(page, /^Views\s*36/).waitFor()
      await page.reload()
      await tab(page, /^Views\s*36/).waitFor()
      // Nothing is compared with days that are no longer kept.
      await expect.poll(() => tab(page, "Views").textContent()).toBe("Views36\u00a0")
      await expect.poll(() => page.getByRole("radio", { name: "Last 365 days" }).isChecked()).toBe(true)
    })
  })

  test("speaks of weeks where its bars are weeks, and of days where they are days", async () => {
    await fill()
    await story(async (page) => {
      for (const [days, unit] of [
        ["365", "week"],
        ["90", "day"],
      ] as const) {
        await enter(page, mika, `/settings/insights?days=${days}`)
        await page.getByRole("region", { name: unit === "week" ? "Week by week" : "Day by day", exact: true }).waitFor()
        await expect.poll(() => readout(page).textContent()).toMatch(new RegExp(`^Busiest ${unit}: `))
        await page.getByRole("button", { name: "Show as table" }).click()
        const first = page.getByRole("table").getByRole("columnheader").first()
        await expect.poll(async () => (await first.textContent())?.toLowerCase()).toBe(unit)
      }
    })
  })

  test("says what to do first when nothing was counted", async () => {
    await story(async (page) => {
      await enter(page, ren, "/settings/insights")
      await page.getByRole("heading", { name: "No activity in the last 30 days" }).waitFor()
      await page.getByRole("button", { name: "Copy" }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}/ren`)
    })
  })

  test("reserves the space while loading, and offers to try again when it fails", async () => {
    await fill()
    let mode: "wait" | "fail" | "work" = "wait"
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const options = { origin: site.origin, userAgent: DESKTOP, expected: [refused(500, "/api/insights")] }
    await visit(browser, options, async (page) => {
      await page.route("**/api/insights?*", async (route) => {
        if (mode === "wait") await held
        if (mode === "work") await route.continue()
        else await route.fulfill({ status: 500, json: {} })
      })
      await enter(page, mika, "/settings/insights")
      await page.getByRole("main").getByText("Loading...", { exact: true }).waitFor({ state: "attached" })
      mode = "fail"
      letGo()
      await page.getByRole("alert").waitFor()
      mode = "work"
      await page.getByRole("button", { name: "Try again" }).click()
      await tab(page, "Views").waitFor()
    })
  })

  test("has no accessibility faults, and fits", async () => {
    await fill()
    await story(async (page) => {
      await enter(page, mika, "/settings/insights")
      await page.getByRole("button", { name: "Show as table" }).click()
      expect(await faultsOf(page, "insights")).toEqual([])
      // The axis is dated at equal steps back from the last day.
      const period = (await page.locator("p:visible", { hasText: "compared with" }).textContent()) ?? ""
      const [, last] = /– (\w+ \d+)/.exec(period) ?? []
      await page.setViewportSize({ width: 1280, height: 900 })
      await settled(page)
      const dates = await page.getByRole("img", { name: "Views" }).locator("> text").allTextContents()
      expect(dates.at(-1)).toBe(last)
      const days = dates.map((date) => Date.parse(`${date}, 2001 UTC`) / DAY_MS)
      const steps = days.slice(1).map((day, n) => (day - (days[n] ?? 0) + 365) % 365)
      expect(new Set(steps), dates.join()).toEqual(new Set([5]))
      const { y = 0, height = 0 } =
        (await page.locator("p:visible", { hasText: "compared with the previous 30 days" }).boundingBox()) ?? {}
      const tabs = await page.getByRole("tablist").boundingBox()
      expect(y + height, "the period stands above the card").toBeLessThan(tabs?.y ?? 0)
    })
  })
})
