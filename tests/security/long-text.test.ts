// Text of the largest size that a body may have, in every field of the auth protocol and over a real socket: the answer comes in
// milliseconds, is a refusal, and leaves a short line in the log. While a request is computed, no other is answered.
import { afterAll, beforeAll, expect, test } from "vitest"
import { BUDGET } from "../../src/domain/budgets.ts"
import { AUTH_TOKEN_MAX, EMAIL_MAX, PASSWORD_MAX } from "../../src/domain/limits.ts"
import { NETWORKS } from "../../src/domain/profile/links.ts"
import { user_roles } from "../../src/server/platform/db/auth-schema.ts"
import { cpuTimer } from "../support/cpu-time.ts"
import { type ListeningApp, listeningApp } from "../support/listening-app.ts"
import { PASSWORD, type Person, signUpAndVerify } from "../support/people.ts"

/** Far above the time on a busy machine, far below the time that blocked everyone. */
/** Of work, for client and server together. */
const ANSWER_WITHIN_MS = 400
const LINE_MAX = 2_000
const SIGN_IN = "/auth/v1/token?grant_type=password"

let site: ListeningApp
let anna: Person
beforeAll(async () => {
  site = await listeningApp({ TRUSTED_PROXIES: "127.0.0.1" })
  anna = await signUpAndVerify(site)
  await site.services.database.db.insert(user_roles).values({ user_id: anna.user_id, role: "admin" })
})
afterAll(() => site.close())

let number = 0
const elsewhere = () => `2001:db8:${(++number).toString(16)}::1`

interface Sent {
  method?: string
  ip?: string
  headers?: Record<string, string>
  /** the body without a length, in chunks */
  isChunked?: boolean
}

async function send(path: string, body: unknown, how: Sent = {}) {
  const { method = "POST", ip = elsewhere(), headers = {}, isChunked = false } = how
  const text = JSON.stringify(body)
  const worked = cpuTimer()
  const answer = await fetch(site.origin + path, {
    method,
    headers: { "content-type": "application/json", "x-forwarded-for": ip, ...headers },
    body: isChunked ? new Blob([text]).stream() : text,
    ...(isChunked ? { duplex: "half" } : {}),
  } as RequestInit)
  const said = await answer.json()
  return {
    status: answer.status,
    code: said.code ?? said.error?.code,
    message: said.message,
    ms: worked(),
  }
}

/** Texts that make a pattern scan every part of them again and again. */
const HOSTILE: [name: string, text: (length: number) => string][] = [
  ["at signs and a line", (length) => `${"@".repeat(length - 2)}\nx`],
  ["an address with an endless name", (length) => `${"a".repeat(length - 12)}@example.com`],
  ["an address with an endless host", (length) => `a@${"a.".repeat((length - 2) / 2)}`],
  ["dots", (length) => ".".repeat(length)],
  ["spaces", (length) => ` ${" ".repeat(length - 2)}x`],
  ["half an address many times", (length) => "a@a.".repeat(length / 4)],
  ["halves of characters", (length) => "\ud800".repeat(length / 6)],
  ["letters that grow in lower case", (length) => "\u0130".repeat(length / 2)],
]
const LONG = 99_000

const FIELDS: [path: string, method: "POST" | "PUT", fields: Record<string, unknown>, field: string][] = [
  [SIGN_IN, "POST", { email: "a@example.com", password: "x" }, "email"],
  [SIGN_IN, "POST", { email: "a@example.com", password: "x" }, "password"],
  [SIGN_IN, "POST", { password: "x" }, "phone"],
  ["/auth/v1/token?grant_type=refresh_token", "POST", {}, "refresh_token"],
  ["/auth/v1/signup", "POST", { password: PASSWORD }, "email"],
  ["/auth/v1/signup", "POST", { email: "b@example.com" }, "password"],
  ["/auth/v1/signup", "POST", { password: PASSWORD }, "phone"],
  ["/auth/v1/recover", "POST", {}, "email"],
  ["/auth/v1/resend", "POST", { type: "signup" }, "email"],
  ["/auth/v1/resend", "POST", { email: "a@example.com" }, "type"],
  ["/auth/v1/verify", "POST", { type: "signup" }, "token_hash"],
  ["/auth/v1/verify", "POST", { token_hash: "x" }, "type"],
  ["/auth/v1/verify", "POST", { token_hash: "x", type: "signup" }, "password"],
  ["/auth/v1/verify/link", "POST", { type: "signup" }, "token_hash"],
  ["/auth/v1/verify/decline", "POST", { type: "signup" }, "token_hash"],
  ["/auth/v1/passkeys/sign-up/options", "POST", {}, "email"],
  ["/auth/v1/passkeys/sign-up/verify", "POST", { email: "c@example.com" }, "challenge_id"],
  ["/auth/v1/passkeys/email-confirmation", "POST", { type: "signup" }, "token_hash"],
  ["/auth/v1/user", "PUT", {}, "email"],
  ["/auth/v1/user", "PUT", {}, "password"],
  ["/auth/v1/user", "PUT", { password: PASSWORD }, "current_password"],
  ["/auth/v1/factors", "POST", {}, "factor_type"],
  ["/auth/v1/factors", "POST", { factor_type: "totp" }, "friendly_name"],
  ["/auth/v1/factors", "POST", { factor_type: "totp" }, "issuer"],
  ["/auth/v1/factors/00000000-0000-4000-8000-000000000000/verify", "POST", { code: "123456" }, "challenge_id"],
  ["/auth/v1/factors/00000000-0000-4000-8000-000000000000/verify", "POST", { challenge_id: "x" }, "code"],
  ["/api/account/recovery-codes/redemption", "POST", {}, "code"],
  ["/api/availability", "POST", {}, "email"],
  ["/api/availability", "POST", {}, "username"],
]

test.each(FIELDS)("%s %s %j: 99 kB in %s are refused at once", async (path, method, fields, field) => {
  const headers = { authorization: anna.headers.authorization ?? "" }
  for (const [name, text] of HOSTILE) {
    const at = site.logged.length
    const answer = await send(path, { ...fields, [field]: text(LONG) }, { method, headers })
    expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true])
    expect([name, answer.ms < ANSWER_WITHIN_MS || answer.ms]).toEqual([name, true])
    for (const line of site.logged.slice(at)) expect(JSON.stringify(line).length).toBeLessThan(LINE_MAX)
  }
})

/** No repetition: URL parsers need quadratic time in the length of a host. */
const different = (length: number, first = 0x4e00, count = 20_000): string =>
  Array.from({ length }, (_, at) => String.fromCodePoint(first + ((at * 7_919) % count))).join("")

const TEXTS: [name: string, text: (length: number) => string][] = [
  ["different CJK characters", (length) => different(length)],
  ["a host of them", (length) => `https://${different(length - 16)}.example`],
  ["a host with a label of each", (length) => `https://${[...different(length / 2)].join(".")}`],
  ["a host of different Hangul syllables", (length) => `https://${different(length, 0xac00, 11_000)}`],
  ["an address at a host of them", (length) => `anna@${different(length - 16)}.example`],
  ["combining marks", (length) => `https://a${different(length, 0x300, 0x6f)}`],
  ["direction controls", (length) => "\u202e".repeat(length)],
]
const BODY_BYTES = 90_000
const CJK_BYTES = 3

/** Every field of a form, and as much text in each as the whole body may have. */
const FORMS: [method: string, path: string, form: (text: (share: number) => string) => unknown][] = [
  [
    "PUT",
    "/api/profile",
    (text) => ({
      full_name: "Anna Meier",
      social_media: Object.fromEntries(["website", ...NETWORKS].map((key) => [key, text(1 + NETWORKS.length)])),
    }),
  ],
  ["PUT", "/api/profile", (text) => ({ full_name: text(1) })],
  ["PUT", "/api/profile", (text) => ({ full_name: "Anna Meier", email: text(1) })],
  ["PUT", "/api/profile", (text) => ({ full_name: "Anna Meier", bio: text(3), address: text(3), job_title: text(3) })],
  ["PUT", "/api/profile", (text) => ({ full_name: "Anna Meier", social_media: { [text(2)]: text(2) } })],
  ["POST", "/auth/v1/signup", (text) => ({ email: "c@example.com", password: PASSWORD, data: { username: text(1) } })],
  [
    "POST",
    "/auth/v1/signup",
    (text) => ({ email: "c@example.com", password: PASSWORD, data: { username: "carl", full_name: text(1) } }),
  ],
  ["POST", "/auth/v1/signup", (text) => ({ email: text(2), password: text(2) })],
  ["PUT", "/auth/v1/user", (text) => ({ data: { full_name: text(2), phone: text(2) } })],
  ["POST", "/api/reports", (text) => ({ username: text(2), reason: "spam", detail: text(2) })],
  ["POST", "/api/account/confirm", (text) => ({ password: text(1) })],
  ["POST", "/api/admin/invitations", (text) => ({ email: text(1), send: true })],
  ["POST", "/api/admin/cards/0a1b2c3d4e/reassign", (text) => ({ username: text(1), from: null })],
  ["POST", `/api/admin/users/00000000-0000-4000-8000-000000000000/roles`, (text) => ({ role: text(1) })],
  ["POST", "/api/functions/delete-user-account", (text) => ({ user_id: text(1) })],
  ["POST", "/api/visits", (text) => ({ profile: text(2), did: text(2) })],
]

test.each(FORMS)("%s %s, form %#: 90 kB of text that is slow to read delay no one", async (method, path, form) => {
  const headers = { authorization: anna.headers.authorization ?? "" }
  for (const [name, text] of TEXTS) {
    const body = form((share) => text(Math.floor(BODY_BYTES / CJK_BYTES / share)))
    const answer = await send(path, body, { method: method as "POST" | "PUT", headers })
    // Nearly all of it is refused; what is left out of a text makes it short enough.
    expect([name, answer.status < 500 || answer.status]).toEqual([name, true])
    expect([name, answer.ms < ANSWER_WITHIN_MS || answer.ms]).toEqual([name, true])
  }
})

const WAYS: [name: string, path: string, how: Sent][] = [
  ["as the client sends it", SIGN_IN, {}],
  ["with another parameter", `${SIGN_IN}&x=1`, {}],
  ["in chunks", SIGN_IN, { isChunked: true }],
]

test.each(WAYS)(
  "a sign-in with an endless address counts as an attempt %s, and is refused as fast when the budget is spent",
  async (_name, path, how) => {
    const ip = elsewhere()
    const email = `${"@".repeat(LONG)}\nx`
    const codes: string[] = []
    for (let at = 0; at <= BUDGET.signInPerIp.max; at++) {
      const answer = await send(path, { email, password: "x" }, { ...how, ip })
      expect(answer.ms).toBeLessThan(ANSWER_WITHIN_MS)
      codes.push(answer.code)
    }
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(["invalid_credentials"]))
    expect(codes.at(-1)).toBe("over_request_rate_limit")
  },
)

test("text of exactly the maximum length is judged by its content", async () => {
  const email = `${"a".repeat(EMAIL_MAX - 12)}@example.com`
  expect(await send(SIGN_IN, { email, password: "x".repeat(PASSWORD_MAX) })).toMatchObject({
    code: "invalid_credentials",
  })
  const refresh_token = "x".repeat(AUTH_TOKEN_MAX)
  const refreshed = await send("/auth/v1/token?grant_type=refresh_token", { refresh_token })
  expect(refreshed).toMatchObject({ status: 400, code: "refresh_token_not_found" })
  const longer = await send("/auth/v1/token?grant_type=refresh_token", { refresh_token: `${refresh_token}x` })
  expect(longer).toMatchObject({ status: 400, code: "refresh_token_not_found" })
})

test("a link with an overlong token counts as expired", async () => {
  const followed = await fetch(`${site.origin}/auth/v1/verify?type=recovery&token=${"x".repeat(10_000)}`, {
    redirect: "manual",
  })
  expect(followed.headers.get("location")).toContain("error_code=otp_expired")
})
