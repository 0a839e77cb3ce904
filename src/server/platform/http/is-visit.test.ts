import { describe, expect, it } from "vitest"
import { isVisit } from "./is-visit.ts"

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
const visit = (headers: Record<string, string>, method = "GET") =>
  isVisit({ method, headers: new Headers({ "user-agent": IPHONE, ...headers }) })

describe("a visit", () => {
  it.each<Record<string, string>>([
    {},
    { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    { "user-agent": "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36" },
    { "user-agent": `${IPHONE} [FBAN/FBIOS;FBAV/480.0]` },
  ])("is a person with a browser: %j", (headers) => expect(visit(headers)).toBe(true))

  it.each<Record<string, string>>([
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
    { "x-purpose": "preview" },
    { "x-moz": "prefetch" },
    { "sec-fetch-mode": "cors" },
    { "sec-fetch-dest": "image" },
    { "user-agent": "" },
    { "user-agent": "WhatsApp/2.23.20.0" },
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    {
      "user-agent":
        "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    },
    { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
    { "user-agent": "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5" },
    { "user-agent": "curl/8.9.1" },
  ])("is not a prefetch, a preview or a crawler: %j", (headers) => expect(visit(headers)).toBe(false))

  it("is not a HEAD request", () => expect(visit({}, "HEAD")).toBe(false))
})
