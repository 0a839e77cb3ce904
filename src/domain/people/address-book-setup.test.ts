// Setting up the address book on a device without typing.
import { expect, test } from "vitest"
import { appleProfile, davx5Link } from "./address-book-setup.ts"

const ID = "0b0c9d3e-0000-4000-8000-000000000001"
const MIKA = { address: "https://meishi.test/dav/", email: "mika&co@example.com", secret: "abcd-efgh" }

/** Key and value pairs of a property list, read as text. */
const textOf = (profile: string, key: string) =>
  new RegExp(`<key>${key}</key><(?:string|integer)>([^<]*)<`).exec(profile)?.[1]

test("Apple's profile holds the account, escaped", () => {
  const profile = appleProfile(MIKA, ID)
  expect(profile).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE plist /)
  for (const [key, value] of Object.entries({
    CardDAVHostName: "meishi.test",
    CardDAVPort: "443",
    CardDAVPrincipalURL: "/dav/",
    CardDAVUsername: "mika&amp;co@example.com",
    CardDAVPassword: "abcd-efgh",
  }))
    expect([key, textOf(profile, key)]).toEqual([key, value])
  expect(profile).toContain("<key>CardDAVUseSSL</key><true/>")
  const ids = [...profile.matchAll(/<key>PayloadUUID<\/key><string>([^<]*)/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(2)
})

test("on another port, and while trying it out without https", () => {
  expect(textOf(appleProfile({ ...MIKA, address: "https://meishi.test:8443/dav/" }, ID), "CardDAVPort")).toBe("8443")
  const local = appleProfile({ ...MIKA, address: "http://127.0.0.1:3000/dav/" }, ID)
  expect(local).toContain("<key>CardDAVUseSSL</key><false/>")
})

test("DAVx⁵'s link has the account before the host, so that no part is read as another", () => {
  const link = new URL(davx5Link({ ...MIKA, email: "mi:ka@x@example.com" }))
  expect([link.protocol, link.host, link.pathname]).toEqual(["davx5:", "meishi.test", "/dav/"])
  expect([link.username, link.password].map(decodeURIComponent)).toEqual(["mi:ka@x@example.com", "abcd-efgh"])
})
