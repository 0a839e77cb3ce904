// What the CDN is told, over a real connection: every changed page, in time, and never at the cost of a save.
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, expect, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../tests/support/app.ts"
import { postJson, signIn, signUpAndVerify } from "../../../tests/support/people.ts"
import { readConfig } from "../platform/config/config.ts"
import { changesInProcess } from "../platform/db/changes.ts"
import { profiles } from "../platform/db/schema.ts"
import { createLog } from "../platform/log.ts"
import { createCdnPurge } from "./cdn-purge.ts"

interface Told {
  headers: IncomingMessage["headers"]
  body: { files?: string[]; purge_everything?: true }
}

let told: Told[] = []
let server: Server | undefined
let site: TestApp | undefined

/** A CDN that answers with these statuses, then with 200. */
async function cdn(...statuses: (number | "silence")[]): Promise<string> {
  told = []
  server = createServer(async (request, response) => {
    told.push({ headers: request.headers, body: JSON.parse(await text(request)) })
    const status = statuses.shift() ?? 200
    if (status !== "silence") response.writeHead(status, { location: "/elsewhere" }).end("{}")
  })
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`
}

afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  await site?.close()
  site = undefined
})

const addresses = () => told.flatMap(({ body }) => body.files ?? [])

/** The purge alone, with changes that stay in this process. */
async function purging(url: string) {
  const logged: Record<string, unknown>[] = []
  const config = { CDN_PURGE_URL: url, CDN_PURGE_TOKEN: null, PUBLIC_ORIGIN: ORIGIN }
  const purge = createCdnPurge({ config, log: createLog((line) => logged.push(JSON.parse(line))) })
  return { purge, logged, changes: purge.withPurge(changesInProcess()) }
}

test("a profile that is saved, deactivated or back is purged with all of its addresses, with the token", async () => {
  site = await testApp({ CDN_PURGE_URL: await cdn(), CDN_PURGE_TOKEN: "the operator's" })
  const anna = await signUpAndVerify(site, { username: "anna" })
  const all = ["/anna", "/anna.vcf", "/anna.json", "/exchange/anna"].map((path) => ORIGIN + path)
  const { user_id } = anna
  for (const [method, path, body] of [
    ["PUT", "/api/profile", { full_name: "Anna" }],
    ["POST", "/api/functions/delete-user-account", { user_id }],
    ["POST", "/api/functions/reactivate-user-account", { user_id }],
  ] as const) {
    await expect.poll(addresses).not.toEqual([])
    told = []
    // Deactivating ends the session.
    const { headers } = await signIn(site, anna.email)
    expect((await postJson(site, path, body, headers, undefined, method)).status).toBe(200)
    await expect.poll(addresses).toEqual(all)
    expect(told[0]?.headers.authorization).toBe("Bearer the operator's")
    expect(told[0]?.headers["content-type"]).toBe("application/json")
  }
})

test("what the CDN refuses is sent again, without a redirect to anywhere else", async () => {
  const { changes, logged } = await purging(await cdn(503, 302))
  await changes.publish("profile", "anna")
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(3)
  expect(told.map(({ body }) => body.files?.[0])).toEqual(Array(3).fill(`${ORIGIN}/anna`))
  expect(logged.map(({ event }) => event)).toEqual(["cdn.purge_failed", "cdn.purge_failed"])
})

test("a save does not wait for a CDN that does not answer, and a stop not for long", async () => {
  const { changes, purge } = await purging(await cdn("silence"))
  await changes.publish("profile", "anna")
  await changes.publish("profile", "bert")
  await expect.poll(() => told.length).toBe(1)
  // Only once the connection is gone.
  const stopped = purge.stop()
  server?.closeAllConnections()
  await stopped
  expect(addresses()).toContain(`${ORIGIN}/bert`)
})

test("many changes are sent in few requests, each once; too many, or a restore, purge everything", async () => {
  const { changes } = await purging(await cdn())
  for (let n = 0; n < 200; n++) await changes.publish("profile", `person-${n % 100}`)
  await expect.poll(() => new Set(addresses()).size).toBe(400)
  expect(Math.max(...told.map(({ body }) => body.files?.length ?? 0))).toBe(30)
  told = []
  // At once: one after the other, they could be sent as fast as they come.
  await Promise.all(Array.from({ length: 3_000 }, (_, n) => changes.publish("profile", `person-${n}`)))
  await expect.poll(() => told.some(({ body }) => body.purge_everything)).toBe(true)
  told = []
  await changes.publish("profile", "*")
  // It takes the place of all that waits.
  await expect.poll(() => told.at(-1)?.body).toEqual({ purge_everything: true })
})

test("caches in between keep profiles as long as the operator says, and nothing else; browsers always ask", async () => {
  site = await testApp({ CDN_CACHE_S: "60", CDN_STALE_S: "600" })
  const { app, services } = site
  await signUpAndVerify(site, { username: "anna" })
  const cachingAt = async (path: string) => {
    const { headers } = await app.request(path)
    return [headers.get("cache-control"), headers.get("cdn-cache-control")]
  }
  const kept = ["public, max-age=0, must-revalidate, s-maxage=60", "public, max-age=60, stale-while-revalidate=600"]
  const asked = ["public, max-age=0, must-revalidate", null]
  expect(await cachingAt("/anna")).toEqual(kept)
  for (const path of ["/", "/about", "/settings", "/nobody", "/exchange/anna"])
    expect(await cachingAt(path), path).toEqual(asked)
  expect(await cachingAt("/login")).toEqual(["no-store", null])
  expect(await cachingAt("/Anna")).toEqual(["no-store", null])
  await services.database.db.update(profiles).set({ hidden_at: services.clock() })
  await services.database.changes.publish("profile", "anna")
  expect(await cachingAt("/anna")).toEqual(asked)
})

test("by default no cache keeps a profile without asking", async () => {
  site = await testApp()
  await signUpAndVerify(site, { username: "anna" })
  const { headers } = await site.app.request("/anna")
  expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
  expect(headers.get("cdn-cache-control")).toBeNull()
})

test.each([
  ["http://cdn.example.com/purge", "must be an https address"],
  ["ftp://127.0.0.1/", "must be an https address"],
  ["purge", "must be an https address"],
  ["https://user:word@cdn.example.com/", "must not hold credentials"],
])("CDN_PURGE_URL %s is refused", (CDN_PURGE_URL, reason) => {
  expect(() => readConfig({ CDN_PURGE_URL })).toThrow(reason)
})
