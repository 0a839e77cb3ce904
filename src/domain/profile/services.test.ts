// Services of links: handles become addresses, addresses find their service, and nothing else gets through.
import { describe, expect, test } from "vitest"
import { SERVICE_KEYS, SERVICES, type ServiceKey, serviceAddress, serviceOf } from "./services.ts"

describe("a handle becomes the address of its profile", () => {
  test.each<[ServiceKey, string, string]>([
    ["instagram", "@sasha", "https://www.instagram.com/sasha"],
    ["instagram", " sasha.k_1 ", "https://www.instagram.com/sasha.k_1"],
    ["github", "sasha", "https://github.com/sasha"],
    ["youtube", "@sasha", "https://www.youtube.com/@sasha"],
    ["tiktok", "sasha", "https://www.tiktok.com/@sasha"],
    ["bluesky", "@sasha.bsky.social", "https://bsky.app/profile/sasha.bsky.social"],
    ["mastodon", "@sasha@mastodon.social", "https://mastodon.social/@sasha"],
    ["mastodon", "sasha@chaos.example", "https://chaos.example/@sasha"],
    ["whatsapp", "+49 (170) 123-4567", "https://wa.me/491701234567"],
    ["signal", "+491701234567", "https://signal.me/#p/+491701234567"],
    ["whatsapp", "0049 170 1234567", "https://wa.me/491701234567"],
    ["whatsapp", "٠٠٤٩ ١٧٠ ١٢٣٤٥٦٧", "https://wa.me/491701234567"],
    ["whatsapp", "(212) 555-0123", "https://wa.me/12125550123"],
    ["whatsapp", "1 212 555 0123", "https://wa.me/12125550123"],
    ["whatsapp", "491701234567", "https://wa.me/491701234567"],
    ["telegram", "@sasha", "https://t.me/sasha"],
    ["calendly", "sasha", "https://calendly.com/sasha"],
    ["cal_com", "sasha", "https://cal.com/sasha"],
    ["spotify", "sasha", "https://open.spotify.com/user/sasha"],
    ["bandcamp", "sasha", "https://sasha.bandcamp.com/"],
    ["matrix", "@sasha:matrix.org", "https://matrix.to/#/@sasha:matrix.org"],
    ["cash_app", "$sasha", "https://cash.app/%24sasha"],
    ["orcid", "0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"],
    ["vk", "саша", "https://vk.com/%D1%81%D0%B0%D1%88%D0%B0"],
  ])("%s: %s", (key, typed, address) => {
    expect(serviceAddress(key, typed)).toBe(address)
  })

  test.each<[ServiceKey, string]>([
    ["instagram", "sasha/../admin"],
    ["instagram", "sasha?next=evil"],
    ["instagram", ".."],
    ["instagram", "a b"],
    ["instagram", ""],
    ["instagram", "x".repeat(65)],
    ["whatsapp", "sasha"],
    ["whatsapp", "+49"],
    ["whatsapp", "212 555 0123"],
    ["whatsapp", "0170 12345678"],
    ["whatsapp", "138 0013 8000"],
    ["whatsapp", "(11) 98765-4321"],
    ["signal", "(987) 150-1234"],
    ["signal", "6581234567"],
    ["signal", "+49 170 1234567 ext. 4"],
    ["mastodon", "sasha"],
    ["mastodon", "@sasha@localhost"],
    ["bandcamp", "evil.example/"],
    ["bandcamp", "a.b"],
    ["zoom", "sasha"],
    ["orcid", "1234"],
  ])("%s does not take %j", (key, typed) => {
    expect(serviceAddress(key, typed)).toBe(null)
  })
})

describe("an address of the service stays as it is", () => {
  test.each<[ServiceKey, string, string]>([
    ["instagram", "https://instagram.com/sasha?hl=de", "https://instagram.com/sasha?hl=de"],
    ["google_maps", "https://www.google.com/maps/place/Berlin", "https://www.google.com/maps/place/Berlin"],
    ["instagram", "instagram.com/sasha", "https://instagram.com/sasha"],
    ["instagram", "instagram.com", "https://instagram.com/"],
    ["zoom", "https://us02web.zoom.us/j/123", "https://us02web.zoom.us/j/123"],
    ["mastodon", "https://chaos.example/@sasha", "https://chaos.example/@sasha"],
  ])("%s: %s", (key, typed, address) => {
    expect(serviceAddress(key, typed)).toBe(address)
  })

  test.each<[ServiceKey, string]>([
    ["instagram", "https://evil.example/sasha"],
    ["instagram", "https://instagram.com.evil.example/sasha"],
    ["instagram", "https://notinstagram.com/sasha"],
    ["instagram", "javascript:alert(1)"],
    ["instagram", "https://user:password@instagram.com/sasha"],
    ["mastodon", "https://user@chaos.example/@sasha"],
  ])("%s does not take %s", (key, typed) => {
    expect(serviceAddress(key, typed)).toBe(null)
  })
})

describe("an address finds its service", () => {
  test.each([
    ["https://www.instagram.com/sasha", "instagram"],
    ["https://m.facebook.com/sasha", "facebook"],
    ["https://twitter.com/sasha", "x"],
    ["https://sasha.substack.com/", "substack"],
    ["https://music.apple.com/de/artist/1", "apple_music"],
    ["https://mastodon.social/@sasha", "mastodon"],
    ["https://sasha.example/", null],
    ["https://x.com.evil.example/", null],
    ["https://ax.com/", null],
    ["https://www.google.com/search?q=maps", null],
    ["not a link", null],
  ])("%s: %s", (address, key) => {
    expect(serviceOf(address)).toBe(key)
  })
})

test("every example and every handle of every service leads back to that service", () => {
  for (const key of SERVICE_KEYS) {
    const { address, example = "sasha" } = SERVICES[key]
    if (address === undefined && key !== "mastodon") continue
    const stored = serviceAddress(key, example)
    expect(stored, key).not.toBe(null)
    expect(serviceOf(stored ?? ""), key).toBe(key)
    expect(serviceAddress(key, stored ?? ""), key).toBe(stored)
  }
})

test("there are at least thirty services beyond the eight networks, and no two share a host", () => {
  expect(SERVICE_KEYS.length).toBeGreaterThanOrEqual(38)
  const hosts = SERVICE_KEYS.flatMap((key) => SERVICES[key].hosts)
  expect(new Set(hosts).size).toBe(hosts.length)
})
