import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../../tests/support/app.ts"
import { authClient } from "../../../../../tests/support/auth-client.ts"
import { codeAt } from "../../../../../tests/support/authenticator.ts"
import { cookieJar, type Jar } from "../../../../../tests/support/cookie-jar.ts"
import { emailsTo, newestLink, tokenHashOf } from "../../../../../tests/support/mailbox.ts"
import { PASSWORD, postJson, signIn, signUp, signUpAndVerify } from "../../../../../tests/support/people.ts"
import { profiles } from "../../../platform/db/schema.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const HOUR_MS = 3_600_000
// Emails differ by their time, and limits forget what earlier tests have done.
beforeEach(() => site.advance(2 * HOUR_MS))

let number = 0
/** Someone who has just asked for another sign-in address, in this browser. */
async function mover() {
  const person = await signUpAndVerify(site)
  number += 1
  const to = `new-${number}@example.com`
  const jar = cookieJar(site)
  expect((await ask(jar, person, to)).status).toBe(200)
  site.advance(1000)
  return { ...person, to, jar }
}
const ask = (jar: Jar, { headers }: { headers: Record<string, string> }, email: string) =>
  jar.send("/auth/v1/user", { email, current_password: PASSWORD }, headers, "PUT")

const resend = (email: string, jar: Pick<Jar, "send"> = cookieJar(site)) =>
  jar.send("/auth/v1/resend", { type: "email_change", email })
const linkTo = async (email: string) => ({
  token_hash: tokenHashOf(await newestLink(site.services, email)),
  type: "email_change",
})
const verify = async (jar: Jar, link: object, password?: string) => {
  const answer = await jar.send("/auth/v1/verify", { ...link, ...(password === undefined ? {} : { password }) })
  return answer.ok ? "ok" : (await answer.json()).code
}
const sentTo = async (email: string) => (await emailsTo(site.services, email)).length
const whole = async (answer: Response) => [answer.status, await answer.text(), answer.headers.getSetCookie()]

test("the official client gets the link to the new address again, and the older one is void", async () => {
  const { email, to, jar } = await mover()
  const first = await linkTo(to)
  const { data, error } = await authClient(site).client.resend({ type: "email_change", email })
  expect([error, data]).toEqual([null, { user: null, session: null, messageId: undefined }])
  expect((await emailsTo(site.services, to)).map(({ subject }) => subject)).toEqual(
    Array(2).fill("Confirm your new email for Meishi"),
  )
  expect(await verify(jar, first, PASSWORD)).toBe("otp_expired")
  const second = await linkTo(to)
  expect(second.token_hash).not.toBe(first.token_hash)
  expect(await verify(jar, second, PASSWORD)).toBe("ok")
})

test("the new link works for a day, and the account's own address gets nothing", async () => {
  const { email, to, jar } = await mover()
  const before = await sentTo(email)
  site.advance(23 * HOUR_MS)
  await resend(email.toUpperCase())
  expect(await sentTo(email)).toBe(before)
  site.advance(24 * HOUR_MS - 1000)
  expect(await verify(jar, await linkTo(to), PASSWORD)).toBe("ok")
})

test("it stays bound to the browser that asked for the change, and is bound to no other", async () => {
  const one = await mover()
  await resend(one.email, one.jar)
  expect(one.jar.given[0]).toContain("Max-Age=86400")
  expect(await verify(one.jar, await linkTo(one.to))).toBe("ok")

  const two = await mover()
  const stranger = cookieJar(site)
  await resend(two.email, stranger)
  expect(stranger.given).toEqual([])
  const link = await linkTo(two.to)
  expect(await verify(stranger, link)).toBe("password_needed")
  expect(await verify(two.jar, link)).toBe("password_needed")
  expect(await verify(two.jar, link, PASSWORD)).toBe("ok")
})

test("nothing is sent where no change is pending, and the answer is the same for every address", async () => {
  const waiting = await mover()
  const idle = await signUpAndVerify(site)
  const unconfirmed = await signUp(site)
  const confirmed = await mover()
  await verify(confirmed.jar, await linkTo(confirmed.to))
  const declined = await mover()
  await postJson(site, "/auth/v1/verify/decline", await linkTo(declined.to))
  const repassworded = await mover()
  const body = { password: "a quieter harbour", current_password: PASSWORD }
  await repassworded.jar.send("/auth/v1/user", body, repassworded.headers, "PUT")
  const gone = await mover()
  const long = new Date(site.services.clock().getTime() - 1000)
  await site.services.database.db
    .update(profiles)
    .set({ deleted_at: long, deletion_scheduled_at: long })
    .where(eq(profiles.id, gone.user_id))
  const silent = [idle, unconfirmed, confirmed, declined, repassworded, gone].map(({ email }) => email)
  const addresses = [...silent, confirmed.to, declined.to, repassworded.to, gone.to, waiting.to, "nobody@example.com"]
  const counts = () => Promise.all(addresses.map(sentTo))
  const before = await counts()
  const known = await whole(await resend(waiting.email))
  expect(known).toEqual([200, "{}", []])
  const sent = await counts()
  expect(sent.map((count, at) => count - (before[at] ?? 0))).toEqual(addresses.map((to) => (to === waiting.to ? 1 : 0)))
  for (const address of addresses) expect(await whole(await resend(address))).toEqual(known)
  expect(await counts()).toEqual(sent)
})

test("an expired request is not revived", async () => {
  const { email, to } = await mover()
  site.advance(24 * HOUR_MS)
  expect((await resend(email)).status).toBe(200)
  expect(await sentTo(to)).toBe(1)
})

test("an address that has become another account's gets no more of these emails", async () => {
  const { email, to } = await mover()
  await signUpAndVerify(site, { email: to })
  const before = await sentTo(to)
  expect((await resend(email)).status).toBe(200)
  expect(await sentTo(to)).toBe(before)
})

test.each([
  [{}, "Missing one of these types: signup, email_change, sms, phone_change"],
  [{ type: "recovery", email: "a@example.com" }, "Missing one of these types: signup, email_change, sms, phone_change"],
  [{ type: "email_change" }, "Missing email address or phone number"],
  [{ type: "email_change", email: null }, "Missing email address or phone number"],
  [{ type: "email_change", email: "not an address" }, "Please enter a valid email address"],
  [{ type: "email_change", email: `${"a".repeat(5000)}@example.com` }, "Please enter a valid email address"],
])("what is missing or wrong is named: %j", async (body, message) => {
  const answer = await postJson(site, "/auth/v1/resend", body)
  expect([answer.status, await answer.json()]).toEqual([422, { code: "validation_failed", message }])
})

test("one network can ask three times an hour for an account, whether or not there is one", async () => {
  const { email, to } = await mover()
  for (const address of [email, "no-such-account@example.com"]) {
    const again = () => postJson(site, "/auth/v1/resend", { type: "email_change", email: address }, {}, "172.30.0.1")
    for (let n = 0; n < 3; n++) expect((await again()).status).toBe(200)
    const refused = await again()
    expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
      429,
      "3600",
      {
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 3600 seconds.",
      },
    ])
  }
  expect(await sentTo(to)).toBe(4)
})

test("strangers together cause at most ten an hour to the new address, even through several accounts, and the last link works", async () => {
  const [one, two] = [await mover(), await signUpAndVerify(site)]
  await ask(cookieJar(site), two, one.to)
  for (let n = 0; n < 12; n++)
    for (const { email } of [one, two]) {
      site.advance(1000)
      expect((await resend(email)).status).toBe(200)
    }
  expect(await sentTo(one.to)).toBe(2 + 10)
  expect(await verify(one.jar, await linkTo(one.to), PASSWORD)).toBe("ok")
})

test("requests of strangers use up nothing of the owner's budget", async () => {
  const { email, to, jar, headers } = await mover()
  for (let n = 0; n < 15; n++) await resend(email)
  for (const address of [to, "somewhere-else@example.com"])
    expect((await ask(jar, { headers }, address)).status).toBe(200)
})

test("fifty at once leave one link that works", async () => {
  const { email, to, jar } = await mover()
  await Promise.all(Array.from({ length: 50 }, () => resend(email)))
  const links = (await emailsTo(site.services, to)).map(({ text_body }) => /token_hash=([\w-]+)/.exec(text_body)?.[1])
  expect(links.length).toBe(11)
  const answers: string[] = []
  for (const token_hash of links) answers.push(await verify(jar, { token_hash, type: "email_change" }, PASSWORD))
  expect(answers.filter((answer) => answer === "ok")).toHaveLength(1)
})

test("the page learns why a link that its owner did not cancel no longer works", async () => {
  const pendingOf = async (headers: Record<string, string>) =>
    (await site.app.request("/api/account/email-change", { headers })).json()
  const endings = {
    password_changed: async (headers: Record<string, string>, jar: Jar) => {
      const body = { password: "another long sentence 7", current_password: PASSWORD }
      return jar.send("/auth/v1/user", body, headers, "PUT")
    },
    device_signed_out: async (headers: Record<string, string>, jar: Jar) =>
      jar.send("/auth/v1/logout?scope=others", {}, headers),
    security_changed: async (headers: Record<string, string>, jar: Jar) => {
      const { id, totp } = await (await jar.send("/auth/v1/factors", { factor_type: "totp" }, headers)).json()
      const challenge = await (await jar.send(`/auth/v1/factors/${id}/challenge`, {}, headers)).json()
      const code = codeAt(totp.secret, site.services.clock())
      const answer = await jar.send(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.id, code }, headers)
      headers.authorization = `Bearer ${(await answer.clone().json()).access_token}`
      return answer
    },
  }
  for (const [reason, end] of Object.entries(endings)) {
    const { headers, jar, to } = await mover()
    expect(await pendingOf(headers)).toEqual({ new_email: to, ended: null })
    expect([200, 204]).toContain((await end(headers, jar)).status)
    expect(await pendingOf(headers)).toEqual({ new_email: null, ended: reason })
  }
  const { headers } = await mover()
  await site.app.request("/api/account/email-change", { method: "DELETE", headers })
  expect(await pendingOf(headers)).toEqual({ new_email: null, ended: null })
})

test("signing out one other device from the list is such a reason", async () => {
  const { email, headers } = await mover()
  const other = await signIn(site, email)
  const { session_id } = JSON.parse(Buffer.from(other.access_token.split(".")[1] ?? "", "base64url").toString())
  const path = `/api/account/sessions/${session_id}`
  expect((await site.app.request(path, { method: "DELETE", headers })).status).toBe(200)
  const answer = await site.app.request("/api/account/email-change", { headers })
  expect(await answer.json()).toEqual({ new_email: null, ended: "device_signed_out" })
})
