// Every registered route gets every request that it should not get: no answer is a 5xx, every refusal of the API is JSON with a
// sentence, and nothing is stored. Routes are read from the application, so a new one is swept without being named here.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp } from "../support/people.ts"
import { newCaller, nextIp, worthlessTokens } from "./callers.ts"
import { BODIES, HEADERS, type HostileBody, SEGMENTS } from "./inputs.ts"
import { isRefusal } from "./refusal.ts"
import { rowCounts } from "./row-counts.ts"

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
/** Act without a body, for every session: requesting them is not hostile. */
const ACTS_BY_ITSELF = /^(POST \/auth\/v1\/logout|GET \/api\/account\/export)$|^PUT \/api\/people-settings\/seen$/

let site: TestApp
let user = ""
let deactivated = ""
let routes: { method: string; path: string }[] = []
let asked = 0

beforeAll(async () => {
  site = await testApp()
  user = (await newCaller(site, "user")).token ?? ""
  deactivated = (await newCaller(site, "deactivated")).token ?? ""
  const all = site.app.routes.flatMap(({ method, path }) =>
    (method === "ALL" ? METHODS : [method]).map((each) => ({ method: each, path })),
  )
  const known = new Map(all.map((route) => [`${route.method} ${route.path}`, route]))
  routes = [...known.values()]
  expect(routes.length).toBeGreaterThan(60)
})
afterAll(() => site.close())

/** The route with something in place of its parameters. */
const filled = (path: string, segment: string) =>
  path
    .replace(/:\w+(\{[^}]*\})?/g, (_all, pattern?: string) => {
      const extension = /vcf|json/.exec(pattern ?? "")?.[0]
      return extension === undefined ? segment : `${segment}.${extension}`
    })
    .replace("*", segment)

interface Asking {
  method: string
  path: string
  headers?: Record<string, string>
  body?: HostileBody["body"]
}

/** Sends the request, and returns one line about what is wrong with the answer; null: nothing. */
async function complaint({ method, path, headers = {}, body }: Asking): Promise<string | null> {
  asked += 1
  const hasBody = body !== undefined && method !== "GET" && method !== "HEAD"
  const request = new Request(`http://localhost${path}`, { method, headers, ...(hasBody ? { body } : {}) })
  const answer = await site.app.request(request, undefined, fromIp(nextIp()))
  const text = await answer.text()
  const what = `${method} ${path.slice(0, 80)} → ${answer.status} ${text.slice(0, 100)}`
  if (answer.status >= 500) return what
  if (answer.status < 400 || method === "HEAD" || !/^\/(api|auth|files)\//.test(path)) return null
  return isRefusal(path, text) ? null : `not a refusal: ${what}`
}

async function complaints(askings: Iterable<Asking>): Promise<string[]> {
  const found: string[] = []
  for (const asking of askings) {
    const sentence = await complaint(asking)
    if (sentence !== null) found.push(sentence)
  }
  return found
}

/** Nothing is stored, nothing is logged as our error, and no prototype has changed. */
async function expectHarmless(askings: Iterable<Asking>): Promise<void> {
  const before = await rowCounts(site)
  const prototype = Object.getOwnPropertyNames(Object.prototype)
  expect(await complaints(askings)).toEqual([])
  expect(await rowCounts(site)).toEqual(before)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
  expect(site.logged.filter(({ level }) => level === "error")).toEqual([])
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe("every route refuses, and survives,", () => {
  test.each(BODIES)("$name as a body, with and without a session", async ({ body, type = "" }) => {
    const askings = routes.flatMap(({ method, path }) => {
      const own = { method, path: filled(path, "x"), body }
      const headers: Record<string, string> =
        type === "" ? {} : { "content-type": Buffer.from(type).toString("latin1") }
      const anonymous = { ...own, headers }
      if (ACTS_BY_ITSELF.test(`${method} ${path}`)) return [anonymous]
      return [anonymous, ...[user, deactivated].map((token) => ({ ...own, headers: { ...headers, ...bearer(token) } }))]
    })
    await expectHarmless(askings)
  })

  test.each(HEADERS)("%s", async (_name, wild) => {
    const headers = Object.fromEntries(Object.entries(wild).map(([name, value]) => [name, value]))
    const askings = routes
      .filter(({ method, path }) => !ACTS_BY_ITSELF.test(`${method} ${path}`))
      .map(({ method, path }) => ({
        method,
        path: filled(path, "x"),
        headers: { "content-type": "application/json", ...bearer(user), ...headers },
        body: "{}",
      }))
    await expectHarmless(askings)
  })

  test("tokens that give no access", async () => {
    for (const [name, token] of Object.entries(await worthlessTokens(user))) {
      const askings = routes.map(({ method, path }) => ({
        method,
        path: filled(path, "x"),
        headers: { "content-type": "application/json", ...bearer(token) },
        body: "{}",
      }))
      await expectHarmless(askings)
      const me = await site.app.request("/api/me", { headers: bearer(token) })
      expect([name, me.status]).toEqual([name, 401])
    }
  })

  test("invalid paths", async () => {
    const askings = routes.flatMap(({ method, path }) => {
      const segments = /[:*]/.test(path) ? SEGMENTS : [""]
      return segments.flatMap((segment) => {
        const at = filled(path, segment)
        return [at, `/${at}`, `${at}/`, `${at}?${segment}=${segment}&x[]=%ff&__proto__=1`].map((address) => ({
          method,
          path: address,
          headers: { "content-type": "application/json" },
          body: "{}",
        }))
      })
    })
    await expectHarmless(askings)
    console.log(`${routes.length} routes, ${asked} requests, none a 5xx`)
  })
})
