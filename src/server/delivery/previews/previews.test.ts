// Preview pictures over HTTP: what is painted, how often, and what happens to many requests at once.
import { eq } from "drizzle-orm"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { crowd } from "../../../../tests/support/crowd.ts"
import { type Person, signUp, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"
import { accentOf } from "../../../domain/profile/accent.ts"
import { CLASSIC } from "../../../domain/profile/look.ts"
import { previewPath } from "../../../domain/profile/preview.ts"
import { profiles } from "../../platform/db/schema.ts"
import { paletteOf } from "./colors.ts"
import { createPainter } from "./painter.ts"
import { previewCard } from "./service.ts"

let site: TestApp
let anna: Person

beforeAll(async () => {
  site = await testApp()
  anna = await signUpAndVerify(site, { username: "anna", full_name: "Anna Lindqvist" })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => site.app.request(path, { headers })
const painted = () => site.logged.filter(({ event }) => event === "preview.painted").length

async function addressOf(username: string): Promise<string> {
  const profile = await site.services.profiles.read(username, site.services.clock())
  return previewPath(profile ?? { username, updated_at: "" })
}

describe("the preview of a profile", () => {
  test("is a JPEG of 1200 × 630 below 100 kB, with and without a photo", async () => {
    const plain = await get(await addressOf("anna"))
    expect(plain.status).toBe(200)
    expect(plain.headers.get("content-type")).toBe("image/jpeg")
    const bytes = Buffer.from(await plain.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(100_000)

    const headers = { ...anna.headers, "content-type": "image/jpeg" }
    const photo = new Uint8Array(await photograph(900, 600))
    site.advance(1000)
    const sent = await site.app.request("/api/profile/photo", { method: "PUT", headers, body: photo })
    expect(sent.status).toBe(200)
    const withPhoto = Buffer.from(await (await get(await addressOf("anna"))).arrayBuffer())
    expect(withPhoto.length).toBeLessThan(100_000)
    const distance = async (picture: Buffer) => {
      const spot = await sharp(picture).extract({ left: 220, top: 185, width: 1, height: 1 }).raw().toBuffer()
      const { accent } = paletteOf({ accent: accentOf({ username: "anna", accent: "" }), look: CLASSIC })
      const color = [1, 3, 5].map((start) => Number.parseInt(accent.slice(start, start + 2), 16))
      return Math.max(...color.map((value, at) => Math.abs(value - (spot[at] ?? 0))))
    }
    // A seal is one color; the photograph is another.
    expect(await distance(bytes)).toBeLessThan(5)
    expect(await distance(withPhoto)).toBeGreaterThan(20)
  })

  test("is painted once for many requests, and cached by clients while it is current", async () => {
    site.advance(1000)
    const saved = {
      full_name: "Anna L.",
      job_title: "",
      business_name: "",
      business_phone: "",
      email: "",
      address: "",
      bio: "",
      social_media: {},
    }
    const answer = await site.app.request("/api/profile", {
      method: "PUT",
      headers: anna.headers,
      body: JSON.stringify(saved),
    })
    expect(answer.status).toBe(200)
    const address = await addressOf("anna")
    const before = painted()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(address)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(painted() - before).toBe(1)
    const [first] = answers
    expect(first?.headers.get("cache-control")).toBe("public, max-age=86400, immutable")
    expect(first?.headers.get("etag")).toMatch(/^W\//)
    const again = await get(address, { "if-none-match": first?.headers.get("etag") ?? "" })
    expect([again.status, await again.text()]).toEqual([304, ""])
    expect(painted() - before).toBe(1)
  })

  test("without its version, or with an old one, is cached for a short time", async () => {
    for (const path of ["/files/previews/anna.jpg", "/files/previews/anna.jpg?v=old"])
      expect((await get(path)).headers.get("cache-control")).toBe("public, max-age=300")
  })

  test("has a new address and a new validator when the profile changes", async () => {
    const [address, etag] = [await addressOf("anna"), (await get(await addressOf("anna"))).headers.get("etag")]
    site.advance(1000)
    await site.services.database.db
      .update(profiles)
      .set({ full_name: "Anna M.", updated_at: site.services.clock() })
      .where(eq(profiles.username, "anna"))
    expect(await addressOf("anna")).not.toBe(address)
    const changed = await get(await addressOf("anna"), { "if-none-match": etag ?? "" })
    expect(changed.status).toBe(200)
  })

  test("is what the page links, and any site may show it", async () => {
    const html = await (await get("/anna")).text()
    const [, named = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(named).toBe(site.services.config.PUBLIC_ORIGIN + (await addressOf("anna")))
    expect((await get(named)).headers.get("cross-origin-resource-policy")).toBe("cross-origin")
    expect((await get("/anna")).headers.get("cross-origin-resource-policy")).toBe("same-origin")
  })

  test("does not exist for missing, unconfirmed, hidden and deactivated profiles", async () => {
    await signUp(site, { username: "unconfirmed" })
    await signUpAndVerify(site, { username: "hidden" })
    const gone = await signUpAndVerify(site, { username: "gone" })
    const { db } = site.services.database
    await db.update(profiles).set({ hidden_at: site.services.clock() }).where(eq(profiles.username, "hidden"))
    const left = await site.app.request("/api/functions/delete-user-account", {
      method: "POST",
      headers: gone.headers,
      body: JSON.stringify({ user_id: gone.user_id }),
    })
    expect(left.status).toBe(200)
    for (const name of ["nobody", "unconfirmed", "hidden", "gone", "%00", "..%2fanna", "a".repeat(5000)])
      expect([name.slice(0, 20), (await get(`/files/previews/${name}.jpg`)).status]).toEqual([name.slice(0, 20), 404])
  })
})

test("many simultaneous requests wait in a queue; beyond it they are refused with Retry-After", async () => {
  const people = await crowd(site.services.database.db, 60, site.services.clock())
  const asked = Promise.all(people.map((name) => get(`/files/previews/${name}.jpg`)))
  // Meanwhile a page is rendered and answered as ever.
  const page = await get("/crowd-0")
  expect(page.status).toBe(200)
  const answers = await asked
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(20)
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  for (const answer of answers.filter(({ status }) => status === 503))
    expect(answer.headers.get("retry-after")).toBe("10")
})

describe("the painter", () => {
  const pictures = { photo: new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]), banner: new Uint8Array([1]) }

  test("leaves out a damaged picture", async () => {
    const profile = await site.services.profiles.read("anna", site.services.clock())
    if (profile === null) throw new Error("anna is gone")
    const card = previewCard(profile, { name: "Meishi", origin: "https://cards.example" }, pictures)
    const picture = await createPainter().paint(card)
    expect((await sharp(Buffer.from(picture)).metadata()).width).toBe(1200)
  })

  test("that takes too long is killed, and the next picture gets a new process", async () => {
    const profile = await site.services.profiles.read("anna", site.services.clock())
    if (profile === null) throw new Error("anna is gone")
    const card = previewCard(
      profile,
      { name: "Meishi", origin: "https://cards.example" },
      { photo: null, banner: null },
    )
    const hasty = createPainter({ paintMs: 1 })
    await expect(hasty.paint(card)).rejects.toThrow("painting took too long")
    await expect(hasty.paint(card)).rejects.toThrow("painting took too long")
    expect((await createPainter({ idleMs: 1 }).paint(card)).length).toBeGreaterThan(10_000)
  })
})
