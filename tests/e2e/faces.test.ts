// The faces of a card: chosen in the edit form from the owner's own card, then on the page, in the preview, on paper, on the screen
// to hand over. A classic card pays nothing for the others.
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ACCENTS } from "../../src/domain/profile/accent.ts"
import { GROUNDS, LAYOUTS, type Look } from "../../src/domain/profile/look.ts"
import { launch, visit } from "../support/browser.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { photograph } from "../support/pictures.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, openAs, person } from "../support/visitors.ts"

const ANNA = person("anna", "Anna Lindqvist")
const BEN = person("ben", "Ben Classic")

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, ANNA)
  await confirmedAccount(server, BEN)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const json = { "content-type": "application/json" }

async function bearer(): Promise<{ authorization: string }> {
  const { email, password } = ANNA
  const session = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    ...{ method: "POST", headers: json, body: JSON.stringify({ email, password }) },
  })
  const { access_token } = (await session.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

async function wear(look: Partial<Look>, more: object = {}): Promise<void> {
  const saved = await fetch(`${server.origin}/api/profile`, {
    method: "PUT",
    headers: { ...json, ...(await bearer()) },
    body: JSON.stringify({
      ...{ full_name: ANNA.fullName, job_title: "Botanist", business_name: "Linnaea", email: "anna@flora.example" },
      ...{ business_phone: "(555) 555-0101", social_media: { website: "https://flora.example" } },
      look: { layout: "classic", ground: "paper", pattern: "", ...look },
      ...more,
    }),
  })
  expect(saved.status).toBe(200)
}

const PHOTO = "/api/profile/photo"

async function givePhoto(): Promise<void> {
  const headers = { ...(await bearer()), "content-type": "image/jpeg" }
  const body = new Uint8Array(await photograph())
  expect((await fetch(server.origin + PHOTO, { method: "PUT", headers, body })).status).toBe(200)
}

const takePhoto = async () => fetch(server.origin + PHOTO, { method: "DELETE", headers: await bearer() })

const htmlOf = async (path: string) => (await fetch(server.origin + path)).text()
const card = (page: Page) => page.getByRole("article")

describe("a public page", () => {
  test.each(LAYOUTS.flatMap((layout) => GROUNDS.map((ground) => [layout, ground] as const)))(
    "is without faults as %s on %s",
    async (layout, ground) => {
      await wear({ layout, ground })
      await visit(browser, server, async (page) => {
        await page.goto("/anna")
        await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
        expect(await faultsOf(page, `face-${layout}-${ground}`, { widths: [320, 375, 1280] })).toEqual([])
        const drawn = await fetch(
          new URL((await page.locator("meta[property='og:image']").getAttribute("content")) ?? ""),
        )
        expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "image/jpeg"])
      })
    },
  )

  test("brings the styles of its own face only, and a classic one none", async () => {
    await wear({ layout: "minimal" })
    // Of several processes, the others show it a moment later.
    await expect.poll(() => htmlOf("/anna")).toContain("[data-layout=minimal]")
    const minimal = await htmlOf("/anna")
    expect(minimal).not.toMatch(/data-layout=.?(portrait|vertical)|data-ground/)
    const classic = await htmlOf("/ben")
    expect(classic).not.toMatch(/data-layout=|data-ground/)
  })

  test("breaks a word only if it is wider than the card", async () => {
    for (const [name, most] of [
      ["Wolfeschlegelsteinhausenbergerdorff Bo", 4],
      ["Bo Berg", 2],
    ] as const)
      for (const layout of LAYOUTS) {
        await wear({ layout }, { full_name: name })
        await visit(browser, server, async (page) => {
          await page.goto("/anna")
          const heading = page.getByRole("heading", { name })
          for (const width of [320, 375, 768, 1280]) {
            await page.setViewportSize({ width, height: 800 })
            const lines = await heading.evaluate((it) => {
              const range = document.createRange()
              range.selectNodeContents(it)
              const edge = it.closest("article")?.getBoundingClientRect().right ?? 0
              return Array.from(range.getClientRects(), ({ right }) => edge - right)
            })
            expect(Math.min(...lines), `${layout}, ${width} px`).toBeGreaterThan(0)
            expect(lines.length, `${layout}, ${width} px`).toBeLessThanOrEqual(most)
          }
        })
      }
  })

  test("shows the pattern that was chosen", async () => {
    const pattern = async () => /<pattern.*?<\/pattern>/.exec(await htmlOf("/anna"))?.[0]
    for (const name of ["shells", "waves"] as const) {
      await wear({ pattern: name })
      await expect.poll(pattern).toContain(`m-anna-${name}`)
    }
  })
})

test("the form shows every choice on the owner's own card, and saves what was chosen", async () => {
  await wear({})
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    await openAs(page, ANNA, "/edit-profile")
    await page.locator("aside article").waitFor()
    expect(await page.getByRole("article").count()).toBe(1)
    await page.getByRole("button", { name: "Layout and pattern" }).click()
    const layouts = page.getByRole("group", { name: "Layout" })
    for (const [at, label] of ["Classic", "Portrait", "Minimal", "Vertical"].entries()) {
      expect(await layouts.locator("article").nth(at).textContent()).toContain("Anna Lindqvist")
      await layouts.getByRole("radio", { name: label, exact: true }).waitFor({ state: "attached" })
    }
    // Without a choice, it says what the username comes to.
    const pattern = page.getByRole("group", { name: "Pattern" }).getByRole("radio", { name: /^Automatic \w+/ })
    await pattern.waitFor({ state: "attached" })
    expect(await faultsOf(page, "edit-faces")).toEqual([])
    // The small cards have words of their own; no field is found by them.
    for (const label of ["Address", "Website", "Bio", "Phone", "Email"])
      expect(await page.getByLabel(label).count(), label).toBe(1)
    await layouts.getByRole("radio", { name: "Vertical" }).press("Space")
    await page.getByRole("group", { name: "Background" }).getByRole("radio", { name: "Color" }).press("Space")
    await page.getByRole("group", { name: "Pattern" }).getByRole("radio", { name: "Waves" }).press("Space")
    await page.locator("aside article[data-layout=vertical][data-ground=ink]").waitFor()
    await page.getByRole("button", { name: "Save Changes" }).click()
    await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
    expect(await card(page).getAttribute("data-layout")).toBe("vertical")
    await page.goto("/anna")
    expect(await card(page).getAttribute("data-ground")).toBe("ink")
    await page.emulateMedia({ media: "print" })
    const { width = 0, height = 0 } = (await card(page).boundingBox()) ?? {}
    expect(height).toBeGreaterThan(width)
    // The code's card is paper, also that of a card on ink.
    const address = page.getByRole("complementary").locator("p:last-child")
    expect(await address.evaluate((it) => getComputedStyle(it).color)).toBe("rgb(27, 26, 23)")
  })
})

test("colors to choose from are those that the card is printed in, also at night", async () => {
  await wear({})
  await visit(browser, { ...server, width: 1280, dark: true }, async (page) => {
    await openAs(page, ANNA, "/edit-profile")
    const choice = (accent: string) => page.locator(`label[data-accent]:has(input[value="${accent}"])`)
    const banner = page.getByRole("region", { name: "Preview" }).locator(".banner")
    for (const accent of ACCENTS) {
      await choice(accent).click()
      const printed = () => banner.evaluate((element) => getComputedStyle(element).backgroundColor)
      const swatch = await choice(accent)
        .locator("circle")
        .evaluate((element) => getComputedStyle(element).fill)
      await expect.poll(printed, { message: accent }).toBe(swatch)
    }
  })
})

test("Surprise me puts on another face, and nothing is saved before the form is", async () => {
  await wear({ layout: "portrait" })
  await visit(browser, { ...server, width: 1280 }, async (page) => {
    await openAs(page, ANNA, "/edit-profile")
    const layouts = page.getByRole("group", { name: "Layout" })
    await page.locator("aside article[data-layout=portrait]").waitFor()
    await page.getByRole("button", { name: "Surprise me" }).click()
    await layouts.getByRole("radio", { name: "Portrait", checked: false }).waitFor({ state: "attached" })
    await page.locator("aside article:not([data-layout=portrait])").waitFor()
    expect(await htmlOf("/anna")).toContain('data-layout="portrait"')
  })
})

test("an address of two lines leaves no word alone on the second", async () => {
  await wear({}, { address: "4830 Rivard Street, Detroit, MI 48207" })
  await visit(browser, { ...server, width: 375 }, async (page) => {
    await page.goto("/anna")
    const lines = await card(page)
      .getByText("4830 Rivard Street")
      .evaluate((value) => {
        const { firstChild } = value
        const range = document.createRange()
        range.selectNodeContents(firstChild ?? value)
        return Array.from(range.getClientRects(), ({ width }) => width)
      })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toBeGreaterThan((lines[0] ?? 0) / 2)
  })
})

test("until its photo has come, Portrait shows initials that are not of the card's own color", async () => {
  await wear({ layout: "portrait" })
  await givePhoto()
  for (const width of [375, 1280])
    await visit(browser, { ...server, width, expected: [/ERR_FAILED/] }, async (page) => {
      await page.route("**/profile.*", (route) => route.abort())
      await page.goto("/anna")
      const colorsOf = (selector: string) =>
        card(page)
          .locator(selector)
          .evaluate((it) => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor])
      const [[letters], [, behind], [, sheet]] = await Promise.all([
        colorsOf(".portrait span"),
        colorsOf(".portrait"),
        card(page).evaluate((it) => [null, getComputedStyle(it).backgroundColor]),
      ])
      expect(letters).not.toBe(behind === "rgba(0, 0, 0, 0)" ? sheet : behind)
    })
  await takePhoto()
})

test.each(LAYOUTS)("the owner's buttons lie on the card and cover neither photo nor letters: %s", async (layout) => {
  await wear({ layout })
  for (const width of [320, 375, 1280])
    await visit(browser, { ...server, width }, async (page) => {
      await openAs(page, ANNA, "/anna")
      await card(page).getByRole("link", { name: "Edit Profile" }).waitFor()
      // Each is measured for itself, and the card is still arriving.
      await settled(page)
      const edit = await card(page).getByRole("link", { name: "Edit Profile" }).boundingBox()
      const whole = await card(page).boundingBox()
      // Without a photo, a Portrait has no letters, and its color is behind everything.
      const seal = layout === "portrait" ? null : await card(page).locator(".portrait").boundingBox()
      if (edit === null || whole === null) throw new Error("nothing is there")
      expect([edit.y, edit.x], `${width}`).toSatisfy(([y, x]) => y >= whole.y && x >= whole.x)
      expect(edit.x + edit.width).toBeLessThanOrEqual(whole.x + whole.width)
      for (const tool of await card(page).locator("[data-owner] :is(a, button)").all()) {
        const box = await tool.boundingBox()
        if (box === null || seal === null) continue
        const isAbove = box.y + box.height <= seal.y || seal.y + seal.height <= box.y
        const isBeside = box.x + box.width <= seal.x || seal.x + seal.width <= box.x
        expect(isAbove || isBeside, `${width}`).toBe(true)
      }
      // Their bar leaves the corner at the end of the card round.
      const isFilled = await card(page).evaluate((whole) => {
        scrollTo(0, document.documentElement.scrollHeight)
        const { left, bottom } = whole.getBoundingClientRect()
        return document.elementFromPoint(left + 3, bottom - 3)?.closest(".actions") != null
      })
      expect(isFilled, `${width}`).toBe(false)
    })
})

test("the owner's buttons on the photo of a Portrait leave the face free", async () => {
  await wear({ layout: "portrait" })
  await givePhoto()
  for (const width of [320, 375, 1280])
    await visit(browser, { ...server, width }, async (page) => {
      await page.goto("/anna")
      await settled(page)
      const seen = await card(page).locator(".portrait").boundingBox()
      await openAs(page, ANNA, "/anna")
      await card(page).getByRole("link", { name: "Edit Profile" }).waitFor()
      await settled(page)
      const photo = await card(page).locator(".portrait").boundingBox()
      // The same part of the photo as visitors see.
      expect([photo?.width, photo?.height]).toEqual([seen?.width, seen?.height])
      for (const tool of await card(page).locator("[data-owner] :is(a, button)").all()) {
        const box = await tool.boundingBox()
        if (box === null || photo === null) throw new Error("nothing is there")
        const [left, right] = [box.x - photo.x, photo.x + photo.width - box.x - box.width]
        if (width === 1280) expect(box.y).toBeGreaterThan(photo.y + photo.height * 0.7)
        else expect(Math.min(left, right) + box.width, `${width}`).toBeLessThan(photo.width * 0.3)
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
      }
    })
  await takePhoto()
})

test.each(LAYOUTS.flatMap((layout) => GROUNDS.map((ground) => [layout, ground] as const)))(
  "the bar covers nothing once the end of the card is reached: %s on %s",
  async (layout, ground) => {
    await wear({ layout, ground })
    for (const width of [320, 375, 1280])
      await visit(browser, { ...server, width }, async (page) => {
        await page.goto("/anna")
        const [give, bar, whole] = await card(page).evaluate((whole) => {
          scrollTo(0, document.documentElement.scrollHeight)
          const boxOf = (element: Element | null) => element?.getBoundingClientRect().toJSON() as DOMRect
          return [boxOf(whole.querySelector(".give")), boxOf(whole.querySelector(".actions")), boxOf(whole)] as const
        })
        // On a wide screen, it is above the contacts.
        if (bar.bottom < give.top) expect(Math.round(whole.bottom - give.bottom), `${width}`).toBeGreaterThanOrEqual(28)
        else expect(bar.top, `${width}`).toBeGreaterThanOrEqual(give.bottom)
      })
  },
)

test.each(LAYOUTS)("on a wide screen the buttons are above the contacts, which no bar covers: %s", async (layout) => {
  await wear({ layout })
  for (const isPhoto of [false, true]) {
    if (isPhoto) await givePhoto()
    await visit(browser, { ...server, width: 1280 }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 500 })
      const boxOf = async (selector: string) => {
        const box = await card(page).locator(selector).boundingBox()
        if (box === null) throw new Error(`${selector} is not there`)
        return box
      }
      const isAbove = async () => {
        await settled(page)
        const [buttons, contacts] = [await boxOf(".actions"), await boxOf(".contacts")]
        expect(buttons.y + buttons.height).toBeLessThanOrEqual(contacts.y)
        expect((await boxOf("[data-share]")).height).toBe(52)
        return buttons.y
      }
      const distanceBelow = async (upper: string, lower: string) => {
        const above = await boxOf(upper)
        return (await boxOf(lower)).y - above.y - above.height
      }
      await page.goto("/anna")
      const top = await isAbove()
      expect(await distanceBelow(".contacts", ".give")).toBeGreaterThanOrEqual(16)
      await page.mouse.wheel(0, 200)
      await expect.poll(async () => (await boxOf(".actions")).y).toBeLessThanOrEqual(top - 100)
      // Where a form takes the place of "Leave your info", it is the end of the card.
      await page.evaluate(() => scrollTo(0, 0))
      await card(page).locator("[data-save]").click()
      await card(page).locator("[data-exchange]").waitFor()
      await isAbove()
      const [whole, form] = [await card(page).boundingBox(), await boxOf("[data-exchange]")]
      if (whole === null) throw new Error("no card is there")
      // Up to the card's border.
      expect(Math.abs(form.x - whole.x)).toBeLessThanOrEqual(1)
      expect(Math.abs(form.width - whole.width)).toBeLessThanOrEqual(2)
      expect(Math.abs(form.y + form.height - whole.y - whole.height)).toBeLessThanOrEqual(1)
      await openAs(page, ANNA, "/anna")
      await card(page).getByRole("link", { name: "Edit Profile" }).waitFor()
      await isAbove()
    })
  }
  await takePhoto()
})

test.each(LAYOUTS)("initials have a rim that no letter touches, and a photo has none: %s", async (layout) => {
  const rimOf = (page: Page) =>
    card(page)
      .locator(".portrait")
      .evaluate((portrait) => {
        const { outlineStyle, outlineOffset } = getComputedStyle(portrait)
        const inside = Number.parseFloat(outlineOffset) * -2
        const letters = portrait.querySelector("span")?.getBoundingClientRect().width ?? 0
        return { style: outlineStyle, free: portrait.getBoundingClientRect().width - inside - letters }
      })
  await wear({ layout }, { full_name: "Wilma Wagner" })
  for (const width of [320, 1280])
    await visit(browser, { ...server, width }, async (page) => {
      await page.goto("/anna")
      const { style, free } = await rimOf(page)
      expect(style).toBe(layout === "portrait" ? "none" : "solid")
      if (style === "solid") expect(free).toBeGreaterThan(8)
    })
  await givePhoto()
  await visit(browser, server, async (page) => {
    await page.goto("/anna")
    expect((await rimOf(page)).style).toBe("none")
  })
  await takePhoto()
})

test("without a photo, Portrait has name, job and business on its ink; on paper initials that fit its strip", async () => {
  await wear({ layout: "portrait" })
  await visit(browser, server, async (page) => {
    await page.goto("/anna")
    const boxOf = async (selector: string) => {
      const box = await card(page).locator(selector).boundingBox()
      return box ?? { x: 0, y: 0, width: 0, height: 0 }
    }
    const ink = await boxOf(".portrait")
    for (const selector of ["h1", ".p-job-title", ".p-org"]) {
      const line = await boxOf(selector)
      expect(line.y, selector).toBeGreaterThan(ink.y)
      expect(line.y + line.height, selector).toBeLessThan(ink.y + ink.height)
    }
    expect((await boxOf(".contacts")).y).toBeGreaterThan(ink.y + ink.height)
    await page.emulateMedia({ media: "print" })
    const [strip, initials] = [await boxOf(".portrait"), await boxOf(".portrait span")]
    expect(initials.x).toBeGreaterThanOrEqual(strip.x)
    expect(initials.x + initials.width).toBeLessThanOrEqual(strip.x + strip.width)
    const middle = (box: { x: number; width: number }) => box.x + box.width / 2
    expect(Math.abs(middle(initials) - middle(strip))).toBeLessThan(2)
  })
})
