// What the log may say about accounts: ids and masked addresses; never a token, a password, a link or a whole address.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { catchMail } from "../../../../tests/support/mail-catcher.ts"
import { newestLink, tokenHashOf } from "../../../../tests/support/mailbox.ts"
import { fromIp, PASSWORD, type Person, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"

test("the whole life of an account leaves no secret in the log", async () => {
  const catcher = await catchMail()
  const site = await testApp({ SMTP_URL: catcher.url, ADMIN_EMAIL: "quiet.person@example.com" })
  try {
    const email = "quiet.person@example.com"
    const person = await signUpAndVerify(site, { username: "quiet", email })
    await postJson(site, "/auth/v1/token?grant_type=password", { email, password: "wrong secret" })
    const next = await postJson(site, "/auth/v1/token?grant_type=refresh_token", {
      refresh_token: person.refresh_token,
    })
    const rotated = (await next.json()).refresh_token as string
    await postJson(site, "/auth/v1/recover", { email })
    const link = await newestLink(site.services, email)
    const { pathname, search, searchParams } = new URL(link)
    const followed = await site.app.request(pathname + search, {}, fromIp("192.0.2.1"))
    await postJson(site, "/auth/v1/resend", { type: "signup", email: "other.person@example.com" })
    site.advance(20_000)
    await postJson(site, "/auth/v1/token?grant_type=refresh_token", { refresh_token: person.refresh_token })
    catcher.refuseWith(550)
    await site.services.mail.deliverDue()
    await site.services.mail.stop()
    const log = site.logged.map((line) => JSON.stringify(line)).join("\n")
    expect(log).toContain("auth.signed_up")
    expect(log).toContain("auth.sign_in_refused")
    expect(log).toContain("auth.refresh_reused")
    expect(log).toContain("auth.administrator")
    expect(log).toContain("mail.delayed")
    expect(log).toContain("q…@example.com")
    const target = new URL(followed.headers.get("location") ?? "").searchParams
    const secrets = [
      email,
      "other.person@example.com",
      PASSWORD,
      "wrong secret",
      person.access_token,
      person.refresh_token,
      rotated,
      searchParams.get("token"),
      target.get("access_token"),
      target.get("refresh_token"),
      tokenHashOf(link) || "token_hash=",
    ]
    for (const secret of secrets) expect([secret, log.includes(secret ?? "?")]).toEqual([secret, false])
  } finally {
    await catcher.close()
    await site.close()
  }
})

describe("who was refused", () => {
  const IP = "203.0.113.7"
  let site: TestApp
  let anna: Person
  beforeAll(async () => {
    site = await testApp()
    anna = await signUpAndVerify(site, { username: "anna" })
  })
  afterAll(() => site.close())

  /** The lines of these requests, without what differs every time. */
  async function linesOf(ask: () => Promise<unknown>) {
    const { length } = site.logged
    await ask()
    return site.logged.slice(length).map(({ at, level, id, ms, ...line }) => line)
  }
  const signIn = (email: string, password: string) =>
    postJson(site, "/auth/v1/token?grant_type=password", { email, password }, {}, IP)
  const get = async (path: string, token?: string) =>
    site.app.request(path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }, fromIp(IP))

  test("a sign-in is logged with its IP address and user, and so is a wrong password", async () => {
    const [signedIn] = await linesOf(() => signIn(anna.email, PASSWORD))
    expect(signedIn).toEqual({ event: "auth.signed_in", user: anna.user_id, ip: IP, owes_factor: false })
    const [refused, request] = await linesOf(() => signIn(anna.email, "wrong"))
    const who = { code: "invalid_credentials", ip: IP, user: anna.user_id }
    expect(refused).toEqual({ event: "auth.sign_in_refused", email: "a…@example.com", ...who })
    expect(request).toEqual({ event: "request", method: "POST", path: "/auth/v1/token", status: 400, ...who })
  })

  test("an unknown address has no id, and a password typed in its place is not logged", async () => {
    const [unknown] = await linesOf(() => signIn("nobody@example.com", "wrong"))
    expect(unknown).toEqual({
      event: "auth.sign_in_refused",
      code: "invalid_credentials",
      email: "n…@example.com",
      ip: IP,
    })
    const lines = await linesOf(() => signIn("my secret passphrase", "anna@example.com"))
    expect(lines[0]).toMatchObject({ email: "(not an email address)", ip: IP })
    expect(JSON.stringify(lines)).not.toContain("secret")
  })

  test("a refusal by a guarded route is logged with the user, if the token names one", async () => {
    const asked: [path: string, token: string | undefined, status: number, code: string, user: string | undefined][] = [
      ["/api/me", undefined, 401, "not_authenticated", undefined],
      ["/api/me", "x.y.z", 401, "not_authenticated", undefined],
      ["/auth/v1/user", undefined, 401, "not_authenticated", undefined],
      ["/auth/v1/user", "x.y.z", 403, "bad_jwt", undefined],
      ["/api/admin/audit", anna.access_token, 403, "forbidden", anna.user_id],
    ]
    for (const [path, token, status, code, user] of asked) {
      const [line, ...others] = await linesOf(() => get(path, token))
      expect(line).toEqual({ event: "request", method: "GET", path, status, code, ip: IP, ...(user && { user }) })
      expect(others).toEqual([])
    }
  })

  test("a recovery session, an ended one and an expired token are logged with their user", async () => {
    await postJson(site, "/auth/v1/recover", { email: anna.email })
    const { pathname, search } = new URL(await newestLink(site.services, anna.email))
    const opened = await get(pathname + search)
    const recovery = new URL(opened.headers.get("location") ?? "").searchParams.get("access_token") ?? ""
    const user = anna.user_id
    const [first] = await linesOf(() => get("/api/me", recovery))
    expect(first).toMatchObject({ status: 401, code: "not_authenticated", ip: IP, user })
    const body = { email: "other@example.com" }
    const put = { method: "PUT", headers: { "content-type": "application/json", authorization: `Bearer ${recovery}` } }
    const [second] = await linesOf(async () =>
      site.app.request("/auth/v1/user", { ...put, body: JSON.stringify(body) }, fromIp(IP)),
    )
    expect(second).toMatchObject({ status: 403, code: "forbidden", ip: IP, user })
    await postJson(site, "/auth/v1/logout?scope=global", {}, anna.headers)
    const [third] = await linesOf(() => get("/api/me", anna.access_token))
    expect(third).toMatchObject({ status: 401, code: "not_authenticated", ip: IP, user })
    site.advance(2 * 3_600_000)
    const [fourth] = await linesOf(() => get("/auth/v1/user", anna.access_token))
    expect(fourth).toMatchObject({ status: 403, code: "bad_jwt", ip: IP, user })
  })

  test("requests from other sites, and too many requests, are logged with their IP address", async () => {
    const [foreign] = await linesOf(() =>
      postJson(site, "/auth/v1/recover", { email: "x@example.com" }, { origin: "https://evil.example" }, IP),
    )
    expect(foreign).toMatchObject({ status: 403, code: "wrong_origin", ip: IP })
    const often = await linesOf(async () => {
      for (let at = 0; at < 4; at++) await postJson(site, "/auth/v1/recover", { email: "x@example.com" }, {}, IP)
    })
    expect(often.at(-1)).toMatchObject({ status: 429, code: "over_email_send_rate_limit", ip: IP })
  })

  test("requests that are accepted are logged without an IP address", async () => {
    const [line] = await linesOf(() => get("/api/health/live"))
    expect(line).toEqual({ event: "request", method: "GET", path: "/api/health/live", status: 200 })
  })
})
