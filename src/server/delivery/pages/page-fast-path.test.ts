// The fast path must be indistinguishable from the application behind it, except that it is faster.
import { get } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { signUpAndVerify } from "../../../../tests/support/people.ts"
import { createApp } from "../../app.ts"
import { listen } from "../../platform/http/listen.ts"
import { openBuild } from "./build.ts"
import { createPageFastPath } from "./page-fast-path.ts"
import { createPages } from "./pages.ts"

interface Answer {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

let site: TestApp
let port: number
let served = 0
let stop: () => void

beforeAll(async () => {
  site = await testApp()
  await signUpAndVerify(site, { username: "anna" })
  const pages = createPages(openBuild(new URL("../../../../build/", import.meta.url)), site.services)
  const fastPath = createPageFastPath(pages, site.services)
  const counted: typeof fastPath = async (...asked) => {
    const isAnswered = await fastPath(...asked)
    if (isAnswered) served += 1
    return isAnswered
  }
  const server = await listen(createApp(site.services, pages), counted, { host: "127.0.0.1", port: 0 })
  port = (server.address() as AddressInfo).port
  stop = () => server.close()
})
afterAll(async () => {
  stop()
  await site.close()
})

const ask = (path: string, headers: Record<string, string>, method = "GET") =>
  new Promise<Answer>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("end", () => {
        const { date, "x-request-id": id, ...rest } = response.headers
        expect([date, id]).not.toContain(undefined)
        resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(chunks).toString("base64") })
      })
    }).once("error", reject)
  })

/** A query string keeps a request off the fast path and leads to the same page. */
const inside = (path: string, headers: Record<string, string>) => ask(`${path}?`, headers)

test.each(["br", "gzip", "gzip, deflate, br, zstd"])(
  "the same response as from the application, for %s",
  async (encoding) => {
    for (const path of ["/anna", "/", "/about"]) {
      const headers = { "accept-encoding": encoding }
      await ask(path, headers)
      const before = served
      const outside = await ask(path, headers)
      expect(served).toBe(before + 1)
      expect(outside).toEqual(await inside(path, headers))
      expect(outside.status).toBe(200)
      const seen = { ...headers, "if-none-match": String(outside.headers.etag) }
      const known = await ask(path, seen)
      expect(served).toBe(before + 2)
      expect(known).toEqual(await inside(path, seen))
      expect(known.status).toBe(304)
    }
  },
)

test("everything but a plain request for an existing page goes to the application", async () => {
  await ask("/anna", { "accept-encoding": "br" })
  const before = served
  const statuses = [
    await ask("/anna", { "accept-encoding": "br" }, "HEAD"),
    await ask("/anna", { "accept-encoding": "br" }, "POST"),
    await ask("/anna", {}),
    await ask("/nobody-here", { "accept-encoding": "br" }),
    await ask("/nobody-here", { "accept-encoding": "br" }),
    await ask("/api/profiles/anna", { "accept-encoding": "br" }),
    await ask("/anna", { "accept-encoding": "br", accept: "text/vcard" }),
  ].map((answer) => answer.status)
  expect(statuses).toEqual([200, 405, 200, 404, 404, 200, 200])
  expect(served).toBe(before)
})

test("a profile that is not in memory is rendered for the first visitor, with the same response and log line", async () => {
  const headers = { "accept-encoding": "br" }
  const first = await ask("/anna", headers)
  await site.services.database.changes.publish("profile", "anna")
  const before = served
  const { length } = site.logged
  expect(await ask("/anna", headers)).toEqual(first)
  expect(await ask("/anna", headers)).toEqual(first)
  expect(served).toBe(before + 2)
  expect(site.logged.slice(length).map(({ event, path, status }) => [event, path, status])).toEqual([
    ["request", "/anna", 200],
    ["request", "/anna", 200],
  ])
})
