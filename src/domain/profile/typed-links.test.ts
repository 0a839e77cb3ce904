import { describe, expect, it } from "vitest"
import { httpUrl } from "./links.ts"
import { isLink, withScheme } from "./typed-links.ts"

describe("a link as it is typed", () => {
  it.each([
    ["https://example.com", "https://example.com/"],
    ["HTTP://Example.com/a b", "http://example.com/a%20b"],
    ["https://münchen.example/ü", "https://xn--mnchen-3ya.example/%C3%BC"],
    ["https://münchen.de", "https://xn--mnchen-3ya.de/"],
    ["https://XN--MNCHEN-3YA.de", "https://xn--mnchen-3ya.de/"],
    ["https://faß.de", "https://xn--fa-hia.de/"],
    ["https://пример.рф", "https://xn--e1afmkfd.xn--p1ai/"],
    ["https://日本語.jp", "https://xn--wgv71a119e.jp/"],
    ["https://例え。テスト", "https://xn--r8jz45g.xn--zckzah/"],
    ["https://☃.net", "https://xn--n3h.net/"],
    ["https://مثال.إختبار", "https://xn--mgbh0fb.xn--kgbechtv/"],
    ["https://a_b.example.com.", "https://a_b.example.com./"],
    ["http://localhost:3000/me", "http://localhost:3000/me"],
    ["http://192.0.2.1:8080", "http://192.0.2.1:8080/"],
    ["http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080/"],
    ["https://example.com:65535", "https://example.com:65535/"],
    ["https://example.com?q=a@b#c@d", "https://example.com/?q=a@b#c@d"],
    ["https://example.com/@anna/100%", "https://example.com/@anna/100%"],
  ])("%j is a link", (text, href) => {
    expect(isLink(text)).toBe(true)
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
    "",
    ...["https://xn--", "https://xn--.com", "https://xn---", "https://xn--a", "https://xn--zzzz", "https://xn--abc-"],
    ...["https://www.xn--0.pt", "https://xn--99999999.com", `https://xn--${"9".repeat(59)}.com`, "https://XN--"],
    `https://${"A".repeat(40_000)}!`,
    // Stands for "münchen" in capital letters, which no registry gives away.
    "https://xn--MNCHEN-QNA.de",
    ...["https://.", "https://..", "https://a..b", "https://.a", "https://a.com..", "https://-"],
    ...["https://-a.com", "https://a-.com", "https://a!b.com", "https://a~b", "https://(a)", "https://a$b.com"],
    ...["https://12345", "https://2130706433", "https://0x7f.1", "https://127.1", "https://1.2.3", "https://1.2.3.4.5"],
    ...["https://999.1.1.1", "https://１.2.3.4", "https://010.0.0.1"],
    ...["https://example.com:0", "https://example.com:65536", "https://example.com:-1", "https://example.com:x"],
    ...[
      "https:///example.com",
      "https:\\\\example.com",
      "https:example.com",
      "https://@example.com",
      "https://:@example.com",
    ],
    ...["https://ex ample.com", "https://ex\u00a0ample.com", "https://ex\tample.com", "https://ex%61mple.com"],
    ...[
      "https://example.com\u0085",
      "https://example.com/\u202egnp.exe",
      "https://exam\u2066ple.com",
      "https://\u3164",
    ],
    ...[
      `https://${"a".repeat(64)}.com`,
      `https://${"a.".repeat(127)}com`,
      "https://[::1",
      "https://[]",
      "https://[::g]",
    ],
  ])("%j is none", (text) => {
    expect(isLink(text)).toBe(false)
  })

  it("a bare domain gets https, anything else stays as typed", () => {
    expect(withScheme("example.com/me")).toBe("https://example.com/me")
    expect(withScheme("münchen.de")).toBe("https://münchen.de")
    expect(withScheme("пример.xn--p1ai:8080?x")).toBe("https://пример.xn--p1ai:8080?x")
    for (const typed of ["1.5", "a..de", "-.de", "xn--.de", "anna@example.com"]) expect(withScheme(typed)).toBe(typed)
    expect(withScheme("not a link")).toBe("not a link")
    expect(withScheme("javascript:alert(1)")).toBe("javascript:alert(1)")
  })
})
