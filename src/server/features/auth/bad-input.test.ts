// Nonsense of every kind to every route: always a clear 4xx with a code and a sentence, never a 5xx.
import * as fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { fromIp, type Person, signUpAndVerify } from "../../../../tests/support/people.ts"

let site: TestApp
let person: Person
beforeAll(async () => {
  site = await testApp()
  person = await signUpAndVerify(site)
})
afterAll(() => site.close())

const ROUTES: [method: string, path: string][] = [
  ["POST", "/auth/v1/signup"],
  ["POST", "/auth/v1/token?grant_type=password"],
  ["POST", "/auth/v1/token?grant_type=refresh_token"],
  ["POST", "/auth/v1/verify"],
  ["POST", "/auth/v1/resend"],
  ["POST", "/auth/v1/recover"],
  ["PUT", "/auth/v1/user"],
  ["POST", "/api/availability"],
]

let number = 0
const send = (method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  Promise.resolve(
    site.app.request(
      path,
      {
        method,
        headers: { "content-type": "application/json", authorization: person.headers.authorization ?? "", ...headers },
        body,
      },
      fromIp(`2001:db8:${(++number).toString(16)}::1`),
    ),
  )

const sentenceOf = async (answer: Response): Promise<unknown> => {
  const body = await answer.json()
  return body.message ?? body.error?.message
}

test.each(ROUTES)("%s %s refuses bodies that are not a JSON object of its shape", async (method, path) => {
  const bodies = [
    "",
    "{",
    "null",
    "[]",
    "42",
    '"text"',
    "[[[[]]]]",
    '{"email":{"$ne":null},"password":{"$gt":""}}',
    '{"email":["a@example.com"],"password":["x"]}',
    '{"email":1,"password":true,"username":7,"token_hash":{},"type":[],"refresh_token":9}',
    '{"email":"a@example.com","password":"long enough word","data":"text"}',
    '{"email":"a@example.com","password":"long enough word","data":{"username":{"a":1}}}',
    `{"email":"${"a".repeat(5000)}@example.com","username":"${"b".repeat(5000)}","token_hash":"${"c".repeat(5000)}","type":"signup"}`,
    '{"email":"a\\u0000@example.com","username":"a\\u0000b","token_hash":"\\u0000","type":"signup","password":"\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000","refresh_token":"\\u0000"}',
    '{"__proto__":{"email":"a@example.com","password":"x"}}',
  ]
  for (const body of bodies) {
    const answer = await send(method, path, body)
    // These answer 200 to a body with an address, or to an empty one.
    const isFine = path === "/api/availability" || method === "PUT" || /re(send|cover)$/.test(path)
    if (!(isFine && answer.status === 200)) {
      expect([body, answer.status >= 400 && answer.status < 500]).toEqual([body, true])
      expect(await sentenceOf(answer)).toEqual(expect.stringMatching(/\w/))
    }
  }
})

test.each(ROUTES)("%s %s refuses another content type, broken UTF-8 and ten megabytes", async (method, path) => {
  expect((await send(method, path, "email=a", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(
    415,
  )
  expect((await send(method, path, "{}", { "content-type": "text/plain" })).status).toBe(415)
  expect((await send(method, path, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).status).toBe(400)
  const huge = `{"email":"${"a".repeat(10_000_000)}"}`
  expect((await send(method, path, huge)).status).toBe(413)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(97))
    },
  })
  const request = new Request(`http://meishi.test${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: person.headers.authorization ?? "" },
    body: endless,
    duplex: "half",
  } as RequestInit)
  expect((await site.app.request(request, undefined, fromIp("2001:db8:ffff::1"))).status).toBe(413)
  expect(sent).toBeLessThan(1_000_000)
})

test.each(["null", "[]", "42", '"text"', "[{}]"])(
  "a form that is sent as %s gets one sentence, and no fields",
  async (body) => {
    for (const [method, path] of [
      ["PUT", "/api/profile"],
      ["POST", "/api/people"],
      ["POST", "/api/visits"],
    ] as const) {
      const answer = await send(method, path, body)
      const error = { code: "validation_failed", message: "The request could not be understood." }
      expect([path, answer.status, await answer.json()]).toEqual([path, 422, { error }])
    }
  },
)

test.each([
  ["/api/visits", { profile: 5, did: "nothing" }],
  ["/api/people", { source: 5, profile: 5 }],
])("%s says what is wrong in our words, also of what no one types", async (path, body) => {
  const answer = await send("POST", path, JSON.stringify(body))
  expect(Object.keys((await answer.clone().json()).error.fields)).toEqual(expect.arrayContaining(Object.keys(body)))
  expect(await answer.text()).not.toContain("Invalid input")
})

test("random objects never cause a 5xx", async () => {
  const keys = [
    "email",
    "password",
    "data",
    "type",
    "token_hash",
    "refresh_token",
    "username",
    "phone",
    "current_password",
  ]
  const record = fc.dictionary(
    fc.constantFrom(...keys, "__proto__"),
    fc.oneof(fc.jsonValue(), fc.string(), fc.emailAddress()),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ROUTES), record, async ([method, path], body) => {
      const answer = await send(method, path, JSON.stringify(body))
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: 150 },
  )
})

test("a request that comes from another site, as the browser reports, is refused", async () => {
  const foreign: Record<string, string>[] = [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]
  for (const headers of foreign) {
    const answer = await send(
      "POST",
      "/auth/v1/token?grant_type=password",
      '{"email":"a@b.co","password":"x"}',
      headers,
    )
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      code: "wrong_origin",
      message: "This request came from another site and was refused.",
    })
  }
})

test("invalid tokens are refused", async () => {
  const [head = "", body = "", mac = ""] = person.access_token.split(".")
  const claims = JSON.parse(Buffer.from(body, "base64url").toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: "00000000-0000-4000-8000-000000000000" })).toString(
    "base64url",
  )
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")
  const hmac = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")
  const tokens = [
    "x",
    "a.b.c",
    `${head}.${forged}.${mac}`,
    `${none}.${body}.`,
    `${hmac}.${body}.${mac}`,
    `${head}.${body}.`,
  ]
  for (const token of tokens) {
    const answer = await site.app.request("/auth/v1/user", { headers: { authorization: `Bearer ${token}` } })
    expect([answer.status, (await answer.json()).code]).toEqual([403, "bad_jwt"])
  }
  const without = await site.app.request("/auth/v1/user")
  expect([without.status, (await without.json()).code]).toEqual([401, "no_authorization"])
})

test("an unknown address of the protocol answers in the protocol's shape", async () => {
  const answer = await site.app.request("/auth/v1/nothing/here")
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ code: "not_found", message: "There is nothing at this address." })
  expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01")
})
