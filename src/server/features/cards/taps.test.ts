// Where a tap was made, and whose taps are not counted.
import { rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { authClient } from "../../../../tests/support/auth-client.ts"
import { cityDatabase } from "../../../../tests/support/city-database.ts"
import { fromIp, PASSWORD, type Person, postJson, signIn, signUpAndVerify } from "../../../../tests/support/people.ts"
import { card_taps } from "../../platform/db/schema.ts"

const PHONE = { "user-agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1" }
const CITIES = join(tmpdir(), `meishi-cities-${process.pid}.mmdb`)

let site: TestApp
let mika: Person
let ren: Person
let card: string

beforeAll(async () => {
  await writeFile(
    CITIES,
    cityDatabase(4, { "203.0.113.0/24": { city: "Lisboa", state1: "Lisbon", country_code: "PT" } }),
  )
  site = await testApp({ GEOIP_V4: CITIES, GEO_HEADERS: "cloudflare", TRUSTED_PROXIES: "10.0.0.0/8" })
  mika = await signUpAndVerify(site, { username: "mika" })
  ren = await signUpAndVerify(site, { username: "ren" })
})
afterAll(async () => {
  await site.close()
  await rm(CITIES)
})
beforeEach(async () => {
  site.advance(3_600_000)
  card = await site.services.cards.generate(site.services.clock())
  await site.services.cards.linkPending(card, mika.user_id, site.services.clock())
})

const tap = async (headers: Record<string, string> = {}, ip = "192.0.2.7") => {
  const answer = await site.app.request(`/card/${card}`, { headers: { ...PHONE, ...headers } }, fromIp(ip))
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([302, null])
}
const taps = () => site.services.database.db.select().from(card_taps).where(eq(card_taps.card_id, card))

describe("the place of a tap", () => {
  const CF = { "cf-ipcity": "Zürich", "cf-region": "Zurich", "cf-ipcountry": "CH" }
  const LISBON = { city: "Lisboa", state: "Lisbon", country: "PT" }
  const ZURICH = { city: "Zürich", state: "Zurich", country: "CH" }
  const NOWHERE = { city: "", state: "", country: "" }

  test.each([
    ["is looked up by the address", "203.0.113.5", {}, LISBON],
    ["is looked up by an IPv4 address in an IPv6 one", "::ffff:203.0.113.5", {}, LISBON],
    ["is looked up by the address a trusted proxy names", "10.0.0.1", { "x-forwarded-for": "203.0.113.5" }, LISBON],
    ["is what a trusted proxy says", "10.0.0.1", { ...CF, "x-forwarded-for": "203.0.113.5" }, ZURICH],
    ["is not what another sender claims", "203.0.113.5", CF, LISBON],
    [
      "is not what a client claims if the request bypassed the trusted proxy",
      "192.0.2.1",
      { ...CF, "x-real-ip": "10.0.0.1" },
      NOWHERE,
    ],
    ["is unknown of a private address", "192.168.1.5", {}, NOWHERE],
    ["is unknown where nothing is found", "198.51.100.5", {}, NOWHERE],
  ])("%s", async (_, ip, headers: Record<string, string>, place) => {
    await tap(headers, ip)
    await expect.poll(taps).toHaveLength(1)
    const [row] = await taps()
    expect(row).toMatchObject(place)
    const ofTaps = site.logged.filter((line) => !String(line.event).startsWith("auth."))
    expect(JSON.stringify([row, ofTaps])).not.toContain(ip)
  })
})

test("a tap whose place is still being looked up is written before the program ends", async () => {
  const own = await testApp({ GEOIP_V4: CITIES })
  const { cards, clock, database } = own.services
  const { user_id } = await signUpAndVerify(own)
  const card_id = await cards.generate(clock())
  await cards.linkPending(card_id, user_id, clock())
  await own.app.request(`/card/${card_id}`, { headers: PHONE }, fromIp("203.0.113.5"))
  await cards.taps.settled()
  expect(await database.db.select().from(card_taps)).toMatchObject([{ card_id, city: "Lisboa" }])
  await own.close()
})

test("a tap whose place is found after others were written is counted too", async () => {
  const { cards, clock, places } = site.services
  const { of } = places
  const asked = Promise.withResolvers<void>()
  const found = Promise.withResolvers<void>()
  const slowly: typeof of = async (origin) => {
    if (origin.ip !== "198.51.101.1") return of(origin)
    asked.resolve()
    await found.promise
    return of(origin)
  }
  Object.assign(places, { of: slowly })
  const tapFrom = (ip: string) =>
    cards.taps.record(
      { card_id: card, profile_id: mika.user_id },
      { ip, headers: new Headers(), isProxied: false },
      clock(),
    )
  try {
    tapFrom("198.51.101.1")
    await asked.promise
    tapFrom("198.51.101.2")
    await expect.poll(taps).toHaveLength(1)
    found.resolve()
    await cards.taps.settled()
  } finally {
    Object.assign(places, { of })
  }
  expect(await taps()).toHaveLength(2)
})

test("a thousand taps at once are all counted, in few statements, and one for a profile that is gone costs no other", async () => {
  const { cards, clock, database } = site.services
  const execute = database.db.execute.bind(database.db)
  let statements = 0
  const counted = (...args: Parameters<typeof execute>) => {
    statements += 1
    return execute(...args)
  }
  Object.assign(database.db, { execute: counted })
  const origin = (n: number) => ({ ip: `198.51.${n >> 8}.${n & 255}`, headers: new Headers(), isProxied: false })
  try {
    for (let n = 0; n < 1_000; n++) cards.taps.record({ card_id: card, profile_id: mika.user_id }, origin(n), clock())
    cards.taps.record({ card_id: card, profile_id: crypto.randomUUID() }, origin(1_000), clock())
    await cards.taps.settled()
  } finally {
    Object.assign(database.db, { execute })
  }
  expect(await taps()).toHaveLength(1_000)
  // Each address is counted against its limit as well.
  expect(statements - 1_001).toBeLessThan(200)
})

test("the privacy policy credits the source of the places, if there is one", async () => {
  const credit = '<a href="https://db-ip.com"'
  expect(await (await site.app.request("/privacy")).text()).toContain(credit)
  const without = await testApp()
  const policy = await (await without.app.request("/privacy")).text()
  await without.close()
  expect(policy).not.toContain(credit)
  // Right after what is logged of a tap.
  expect(policy).toMatch(
    /<strong>NFC usage\.<\/strong>[\s\S]{0,800}This site doesn(?:'|&#x27;)t currently look up locations, so none are stored\./,
  )
})

describe("taps by the owner", () => {
  const countedFor = async (cookies: Map<string, string>) => {
    const before = (await taps()).length
    await tap({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") })
    // One that counts, so that there is something to wait for.
    await tap()
    await expect.poll(async () => (await taps()).length).toBeGreaterThan(before)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return (await taps()).length - before - 1
  }
  const browserOf = async ({ email }: Person, browser = authClient(site)) => {
    expect((await browser.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    return browser
  }

  test("are not counted, others' are", async () => {
    expect(await countedFor((await browserOf(mika)).cookies)).toBe(0)
    expect(await countedFor((await browserOf(ren)).cookies)).toBe(1)
  })

  test("are not counted either when the card opens a further profile", async () => {
    const { headers } = await signIn(site, mika.email)
    const choir = { username: "mika-choir", full_name: "Mika sings" }
    const made = await postJson(site, "/api/account/profiles", choir, headers)
    const { profile } = (await made.json()) as { profile: { id: string } }
    const point = (profile_id: string) =>
      postJson(site, `/api/account/cards/${card}/profile`, { profile_id }, headers, undefined, "PUT")
    expect((await point(profile.id)).status).toBe(200)
    expect(await countedFor((await browserOf(mika)).cookies)).toBe(0)
    expect(await countedFor((await browserOf(ren)).cookies)).toBe(1)
    expect((await point(mika.user_id)).status).toBe(200)
  })

  test("count again when another person has signed in with this browser, and after signing out", async () => {
    const browser = await browserOf(mika)
    await browserOf(ren, browser)
    expect(await countedFor(browser.cookies)).toBe(1)
    await browserOf(mika, browser)
    expect(await countedFor(browser.cookies)).toBe(0)
    await browser.client.signOut()
    expect(await countedFor(browser.cookies)).toBe(1)
  })

  test("stay uncounted when only the other devices are signed out, and over a refresh", async () => {
    const browser = await browserOf(mika)
    await browser.client.signOut({ scope: "others" })
    expect(await countedFor(browser.cookies)).toBe(0)
    browser.cookies.delete("meishi-owner")
    await browser.client.refreshSession()
    expect(await countedFor(browser.cookies)).toBe(0)
  })

  test("are recognized by a cookie for cards only, which names no one; programs and visitors get none", async () => {
    const post = (headers: Record<string, string>) =>
      site.app.request(
        "/auth/v1/token?grant_type=password",
        {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ email: mika.email, password: PASSWORD }),
        },
        fromIp("192.0.2.30"),
      )
    const [mark = ""] = (await post({ "sec-fetch-site": "same-origin" })).headers
      .getSetCookie()
      .filter((line) => line.startsWith("meishi-owner="))
    expect(mark).toMatch(/^meishi-owner=[\w-]{43}; Max-Age=2592000; Path=\/card; HttpOnly; SameSite=Lax$/)
    expect(mark).not.toContain(mika.user_id)
    expect((await post({})).headers.get("set-cookie")).not.toContain("meishi-owner")
    for (const path of ["/", "/mika", "/mika.vcf", "/login", "/privacy"])
      expect((await site.app.request(path, { headers: PHONE })).headers.getSetCookie()).toEqual([])
  })

  test.each(["", "x", "A".repeat(43), "%00", "=;"])("no such mark: %j", async (mark) => {
    expect(await countedFor(new Map([["meishi-owner", mark]]))).toBe(1)
  })

  test("the browser forgets its mark also when the session has ended already", async () => {
    const answer = await site.app.request("/auth/v1/logout", { method: "POST" }, fromIp("192.0.2.30"))
    expect(answer.status).toBe(401)
    expect(answer.headers.get("set-cookie")).toContain("meishi-owner=; Max-Age=0; Path=/card")
  })
})
