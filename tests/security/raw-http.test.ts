// HTTP that no client library sends, over a real socket: framing that a proxy may read differently, targets, hosts, repeated headers,
// compressed and foreign bodies. Each request gets an answer, none above 499, and the next one is served as usual.
import * as fc from "fast-check"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { cpuTimer } from "../support/cpu-time.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { type Person, signUpAndVerify } from "../support/people.ts"
import { exchange } from "../support/raw-exchange.ts"

let site: ListeningApp
let port = 0
let anna: Person
beforeAll(async () => {
  site = await listeningApp({ TRUSTED_PROXIES: "127.0.0.1" })
  port = Number(new URL(site.origin).port)
  anna = await signUpAndVerify(site)
})
afterAll(() => site.close())
afterEach(async () => {
  const worked = cpuTimer()
  expect((await fetch(`${site.origin}/api/health/live`)).status).toBe(200)
  expect(worked()).toBeLessThan(1_000)
  expect(site.logged.filter(({ level }) => level === "error")).toEqual([])
})

const HOST = "Host: meishi.test"
const CLOSE = "Connection: close"
const JSON_TYPE = "Content-Type: application/json"
const CHUNKED = "Transfer-Encoding: chunked"
const LIVE = "GET /api/health/live HTTP/1.1"
const ME = "GET /api/me HTTP/1.1"
const POST = "POST /api/availability HTTP/1.1"
const BODY = '{"username":"free-name"}'
const LENGTH = `Content-Length: ${BODY.length}`
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`

const request = (lines: string[], body = "") => `${[...lines, CLOSE].join("\r\n")}\r\n\r\n${body}`
const get = (...headers: string[]) => request([LIVE, HOST, ...headers])
const to = (target: string, method = "GET") => request([`${method} ${target} HTTP/1.1`, HOST])
let number = 0
/** From another network every time. */
const post = (headers: string[], body = BODY) =>
  request([POST, HOST, `X-Forwarded-For: 2001:db8:${(++number).toString(16)}::1`, ...headers], body)
const json = (body: string, ...headers: string[]) =>
  post([JSON_TYPE, `Content-Length: ${Buffer.byteLength(body, "latin1")}`, ...headers], body)

type Case = [name: string, status: number, bytes: string]

async function answered([name, status, bytes]: Case) {
  const { answers, end } = await exchange(port, bytes)
  expect([name, answers.map((answer) => answer.status), end]).toEqual([name, [status], "server"])
  return answers[0]
}

describe("where a request ends", () => {
  const cases: Case[] = [
    ["a length", 200, post([JSON_TYPE, LENGTH])],
    ["chunks", 200, post([JSON_TYPE, CHUNKED], CHUNKS)],
    ["chunks in other letters, behind a tab", 200, post([JSON_TYPE, "transfer-encoding:\tChunked"], CHUNKS)],
    [
      "chunks with an extension and a trailer",
      200,
      post([JSON_TYPE, CHUNKED], `18;a="b"\r\n${BODY}\r\n0\r\nX: y\r\n\r\n`),
    ],
    ["a length and chunks", 400, post([JSON_TYPE, LENGTH, CHUNKED], CHUNKS)],
    ["chunks and a length", 400, post([JSON_TYPE, CHUNKED, LENGTH], CHUNKS)],
    ["two lengths", 400, post([JSON_TYPE, LENGTH, "Content-Length: 3"])],
    ["one length twice", 400, post([JSON_TYPE, LENGTH, LENGTH])],
    ["a list of lengths", 400, post([JSON_TYPE, `${LENGTH}, ${BODY.length}`])],
    ["a length with a sign", 400, post([JSON_TYPE, `Content-Length: +${BODY.length}`])],
    ["a negative length", 400, post([JSON_TYPE, "Content-Length: -1"])],
    ["a hexadecimal length", 400, post([JSON_TYPE, "Content-Length: 0x18"])],
    ["a length beyond every number", 400, post([JSON_TYPE, "Content-Length: 99999999999999999999"])],
    ["a space before the colon", 400, post([JSON_TYPE, "Transfer-Encoding : chunked"], CHUNKS)],
    ["chunks said twice", 400, post([JSON_TYPE, CHUNKED, CHUNKED], CHUNKS)],
    ["a coding that is almost chunks", 400, post([JSON_TYPE, "Transfer-Encoding: xchunked"], CHUNKS)],
    ["a coding that says nothing", 400, post([JSON_TYPE, "Transfer-Encoding: identity"])],
    ["chunks that are not last", 400, post([JSON_TYPE, "Transfer-Encoding: chunked, identity"], CHUNKS)],
    ["packed chunks", 400, post([JSON_TYPE, "Transfer-Encoding: gzip, chunked"], CHUNKS)],
    ["a chunk that is no number", 400, post([JSON_TYPE, CHUNKED], `zz\r\n${BODY}\r\n0\r\n\r\n`)],
    ["a negative chunk", 400, post([JSON_TYPE, CHUNKED], `-1\r\n${BODY}\r\n0\r\n\r\n`)],
    ["a chunk longer than it says", 400, post([JSON_TYPE, CHUNKED], `2\r\n${BODY}\r\n0\r\n\r\n`)],
    ["a chunk beyond every number", 400, post([JSON_TYPE, CHUNKED], `fffffffffffffffff\r\n${BODY}`)],
    ["chunks with bare line feeds", 400, post([JSON_TYPE, CHUNKED], CHUNKS.replaceAll("\r\n", "\n"))],
    ["bare line feeds", 400, get().replaceAll("\r\n", "\n")],
    ["bare carriage returns", 400, get().replaceAll("\r\n", "\r")],
    ["a bare line feed in a header", 400, get("X: a\nTransfer-Encoding: chunked")],
    ["a folded header", 400, get("X: a\r\n b")],
    ["a folded first header", 400, request([LIVE, " X: a", HOST])],
    ["a null byte in a header", 400, get("X: a\0b")],
    ["a second request behind the last one's body", 400, `${json(BODY)}GET /api/me HTTP/1.1\r\n\r\n`],
    ["a body behind GET", 200, request([LIVE, HOST, LENGTH], BODY)],
  ]
  test.each(cases)("%s: %d", async (...each) => {
    await answered(each)
  })

  test("a smuggled request is not answered as a separate one", async () => {
    const smuggled = `${ME}\r\n${HOST}\r\n\r\n`
    const kept = post([JSON_TYPE, `Content-Length: ${BODY.length + smuggled.length}`], BODY + smuggled)
    const { answers } = await exchange(port, kept)
    expect(answers.map(({ status }) => status)).toEqual([400])
  })
})

describe("whom and what a request names", () => {
  const cases: Case[] = [
    ["two hosts", 400, get("Host: evil.example")],
    ["one host twice", 400, get("hOST: meishi.test")],
    ["two hosts for a page", 400, request(["GET / HTTP/1.1", HOST, "Host: evil.example"])],
    ["no host", 400, request([LIVE])],
    ["an empty host", 400, request([LIVE, "Host:"])],
    ["a host with a path", 400, request([LIVE, "Host: meishi.test/x"])],
    ["a host with a name and a password", 400, request([LIVE, "Host: a:b@meishi.test"])],
    ["a host with a space", 400, request([LIVE, "Host: a b"])],
    ["a host with a port that is none", 400, request([LIVE, "Host: meishi.test:99999"])],
    ["the absolute form", 200, to("http://meishi.test/api/health/live")],
    ["the absolute form of a page elsewhere", 200, to("http://elsewhere.example/")],
    ["the absolute form with a name and a password", 400, to("http://a:b@meishi.test/api/health/live")],
    ["the absolute form of a page with a name", 400, to("http://a@meishi.test/")],
    ["the absolute form with another scheme", 400, to("ftp://meishi.test/")],
    ["an absolute form that is none", 400, to("http://[::1/")],
    ["an asterisk", 400, to("*", "OPTIONS")],
    ["the authority form", 400, to("evil.example:443")],
    ["CONNECT", 405, to("evil.example:443", "CONNECT")],
    ["TRACE", 405, to("/", "TRACE")],
    ["no slash", 400, to("api/health/live")],
    ["two slashes", 308, to("//evil.example/")],
    ["a fragment", 200, to("/api/health/live#x")],
    ["encoded dots", 401, to("/api/health/%2e%2e/me")],
    ["an encoded null byte", 404, to("/a%00b")],
    ["a null byte", 400, to("/a\0b")],
    ["a path of 15 kB", 404, to(`/${"a".repeat(15_000)}`)],
    ["a path of 20 kB", 431, to(`/${"a".repeat(20_000)}`)],
    ["2500 headers", 431, get(...Array.from({ length: 2_500 }, (_, at) => `X${at}: 1`))],
    ["an expectation nobody knows", 417, json(BODY, "Expect: wonders")],
  ]
  test.each(cases)("%s: %d", async (...each) => {
    await answered(each)
  })

  test("the first grant that is named counts, whatever follows it", async () => {
    const sign = (query: string) =>
      request([`POST /auth/v1/token?${query} HTTP/1.1`, HOST, JSON_TYPE, "Content-Length: 2"], "{}")
    const said = async (query: string) => {
      const { answers } = await exchange(port, sign(query))
      return `${answers[0]?.status} ${JSON.parse(answers[0]?.body ?? "{}").message}`
    }
    const asked = "422 You must provide either an email or phone number and a password"
    for (const tail of ["", "&", "&x=1", "&grant_type=refresh_token", "#x"])
      expect([tail, await said(`grant_type=password${tail}`)]).toEqual([tail, asked])
    for (const tail of [";x=1", "%26x=1", "%00", "%20", "\\"])
      expect([tail, await said(`grant_type=password${tail}`)]).toEqual([tail, "400 unsupported_grant_type"])
  })
})

describe("headers that come twice", () => {
  test("two tokens count as none, whichever is first", async () => {
    const right = `Authorization: Bearer ${anna.access_token}`
    await answered(["one", 200, request([ME, HOST, right])])
    for (const [first, second] of [
      [right, right],
      [right, "Authorization: Bearer x"],
      ["Authorization: Basic eDp5", right],
    ] as const)
      await answered([`${first} ${second}`, 401, request([ME, HOST, first, second])])
  })

  test("two origins count as another site, whichever is first", async () => {
    const ours = `Origin: ${site.origin}`
    await answered(["ours", 200, json(BODY, ours)])
    await answered(["ours, theirs", 403, json(BODY, ours, "Origin: https://evil.example")])
    await answered(["theirs, ours", 403, json(BODY, "Origin: https://evil.example", ours)])
  })

  test("two content types are not JSON, whichever is first", async () => {
    await answered(["JSON, text", 415, json(BODY, "Content-Type: text/plain")])
    await answered(["text, JSON", 415, post(["Content-Type: text/plain", LENGTH, JSON_TYPE])])
  })

  test("of two forwarded addresses the last counts, as in one header", async () => {
    const at = site.logged.length
    await answered([
      "forwarded",
      401,
      request([ME, HOST, "X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: ::ffff:c000:0202"]),
    ])
    expect(site.logged.slice(at)).toMatchObject([{ event: "request", ip: "192.0.2.2" }])
  })

  test("of two cookies with one name the first counts, and nothing breaks", async () => {
    const cookies = [`Cookie: meishi-binding=${"x".repeat(43)}`, "Cookie: meishi-binding=%00; __proto__=1; =; ;"]
    await answered(["cookies", 401, request([ME, HOST, ...cookies])])
  })
})

describe("a body", () => {
  const utf16 = (text: string) => Buffer.from(text, "utf16le").toString("latin1")
  const typed = (type: string) => post([`Content-Type: ${type}`, LENGTH])
  const cases: Case[] = [
    ["in UTF-8 that says so", 200, typed('Application/JSON; charset="UTF-8"')],
    ["in UTF-8 that says so without a dash", 200, typed("application/json;charset=utf8")],
    ["in Latin 1", 415, typed("application/json; charset=iso-8859-1")],
    ["in UTF-16 that says so", 415, typed("application/json; charset=utf-16")],
    ["in two character sets", 415, typed("application/json; charset=utf-8; charset=utf-16")],
    ["of no type", 415, post([LENGTH])],
    ["of a type that begins like JSON", 415, typed("application/jsonp")],
    ["packed with gzip", 415, json(BODY, "Content-Encoding: gzip")],
    ["packed with deflate", 415, json(BODY, "Content-Encoding: deflate")],
    ["packed with Brotli", 415, json(BODY, "Content-Encoding: br")],
    ["packed with Zstandard, and then not", 415, json(BODY, "Content-Encoding: zstd", "Content-Encoding: identity")],
    ["not packed", 200, json(BODY, "Content-Encoding: identity")],
    ["in UTF-16 that does not say so", 400, json(utf16(BODY))],
    ["in UTF-16 with a byte order mark", 400, json(utf16(`\ufeff${BODY}`))],
    ["with the byte order mark of UTF-8", 200, json(`\xef\xbb\xbf${BODY}`)],
    ["with bytes that are no UTF-8", 400, json('{"username":"\xff\xfe"}')],
    ["nested 49,000 times", 422, json("[".repeat(49_000) + "]".repeat(49_000))],
    ["nested and not ended", 400, json('{"a":'.repeat(16_000))],
    ["with one key twice, of which the last counts", 200, json('{"username":7,"username":"free-name"}')],
    ["with the last of two keys wrong", 422, json('{"username":"free-name","username":7}')],
    ["with a prototype", 200, json('{"__proto__":{"username":7},"constructor":{"prototype":1}}')],
    ["that the sender asks leave for", 200, json(BODY, "Expect: 100-continue")],
  ]
  test.each(cases)("%s: %d", async (...each) => {
    await answered(each)
  })

  test("a compressed picture is refused by its encoding, whatever its type says", async () => {
    const line = ["PUT /api/profile/photo HTTP/1.1", HOST, `Authorization: Bearer ${anna.access_token}`]
    const packed = request(
      [...line, "Content-Type: image/png", "Content-Encoding: gzip", "Content-Length: 4"],
      "\x1f\x8b\b\0",
    )
    expect((await answered(["picture", 415, packed]))?.body).toContain("Send this without a Content-Encoding.")
    expect((await answered(["JSON", 415, json(BODY, "Content-Encoding: gzip")]))?.body).toContain("Content-Encoding")
  })

  test("a prototype in a body changes nothing for the next request", async () => {
    await exchange(port, json('{"__proto__":{"username":"admin"}}'))
    expect((await answered(["empty", 200, json("{}")]))?.body).toBe("{}")
  })
})

describe("anything at all", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "",
      " ",
      "\t",
      "\0",
      "\r",
      "\n",
      "\r\n",
      "%",
      "%00",
      "%2e",
      "..",
      "/",
      "//",
      "\\",
      "@",
      ":",
      "?",
      "&",
      ";",
      "#",
      "*",
    ),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("x".repeat(7_000), "[".repeat(2_000), "\xff".repeat(100)),
  )
  const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""))
  const method = fc.oneof(
    fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "QUERY", "PROPFIND"),
    value,
  )
  const target = fc.oneof(
    fc.constantFrom(
      "/",
      "/api/me",
      "/api/availability",
      "/api/profile/photo",
      "/auth/v1/token?grant_type=password",
      "*",
    ),
    value.map((text) => `/${text}`),
    value.map((text) => `http://${text}`),
    value,
  )
  const header = fc.oneof(
    fc.constantFrom(
      HOST,
      "Host: evil.example",
      CLOSE,
      JSON_TYPE,
      "Content-Type: image/png",
      CHUNKED,
      LENGTH,
      "Content-Length: 0",
    ),
    fc.constantFrom(
      "Expect: 100-continue",
      "Upgrade: h2c",
      "Connection: upgrade",
      "Content-Encoding: br",
      "TE: trailers",
    ),
    fc
      .tuple(
        fc.constantFrom(
          "Host",
          "Authorization",
          "Cookie",
          "Origin",
          "X-Forwarded-For",
          "Accept-Encoding",
          "If-None-Match",
          "Range",
        ),
        value,
      )
      .map(([name, text]) => `${name}: ${text}`),
    fc.tuple(value, value).map(([name, text]) => `${name}: ${text}`),
  )
  const body = fc.oneof(fc.constantFrom("", BODY, CHUNKS, "0\r\n\r\n", "zz\r\n"), value)
  const anything = fc.tuple(method, target, fc.array(header, { maxLength: 6 }), body)

  test("is answered below 500, or waited for, and delays no one", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async ([verb, where, headers, sent]) => {
        const { answers } = await exchange(port, request([`${verb} ${where} HTTP/1.1`, HOST, ...headers], sent), 150)
        for (const { status } of answers) expect(status).toBeLessThan(500)
      }),
      { numRuns: 400 },
    )
  }, 120_000)

  test("a request split anywhere is the same request", async () => {
    const whole = post([JSON_TYPE, CHUNKED], CHUNKS)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length - 1 }), async (at) => {
        const { answers } = await exchange(port, [whole.slice(0, at), whole.slice(at)])
        expect(answers.map(({ status }) => status)).toEqual([200])
      }),
      { numRuns: 30 },
    )
  })
})
