// Pages over HTTP, with the real build: the same bytes for everyone, cached until they change, with a strict policy.
import { createHash } from "node:crypto"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { newestLink } from "../../../../tests/support/mailbox.ts"
import { type Person, postJson, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { profiles } from "../../platform/db/schema.ts"
import { openBuild } from "./build.ts"
import { createPages } from "./pages.ts"

const BUILD = new URL("../../../../build/", import.meta.url)

let site: TestApp
let anna: Person

const get = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const save = (person: Person, fields: Record<string, unknown>) =>
  site.app.request("/api/profile", {
    method: "PUT",
    headers: person.headers,
    body: JSON.stringify({
      full_name: "Anna Lindqvist",
      job_title: "",
      business_name: "",
      business_phone: "",
      email: "",
      address: "",
      bio: "",
      social_media: {},
      ...fields,
    }),
  })

beforeAll(async () => {
  site = await testApp()
  anna = await signUpAndVerify(site, { username: "anna" })
  await save(anna, {})
})
afterAll(() => site.close())

describe("a profile page", () => {
  test("is the same bytes for everyone, and sets no cookie", async () => {
    const one = await get("/anna", { cookie: "a=1", "user-agent": "One", "accept-language": "de" })
    const two = await get("/anna", { authorization: "Bearer x", "user-agent": "Two", referer: "https://example.com/" })
    expect(Buffer.from(await one.arrayBuffer()).equals(Buffer.from(await two.arrayBuffer()))).toBe(true)
    expect(one.headers.get("set-cookie")).toBeNull()
    expect(one.headers.get("vary")).toBe("Accept, Accept-Encoding")
    expect(one.headers.get("etag")).toBe(two.headers.get("etag"))
  })

  test("has the same content in every encoding", async () => {
    const plain = await (await get("/anna")).text()
    const br = await get("/anna", { "accept-encoding": "gzip, deflate, br" })
    const gzip = await get("/anna", { "accept-encoding": "gzip;q=0.5, br;q=0" })
    expect(br.headers.get("content-encoding")).toBe("br")
    expect(gzip.headers.get("content-encoding")).toBe("gzip")
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(plain)
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(plain)
  })

  test("is not sent again to a client that has it, and keeps its policy", async () => {
    const first = await get("/anna")
    const etag = first.headers.get("etag") ?? ""
    const again = await get("/anna", { "if-none-match": `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe("")
    expect(again.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"))
  })

  test("answers HEAD with the headers alone", async () => {
    const whole = await get("/anna", { "accept-encoding": "br" })
    const head = await site.app.request("/anna", { method: "HEAD", headers: { "accept-encoding": "br" } })
    expect(head.status).toBe(200)
    expect(head.headers.get("content-length")).toBe(String((await whole.arrayBuffer()).byteLength))
    expect(await head.text()).toBe("")
  })

  test("shows a change as soon as it is saved", async () => {
    expect(await (await get("/anna")).text()).not.toContain("Gardener of roofs")
    await save(anna, { job_title: "Gardener of roofs" })
    expect(await (await get("/anna")).text()).toContain("Gardener of roofs")
  })

  test("is a logged 404 while it is missing, and appears when it is created", async () => {
    const missing = await get("/newcomer")
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain(PROFILE.unavailable)
    expect(site.logged).toContainEqual(expect.objectContaining({ event: "page.not_found", path: "/newcomer" }))
    const newcomer = await signUpAndVerify(site, { username: "newcomer" })
    await save(newcomer, { full_name: "New Comer" })
    const found = await get("/newcomer")
    expect(found.status).toBe(200)
    expect(await found.text()).toContain("New Comer")
  })

  test("that was missing in another spelling redirects to the profile once it exists", async () => {
    expect((await get("/Latecomer")).status).toBe(404)
    await signUpAndVerify(site, { username: "latecomer" })
    expect((await get("/Latecomer")).status).toBe(302)
  })

  test("appears when a reset link confirms its email address", async () => {
    const { email } = await signUp(site, { username: "forgetful" })
    expect((await get("/forgetful")).status).toBe(404)
    await postJson(site, "/auth/v1/recover", { email })
    const { pathname, search } = new URL(await newestLink(site.services, email))
    const target = new URL((await get(pathname + search)).headers.get("location") ?? "").searchParams
    const headers = { authorization: `Bearer ${target.get("access_token")}`, "content-type": "application/json" }
    const body = JSON.stringify({ password: "a quieter harbour" })
    expect((await site.app.request("/auth/v1/user", { method: "PUT", headers, body })).status).toBe(200)
    expect((await get("/forgetful")).status).toBe(200)
  })

  test("has one address: other spellings and the id redirect to it", async () => {
    for (const path of ["/Anna", "/%61nna", `/${anna.user_id}`, `/${anna.user_id.toUpperCase()}`]) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/anna"])
    }
  })

  test("never shows a link that is not http, whatever was stored, and no text becomes markup", async () => {
    const evil = await signUpAndVerify(site, { username: "evil" })
    await save(evil, { full_name: "</script><script>alert(1)</script>" })
    await site.services.database.db
      .update(profiles)
      .set({
        social_media: { website: "javascript:alert(1)", twitter: "data:text/html,x" },
        email: '"><img src=x>@x.y',
      })
      .where(eq(profiles.username, "evil"))
    await site.services.database.changes.publish("profile", "evil")
    const html = await (await get("/evil")).text()
    expect(html).not.toMatch(/javascript:|data:text/)
    expect(html).not.toContain("<script>alert")
    expect(html).not.toContain("<img src=x>")
    const structured = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ""
    expect(JSON.parse(structured).mainEntity.name).toBe("</script><script>alert(1)</script>")
  })
})

describe("what is remembered", () => {
  test("is rendered once for simultaneous requests, and not kept after a change in between", async () => {
    let reads = 0
    const held: (() => void)[] = []
    const letGo = () => {
      for (const go of held.splice(0)) go()
    }
    const pages = createPages(openBuild(BUILD), {
      ...site.services,
      profiles: {
        ...site.services.profiles,
        async viewRevision(key, now) {
          reads += 1
          const profile = await site.services.profiles.viewRevision(key, now)
          await new Promise<void>((resolve) => {
            held.push(resolve)
          })
          return profile
        },
      },
    })
    // Nothing is stored of this one.
    await save(anna, { job_title: "Changed before" })
    const ask = () => pages.answer(new Request(`${ORIGIN}/anna`)).then((answer) => answer.text())
    const all = Promise.all(Array.from({ length: 20 }, ask))
    await expect.poll(() => held.length).toBe(1)
    await save(anna, { job_title: "Changed meanwhile" })
    letGo()
    await all
    expect(reads).toBe(1)
    const after = ask()
    await expect.poll(() => held.length).toBe(1)
    letGo()
    expect(await after).toContain("Changed meanwhile")
  })

  test("does not outlive the day of its rendering", async () => {
    expect(await (await get("/terms")).text()).toContain("May 1, 2026")
    site.advance(13 * 3_600_000)
    expect(await (await get("/terms")).text()).toContain("May 2, 2026")
  })

  test("is never an error: the next visitor gets the page", async () => {
    await site.services.database.pool.query("delete from rendered_pages")
    let isDown = true
    const pages = createPages(openBuild(BUILD), {
      ...site.services,
      profiles: {
        ...site.services.profiles,
        viewRevision: async (key, now) => {
          if (isDown) throw new Error("the database is away")
          return site.services.profiles.viewRevision(key, now)
        },
      },
    })
    const failed = await pages.answer(new Request(`${ORIGIN}/anna`))
    expect(failed.status).toBe(503)
    expect(failed.headers.get("cache-control")).toBe("no-store")
    expect(await failed.text()).toContain(PROFILE.loadError)
    isDown = false
    expect((await pages.answer(new Request(`${ORIGIN}/anna`))).status).toBe(200)
  })
})

describe("the policy of a page", () => {
  const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

  test.each(["/", "/anna", "/login"])("%s allows exactly its own inline scripts and styles", async (path) => {
    const answer = await get(path)
    const html = await answer.text()
    const policy = answer.headers.get("content-security-policy") ?? ""
    const inline = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}(?![^>]*(?:\\ssrc=|ld\\+json))[^>]*>(.*?)</${tag}>`, "gs"))].map((match) =>
        sha256(match[1] ?? ""),
      )
    const allowed = (directive: string) =>
      new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.match(/'sha256-[^']+'/g) ?? []
    expect(inline("script").length).toBeGreaterThan(0)
    expect(new Set(inline("script"))).toEqual(new Set(allowed("script-src")))
    expect(new Set(inline("style"))).toEqual(new Set(allowed("style-src")))
    expect(policy).not.toMatch(/unsafe|nonce/)
    expect(html).not.toContain("nonce=")
    expect(html).not.toMatch(/\sstyle="/)
  })

  test("app pages name their styles in a header", async () => {
    expect((await get("/login")).headers.get("link")).toMatch(/^<\/assets\/[^>]+\.css>; rel=preload; as=style$/)
  })
})

describe("other addresses", () => {
  test("get a 404 and its document", async () => {
    for (const path of [
      "/a/b",
      "/anna/x",
      "/.env",
      "/assets/missing.js",
      "/.vite/manifest.json",
      "/%00",
      "/%E0%A4%A",
    ]) {
      const answer = await get(path)
      expect(answer.status, path).toBe(404)
      expect(answer.headers.get("content-type"), path).toContain("text/html")
    }
    // Reserved names and what looks like a file are no profiles that might come back.
    for (const path of ["/a/b", "/insights", "/favicon.gif", "/exchange/nobody"]) {
      const html = await (await get(path)).text()
      expect(html, path).toContain("Oops! Page not found")
      expect(html, path).toMatch(/<title>Page not found[^<]*<\/title>/)
    }
  })

  test("that do not exist are logged, as whole pages and as data for the router", async () => {
    const badPaths = () => site.logged.filter(({ event }) => event === "page.not_found").map(({ path }) => path)
    const before = badPaths().length
    // The router asks for /no/such/page/ as /no/such/page/_.data.
    for (const path of ["/no/such/page", "/no/such/page.data", "/no/such/page/_.data", "/about.data"]) await get(path)
    expect(badPaths().slice(before)).toEqual(Array(3).fill("/no/such/page"))
  })

  test("lose a slash at the end, and never redirect to another host", async () => {
    const about = await get("/about/?a=1")
    expect([about.status, about.headers.get("location")]).toEqual([308, "/about?a=1"])
    for (const path of ["//evil.example/", "//evil.example", "/\\evil.example/", "///"]) {
      const pages = createPages(openBuild(BUILD), site.services)
      const answer = await pages.answer(new Request(ORIGIN + path))
      expect(answer.headers.get("location") ?? "/", path).toMatch(/^\/(?![/\\])/)
    }
  })

  test("accept GET and HEAD only", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const answer = await site.app.request("/anna", { method })
      expect([answer.status, answer.headers.get("allow")], method).toEqual([405, "GET, HEAD"])
    }
  })

  test("give the router its data, which is not cached", async () => {
    const answer = await get("/about.data")
    expect(answer.status).toBe(200)
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })
})

describe("built files", () => {
  test("are cached for a year, compressed, without source maps", async () => {
    const html = await (await get("/anna")).text()
    const script = /<script id="visitor"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? ""
    const answer = await get(script, { "accept-encoding": "br" })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(answer.headers.get("content-encoding")).toBe("br")
    expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).not.toContain("sourceMappingURL")
    expect((await get(`${script}.map`)).status).toBe(404)
  })

  test("robots, manifest and icon are where browsers look for them", async () => {
    expect(await (await get("/robots.txt")).text()).toContain("Disallow: /admin")
    expect(await (await get("/manifest.webmanifest")).json()).toMatchObject({ name: "Meishi" })
    expect((await get("/favicon.svg")).headers.get("content-type")).toBe("image/svg+xml")
  })
})

describe("a first visit of a full profile stays below 12 KiB", () => {
  const bytes = async (path: string) => (await (await get(path, { "accept-encoding": "br" })).arrayBuffer()).byteLength
  const everywhere = { label: "", service: "", on_page: true, in_contact: true }
  const item = (kind: string, value: string, rest = {}) => ({ ...everywhere, kind, value, ...rest })
  /** Each of another service, with another icon and label: what compresses least. */
  const twenty = [
    item("link", "https://cal.com/lindqvist-moreau", { service: "cal_com", label: "Book an hour" }),
    item("link", "https://shop.lindqvist.example/collections/all", { label: "Shop" }),
    item("link", "https://github.com/lindqvist-moreau", { service: "github" }),
    item("link", "https://mastodon.social/@lindqvist", { service: "mastodon" }),
    item("link", "https://wa.me/15550142277", { service: "whatsapp", label: "Message me" }),
    item("link", "https://t.me/lindqvistmoreau", { service: "telegram" }),
    item("link", "https://open.spotify.com/user/lindqvist", { service: "spotify", label: "What we dig to" }),
    item("link", "https://www.etsy.com/shop/lindqvist", { service: "etsy" }),
    item("link", "https://portfolio.lindqvist.example/2026", { label: "Portfolio" }),
    item("phone", "(555) 014-2278", { label: "Mobile" }),
    item("phone", "+49 30 901820", { label: "Work" }),
    item("phone", "+81 3 1234 5678", { label: "Tokyo garden" }),
    item("email", "office@lindqvist.example", { label: "Work" }),
    item("email", "press@lindqvist.example", { label: "Press" }),
    item("address", "48 Pier Road\nSausalito, CA 94965", { label: "Work" }),
    item("address", "Route 1, Box 12\nPoint Reyes, CA 94956", { label: "Nursery" }),
    item("date", "--05-04", { label: "Birthday" }),
    item("date", "2015-06-20", { label: "Founded" }),
    item("text", "First Saturday of the month, 10 to 4", { label: "Open garden" }),
    item("text", "English, svenska, 日本語", { label: "Languages" }),
  ]

  test.each([0, 20])("with %i items: page, styles, scripts, icon and manifest", async (count) => {
    const links = Object.fromEntries(
      ["instagram", "facebook", "tiktok", "twitter", "bluesky", "pinterest", "linkedin", "youtube"].map((network) => [
        network,
        `https://${network}.com/a-name-of-usual-length`,
      ]),
    )
    const username = `full-${count}`
    const saved = await save(await signUpAndVerify(site, { username }), {
      job_title: "Landscape architect",
      business_name: "Lindqvist & Moreau",
      business_phone: "(555) 014-2277",
      email: "anna@lindqvist.example",
      address: "12 Quay Street\nPortland, ME 04101",
      bio: "I draw gardens that look after themselves. ".repeat(6),
      social_media: { website: "https://lindqvist.example", ...links },
      profile_items: twenty.slice(0, count),
      // The pattern with the longest path.
      look: { layout: "classic", ground: "paper", pattern: "waves" },
    })
    expect(saved.status).toBe(200)
    const html = await (await get(`/${username}`)).text()
    expect(html.match(/<li>/g)).toHaveLength(4 + 8 + count)
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, address = ""]) => address)
    expect(scripts).toHaveLength(2)
    const loaded = [`/${username}`, ...scripts, "/favicon.svg", "/manifest.webmanifest"]
    const weight = (await Promise.all(loaded.map(bytes))).reduce((sum, size) => sum + size)
    expect(weight).toBeLessThanOrEqual(12 * 1024)
    // Nothing else is requested before the visitor does something; the photo has a limit of its own.
    expect(html).not.toContain('rel="stylesheet"')
    for (const script of scripts)
      expect(await (await get(script)).text(), "the script stands alone").not.toMatch(/\bfrom\s*["'`]/)
  })
})
