// Metrics for Prometheus: who may read them, their format, and that they count what happened.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { signUpAndVerify } from "../../../../tests/support/people.ts"
import { createApp } from "../../app.ts"
import { openBuild } from "../../delivery/pages/build.ts"
import { createPageFastPath } from "../../delivery/pages/page-fast-path.ts"
import { createPages } from "../../delivery/pages/pages.ts"

const TOKEN = "numbers-".repeat(4)

let site: TestApp
beforeAll(async () => {
  site = await testApp({ METRICS_TOKEN: TOKEN })
})
afterAll(() => site.close())

const ask = (authorization?: string) =>
  site.app.request("/api/metrics", authorization === undefined ? {} : { headers: { authorization } })

/** `name{labels}` → value; labels as they stand. */
async function numbers(): Promise<Map<string, number>> {
  const lines = (await (await ask(`Bearer ${TOKEN}`)).text()).trimEnd().split("\n")
  return new Map(
    lines
      .filter((line) => !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  )
}

describe("who may read them", () => {
  test("no one while no token is set: the address does not exist", async () => {
    const without = await testApp()
    for (const authorization of ["", "Bearer ", `Bearer ${TOKEN}`]) {
      const answer = await without.app.request("/api/metrics", { headers: { authorization } })
      expect(answer.status).toBe(404)
      expect((await answer.json()).error.code).toBe("not_found")
    }
    await without.close()
  })

  test.each([undefined, "", "Bearer", "Bearer x", `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`])(
    "not %s",
    async (authorization) => {
      const answer = await ask(authorization)
      expect(answer.status).toBe(401)
      expect(await answer.text()).not.toContain("meishi_")
    },
  )

  test("not a signed-in user with a session's token", async () => {
    const { access_token } = await signUpAndVerify(site)
    expect((await ask(`Bearer ${access_token}`)).status).toBe(401)
  })
})

test("the response is in the text format 0.0.4: each family described, typed and named once, each sample a number", async () => {
  const answer = await ask(`Bearer ${TOKEN}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
  expect(answer.headers.get("cache-control")).toBe("no-store")
  const text = await answer.text()
  expect(text.endsWith("\n")).toBe(true)
  const families = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name)
  expect(new Set(families).size).toBe(families.length)
  expect([...text.matchAll(/^# HELP (\S+) .+$/gm)].map(([, name]) => name)).toEqual(families)
  const label = String.raw`[a-z_]+="(?:[^"\\\n]|\\["\\n])*"`
  const sample = new RegExp(String.raw`^[a-z_0-9]+(\{${label}(,${label})*\})? (\d+(\.\d+)?(e[+-]\d+)?|\+Inf)$`)
  const samples = text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
  expect(samples.filter((line) => !sample.test(line))).toEqual([])
  expect(families).toEqual(
    expect.arrayContaining([
      "meishi_build_info",
      "meishi_http_requests_total",
      "meishi_http_request_duration_seconds",
      "meishi_page_memory_lookups_total",
      "meishi_page_memory_bytes",
      "meishi_database_up",
      "meishi_database_connections",
      "meishi_database_waiting",
      "meishi_mail_waiting",
      "meishi_password_hashes_waiting",
      "process_cpu_seconds_total",
      "process_resident_memory_bytes",
      "nodejs_eventloop_lag_p99_seconds",
    ]),
  )
})

test("requests are counted by the route's pattern and class of status, never by address", async () => {
  const read = (all: Map<string, number>, status: string) =>
    all.get(`meishi_http_requests_total{method="GET",route="/api/profiles/:key",status="${status}"}`) ?? 0
  const before = await numbers()
  const { username } = await signUpAndVerify(site)
  for (let n = 0; n < 3; n++) await site.app.request(`/api/profiles/${username}`)
  for (let n = 0; n < 2; n++) await site.app.request(`/api/profiles/nobody-${n}`)
  const after = await numbers()
  expect(read(after, "2xx") - read(before, "2xx")).toBe(3)
  expect(read(after, "4xx") - read(before, "4xx")).toBe(2)
  expect([...after.keys()].filter((key) => key.includes(username))).toEqual([])
})

test("a histogram's buckets rise to its count", async () => {
  await site.app.request("/api/health/live")
  const all = await numbers()
  const of = (suffix: string, more = "") =>
    all.get(`meishi_http_request_duration_seconds_${suffix}{route="/api/health/live"${more}}`) ?? Number.NaN
  const buckets = ["0.001", "0.005", "0.1", "1", "10", "+Inf"].map((le) => of("bucket", `,le="${le}"`))
  expect(buckets.toSorted((a, b) => a - b)).toEqual(buckets)
  expect(buckets.at(-1)).toBe(of("count"))
  expect(of("count")).toBeGreaterThan(0)
  expect(of("sum")).toBeGreaterThan(0)
})

test("a page is rendered once and then in memory, also for the fast path, whose responses count as requests too", async () => {
  const pages = createPages(openBuild(new URL("../../../../build/", import.meta.url)), site.services)
  const app = createApp(site.services, pages)
  const door = createPageFastPath(pages, site.services)
  const server = createServer((request, response) => {
    if (!door(request, response)) response.writeHead(500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const read = async () => {
    const text = await (await app.request("/api/metrics", { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    const value = (name: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(name))
          ?.split(" ")
          .at(-1) ?? 0,
      )
    return {
      hits: value('meishi_page_memory_lookups_total{result="hit"}'),
      misses: value('meishi_page_memory_lookups_total{result="miss"}'),
      full: value('meishi_http_requests_total{method="GET",route="/*",status="2xx"}'),
      notModified: value('meishi_http_requests_total{method="GET",route="/*",status="3xx"}'),
    }
  }
  const before = await read()
  await pages.answer(new Request(`${ORIGIN}/terms`))
  await pages.answer(new Request(`${ORIGIN}/terms`))
  const page = await fetch(`http://127.0.0.1:${port}/terms`)
  await page.text()
  const headers = { "if-none-match": page.headers.get("etag") ?? "" }
  expect((await fetch(`http://127.0.0.1:${port}/terms`, { headers })).status).toBe(304)
  const after = await read()
  server.close()
  server.closeAllConnections()
  expect({
    hits: after.hits - before.hits,
    misses: after.misses - before.misses,
    full: after.full - before.full,
    notModified: after.notModified - before.notModified,
  }).toEqual({ hits: 3, misses: 1, full: 1, notModified: 1 })
})

test("waiting emails are counted until they are sent", async () => {
  const { pool } = site.services.database
  await site.services.mail.deliverDue()
  expect((await numbers()).get("meishi_mail_waiting")).toBe(0)
  await pool.query(
    "update mail_outbox set sent_at = null, next_attempt_at = now() where id = (select id from mail_outbox limit 1)",
  )
  expect((await numbers()).get("meishi_mail_waiting")).toBe(1)
})

test("without the database, the metrics that need none still arrive soon", async () => {
  const gone = await testApp({ METRICS_TOKEN: TOKEN })
  await gone.services.database.pool.end()
  const started = performance.now()
  const text = await (await gone.app.request("/api/metrics", { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  expect(performance.now() - started).toBeLessThan(8_000)
  expect(text).toContain("meishi_database_up 0\n")
  expect(text).not.toContain("meishi_mail_waiting")
  expect(text).toContain("process_resident_memory_bytes")
})
