// Ten thousand hostile submissions to the form of the exchange: the owner is left with the budget's people at most, and a third person
// gets one email that says nothing.
import { count, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { BUDGET } from "../../src/domain/budgets.ts"
import { DAY_MS } from "../../src/domain/time.ts"
import { people } from "../../src/server/platform/db/people-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { emailsTo, newestLink } from "../support/mailbox.ts"
import { fromIp, type Person, postJson, signIn, signUpAndVerify } from "../support/people.ts"
import { rowCounts } from "./row-counts.ts"

const SUBMISSIONS = 10_000
const AT_ONCE = 50
const VICTIM = "victim@example.com"

let site: TestApp
let mika: Person
beforeAll(async () => {
  // As for a sender who solves every proof of work.
  site = await testApp({ PROOF_OF_WORK: "off" })
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Sato" })
})
afterAll(() => site.close())

const NAMES = [
  "<script>alert(1)</script>",
  '=HYPERLINK("http://evil.example")',
  "+1+1",
  "@SUM(A1)",
  "Ada\u202egnp.exe",
  "Ada\r\nBCC: all@example.com",
  "Win at http://evil.example",
  "\u0000\u0007Ada",
  "'; drop table people; --",
  "BEGIN:VCARD",
]

/** Of hosters' networks, of one /48, and of one another. */
const ipOf = (n: number): string =>
  n % 3 === 0 ? `2001:db8:${(n % 7).toString(16)}:${n.toString(16)}::1` : `10.${n % 200}.${(n >> 8) % 250}.${n % 250}`

const send = (fields: Record<string, string> | string, ip: string, path = "/exchange/mika") =>
  Promise.resolve(
    site.app.request(
      path,
      {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: typeof fields === "string" ? fields : new URLSearchParams(fields),
      },
      fromIp(ip),
    ),
  )

const stored = async (): Promise<number> => {
  const [found] = await site.services.database.db
    .select({ rows: count() })
    .from(people)
    .where(eq(people.owner_id, mika.user_id))
  return found?.rows ?? 0
}

async function flood(submissions: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let next = 0
  const sender = async () => {
    for (let n = next++; n < submissions; n = next++) {
      const fields = {
        name: NAMES[n % NAMES.length] ?? "",
        phone: n % 2 === 0 ? "+1 555 0100" : "",
        email: n % 2 === 0 ? "" : n % 4 === 1 ? VICTIM : VICTIM.toUpperCase(),
        company: `=cmd|' /C calc'!A${n}`,
        message: "Buy now http://evil.example ".repeat(n % 15),
        ...(n % 10 === 9 && { subject: "http://evil.example" }),
      }
      const { status } = await send(fields, ipOf(n))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return statuses
}

test("leave the owner with the budget's people of a day, and the victim with one email", {
  timeout: 300_000,
}, async () => {
  const statuses = await flood(SUBMISSIONS)
  expect([...statuses.keys()].filter((status) => ![200, 422, 429].includes(status))).toEqual([])
  expect(statuses.get(429)).toBeGreaterThan(SUBMISSIONS / 2)
  expect(await stored()).toBe(BUDGET.givenPerProfile.max)

  const emails = await emailsTo(site.services, VICTIM)
  expect(emails).toHaveLength(1)
  for (const body of [emails[0]?.subject, emails[0]?.text_body, emails[0]?.html_body])
    expect(body).not.toMatch(/evil|script|HYPERLINK|Ada|Mika/)

  site.advance(DAY_MS)
  await flood(400)
  expect(await stored()).toBe(2 * BUDGET.givenPerProfile.max)
  expect(await emailsTo(site.services, VICTIM)).toHaveLength(1)
})

test("leave no control character and no change of direction in what is stored", async () => {
  const rows = await site.services.database.db.select({ card: people.card, given: people.given }).from(people)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
  const forbidden = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069]/
  for (const { card, given } of rows) {
    expect(card).not.toMatch(forbidden)
    expect(JSON.stringify(given)).not.toMatch(/\\u0000|\u202e/)
    expect(card.match(/BEGIN:VCARD/g)?.length).toBeLessThanOrEqual(3)
    expect(card).not.toMatch(/^BCC:/m)
  }
  expect(rows.length).toBeGreaterThan(0)
})

test("are refused when a field has five megabytes, and store nothing", async () => {
  // After the day of the tests before.
  site.advance(25 * 3_600_000)
  const before = await rowCounts(site)
  const long = "a".repeat(5 * 1024 * 1024)
  expect((await send(`name=${long}&email=a@example.com`, "192.0.2.77")).status).toBe(413)
  expect((await send("name=%zz%00&email=%ff%fe", "192.0.2.78")).status).toBe(422)
  expect((await send({ name: "a".repeat(19_000), email: "a@example.com" }, "192.0.2.79")).status).toBe(422)
  expect({ ...(await rowCounts(site)), rate_limits: 0 }).toEqual({ ...before, rate_limits: 0 })
})

test("get no answer but 'not found' from a profile that takes no details, is hidden or is gone", async () => {
  const ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Ito" })
  mika = { ...mika, ...(await signIn(site, mika.email)) }
  const save = (takes_details: boolean) =>
    postJson(site, "/api/profile", { full_name: "Ren Ito", takes_details }, ren.headers, undefined, "PUT")
  const fields = { name: "Ada Lovelace", email: "ada@example.com" }
  const statuses = async () => [
    (await send(fields, "192.0.2.80", "/exchange/ren")).status,
    (await site.app.request("/exchange/ren")).status,
    (await postJson(site, "/api/exchange/ren", { profile_id: mika.user_id }, mika.headers)).status,
  ]
  expect(await statuses()).toEqual([200, 200, 200])
  await save(false)
  expect(await statuses()).toEqual([404, 404, 404])
  await save(true)
  expect(await statuses()).toEqual([200, 200, 200])
  await postJson(site, "/api/functions/delete-user-account", { user_id: ren.user_id }, ren.headers)
  expect(await statuses()).toEqual([404, 404, 404])
  expect((await send(fields, "192.0.2.80", "/exchange/nobody-here")).status).toBe(404)
})

test("cannot see or change what was given by guessing a token or another's id", async () => {
  const details = "/exchange/my/details"
  for (const token of ["", "x", "a".repeat(43)]) {
    expect((await site.app.request(`${details}?token=${token}`)).status).toBe(404)
    for (const act of ["confirm", "deny", "save", "delete"])
      expect((await send({ act, token, id: crypto.randomUUID() }, "192.0.2.81", details)).status).toBe(404)
  }
})

test("send no email when the address holds a header, a second address or a display name", async () => {
  const aya = await signUpAndVerify(site, { username: "aya", full_name: "Aya Ueno" })
  const before = await rowCounts(site)
  const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const bodies = [
    ...[
      "first@example.com\r\nBcc: second@example.com",
      "first@example.com%0d%0aBcc: second@example.com",
      "first@example.com, second@example.com",
      "first@example.com;second@example.com",
      "Ada <first@example.com>",
      '"first@example.com\r\n"@example.com',
    ].map((email) => encoded({ name: "Ada Lovelace", email })),
    "name=Ada&email[]=first@example.com&__proto__[email]=first@example.com",
  ]
  let number = 0
  for (const body of bodies) {
    const { status } = await send(body, `198.51.100.${150 + number++}`, "/exchange/aya")
    expect([body, status]).toEqual([body, 422])
  }
  expect(await peopleOf(aya)).toEqual([])
  expect({ ...(await rowCounts(site)), rate_limits: 0 }).toEqual({ ...before, rate_limits: 0 })
})

const DETAILS = "/exchange/my/details"
const tokenFor = async (email: string) =>
  new URL(await newestLink(site.services, email)).searchParams.get("token") ?? ""
const peopleOf = async ({ user_id }: Person) =>
  (await site.services.people.list(user_id, { q: "", tag: "", event: "" }, null)).items

test("send one mailbox three emails at most, however its address is spelled", async () => {
  await signUpAndVerify(site, { username: "sora", full_name: "Sora Abe" })
  const spellings = [
    ...Array.from({ length: 15 }, (_, n) => `third.person+${n}@example.com`),
    ...Array.from(
      { length: 10 },
      (_, n) => `${"t.hirdperson".slice(0, n + 1)}.${"t.hirdperson".slice(n + 1)}@example.com`,
    ),
  ].filter((email) => !email.includes(".."))
  let number = 0
  for (const email of spellings) {
    const { status } = await send({ name: "Ada Lovelace", email }, `198.51.100.${number++}`, "/exchange/sora")
    expect([email, status]).toEqual([email, email.includes(".@") ? 422 : 200])
  }
  let sent = 0
  for (const email of spellings) sent += (await emailsTo(site.services, email)).length
  expect(sent).toBe(3)
})

test("do not let a stranger make people delete what they left themselves", async () => {
  const yui = await signUpAndVerify(site, { username: "yui", full_name: "Yui Ono" })
  const email = "careful@example.com"
  await send({ name: "Own details", email }, "198.51.100.60", "/exchange/yui")
  const unconfirmed = await tokenFor(email)
  await send({ act: "confirm", token: unconfirmed }, "198.51.100.60", DETAILS)
  const link = await tokenFor(email)
  site.advance(8 * DAY_MS)
  await send({ name: "Not theirs", email }, "198.51.100.61", "/exchange/yui")
  await send({ name: "Nor that", email }, "198.51.100.62", "/exchange/yui")
  expect(await peopleOf(yui)).toHaveLength(3)
  const denied = await send({ act: "deny", token: await tokenFor(email) }, "198.51.100.60", DETAILS)
  expect(await denied.text()).toContain("Details you confirmed earlier are still saved")
  expect((await peopleOf(yui)).map(({ full_name }) => full_name)).toEqual(["Own details"])
  const page = await site.app.request(`${DETAILS}?token=${link}`, {}, fromIp("198.51.100.60"))
  expect(await page.text()).toContain("Own details")
})

test("of a member who presses thirty times at once are one person", async () => {
  const hana = await signUpAndVerify(site, { username: "hana", full_name: "Hana Mori" })
  const member = await signUpAndVerify(site, { username: "member", full_name: "Mei Member" })
  const sent = Array.from({ length: 30 }, () =>
    postJson(site, "/api/exchange/hana", { profile_id: member.user_id }, member.headers),
  )
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect(await peopleOf(hana)).toHaveLength(1)
})
