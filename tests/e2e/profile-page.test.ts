// The public profile in a browser: what visitors see and do, with and without scripts, and what only its owner gets.
import { execFileSync } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import jsQR from "jsqr"
import type { Browser, Download, Page } from "playwright-core"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { launch, refused, visit } from "../support/browser.ts"
import { settled } from "../support/looks.ts"
import { photograph, pngOf } from "../support/pictures.ts"
import { startSite } from "../support/site.ts"
import type { TestServer } from "../support/test-server.ts"
import { readVcard } from "../support/vcard-reader.ts"
import { confirmedAccount, dialogOf, openAs, type Person, person, toast } from "../support/visitors.ts"

const ANNA = person("anna", "Anna Lindqvist")
const OTHER = person("other", "Olaf Other")
const PROFILE = {
  full_name: "Anna Lindqvist",
  job_title: "Landscape architect",
  business_name: "Lindqvist & Moreau",
  business_phone: "2125550142",
  email: "hello@lindqvist.example",
  address: "12 Quay Street\nPortland, ME 04101",
  bio: "Gardens; roofs, squares.\nAnd the odd courtyard.",
  social_media: {
    website: "https://www.lindqvist.example/",
    instagram: "https://instagram.com/anna",
    facebook: "https://facebook.com/anna",
    tiktok: "https://tiktok.com/@anna",
    twitter: "https://x.com/anna",
    bluesky: "https://bsky.app/profile/anna",
    pinterest: "https://pinterest.com/anna",
    linkedin: "https://linkedin.com/in/anna",
    youtube: "https://youtube.com/@anna",
  },
}

let server: TestServer
let browser: Browser
let id: string

async function save({ email, password }: Person, profile: object) {
  const json = { "content-type": "application/json" }
  const token = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ email, password }),
  }).then((answer) => answer.json())
  const bearer = { authorization: `Bearer ${token.access_token}` }
  const saved = await fetch(`${server.origin}/api/profile`, {
    method: "PUT",
    headers: { ...json, ...bearer },
    body: JSON.stringify(profile),
  })
  expect(saved.status).toBe(200)
  return { token, bearer }
}

async function fillIn(): Promise<string> {
  const { token, bearer } = await save(ANNA, PROFILE)
  const photo = await fetch(`${server.origin}/api/profile/photo`, {
    method: "PUT",
    headers: { "content-type": "image/jpeg", ...bearer },
    body: new Uint8Array(await photograph()),
  })
  expect(photo.status).toBe(200)
  return token.user.id
}

beforeAll(async () => {
  server = await startSite()
  browser = await launch()
  await confirmedAccount(server, ANNA)
  await confirmedAccount(server, OTHER)
  id = await fillIn()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

describe("a visitor", () => {
  test("sees the whole card", async () => {
    await visit(browser, server, async (page) => {
      await page.goto("/anna")
      await expect.poll(() => page.title()).toBe("Anna Lindqvist · Meishi")
      const card = page.getByRole("article")
      await expect.poll(() => card.getByRole("heading", { level: 1 }).textContent()).toBe("Anna Lindqvist")
      const text = await card.innerText()
      for (const line of [
        "Landscape architect",
        "Lindqvist & Moreau",
        "Gardens; roofs, squares.\nAnd the odd courtyard.",
      ])
        expect(text).toContain(line)
      await expect
        .poll(() => card.getByText("(212) 555-0142").locator("xpath=ancestor::a").getAttribute("href"))
        .toBe("tel:+12125550142")
      await expect
        .poll(() => card.getByRole("link", { name: "hello@lindqvist.example" }).getAttribute("href"))
        .toBe("mailto:hello@lindqvist.example")
      await expect
        .poll(() => card.getByRole("link", { name: "www.lindqvist.example" }).getAttribute("href"))
        .toBe(PROFILE.social_media.website)
      // The icons say what a row is, and screen readers hear it.
      for (const [label, value] of [
        ["Phone", "(212) 555-0142"],
        ["Email", "hello@lindqvist.example"],
        ["Website", "www.lindqvist.example"],
      ] as const) {
        await card.getByRole("link", { name: `${value} ${label}`, exact: true }).waitFor()
        const shown = await card.getByText(label, { exact: true }).evaluate((it) => getComputedStyle(it).fontSize)
        expect(shown, label).toBe("0px")
      }
      const networks = card.getByRole("list", { name: "Social media" }).getByRole("link")
      await expect
        .poll(() => networks.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label"))))
        .toEqual([
          "Instagram",
          "Facebook",
          "TikTok",
          "X (formerly Twitter)",
          "Bluesky",
          "Pinterest",
          "LinkedIn",
          "YouTube",
        ])
      for (const rel of await networks.evaluateAll((links) => links.map((link) => link.getAttribute("rel"))))
        expect(rel).toBe("me noopener noreferrer nofollow ugc")
      expect(await page.getByRole("link", { name: "Edit Profile" }).count()).toBe(0)
      expect(await page.context().cookies()).toEqual([])
    })
  })

  test("always has Save Contact in view, large enough for a thumb, and nothing wider than the screen", async () => {
    await visit(browser, { ...server, width: 320 }, async (page) => {
      await page.goto("/anna")
      await settled(page)
      const save = await page.getByRole("link", { name: "Save Contact" }).boundingBox()
      expect(save?.height).toBeGreaterThanOrEqual(52)
      expect((save?.y ?? 812) + (save?.height ?? 0)).toBeLessThanOrEqual(812)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
  })

  test("saves the contact: a file that reads back to the profile", async () => {
    await visit(browser, server, async (page) => {
      await page.goto("/anna")
      const arriving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Save Contact" }).click()
      const download = await arriving
      expect(download.suggestedFilename()).toBe("Anna Lindqvist.vcf")
      await page.getByText("Contact saved successfully").waitFor()
      const made = await bytesOf(download)
      const served = Buffer.from(await (await fetch(`${server.origin}/anna.vcf`)).arrayBuffer())
      expect(made.equals(served), "browser and server write the same card").toBe(true)
      expect(readVcard(made).find(({ name }) => name === "FN")?.value).toEqual(["Anna Lindqvist"])
    })
  })

  test("needs no network after the page has loaded: the contact comes without its photo", async () => {
    await visit(browser, { ...server, expected: [/ERR_INTERNET_DISCONNECTED/] }, async (page) => {
      await page.goto("/anna", { waitUntil: "load" })
      await page.context().setOffline(true)
      const requested: string[] = []
      page.on("request", (request) => requested.push(new URL(request.url()).pathname))
      const arriving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Save Contact" }).click()
      const text = (await bytesOf(await arriving)).toString()
      await page.getByText("Contact saved successfully").waitFor()
      expect(text).toContain("FN:Anna Lindqvist")
      expect(text).toContain("ADR;TYPE=HOME:;;12 Quay Street\\nPortland\\, ME 04101;;;;")
      expect(text).toContain(`UID:urn:uuid:${id}`)
      expect(text).not.toContain("PHOTO")
      const counted = "/api/visits"
      // The form for leaving one's details comes after the contact is saved, if it can be had.
      const afterwards = /^\/assets\/offer-browser/
      expect(
        requested.filter((path) => path !== counted && !path.startsWith("blob") && !afterwards.test(path)),
      ).toEqual([`/files/profile-pictures/profiles/${id}/contact.jpg`])
    })
  })

  test("reads Processing... while the photo is on its way, and gets the card without it after three seconds", async () => {
    await visit(browser, server, async (page) => {
      await page.route("**/contact.jpg", () => undefined)
      await page.goto("/anna")
      const arriving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Save Contact" }).click()
      await page.getByRole("link", { name: "Processing..." }).waitFor()
      expect((await bytesOf(await arriving)).toString()).not.toContain("PHOTO")
      await page.getByRole("link", { name: "Save Contact" }).waitFor()
    })
  })

  test("sees a message when the contact card cannot be made", async () => {
    await visit(browser, { ...server, expected: [/contact-card/] }, async (page) => {
      await page.route("**/contact-card-*.js", (route) => route.abort())
      await page.goto("/anna")
      await page.getByRole("link", { name: "Save Contact" }).click()
      await page.getByText("Failed to save contact").waitFor()
      await page.getByRole("link", { name: "Save Contact" }).waitFor()
    })
  })

  test("gets the card without the photo when the photo cannot be fetched", async () => {
    await visit(browser, { ...server, expected: [refused(500, "contact.jpg")] }, async (page) => {
      await page.route("**/contact.jpg", (route) => route.fulfill({ status: 500 }))
      await page.goto("/anna")
      const arriving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Save Contact" }).click()
      const text = (await bytesOf(await arriving)).toString()
      expect(text).toContain("FN:Anna Lindqvist")
      expect(text).not.toContain("PHOTO")
    })
  })

  test("shares: the link is copied where the device has no share sheet", async () => {
    await visit(browser, server, async (page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }))
      await page.goto("/anna")
      await page.getByRole("button", { name: "Share Profile" }).click()
      await page.getByText("Profile link copied to clipboard").waitFor()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/anna`)
    })
  })

  test("shares by the device's own sheet; closing it is no failure, and a refusal says so", async () => {
    await visit(browser, server, async (page) => {
      await page.addInitScript(() => {
        const outcomes = [null, "AbortError", "NotAllowedError"]
        Object.defineProperty(navigator, "share", {
          value: async (what: unknown) => {
            document.title = JSON.stringify(what)
            const name = outcomes.shift()
            if (name) throw new DOMException("no", name)
          },
        })
        Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } })
      })
      await page.goto("/anna")
      const share = page.getByRole("button", { name: "Share Profile" })
      await share.click()
      await expect.poll(() => page.title()).toContain(`"url":"${server.origin}/anna"`)
      await share.click()
      expect(await page.getByText("Failed to share profile").count()).toBe(0)
      await share.click()
      await page.getByText("Failed to share profile").waitFor()
    })
  })

  test("finds every line on the card's own side, whatever its script", async () => {
    const studio = { ...PROFILE, business_name: "Studio נועה", job_title: "קרמיקאית" }
    for (const [username, name, side] of [
      ["noa", "נועה לוי", "right"],
      ["noah", "Noah Levi", "left"],
    ] as const) {
      const owner = person(username, name)
      await confirmedAccount(server, owner)
      await save(owner, { ...studio, full_name: name })
      await visit(browser, server, async (page) => {
        await page.goto(`/${username}`)
        const lines = page.locator(".h-card [dir=auto]")
        const sides = await lines.evaluateAll((found) => found.map((line) => getComputedStyle(line).textAlign))
        expect(sides.length).toBeGreaterThan(5)
        expect([...new Set(sides)]).toEqual([side])
      })
    }
  })

  test("on a wide screen can scan the profile from the page", async () => {
    await visit(browser, { ...server, width: 1280 }, async (page) => {
      await page.goto("/anna")
      await page.getByText("Scan to take it with you").waitFor()
      const shot = await page.getByRole("img", { name: /QR code/ }).screenshot()
      expect(await decode(shot)).toBe(`${server.origin}/anna`)
    })
  })

  test.each([
    ["Anna Berg", "after"],
    ["عمر حداد", "before"],
  ])("on a wide screen has its code where its lines end: %s", async (full_name, place) => {
    const owner = person(place, full_name)
    await confirmedAccount(server, owner)
    await save(owner, { ...PROFILE, full_name })
    await visit(browser, { ...server, width: 1280 }, async (page) => {
      await page.goto(`/${place}`)
      const code = await page.getByRole("img", { name: /QR code/ }).boundingBox()
      const card = await page.getByRole("article").boundingBox()
      expect((code?.x ?? 0) > (card?.x ?? 0) ? "after" : "before").toBe(place)
    })
  })

  test("on a wide screen always has its code in view, beside a card of any length", async () => {
    const owner = person("long", "Long Card")
    await confirmedAccount(server, owner)
    const line = { kind: "text", value: "A line", label: "Note", service: "", on_page: true, in_contact: true }
    await save(owner, { ...PROFILE, full_name: owner.fullName, profile_items: Array(20).fill(line) })
    await visit(browser, { ...server, width: 1280 }, async (page) => {
      await page.goto("/long")
      const code = page.getByRole("img", { name: /QR code/ })
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        await page.evaluate((to) => scrollTo(0, to * document.documentElement.scrollHeight), part)
        const { y = -1, height = 0 } = (await code.boundingBox()) ?? {}
        expect(y, `${part}`).toBeGreaterThan(0)
        expect(y + height, `${part}`).toBeLessThan(page.viewportSize()?.height ?? 0)
      }
    })
  })

  test("needs no script: everything is there, and Save Contact is the card itself", async () => {
    const context = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled: false,
      acceptDownloads: true,
    })
    try {
      const page = await context.newPage()
      await page.goto("/anna")
      await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Anna Lindqvist")
      expect(await page.getByRole("button", { name: "Share Profile" }).isVisible()).toBe(false)
      const arriving = page.waitForEvent("download")
      await page.getByRole("link", { name: "Save Contact" }).click()
      expect((await bytesOf(await arriving)).toString()).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n/)
    } finally {
      await context.close()
    }
  })
})

describe("in other browsers", () => {
  async function as(userAgent: string, story: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ baseURL: server.origin, userAgent, hasTouch: true })
    try {
      await story(await context.newPage())
    } finally {
      await context.close()
    }
  }

  test.each([
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0.0.0",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile [FB_IAB/FB4A;FBAV/440.0.0.0;]",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 [LinkedInApp]/9.29",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile musical_ly_2023 BytedanceWebview",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Snapchat/12.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Line/13.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Twitter for iPhone/10",
  ])("an app's own browser is told to open a real one: %s", async (agent) => {
    await as(agent, async (page) => {
      await page.goto("/anna")
      await page.getByRole("link", { name: "Save Contact" }).click()
      const dialog = page.getByRole("dialog", { name: "Open in your browser" })
      await dialog.waitFor()
      const href = (await dialog.getByRole("link", { name: "Open in your browser" }).getAttribute("href")) ?? ""
      const host = new URL(server.origin).host
      expect(href).toMatch(agent.includes("Android") ? `intent://${host}/anna#Intent;` : `x-safari-http://${host}/anna`)
      await dialog.getByRole("button", { name: "Not now" }).click()
      await dialog.waitFor({ state: "hidden" })
    })
  })

  test("on an iPhone the link itself opens the contact", async () => {
    await as(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1",
      async (page) => {
        await page.goto("/anna")
        const asked = page.waitForRequest(/\/anna\.vcf\?counted$/)
        await page.getByRole("link", { name: "Save Contact" }).click()
        expect((await asked).isNavigationRequest()).toBe(true)
      },
    )
  })

  test("on an iPhone without a network the contact is a download", async () => {
    await as(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1",
      async (page) => {
        await page.goto("/anna", { waitUntil: "load" })
        await page.context().setOffline(true)
        const arriving = page.waitForEvent("download")
        await page.getByRole("link", { name: "Save Contact" }).click()
        expect((await bytesOf(await arriving)).toString()).toContain("FN:Anna Lindqvist")
      },
    )
  })
})

describe("a connection that breaks off", () => {
  test("leaves the part of the card that came, after two seconds on a wide screen", async () => {
    await visit(browser, { ...server, width: 1280 }, async (page) => {
      const whole = await (await fetch(`${server.origin}/anna`)).text()
      const part = whole.slice(0, whole.lastIndexOf("And the odd courtyard"))
      await page.route("**/anna", (route) => route.fulfill({ contentType: "text/html", body: part }))
      await page.goto("/anna", { waitUntil: "commit" })
      await page.getByRole("heading", { name: "Anna Lindqvist" }).waitFor()
    })
  })
})

describe("a member", () => {
  test("sees no sign-in buttons flash, and the account menu in their place without a shift", async () => {
    await visit(browser, { ...server, width: 1280 }, async (page) => {
      await openAs(page, OTHER, "/about")
      // A slow device parses the page in parts, and could paint between two of them.
      const devtools = await page.context().newCDPSession(page)
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 })
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Reflect.set(window, "moved", Number(Reflect.get(window, "moved") ?? 0) + Reflect.get(entry, "value"))
        }).observe({ type: "layout-shift", buffered: true })
      })
      await page.goto("/anna", { waitUntil: "commit" })
      await page.getByRole("article").waitFor()
      expect(await page.getByRole("link", { name: "Sign Up" }).isVisible()).toBe(false)
      await page.getByRole("button", { name: "Account" }).click()
      await page.getByRole("menuitem", { name: "My Profile" }).waitFor()
      expect(await page.evaluate(() => Number(Reflect.get(window, "moved") ?? 0))).toBeLessThan(0.001)
      expect(await page.getByRole("link", { name: "Edit Profile", exact: true }).count()).toBe(0)
      expect(await page.getByRole("button", { name: "QR code and link" }).count()).toBe(0)
    })
  })

  test("the owner can edit the profile, and share it by QR code and link", async () => {
    await visit(browser, server, async (page) => {
      await openAs(page, ANNA, "/anna")
      await expect
        .poll(() => page.getByRole("link", { name: "Edit Profile" }).getAttribute("href"))
        .toBe("/edit-profile")
      await page.getByRole("button", { name: "QR code and link" }).click()
      const dialog = dialogOf(page)
      await dialog.getByText("Scan to view Anna Lindqvist's profile").waitFor()
      const code = dialog.getByRole("img", { name: /QR code/ })
      await expect.poll(async () => (await code.boundingBox())?.width).toBe(200)
      // While the dialog moves, the code is between two pixels.
      await settled(page)
      expect(await decode(await code.screenshot())).toBe(`${server.origin}/anna`)

      const png = page.waitForEvent("download")
      await dialog.getByRole("button", { name: "Download" }).click()
      const picture = await png
      expect(picture.suggestedFilename()).toBe("anna-profile-qr.png")
      const bytes = await bytesOf(picture)
      const { width, height, format } = await sharp(bytes).metadata()
      expect([width, height, format]).toEqual([1024, 1024, "png"])
      expect(await decode(bytes)).toBe(`${server.origin}/anna`)

      const svg = page.waitForEvent("download")
      await dialog.getByRole("button", { name: "SVG" }).click()
      const drawing = await svg
      expect(drawing.suggestedFilename()).toBe("anna-profile-qr.svg")
      expect(await decode(await pngOf(await bytesOf(drawing)))).toBe(`${server.origin}/anna`)

      await dialog.getByRole("tab", { name: "Link" }).click()
      await expect.poll(() => dialog.getByLabel("Profile link").inputValue()).toBe(`${server.origin}/anna`)
      await dialog.getByRole("button", { name: "Copy Link" }).click()
      await page.getByText("Profile link copied to clipboard").first().waitFor()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/anna`)
      await dialog.getByRole("button", { name: "Share" }).waitFor()
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
    })
  })

  test("sees a message where copying is not possible, and can retry a contact that did not load", async () => {
    await visit(browser, { ...server, expected: [refused(503, "/api/me")] }, async (page) => {
      await openAs(page, ANNA, "/about")
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"))
      let isAway = true
      await page.route("**/api/me", (route) => (isAway ? route.fulfill({ status: 503, json: {} }) : route.continue()))
      await page.goto("/anna")
      await page.getByRole("button", { name: "QR code and link" }).click()
      const dialog = dialogOf(page)
      await dialog.getByRole("tab", { name: "Link" }).click()
      await dialog.getByRole("button", { name: "Copy Link" }).click()
      await toast(page, "Failed to share profile")
      await dialog.getByRole("tab", { name: "Offline contact" }).click()
      isAway = false
      await dialog.getByRole("button", { name: "Try again" }).click()
      await dialog.getByRole("img", { name: /QR code/ }).waitFor()
    })
  })
})

describe("without a profile", () => {
  test("the page says so", async () => {
    await visit(browser, { ...server, expected: [refused(404, "/nobody")] }, async (page) => {
      await page.goto("/nobody")
      await page.getByText("This profile is currently unavailable or has been deactivated", { exact: true }).waitFor()
      expect(await page.getByRole("link", { name: "Create Profile" }).count()).toBe(0)
    })
  })
})

/** Both decoders must agree. */
async function decode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const first = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
  const file = join(server.dataDir, "code.png")
  await writeFile(file, picture)
  const second = execFileSync("zbarimg", ["--raw", "-q", file], { stdio: ["ignore", "pipe", "ignore"] })
    .toString()
    .trim()
  expect(second).toBe(first)
  return second
}
