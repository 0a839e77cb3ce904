// Security headers on every kind of answer of a site on https: pages, data, files, refusals, and unknown addresses.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, signUpAndVerify } from "../support/people.ts"
import { nextIp } from "./callers.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: "https://cards.example" })
  await signUpAndVerify(site, { username: "anna" })
})
afterAll(() => site.close())

const KINDS: [method: string, path: string, status: number][] = [
  ["GET", "/", 200],
  ["GET", "/anna", 200],
  ["GET", "/login", 200],
  ["GET", "/nobody-here", 404],
  ["GET", "/anna/", 308],
  ["POST", "/anna", 405],
  ["GET", "/anna.vcf", 200],
  ["GET", "/anna.json", 200],
  ["GET", "/.well-known/webfinger", 400],
  ["GET", "/.well-known/change-password", 302],
  ["GET", "/favicon.svg", 200],
  ["GET", "/service-worker.js", 200],
  ["GET", "/robots.txt", 200],
  ["GET", "/sitemap.xml", 200],
  ["GET", "/card/nosuchcard", 404],
  ["GET", "/api/health/live", 200],
  ["GET", "/api/profiles/anna", 200],
  ["GET", "/api/me", 401],
  ["POST", "/api/reports", 415],
  ["GET", "/api/no-such-call", 404],
  ["GET", "/files/no-such-file", 404],
  ["GET", "/auth/v1/settings", 200],
  ["GET", "/auth/v1/verify?type=recovery&token=x", 303],
  ["POST", "/auth/v1/token?grant_type=password", 415],
]

test.each(KINDS)("%s %s: %d", async (method, path, status) => {
  const headers = { origin: "https://cards.example" }
  const answer = await site.app.request(path, { method, headers }, fromIp(nextIp()))
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  })
  const policy = answer.headers.get("content-security-policy") ?? ""
  for (const directive of ["default-src", "object-src", "base-uri", "frame-ancestors"])
    expect(policy).toContain(`${directive} 'none'`)
})

test("no other site can read an answer, whatever it requests", async () => {
  for (const [method, path] of [...KINDS, ["OPTIONS", "/api/me"], ["OPTIONS", "/auth/v1/token"]] as const) {
    const headers = {
      origin: "https://elsewhere.example",
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization",
    }
    const answer = await site.app.request(path, { method, headers }, fromIp(nextIp()))
    const names = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))
    expect([method, path, names]).toEqual([method, path, []])
  }
})
