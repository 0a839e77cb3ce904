// The share dialog's ways to take the card along: its files are opened, its codes scanned, its signature pasted.
import { readFile, writeFile } from "node:fs/promises"
import type { Browser, Locator, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch, visit } from "../support/browser.ts"
import { faultsOf, settled } from "../support/looks.ts"
import { pngOf } from "../support/pictures.ts"
import { scan } from "../support/scan.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { readVcard } from "../support/vcard-reader.ts"
import { confirmedAccount, dialogOf, openAs, person, toast } from "../support/visitors.ts"

const ANNA = person("anna", "Anna <b>Lindqvist</b>")
const RENAMED = person("adolph", "Adolph")

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, ANNA)
  await confirmedAccount(server, RENAMED)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function openMore(page: Page, who = ANNA): Promise<Locator> {
  await openAs(page, who, `/${who.username}`)
  await page.getByRole("button", { name: "QR code and link" }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole("tab", { name: "More" }).click()
  await dialog.getByRole("heading", { name: "Contact file" }).waitFor()
  return dialog
}

/** What the button downloads. */
async function downloaded(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent("download")
  await button.click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test.each([375, 1280])(
  "the specification's tabs come first, the offline contact last, all in view at %i px",
  async (width) => {
    await visit(browser, { origin: server.origin, width }, async (page) => {
      const dialog = await openMore(page)
      await expect
        .poll(() => dialog.getByRole("tab").allTextContents())
        .toEqual(["QR Code", "Link", "More", "Offline contact"])
      await settled(page)
      const list = dialog.getByRole("tablist")
      expect(await list.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
      // Small letters are drawn larger than they are shown, so they are smooth.
      const sharpness = await dialog
        .locator("canvas")
        .last()
        .evaluate((it: HTMLCanvasElement) => it.height / it.clientHeight)
      expect(sharpness).toBeCloseTo(2, 1)
      expect(await faultsOf(page, "share-more")).toEqual([])
    })
  },
)

test("the code in the owner's ink carries the initials and is scanned, as PNG and as SVG", async () => {
  await visit(browser, server, async (page) => {
    const dialog = await openMore(page)
    const png = await downloaded(page, dialog.getByRole("button", { name: "PNG with initials" }))
    expect(png.name).toBe("anna-code.png")
    const { width, height } = await sharp(png.bytes).metadata()
    expect([width, height]).toEqual([1024, 1024])
    expect(scan(png.bytes)).toEqual([`${server.origin}/anna`])
    const svg = await downloaded(page, dialog.getByRole("button", { name: "SVG with initials" }))
    expect(svg.name).toBe("anna-code.svg")
    expect(svg.bytes.toString()).toContain(">AB</text>")
    expect(scan(await pngOf(svg.bytes))).toEqual([`${server.origin}/anna`])
  })
})

test.each([
  ["iPhone SE", 750, 1334],
  ["Galaxy Ultra, Pixel Pro", 1440, 3120],
])("the wallpaper fills the screen of %s and is scanned", async (phone, width, height) => {
  await visit(browser, server, async (page) => {
    const dialog = await openMore(page)
    await dialog.getByLabel("Phone").selectOption(phone)
    const { name, bytes } = await downloaded(page, dialog.getByRole("button", { name: "Download wallpaper" }))
    expect(name).toBe("anna-wallpaper.png")
    const picture = await sharp(bytes).metadata()
    expect([picture.width, picture.height]).toEqual([width, height])
    expect(scan(bytes)).toEqual([`${server.origin}/anna`])
  })
})

test.each([
  ["Anna Lindqvist", ["Anna Lindqvist"]],
  ["Anna Katharina Lindqvist M.", ["Anna Katharina", "Lindqvist M."]],
  ["Wolfgang Amadeus Theophilus Mozart of Salzburg", ["Wolfgang Amadeus", "Theophilus Mozart", "of Salzburg"]],
  // Cut after a whole word, or after a character where there are no words.
  ["Ferdinandus ".repeat(8).trim(), [...Array(2).fill(/^(Ferdinandus ?)+$/), /^(Ferdinandus ?)+Ferdinandus…$/]],
  ["寿".repeat(60), [/^寿+$/, /^寿+$/, /^寿+…$/]],
])("the wallpaper says %j in letters that are not squeezed, no wider than the code", async (name, expected) => {
  await visit(browser, server, async (page) => {
    await page.addInitScript(() => {
      const drawn: [text: string, isSqueezed: boolean, canvas: number][] = []
      const draw = CanvasRenderingContext2D.prototype.fillText
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most) {
        const { width } = this.measureText(text)
        drawn.push([text, width > (most ?? this.canvas.width * 0.62), this.canvas.width])
        return draw.call(this, text, x, y, most)
      }
      Object.assign(window, { drawn })
    })
    await openAs(page, RENAMED, "/adolph")
    await page.evaluate(async (full_name) => {
      const { access_token } = JSON.parse(localStorage.getItem("meishi-session") ?? "{}")
      const headers = { "content-type": "application/json", authorization: `Bearer ${access_token}` }
      await fetch("/api/profile", { method: "PUT", headers, body: JSON.stringify({ full_name }) })
    }, name)
    const dialog = await openMore(page, RENAMED)
    const { bytes } = await downloaded(page, dialog.getByRole("button", { name: "Download wallpaper" }))
    if (process.env.SHOTS) await writeFile(`${process.env.SHOTS}/wallpaper-${name.slice(0, 20)}.png`, bytes)
    const { width } = await sharp(bytes).metadata()
    const all = await page.evaluate<[string, boolean, number][]>("window.drawn")
    // The preview is drawn with the same function, smaller.
    const drawn = all.filter(([, , canvas]) => canvas === width)
    expect(drawn.filter(([, isSqueezed]) => isSqueezed)).toEqual([])
    const lines = drawn.map(([text]) => text).slice(1, -1)
    expect(lines).toHaveLength(expected.length)
    for (const [at, line] of expected.entries()) expect(lines[at]).toMatch(line)
    expect(scan(bytes)).toEqual([`${server.origin}/adolph`])
  })
})

test("the signature is copied as rich text and as plain text, and a name stays text", async () => {
  await visit(browser, server, async (page) => {
    const dialog = await openMore(page)
    await dialog.getByRole("button", { name: "Copy signature" }).click()
    await toast(page, "Copied to clipboard")
    await page.evaluate(() =>
      document.addEventListener("paste", ({ clipboardData }) => {
        const [html, text] = ["text/html", "text/plain"].map((type) => clipboardData?.getData(type))
        Object.assign(window, { pasted: { html, text } })
      }),
    )
    await page.keyboard.press("Control+V")
    await page.waitForFunction("window.pasted")
    const kept = await page.evaluate<{ html: string; text: string }>("window.pasted")
    const link = server.origin.replace("http://", "")
    expect(kept.text.replaceAll("\r", "")).toBe(`-- \nAnna <b>Lindqvist</b>\n${link}/anna`)
    expect(kept.html).toContain("Anna &lt;b&gt;Lindqvist&lt;/b&gt;")
    expect(kept.html).toContain("border-left:3px solid")
    expect(kept.html).toContain(`href="${server.origin}/anna"`)
  })
})

test("where copying is not possible, it says so", async () => {
  await visit(browser, server, async (page) => {
    await page.addInitScript(() => Object.assign(document, { execCommand: () => false }))
    const dialog = await openMore(page)
    await dialog.getByRole("button", { name: "Copy signature" }).click()
    await toast(page, "Failed to copy")
  })
})

test("the card is printed without the dialog, and the contact is a file", async () => {
  await visit(browser, server, async (page) => {
    await page.addInitScript(() =>
      Object.assign(window, {
        print: () => Object.assign(window, { printed: document.querySelectorAll("[role=dialog]").length }),
      }),
    )
    const dialog = await openMore(page)
    const { name, bytes } = await downloaded(page, dialog.getByRole("link", { name: "Download contact" }))
    expect(name).toMatch(/\.vcf$/)
    const card = readVcard(bytes)
    expect(card.find((property) => property.name === "URL")?.value).toEqual([`${server.origin}/anna`])
    await dialog.getByRole("button", { name: "Print" }).click()
    await expect.poll(() => page.evaluate("window.printed")).toBe(0)
  })
})
