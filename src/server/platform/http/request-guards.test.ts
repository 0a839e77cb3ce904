import { Hono } from "hono"
import { expect, test } from "vitest"
import { createLog } from "../log.ts"
import type { RequestEnv } from "./env.ts"
import { onError } from "./errors.ts"
import { sameOriginOnly } from "./request-guards.ts"

function guarded(publicOrigin: string) {
  const lines: Record<string, unknown>[] = []
  const log = createLog((line) => lines.push(JSON.parse(line)))
  const app = new Hono<RequestEnv>()
  app.onError(onError(log))
  app.use(sameOriginOnly(publicOrigin, log))
  app.all("*", (c) => c.text("in"))
  const ask = async (url: string, headers: Record<string, string>, method = "POST") =>
    (await app.request(url, { method, headers })).status
  return { ask, lines }
}

test("a page of another site can read and change nothing", async () => {
  const { ask, lines } = guarded("https://cards.test")
  const evil = { origin: "https://evil.test", "sec-fetch-site": "cross-site" }
  expect(await ask("http://127.0.0.1:3000/", evil)).toBe(403)
  expect(await ask("http://127.0.0.1:3000/", { origin: "https://evil.test" })).toBe(403)
  expect(await ask("http://127.0.0.1:3000/", { origin: "null" })).toBe(403)
  expect(await ask("http://127.0.0.1:3000/", { "sec-fetch-site": "same-site" })).toBe(403)
  expect(await ask("http://127.0.0.1:3000/", evil, "GET")).toBe(200)
  expect(await ask("http://127.0.0.1:3000/", { origin: "https://cards.test", "sec-fetch-site": "same-origin" })).toBe(
    200,
  )
  expect(await ask("http://127.0.0.1:3000/", {})).toBe(200)
  expect(lines).toEqual([])
})

test("an origin that is no website neither uses up the hint nor appears in it", async () => {
  const { ask, lines } = guarded("http://localhost:3000")
  const odd = [
    "null",
    "",
    "file://",
    "chrome-extension://abc",
    "https://",
    "https://cards.test/path",
    "https://a@cards.test",
  ]
  for (const origin of [...odd, `https://${"a".repeat(400)}.test`])
    expect(await ask("http://127.0.0.1:3000/", { origin, "sec-fetch-site": "same-origin" })).toBe(403)
  expect(lines).toEqual([])
  await ask("http://127.0.0.1:3000/", { origin: "https://cards.test", "sec-fetch-site": "same-origin" })
  expect(lines).toMatchObject([{ event: "origin.differs", origin: "https://cards.test" }])
})

test.each([
  ["the proxy passes the host on", "http://cards.test/api", {}],
  ["the proxy keeps the host to itself", "http://127.0.0.1:3000/api", { "sec-fetch-site": "same-origin" }],
])("without PUBLIC_ORIGIN behind https, %s is refused, and the log says why once", async (_name, url, headers) => {
  const { ask, lines } = guarded("http://localhost:3000")
  for (let i = 0; i < 3; i += 1) expect(await ask(url, { origin: "https://cards.test", ...headers })).toBe(403)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    level: "warn",
    event: "origin.differs",
    origin: "https://cards.test",
    public_origin: "http://localhost:3000",
    hint: expect.stringContaining("set PUBLIC_ORIGIN"),
  })
})
