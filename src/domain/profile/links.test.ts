import { describe, expect, it } from "vitest"
import { displayUrl, httpUrl } from "./links.ts"

describe("links on a card", () => {
  it.each([
    ["https://example.com", "https://example.com/"],
    ["HTTP://Example.com/a b", "http://example.com/a%20b"],
    ["https://münchen.example/ü", "https://xn--mnchen-3ya.example/%C3%BC"],
  ])("%j is a link", (text, href) => {
    expect(httpUrl(text)).toBe(href)
  })

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " https://example.com",
    "java\nscript:alert(1)",
    "https://exa\nmple.com",
    "https://example.com/\u0000",
    "data:text/html,x",
    "file:///etc/passwd",
    "//example.com",
    "example.com",
    "https://",
    "https://user:pw@example.com",
    "https://user@example.com",
    "ftp://example.com",
    "https://example.com/\u202egnp.exe",
    `https://${"A".repeat(40_000)}!`,
    "",
  ])("%j is none", (text) => {
    expect(httpUrl(text)).toBeNull()
  })

  it("is shown without the protocol", () => {
    expect(displayUrl("https://example.com/")).toBe("example.com")
    expect(displayUrl("http://example.com/a/")).toBe("example.com/a")
  })
})
