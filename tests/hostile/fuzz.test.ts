// Every call that reads a body or a query, asked with what it takes and one thing about it wrong: the mistake arrives behind the
// first look at the shape, where `sweep.test.ts` does not come. No answer is a 5xx, refusals are sentences and store nothing, and
// what belongs to somebody else stays as it is.
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, PASSWORD, signUpAndVerify } from "../support/people.ts"
import { type CallerName, newCaller, nextIp, type TestCaller } from "./callers.ts"
import { isRefusal } from "./refusal.ts"
import { rowCounts } from "./row-counts.ts"

type Fields = Record<string, unknown>

interface Call {
  route: string
  who: CallerName
  /** behind `?`: each value is text */
  query?: Record<string, string>
  body?: (caller: TestCaller, number: number) => Fields
  /** what it answers when nothing is wrong */
  accepted: number
  /** ends the caller's session or account: each asking needs somebody new */
  isLast?: true
}

const NOBODY = "00000000-0000-4000-8000-000000000000"
/** Random values for each place. */
const UNTHOUGHT = 4

const CALLS: Call[] = [
  {
    route: "POST /auth/v1/signup",
    who: "anonymous",
    query: { redirect_to: "/card/abc" },
    body: (_caller, number) => ({
      email: `fuzz-${number}@example.com`,
      password: PASSWORD,
      data: { username: `fuzz-${number}`, full_name: "Grace Hopper" },
    }),
    accepted: 200,
  },
  {
    route: "POST /auth/v1/token",
    who: "anonymous",
    query: { grant_type: "password" },
    body: () => ({ email: "shown@example.com", password: PASSWORD }),
    accepted: 200,
  },
  {
    route: "POST /auth/v1/resend",
    who: "anonymous",
    query: { redirect_to: "/card/abc" },
    body: () => ({ type: "signup", email: "nobody@example.com" }),
    accepted: 200,
  },
  { route: "POST /auth/v1/recover", who: "anonymous", body: () => ({ email: "nobody@example.com" }), accepted: 200 },
  {
    route: "POST /api/availability",
    who: "anonymous",
    body: () => ({ username: "free-name", email: "free@example.com" }),
    accepted: 200,
  },
  {
    route: "POST /api/reports",
    who: "anonymous",
    body: () => ({ username: "shown", reason: "spam", detail: "Sells what it has not." }),
    accepted: 202,
  },
  {
    route: "POST /api/visits",
    who: "anonymous",
    body: () => ({ profile: crypto.randomUUID(), did: "view" }),
    accepted: 204,
  },
  {
    route: "PUT /api/profile",
    who: "user",
    body: () => ({
      full_name: "Grace Hopper",
      job_title: "Rear admiral",
      business_name: "Navy",
      business_phone: "+1 555 0100",
      email: "grace@example.com",
      address: "1 Harbour Road",
      bio: "Compilers.",
      accent: "",
      social_media: { website: "https://example.com", linkedin: "https://linkedin.com/in/grace" },
    }),
    accepted: 200,
  },
  {
    route: "POST /auth/v1/factors",
    who: "user",
    body: () => ({ factor_type: "totp", friendly_name: `Phone ${crypto.randomUUID()}` }),
    accepted: 200,
  },
  { route: "GET /api/insights", who: "user", query: { days: "30" }, accepted: 200 },
  { route: "GET /api/account/cards", who: "user", query: { cursor: "k3j9x0q7w2m5" }, accepted: 200 },
  {
    route: "GET /api/admin/users",
    who: "admin",
    query: { q: "sho", status: "active", cursor: `1777636800000000_${NOBODY}` },
    accepted: 200,
  },
  { route: "GET /api/admin/cards", who: "admin", query: { q: "abc", status: "pending", cursor: "" }, accepted: 200 },
  {
    route: "GET /api/admin/audit",
    who: "admin",
    query: { action: "role.added", actor: "shown", subject: "shown", before: "10" },
    accepted: 200,
  },
  {
    route: "POST /api/admin/cards",
    who: "admin",
    body: () => ({ batch: crypto.randomUUID(), count: 2 }),
    accepted: 200,
  },
  {
    route: "GET /api/moderation/reports",
    who: "moderator",
    query: { after: `2026-05-01T12:00:00.000Z~${NOBODY}` },
    accepted: 200,
  },
  {
    route: "GET /api/moderation/hidden",
    who: "moderator",
    query: { after: `2026-05-01T12:00:00.000Z~${NOBODY}` },
    accepted: 200,
  },
  {
    route: "PUT /auth/v1/user",
    who: "user",
    body: () => ({ password: "a quieter harbour", current_password: PASSWORD }),
    accepted: 200,
    isLast: true,
  },
  {
    route: "POST /api/functions/delete-user-account",
    who: "user",
    body: ({ user_id }) => ({ user_id }),
    accepted: 200,
    isLast: true,
  },
  {
    route: "POST /api/functions/reactivate-user-account",
    who: "deactivated",
    body: ({ user_id }) => ({ user_id }),
    accepted: 200,
    isLast: true,
  },
  {
    route: "POST /api/account/delete-now",
    who: "deactivated",
    body: () => ({ password: PASSWORD }),
    accepted: 200,
    isLast: true,
  },
]

const STRANGE = [
  ...["", " ", "\0", "a\0b", "\ud800", "\u202e", "\r\nBcc: x@example.com", "' or 1=1 --", "%' or '%' = '", "\\", "%00"],
  ...["__proto__", "constructor", "../../etc/passwd", "$(id)", "{{7*7}}", "<script>alert(1)</script>", "javascript:x"],
  ...[
    "//evil.example",
    "/\\evil.example",
    "00000000-0000-0000-0000-000000000000",
    "1e999",
    "-1",
    "NaN",
    "İ".repeat(300),
  ],
  ...["x".repeat(5_000), "👩‍👩‍👧‍👦".repeat(400), "9999-12-31T23:59:59.999Z", "0000-00-00", "2026-13-45T99:99:99Z"],
  ...["-271821-04-20T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"].flatMap((moment) => [
    moment,
    `${moment}~${NOBODY}`,
  ]),
  ...[`9999999999999999_${NOBODY}`, `0_${NOBODY}`, "9".repeat(15), "9".repeat(400), "k3j9x0q7w2m5'"],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, true, false, null, [], {}, [[]], { $ne: null }, { length: 1e9 }, [null, 1]],
]
const NAMES = ["__proto__", "constructor", "id", "user_id", "roles", "role", "deleted_at", "is_hidden"]

interface Mistake {
  how: "replaced" | "left out" | "in an array" | "added"
  /** names from the outside in */
  place: string[]
  value: unknown
}

/** Every place of the shape, also inside of objects. */
const placesOf = (fields: Fields, above: string[] = []): string[][] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const here = [...above, name]
    const isInner = typeof value === "object" && value !== null
    return isInner ? [here, ...placesOf(value as Fields, here)] : [here]
  })

/** Every strange value in every place, and some that nobody thought of. */
function mistakesIn(fields: Fields): Mistake[] {
  const places = placesOf(fields)
  const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary", maxLength: 200 }))
  return [
    ...places.flatMap((place) => [
      ...[...STRANGE, ...fc.sample(anything, UNTHOUGHT)].map((value): Mistake => ({ how: "replaced", place, value })),
      ...(["left out", "in an array"] as const).map((how): Mistake => ({ how, place, value: null })),
    ]),
    ...[...NAMES, ...fc.sample(fc.string(), UNTHOUGHT)].map(
      (name): Mistake => ({ how: "added", place: [name], value: fc.sample(anything, 1)[0] }),
    ),
  ]
}

function withMistake(fields: Fields, { how, place, value }: Mistake): Fields {
  const wrong = structuredClone(fields)
  const last = place.at(-1) ?? ""
  const inside = place.slice(0, -1).reduce<Fields>((into, key) => into[key] as Fields, wrong)
  const put = how === "in an array" ? [inside[last]] : value
  if (how === "left out") delete inside[last]
  // As a property of its own, also when it is called __proto__.
  else Object.defineProperty(inside, last, { value: put, enumerable: true, configurable: true, writable: true })
  return wrong
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.toWellFormed() : JSON.stringify(value))

let site: TestApp
let number = 0
const NO_CALLER: TestCaller = { user_id: NOBODY, email: "", token: null }
beforeAll(async () => {
  site = await testApp()
  await signUpAndVerify(site, { username: "shown" })
})
afterAll(() => site.close())

/** Somebody new; what others did before is long ago for the limits. */
function somebody({ who }: Call): Promise<TestCaller> {
  site.advance(3_600_000)
  return newCaller(site, who)
}

async function ask({ route }: Call, { token }: TestCaller, query: Fields, body: Fields | undefined) {
  const [method = "", path = ""] = route.split(" ")
  const behind = new URLSearchParams(Object.entries(query).map(([name, value]) => [name.toWellFormed(), textOf(value)]))
  const request = new Request(`http://localhost${path}?${behind}`, {
    method,
    headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await site.app.request(request, undefined, fromIp(nextIp()))
  return { path, status: answer.status, text: await answer.text() }
}

/** What nobody of the callers owns. */
async function belongings(): Promise<unknown> {
  const { rows } = await site.services.database.pool.query(
    `select u.email, u.password_hash, p.*, (select array_agg(role) from user_roles r where r.user_id = p.id) as roles
     from profiles p join users u on u.id = p.id where p.username = 'shown'`,
  )
  return rows
}

describe.each(CALLS)("$route", (call) => {
  const { accepted, query = {}, body } = call

  test("takes its shape as it stands", async () => {
    const caller = await somebody(call)
    const { status, text } = await ask(call, caller, query, body?.(caller, ++number))
    expect([status, text.slice(0, 200)]).toEqual([accepted, expect.anything()])
  })

  test("with one thing wrong is refused in a sentence, or harmless", { timeout: 240_000 }, async () => {
    const before = await belongings()
    const askings = [
      ...mistakesIn(query).map((mistake) => ({ where: "query", mistake })),
      ...(body === undefined ? [] : mistakesIn(body(NO_CALLER, 0)).map((mistake) => ({ where: "body", mistake }))),
    ]
    let caller = await somebody(call)
    for (const { where, mistake } of askings) {
      const rows = await rowCounts(site)
      const shape = body?.(caller, ++number)
      const { path, status, text } = await ask(
        call,
        caller,
        where === "query" ? withMistake(query, mistake) : query,
        where === "body" && shape !== undefined ? withMistake(shape, mistake) : shape,
      )
      const asked = JSON.stringify({ where, mistake }).slice(0, 300)
      if (status >= 400) {
        expect([asked, status, text]).toEqual([
          asked,
          expect.toSatisfy((code) => code < 500),
          expect.toSatisfy((said) => isRefusal(path, said)),
        ])
        expect([asked, await rowCounts(site)]).toEqual([asked, rows])
      }
      if (call.who === "anonymous" || (call.isLast && status < 400) || status === 429) caller = await somebody(call)
    }
    expect(await belongings()).toEqual(before)
    expect(site.logged.filter(({ level }) => level === "error")).toEqual([])
  })
})
