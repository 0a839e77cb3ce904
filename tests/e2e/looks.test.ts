// The looks of a card: its ink, its banner, what is left when a picture does not come, and the card on paper.
import { Buffer } from "node:buffer"
import { inflateSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ACCENT_LABEL, ACCENTS, accentOf } from "../../src/domain/profile/accent.ts"
import { hold, launch, visit } from "../support/browser.ts"
import { settled } from "../support/looks.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { confirmedAccount, dialogOf, openAs, person, toast } from "../support/visitors.ts"

const MM = 96 / 25.4
const SAVED = {
  full_name: "Maximiliana-Konstantina Papadopoulou-Wolfeschlegelsteinhausenberger",
  job_title: "Distinguished Vice President of Donaudampfschifffahrtsangelegenheiten",
  business_name: "Kumo Studio",
  business_phone: "(415) 555-0132",
  email: "a-very-long-mailbox-name@a-very-long-subdomain.of-a-long-domain.example",
  address: "1 Quay Street\nSan Francisco",
  bio: "I design calm software. ".repeat(10),
  social_media: { website: "https://kumo.example", instagram: "https://instagram.com/kumo" },
}

let server: TestServer
let browser: Browser
let picture: Buffer
let save: (profile: object) => Promise<Response>

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  picture = await sharp({ create: { width: 1500, height: 500, channels: 3, background: "#2f4a8a" } })
    .png()
    .toBuffer()
  const who = person("kumo", "Kumo Sato")
  await confirmedAccount(server, who)
  const { email, password } = who
  const json = { "content-type": "application/json" }
  const answer = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ email, password }),
  })
  const headers = { authorization: `Bearer ${(await answer.json()).access_token}` }
  save = (profile) =>
    fetch(`${server.origin}/api/profile`, {
      method: "PUT",
      headers: { ...headers, ...json },
      body: JSON.stringify(profile),
    })
  const sent = [await save(SAVED)]
  for (const kind of ["photo", "banner"])
    sent.push(
      await fetch(`${server.origin}/api/profile/${kind}`, {
        method: "PUT",
        headers: { ...headers, "content-type": "image/png" },
        body: new Uint8Array(picture),
      }),
    )
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

let people = 0

/** @returns the username */
async function newcomer(page: Page): Promise<string> {
  people += 1
  const who = person(`newcomer-${people}`)
  await confirmedAccount(server, who)
  await openAs(page, who, "/edit-profile")
  await page.getByLabel("Full Name *").waitFor()
  return who.username
}

const stored = async (username: string) =>
  (await (await fetch(`${server.origin}/api/profiles/${username}`)).json()).profile

describe("the edit form", () => {
  test("an ink is chosen by keyboard, shows in the preview at once and on the page when it is saved", async () => {
    await visit(browser, { origin: server.origin, width: 1280 }, async (page) => {
      const username = await newcomer(page)
      const own = ACCENT_LABEL[accentOf({ username, accent: "" })]
      const inks = page.getByRole("group", { name: "Color" }).getByRole("radio")
      await expect
        .poll(() => inks.evaluateAll((all) => all.map((ink) => ink.parentElement?.textContent)))
        .toEqual([`Automatic ${own}`, "Vermilion", "Indigo", "Pine", "Plum", "Ochre", "Teal", "Wisteria", "Sumi ink"])
      await expect.poll(() => inks.and(page.getByLabel("Automatic")).isChecked()).toBe(true)
      await inks.and(page.getByLabel("Automatic")).focus()
      for (const _ of ["Vermilion", "Indigo", "Pine"]) await page.keyboard.press("ArrowRight")
      await expect.poll(() => page.getByRole("radio", { name: "Pine", exact: true }).isChecked()).toBe(true)
      const card = page.locator("aside article")
      await expect.poll(() => card.getAttribute("data-accent")).toBe("pine")
      await page.getByRole("button", { name: "Save Changes" }).click()
      await page.waitForURL(`**/${username}`)
      await page.locator('main article[data-accent="pine"]').waitFor()
      expect((await stored(username)).accent).toBe("pine")
    })
  })

  test("a banner is shown at once, sent, part of the card, and can be removed again", async () => {
    await visit(browser, { origin: server.origin }, async (page) => {
      const username = await newcomer(page)
      const letGo = await hold(page, "**/api/profile/banner")
      expect(await page.getByRole("button", { name: "Remove Banner" }).count()).toBe(0)
      const file = { name: "sea.png", mimeType: "image/png", buffer: picture }
      await page.getByLabel("Banner", { exact: true }).setInputFiles(file)
      await page.getByRole("button", { name: "Uploading..." }).waitFor()
      await page.locator('form img[src^="blob:"]').waitFor()
      letGo()
      await toast(page, "Image uploaded")
      await page.getByRole("button", { name: "Change Banner" }).waitFor()
      expect((await stored(username)).banner_picture).toContain("/banner.webp?v=")
      await page.getByRole("button", { name: "Preview" }).click()
      await page.locator('[role=dialog] article img[src*="banner"]').waitFor()
      await page.keyboard.press("Escape")
      await dialogOf(page).waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Remove Banner" }).click()
      await toast(page, "Image removed")
      await page.getByRole("button", { name: "Add Banner" }).waitFor()
      expect((await stored(username)).banner_picture).toBe("")
      expect(await page.locator("aside article img").count()).toBe(0)
    })
  })

  test("a photo can be removed, and one that cannot be removed stays with a message", async () => {
    const expected = [/status of 503 .*\/api\/profile\/photo/]
    await visit(browser, { origin: server.origin, expected }, async (page) => {
      const username = await newcomer(page)
      const file = { name: "me.png", mimeType: "image/png", buffer: picture }
      await page.getByLabel("Photo", { exact: true }).setInputFiles(file)
      await toast(page, "Image uploaded")
      await page.route("**/api/profile/photo", (route) => route.fulfill({ status: 503, json: {} }))
      await page.getByRole("button", { name: "Remove Photo" }).click()
      await toast(page, "Couldn't remove the image")
      expect((await stored(username)).profile_picture).not.toBe("")
      await page.unroute("**/api/profile/photo")
      await page.getByRole("button", { name: "Remove Photo" }).click()
      await toast(page, "Image removed")
      expect((await stored(username)).profile_picture).toBe("")
    })
  })

  test("a banner of another type or too large is refused like a photo before anything is sent", async () => {
    await visit(browser, { origin: server.origin }, async (page) => {
      const sent: string[] = []
      page.on("request", (request) => request.method() === "PUT" && sent.push(new URL(request.url()).pathname))
      await newcomer(page)
      const banner = page.getByLabel("Banner", { exact: true })
      await banner.setInputFiles({ name: "b.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") })
      await toast(page, "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP).")
      await banner.setInputFiles({ name: "b.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
      await toast(page, "File too large. Please select an image under 5MB.")
      expect(sent).not.toContain("/api/profile/banner")
    })
  })
})

describe("the page", () => {
  test("sends a phone the small banner and moves nothing while pictures come late", async () => {
    await visit(browser, server, async (page) => {
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Reflect.set(window, "moved", Number(Reflect.get(window, "moved") ?? 0) + Reflect.get(entry, "value"))
        }).observe({ type: "layout-shift", buffered: true })
      })
      const asked: string[] = []
      await page.route("**/files/**", async (route) => {
        asked.push(new URL(route.request().url()).pathname.split("/").at(-1) ?? "")
        await new Promise((resolve) => setTimeout(resolve, 700))
        await route.continue()
      })
      await page.goto("/kumo", { waitUntil: "load" })
      const banner = page.locator('article img[src*="banner"]')
      await expect.poll(() => banner.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(864)
      await expect.poll(() => asked.toSorted()).toEqual(["banner-phone.webp", "contact.jpg"])
      expect(await page.evaluate(() => Number(Reflect.get(window, "moved") ?? 0))).toBeLessThan(0.05)
    })
  })

  test("shows initials and pattern where the pictures do not come", async () => {
    await visit(browser, { ...server, expected: [/ERR_FAILED/] }, async (page) => {
      await page.route("**/files/**", (route) => route.abort())
      await page.goto("/kumo", { waitUntil: "load" })
      const shown = () => page.locator("article img").evaluateAll((all) => all.filter((one) => one.checkVisibility()))
      await expect.poll(async () => (await shown()).length).toBe(0)
      await expect.poll(() => page.locator("article").getByText("MP", { exact: true }).isVisible()).toBe(true)
      await expect.poll(() => page.locator("article svg").first().isVisible()).toBe(true)
    })
  })

  test.each([320, 375, 768, 1280, 1440])(
    "keeps long content on the sheet and Save Contact in reach at %i px",
    async (width) => {
      await visit(browser, { ...server, width }, async (page) => {
        await page.goto("/kumo")
        await settled(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        const outside = await page.locator("article").evaluate((sheet) => {
          const { left, right } = sheet.getBoundingClientRect()
          return [...sheet.querySelectorAll("a, button, p, h1, li, span")]
            .map((part) => ({ text: part.textContent, ...part.getBoundingClientRect().toJSON() }))
            .filter((part) => part.width > 0 && (part.left < left || part.right > right))
        })
        expect(outside).toEqual([])
        const save = await page.getByRole("link", { name: "Save Contact" }).boundingBox()
        expect(save?.height).toBeGreaterThanOrEqual(52)
        expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
      })
    },
  )

  test.each(["a visitor", "its owner"])(
    "on a wide screen, no button covers anything of the card for %s",
    async (who) => {
      await visit(browser, { ...server, width: 1024 }, async (page) => {
        if (who === "a visitor") await page.goto("/kumo")
        else await openAs(page, person("kumo"), "/kumo")
        if (who === "its owner") await page.getByRole("link", { name: "Show my card" }).waitFor()
        await settled(page)
        const covered = await page.locator("article").evaluate((sheet) => {
          const boxes = (selector: string) =>
            [...sheet.querySelectorAll(selector)].map((one) => ({
              name: one.textContent || one.className,
              box: one.getBoundingClientRect(),
            }))
          const shown = boxes(".portrait, h1, .names p, li")
          return boxes(".button").flatMap(({ name, box }) =>
            shown
              .filter((it) => it.box.left < box.right && it.box.right > box.left)
              .filter((it) => it.box.top < box.bottom && it.box.bottom > box.top)
              .map((it) => `${name} covers ${it.name}`),
          )
        })
        expect(covered).toEqual([])
      })
    },
  )

  test("on a phone, Save Contact has the room, and Share Profile is an icon with a name", async () => {
    await visit(browser, server, async (page) => {
      await page.goto("/kumo")
      const widthOf = async (role: "link" | "button", name: string) =>
        (await page.getByRole(role, { name }).boundingBox())?.width ?? 0
      const share = await widthOf("button", "Share Profile")
      expect(share).toBeGreaterThanOrEqual(44)
      expect(await widthOf("link", "Save Contact")).toBeGreaterThan(3 * share)
    })
  })

  test.each(["light", "dark"] as const)(
    "every text of a card is legible in every ink, in the %s theme",
    async (theme) => {
      await visit(browser, { ...server, dark: theme === "dark" }, async (page) => {
        // A page has the styles of its own ink only.
        for (const accent of ACCENTS) {
          expect((await save({ ...SAVED, accent })).status).toBe(200)
          await page.goto("/kumo")
          const { texts, faint } = await page.locator("article").evaluate(faintTexts)
          expect(faint, accent).toEqual([])
          expect(texts, accent).toBeGreaterThan(10)
        }
      })
    },
  )
})

/** Runs in the page: the texts whose color differs too little from the ground that is painted beneath them. */
function faintTexts(sheet: Element): { texts: number; faint: string[] } {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  const rgba = (colour: string): number[] => {
    if (!context) return []
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (parts: number[]): number => {
    const [r = 0, g = 0, b = 0] = parts
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const groundOf = (element: Element | null): number[] => {
    if (element === null) return [255, 255, 255]
    const ground = rgba(getComputedStyle(element).backgroundColor)
    return ground[3] === 255 ? ground : groundOf(element.parentElement)
  }
  const faint: string[] = []
  let texts = 0
  const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement
    if (!holder?.checkVisibility() || node.textContent?.trim() === "") continue
    texts++
    const [top = 0, below = 0] = [luminance(rgba(getComputedStyle(holder).color)), luminance(groundOf(holder))]
    const contrast = (Math.max(top, below) + 0.05) / (Math.min(top, below) + 0.05)
    if (contrast < 4.5) faint.push(`${node.textContent} ${contrast.toFixed(2)}`)
  }
  return { texts, faint }
}

const linesOf = (text: string): string[] => text.split(/\n+/).map((line) => line.trim())

describe("on paper", () => {
  test.each([
    ["A4", false],
    ["Letter", true],
  ] as const)(
    "a profile is one page of %s with a card of 85 × 55 mm and its QR code, and nothing else",
    async (format, dark) => {
      await visit(browser, { ...server, dark }, async (page) => {
        await page.goto("/kumo")
        await settled(page)
        const pdf = (await page.pdf({ format })).toString("latin1")
        expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

        await page.emulateMedia({ media: "print" })
        const paper = { A4: 210, Letter: 215.9 }[format]
        await page.setViewportSize({ width: Math.floor(paper * MM), height: 1056 })
        const [front, back] = [page.locator("article"), page.getByRole("complementary")]
        for (const card of [front, back]) {
          const box = await card.boundingBox()
          expect(box?.width).toBeCloseTo(85 * MM, 0)
          expect(box?.height).toBeCloseTo(55 * MM, 0)
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(paper * MM)
        }
        const { full_name, job_title, business_name, business_phone, email, address } = SAVED
        expect(linesOf(await front.innerText())).toEqual([
          ...[full_name, job_title, business_name, business_phone, email],
          ...address.split("\n"),
          "kumo.example",
        ])
        expect((await back.innerText()).trim()).toBe(`${new URL(server.origin).host}/kumo`)
        expect(linesOf((await page.locator("body").innerText()).trim())).toEqual([
          ...linesOf(await front.innerText()),
          ...linesOf(await back.innerText()),
        ])
        await expect.poll(() => front.evaluate((sheet) => getComputedStyle(sheet).color)).toBe("rgb(27, 26, 23)")
        await expect.poll(() => back.getByRole("img", { name: /QR code/ }).isVisible()).toBe(true)
      })
    },
  )

  test("lines that do not fit on the card are left out whole", async () => {
    await visit(browser, { ...server, width: 1280 }, async (page) => {
      await page.goto("/kumo")
      await settled(page)
      await page.emulateMedia({ media: "print" })
      const contacts = page.locator("article ul").first()
      const edges = await contacts.evaluate((list) => {
        const sides = (element: Element) => {
          const { top, bottom, left, right } = element.getBoundingClientRect()
          return { top: Math.round(top), bottom: Math.round(bottom), left: Math.round(left), right: Math.round(right) }
        }
        return { list: sides(list), rows: [...list.children].map(sides) }
      })
      const shown = edges.rows.filter(({ left }) => left < edges.list.right)
      expect(shown.length, "at least phone and email").toBeGreaterThanOrEqual(2)
      for (const { top, bottom } of shown) {
        expect(top).toBeGreaterThanOrEqual(edges.list.top)
        expect(bottom).toBeLessThanOrEqual(edges.list.bottom)
      }
    })
  })

  test("the application's other pages keep away from the edges, which no printer reaches", async () => {
    /** Where the paper's first page begins to be drawn, as its PDF says it: in units of a third of a pixel. */
    const startOf = async (page: Page): Promise<number> => {
      const pdf = await page.pdf({ format: "A4" })
      for (let at = pdf.indexOf("stream\n"); at !== -1; at = pdf.indexOf("stream\n", at + 1)) {
        const text = inflated(pdf.subarray(at + "stream\n".length))
        const [, left] = /^\S+ 0 0 \S+ 0 \S+ cm\nq\n(\S+) \S+ \S+ \S+ re\n/.exec(text) ?? []
        if (left !== undefined) return Number(left)
      }
      return Number.NaN
    }
    await visit(browser, server, async (page) => {
      await openAs(page, person("kumo"), "/settings")
      await page.getByText("Deactivate Account").first().waitFor()
      expect(await startOf(page)).toBeGreaterThan(100)
      await page.goto("/kumo")
      await page.getByRole("link", { name: "Show my card" }).waitFor()
      expect(await startOf(page)).toBe(0)
    })
  })
})

/** Empty when it is not compressed. */
function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString("latin1")
  } catch {
    return ""
  }
}
