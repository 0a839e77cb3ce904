import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ListeningApp, listeningApp } from "../../../../tests/support/listening-app.ts"
import { signUpAndVerify } from "../../../../tests/support/people.ts"

let site: ListeningApp
beforeAll(async () => {
  site = await listeningApp()
  await signUpAndVerify(site, { username: "mika" })
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers: { "accept-encoding": "gzip", ...headers }, redirect: "manual" })
const caching = async (path: string, headers?: Record<string, string>) => {
  const answer = await get(path, headers)
  return [answer.status, answer.headers.get("cache-control"), answer.headers.get("referrer-policy")]
}

describe("an address that may hold a token", () => {
  test.each([
    "/reset-password",
    "/reset-password?access_token=a.b.c&refresh_token=d&type=recovery",
    "/reset-password?error=access_denied&error_code=otp_expired",
    "/verify-email",
    "/verify-email?token_hash=x&type=signup",
    "/login",
    "/login?error=access_denied",
    "/signup",
    "/mika?access_token=a.b.c",
    "/mika?token=x",
    "/?code=x",
  ])("%s is not cached, even when this process has the page in memory", async (path) => {
    const kept = [200, "no-store", "no-referrer"]
    // Rendered, from memory, and by the fast path.
    for (let n = 0; n < 3; n++) expect(await caching(path)).toEqual(kept)
    expect(await caching(path, { "accept-encoding": "identity" })).toEqual(kept)
    const etag = (await get(path)).headers.get("etag") ?? ""
    expect(await caching(path, { "if-none-match": etag })).toEqual([304, "no-store", "no-referrer"])
  })

  test.each([
    ["/reset-password/?access_token=a.b.c", "/reset-password?access_token=a.b.c"],
    ["//reset-password?access_token=a.b.c", "/reset-password?access_token=a.b.c"],
    ["/login/", "/login"],
    ["/mika/?token=x", "/mika?token=x"],
  ])("%s redirects without being cached", async (path, to) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
      308,
      to,
      "no-store",
    ])
  })

  test.each(["recovery", "signup", "magiclink"])(
    "the link of an email (%s) leads on without being remembered",
    async (type) => {
      const answer = await get(`/auth/v1/verify?type=${type}&token=x`)
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([303, "no-store"])
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer")
    },
  )

  test("the data of these pages is not cached either", async () => {
    for (const path of ["/reset-password.data?access_token=a.b.c", "/login.data"])
      expect((await get(path)).headers.get("cache-control")).toBe("no-store")
  })

  test("a profile and the terms are still cached and revalidated", async () => {
    for (const path of ["/mika", "/terms", "/mika?utm_source=card"])
      expect(await caching(path)).toEqual([200, "public, max-age=0, must-revalidate", "no-referrer"])
    expect((await get("/mika/")).headers.get("cache-control")).toBeNull()
  })
})
