// What machines read: microformats, structured data, link previews, and the small files at fixed addresses.
import { mf2 } from "microformats-parser"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { htmlFaults } from "../../../../tests/support/html-validator.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"

const DOCUMENTS = ["/", "/about", "/contact", "/faq", "/privacy", "/terms", "/acceptable-use"]
const APP_PAGES = [
  "/login",
  "/signup",
  "/verify-email",
  "/reset-password",
  "/edit-profile",
  "/settings",
  "/admin",
  "/card",
]

let site: TestApp
let anna: Person
const get = (path: string) => site.app.request(path)
const text = async (path: string) => (await get(path)).text()

beforeAll(async () => {
  site = await testApp({ SUPPORT_EMAIL: "help@cards.example", SITE_NAME: "Cards & Co" })
  anna = await signUpAndVerify(site, { username: "anna" })
  const headers = { ...anna.headers, "content-type": "image/jpeg" }
  await site.app.request("/api/profile/photo", {
    method: "PUT",
    headers,
    body: new Uint8Array(await photograph(300, 300)),
  })
  await site.app.request("/api/profile", {
    method: "PUT",
    headers: anna.headers,
    body: JSON.stringify({
      full_name: 'Anna "Ann" <Lindqvist>',
      job_title: "Landscape architect",
      business_name: "Lindqvist & Moreau",
      business_phone: "5550142277",
      email: "anna@lindqvist.example",
      address: "12 Quay Street\nPortland, ME 04101",
      bio: "I draw gardens.\n\nAnd ponds.",
      social_media: { website: "https://lindqvist.example", linkedin: "https://www.linkedin.com/in/anna?a=1&b=2" },
    }),
  })
})
afterAll(() => site.close())

const names = (html: string) =>
  Object.fromEntries(
    Array.from(html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g), ([, name, content]) => [
      name,
      content,
    ]),
  )
const canonical = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]

describe("a profile as an h-card", () => {
  test("has the name, the job and ways to contact the person", async () => {
    const { items, rels } = mf2(await text("/anna"), { baseUrl: `${ORIGIN}/anna` })
    const cards = items.filter(({ type }) => type?.includes("h-card"))
    expect(cards).toHaveLength(1)
    const { photo, ...properties } = cards[0]?.properties ?? {}
    expect(properties).toEqual({
      name: ['Anna "Ann" <Lindqvist>'],
      uid: [`${ORIGIN}/anna`],
      url: [`${ORIGIN}/anna`, "https://lindqvist.example/", "https://www.linkedin.com/in/anna?a=1&b=2"],
      "job-title": ["Landscape architect"],
      org: ["Lindqvist & Moreau"],
      tel: ["(555) 014-2277"],
      email: ["mailto:anna@lindqvist.example"],
      adr: ["12 Quay Street\nPortland, ME 04101"],
      note: ["I draw gardens.\n\nAnd ponds."],
    })
    expect(JSON.stringify(photo)).toContain(`${ORIGIN}/files/profile-pictures/profiles/${anna.user_id}/contact.jpg`)
    expect(rels.me).toEqual(["https://lindqvist.example/", "https://www.linkedin.com/in/anna?a=1&b=2"])
  })
})

describe("structured data", () => {
  test("is a ProfilePage with the person, and cannot end its script element", async () => {
    const html = await text("/anna")
    const [, json = ""] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      "@type": "ProfilePage",
      url: `${ORIGIN}/anna`,
      dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      mainEntity: {
        "@type": "Person",
        name: 'Anna "Ann" <Lindqvist>',
        alternateName: "anna",
        identifier: anna.user_id,
        sameAs: ["https://lindqvist.example/", "https://www.linkedin.com/in/anna?a=1&b=2"],
      },
    })
  })

  test("names the site on the landing page", async () => {
    const [, json = ""] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(await text("/")) ?? []
    expect(JSON.parse(json)).toEqual({
      "@context": "https://schema.org",
      "@type": "WebSite",
      name: "Cards & Co",
      url: `${ORIGIN}/`,
    })
  })
})

test.each([...DOCUMENTS, "/anna"])(
  "%s has one address, a title, a sentence and a picture for previews",
  async (path) => {
    const html = await text(path)
    const meta = names(html)
    expect(canonical(html)).toBe(ORIGIN + path)
    expect(meta["og:url"]).toBe(ORIGIN + path)
    expect(meta["og:title"]).toBe(/<title>([^<]*)<\/title>/.exec(html)?.[1])
    expect(meta["og:description"]?.length).toBeGreaterThan(30)
    expect(meta.description).toBe(meta["og:description"])
    expect(meta["og:site_name"]).toBe("Cards &amp; Co")
    expect(meta["twitter:card"]).toBe("summary_large_image")
    expect(meta["og:image:alt"]?.length).toBeGreaterThan(5)
    const picture = await get(meta["og:image"] ?? "")
    const bytes = Buffer.from(await picture.arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    expect([meta["og:image:width"], meta["og:image:height"]]).toEqual([String(width), String(height)])
    expect([width, height]).toEqual([1200, 630])
    expect(bytes.length).toBeLessThan(100_000)
  },
)

const CLOSED = APP_PAGES.filter((path) => path !== "/login" && path !== "/signup")
test.each([...CLOSED, "/nobody-here", "/a/b"])("%s is not for search engines", async (path) => {
  expect(names(await text(path)).robots).toBe("noindex")
})

describe("files at fixed addresses", () => {
  test("the manifest names the site and icons that exist in their declared size", async () => {
    const answer = await get("/manifest.webmanifest")
    expect(answer.headers.get("content-type")).toBe("application/manifest+json")
    const manifest = await answer.json()
    expect(manifest).toMatchObject({ id: "/", name: "Cards & Co", start_url: "/settings/card", scope: "/" })
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable")
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await get(src)
      expect([src, icon.status, icon.headers.get("content-type")]).toEqual([src, 200, type])
      if (type !== "image/png") continue
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })

  test("a maskable icon fills its square, and its logo stays in the middle", async () => {
    const bytes = Buffer.from(await (await get("/icon-maskable-512.png")).arrayBuffer())
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const outside = [...Array(info.width * info.height).keys()].filter((at) => {
      const [x, y] = [(at % info.width) - 255.5, Math.floor(at / info.width) - 255.5]
      return Math.hypot(x, y) > 0.4 * info.width
    })
    const colours = new Set(outside.map((at) => data.subarray(at * 4, at * 4 + 4).toString("hex")))
    expect([...colours]).toEqual(["ad3117ff"])
  })

  test("favicon.ico has three sizes, and every page links it, the SVG and the touch icon", async () => {
    const answer = await get("/favicon.ico")
    expect(answer.headers.get("content-type")).toBe("image/x-icon")
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([1, 3])
    for (const [at, side] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * at
      const picture = bytes.subarray(bytes.readUInt32LE(entry + 12)).subarray(0, bytes.readUInt32LE(entry + 8))
      expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: side, height: side })
    }
    for (const path of ["/", "/login"]) {
      const icons = Array.from(
        (await text(path)).matchAll(/<link rel="(?:apple-touch-)?icon" href="([^"]+)"/g),
        ([, href]) => href,
      )
      expect(icons).toEqual(["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png"])
      for (const icon of icons) expect((await get(icon ?? "")).status).toBe(200)
    }
  })

  test("security.txt has a contact and expires within a year", async () => {
    const answer = await get("/.well-known/security.txt")
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8")
    const fields = Object.fromEntries(
      (await answer.text())
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/)),
    )
    expect(fields.Contact).toBe("mailto:help@cards.example")
    expect(fields.Canonical).toBe(`${ORIGIN}/.well-known/security.txt`)
    const days = (Date.parse(fields.Expires) - site.services.clock().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(100)
    expect(days).toBeLessThan(365)
    site.advance(86_400_000)
    expect(await text("/.well-known/security.txt")).not.toContain(fields.Expires)
  })

  test("robots.txt disallows pages that need a session, and no public page", async () => {
    const closed = Array.from((await text("/robots.txt")).matchAll(/^Disallow: (.+)$/gm), ([, path = ""]) => path)
    expect(closed).toContain("/admin")
    for (const path of [...DOCUMENTS, "/anna", "/files/previews/anna.jpg", "/assets/x.js"])
      expect(closed.filter((start) => path.startsWith(start))).toEqual([])
  })
})

describe("the HTML as it is served", () => {
  test.each([...DOCUMENTS, "/anna", "/nobody-here", "/a/b", ...APP_PAGES])("%s is valid", async (path) => {
    expect(await htmlFaults(await text(path))).toEqual([])
  })
})
