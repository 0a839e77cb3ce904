import { mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { cityDatabase } from "../../../../tests/support/city-database.ts"
import { NO_PLACE } from "../../../domain/insights/insights.ts"
import { readConfig } from "../config/config.ts"
import { createLog } from "../log.ts"
import { createPlaces } from "./places.ts"

const LISBON = { city: "Lisboa", state1: "Lisbon", country_code: "PT" }
const KYOTO = {
  city: { names: { ja: "京都市", en: "Kyoto" } },
  subdivisions: [{ names: { en: "Kyoto" } }, { names: { en: "Nakagyo" } }],
  country: { iso_code: "JP", names: { en: "Japan" } },
}

let folder: string
let logged: Record<string, unknown>[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-places-"))
  await writeFile(join(folder, "v4.mmdb"), cityDatabase(4, { "203.0.113.0/24": LISBON, "198.51.100.128/25": KYOTO }))
  await writeFile(join(folder, "v6.mmdb"), cityDatabase(6, { "2001:db8:a::/48": KYOTO, "192.0.2.0/24": LISBON }))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  logged = []
})

const placesWith = (env: Record<string, string>) =>
  createPlaces({ config: readConfig(env), log: createLog((line) => logged.push(JSON.parse(line))) })
const from = (ip: string, headers: Record<string, string> = {}, isProxied = false) => ({
  ip,
  headers: new Headers(headers),
  isProxied,
})
const file = (name: string) => join(folder, name)

describe("a city database", () => {
  const both = () => placesWith({ GEOIP_V4: file("v4.mmdb"), GEOIP_V6: file("v6.mmdb") })

  it("finds IPv4 and IPv6 addresses, in both common formats", async () => {
    const places = both()
    const lisbon = { city: "Lisboa", state: "Lisbon", country: "PT" }
    const kyoto = { city: "Kyoto", state: "Kyoto", country: "JP" }
    expect(await places.of(from("203.0.113.77"))).toEqual(lisbon)
    expect(await places.of(from("198.51.100.129"))).toEqual(kyoto)
    expect(await places.of(from("2001:db8:a::5"))).toEqual(kyoto)
    expect(logged.map(({ event }) => event)).toEqual(["places.opened", "places.opened"])
  })

  it("with both kinds of addresses also finds IPv4", async () => {
    const places = placesWith({ GEOIP_V4: file("v6.mmdb") })
    expect((await places.of(from("192.0.2.9"))).city).toBe("Lisboa")
  })

  it.each(["198.51.100.1", "10.1.2.3", "127.0.0.1", "192.168.0.9", "2001:db8:b::1", "::1", "fe80::1", "fd00::7"])(
    "knows nothing of %s",
    async (ip) => expect(await both().of(from(ip))).toEqual(NO_PLACE),
  )

  it("with IPv4 addresses is not used for IPv6: it would find the first half of them", async () => {
    const places = placesWith({ GEOIP_V6: file("v4.mmdb") })
    expect(await places.of(from("cb00:7101::1"))).toEqual(NO_PLACE)
    expect(logged).toMatchObject([{ event: "places.unreadable", error: "Error: it contains only IPv4 addresses" }])
  })

  it("that is missing or broken costs the place and one log line", async () => {
    const whole = cityDatabase(4, { "203.0.113.0/24": LISBON })
    await writeFile(file("cut.mmdb"), whole.subarray(0, whole.length / 2))
    await writeFile(file("empty.mmdb"), "")
    for (const name of ["none.mmdb", "cut.mmdb", "empty.mmdb", "."]) {
      logged = []
      const places = placesWith({ GEOIP_V4: file(name) })
      for (let tap = 0; tap < 3; tap += 1) expect(await places.of(from("203.0.113.1"))).toEqual(NO_PLACE)
      await places.refresh()
      expect(logged).toHaveLength(1)
      expect(logged[0]).toMatchObject({ level: "warn", event: "places.unreadable", path: file(name) })
      expect(String(logged[0]?.hint)).toBe("Taps are counted without a location.")
    }
  })

  it("is reported missing at once, but not read before its first use", async () => {
    await placesWith({ GEOIP_V4: file("none.mmdb") }).refresh()
    expect(logged).toMatchObject([{ event: "places.unreadable" }])
    logged = []
    await both().refresh()
    expect(logged).toEqual([])
  })

  it("is read again when it changes; a broken new file leaves the old one in use until a good one appears", async () => {
    const path = file("changing.mmdb")
    const put = async (bytes: Buffer | string, minute: number) => {
      await writeFile(`${path}.new`, bytes)
      await utimes(`${path}.new`, minute * 60, minute * 60)
      await rename(`${path}.new`, path)
    }
    const places = placesWith({ GEOIP_V4: path })
    const city = async () => (await places.of(from("203.0.113.1"))).city
    expect(await city()).toBe("")
    await put(cityDatabase(4, { "203.0.113.0/24": LISBON }), 1)
    await places.refresh()
    expect(await city()).toBe("Lisboa")
    await put(cityDatabase(4, { "203.0.113.0/24": KYOTO }), 2)
    expect(await city()).toBe("Lisboa")
    await places.refresh()
    expect(await city()).toBe("Kyoto")
    await put("nonsense", 3)
    await places.refresh()
    await places.refresh()
    expect(await city()).toBe("Kyoto")
    expect(logged.map(({ event }) => event)).toEqual([
      ...["places.unreadable", "places.opened", "places.opened", "places.unreadable"],
    ])
    expect(logged.at(-1)?.hint).toBe("The previous one stays in use.")
  })
})

describe("headers of a proxy", () => {
  const cloudflare = { "cf-ipcity": "Zürich", "cf-region": "Zurich", "cf-ipcountry": "CH" }

  it("count only from a trusted proxy, and before the databases", async () => {
    const places = placesWith({ GEO_HEADERS: "cloudflare", GEOIP_V4: file("v4.mmdb") })
    const zurich = { city: "Zürich", state: "Zurich", country: "CH" }
    expect(await places.of(from("203.0.113.1", cloudflare, true))).toEqual(zurich)
    expect((await places.of(from("203.0.113.1", cloudflare, false))).city).toBe("Lisboa")
    expect((await places.of(from("203.0.113.1", { "cf-ipcountry": "XX" }, true))).city).toBe("Lisboa")
    expect(await placesWith({}).of(from("203.0.113.1", cloudflare, true))).toEqual(NO_PLACE)
  })

  it.each([
    ["vercel", { "x-vercel-ip-city": "S%C3%A3o%20Paulo", "x-vercel-ip-country-region": "SP" }, "São Paulo, SP, "],
    ["cloudfront", { "cloudfront-viewer-city": "K\u00c3\u00b6ln", "cloudfront-viewer-country": "de" }, "Köln, , DE"],
    ["appengine", { "x-appengine-city": "?", "x-appengine-country": "ZZ" }, ", , "],
    ["City = X-Town, country=X-Land", { "x-town": "Bern", "x-land": "Switzerland" }, "Bern, , Switzerland"],
    ["city=x-town", { "x-town": "100%" }, "100%, , "],
    ["city=x-town", { "x-town": "%00a%0Ab\t%E2%80%AEc" }, "a b c, , "],
    ["city=x-town", { "x-town": "x".repeat(5000) }, `${"x".repeat(100)}, , `],
  ])("of %s: %j", async (setting, headers: Record<string, string>, expected) => {
    const { city, state, country } = await placesWith({ GEO_HEADERS: setting }).of(from("192.0.2.1", headers, true))
    expect(`${city}, ${state}, ${country}`).toBe(expected)
  })

  it.each(["nginx", "city", "city=", "town=x-town", "city=x town", "__proto__", "constructor"])(
    "no such setting: %s",
    (setting) => expect(() => readConfig({ GEO_HEADERS: setting })).toThrow(/^GEO_HEADERS must be one of/),
  )
})

describe("whom databases are owed to", () => {
  it("is DB-IP, or as the operator says", () => {
    expect(readConfig({}).GEOIP_CREDIT).toEqual({ text: "IP Geolocation by DB-IP", url: "https://db-ip.com" })
    const ours = { text: "Our own survey", url: "https://example.com/survey" }
    expect(readConfig({ GEOIP_CREDIT: "Our own survey https://example.com/survey" }).GEOIP_CREDIT).toEqual(ours)
    expect(() => readConfig({ GEOIP_CREDIT: "somebody" })).toThrow(/^GEOIP_CREDIT must be/)
  })
})
