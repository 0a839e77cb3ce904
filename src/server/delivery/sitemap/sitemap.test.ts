// The sitemap over HTTP: every public profile once, cached for an hour at most.
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { crowd } from "../../../../tests/support/crowd.ts"
import { signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { profiles } from "../../platform/db/schema.ts"
import { partsFor, rangeOf } from "./parts.ts"

const MEMBERS = 5000

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await crowd(site.services.database.db, MEMBERS, site.services.clock())
})
afterAll(() => site.close())

const text = async (path: string) => (await site.app.request(path)).text()
const locations = (xml: string) =>
  Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = ""]) => new URL(address))

async function listed(): Promise<string[]> {
  const parts = locations(await text("/sitemap.xml"))
  const pages = await Promise.all(parts.map(({ pathname }) => text(pathname)))
  return pages.flatMap((xml) => locations(xml).map(({ pathname }) => pathname.slice(1)))
}

describe("the sitemap", () => {
  test("lists every document and every profile once, in parts of a few thousand", async () => {
    const answer = await site.app.request("/sitemap.xml")
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8")
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600")
    const parts = locations(await answer.text())
    expect(parts.map(({ pathname }) => pathname)).toEqual([
      "/sitemap-pages.xml",
      ...[1, 2, 3, 4].map((part) => `/sitemap-${part}-of-4.xml`),
    ])
    const all = await listed()
    expect(all).toHaveLength(MEMBERS + 7)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toContain("acceptable-use")
    expect(all).toContain("crowd-4999")
  })

  test("has the address and the last change of each profile", async () => {
    const xml = await text("/sitemap-1-of-4.xml")
    expect(xml).toContain("<lastmod>2026-05-01T12:00:00.000Z</lastmod>")
    const [first] = locations(xml)
    expect((await site.app.request(first?.pathname ?? "")).status).toBe(200)
    expect(first?.origin).toBe(site.services.config.PUBLIC_ORIGIN)
  })

  test("is named by robots.txt, and sent again only when it changed", async () => {
    expect(await text("/robots.txt")).toContain(`Sitemap: ${site.services.config.PUBLIC_ORIGIN}/sitemap.xml\n`)
    const etag = (await site.app.request("/sitemap-2-of-4.xml")).headers.get("etag") ?? ""
    const again = await site.app.request("/sitemap-2-of-4.xml", { headers: { "if-none-match": etag } })
    expect(again.status).toBe(304)
  })

  test("drops profiles at once when they are no longer public", async () => {
    site.advance(3_600_000)
    await signUp(site, { username: "unconfirmed" })
    const leaving = await signUpAndVerify(site, { username: "leaving" })
    await signUpAndVerify(site, { username: "to-hide" })
    const before = await listed()
    expect(before).toContain("leaving")
    expect(before).toContain("to-hide")
    expect(before).not.toContain("unconfirmed")

    const left = await site.app.request("/api/functions/delete-user-account", {
      method: "POST",
      headers: leaving.headers,
      body: JSON.stringify({ user_id: leaving.user_id }),
    })
    expect(left.status).toBe(200)
    const { changes, db } = site.services.database
    await db.update(profiles).set({ hidden_at: site.services.clock() }).where(eq(profiles.username, "to-hide"))
    await changes.publish("profile", "to-hide")
    const after = await listed()
    expect(after).not.toContain("leaving")
    expect(after).not.toContain("to-hide")
    expect(after).toHaveLength(before.length - 2)
  })

  test("is read from the database once an hour", async () => {
    const first = await text("/sitemap-1-of-4.xml")
    const { db } = site.services.database
    await db.update(profiles).set({ updated_at: new Date("2026-06-01T00:00:00Z") })
    expect(await text("/sitemap-1-of-4.xml")).toBe(first)
    site.advance(3_600_000)
    expect(await text("/sitemap-1-of-4.xml")).toContain("<lastmod>2026-06-01T00:00:00.000Z</lastmod>")
  })

  test.each([
    "0-of-4",
    "5-of-4",
    "1-of-8",
    "01-of-4",
    "-1-of-4",
    "1-of-99999999999",
    "x",
    "%00",
    "index.xml",
    "1-of-4 ",
  ])("has no part %j", async (name) => {
    expect((await site.app.request(`/sitemap-${encodeURI(name)}.xml`)).status).toBe(404)
  })
})

test("for any number of profiles, the parts hold every id exactly once", () => {
  const id = fc.uuid()
  fc.assert(
    fc.property(fc.nat(10_000_000), id, (profilesCount, uuid) => {
      const parts = partsFor(profilesCount)
      expect(profilesCount / parts).toBeLessThanOrEqual(2000)
      // Where it must be, and its neighbours: nowhere else.
      const at = 1 + Math.floor((Number.parseInt(uuid.slice(0, 8), 16) / 0x1_0000_0000) * parts)
      const holds = [at - 1, at, at + 1].filter((part) => {
        if (part < 1 || part > parts) return false
        const { from, to } = rangeOf(part, parts)
        return uuid >= from && (to === null || uuid < to)
      })
      expect(holds).toEqual([at])
    }),
  )
})
