// Emails about new people when several processes and several visitors come at the same time.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo } from "../../../../tests/support/mailbox.ts"
import { fromIp, type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { DAY_MS } from "../../../domain/time.ts"
import type { Sender } from "./given.ts"

let site: TestApp
let mika: Person

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Sato" })
})
afterAll(() => site.close())

const leave = (name: string, ip: string) => {
  const body = new URLSearchParams({ name, phone: "+1 555 0100" })
  return site.app.request("/exchange/mika", { method: "POST", body }, fromIp(ip))
}
const news = async () =>
  (await emailsTo(site.services, mika.email)).filter(({ subject }) => subject.includes("their details"))

test("processes that sweep at the same time send the owner one email", async () => {
  await leave("Ada Lovelace", "203.0.113.1")
  site.advance(1000)
  const { clock, peopleNotices } = site.services
  await Promise.all(Array.from({ length: 5 }, () => peopleNotices.sweep(clock())))
  expect((await news()).map(({ subject }) => subject)).toEqual(["Ada Lovelace left their details for you"])
})

test("an owner who wants an email for each person hears of all who come at the same time", async () => {
  const chosen = { retention_days: 0, event: "", event_until: null, notices: "each" } as const
  await site.services.peopleNotices.save(mika.user_id, chosen)
  site.advance(1000)
  const names = ["Bo Ek", "Cy Li", "Di Wu", "Ed Ox"]
  await Promise.all(names.map((name, at) => leave(name, `203.0.113.${at + 10}`)))
  const told = (await news()).slice(1).map(({ subject }) => subject)
  expect(told.length).toBeLessThanOrEqual(names.length)
  // "Bo Ek and 2 others left …" is of three people.
  const people = told.map((subject) => 1 + Number(/ and (\d+) other/.exec(subject)?.[1] ?? 0))
  expect(people.reduce((sum, each) => sum + each, 0)).toBe(names.length)
  site.advance(1000)
  await leave("Fi Ro", "203.0.113.20")
  expect((await news()).at(-1)?.subject).toBe("Fi Ro left their details for you")
})

test("a name that holds an address or a phone number in any script is left out of the email", async () => {
  for (const [at, name] of [
    "Win at evil\u3002example",
    "Win at evil\uff0eexample",
    "Call \uff10\uff18\uff10\uff10 555",
  ].entries()) {
    site.advance(1000)
    await leave(name, `203.0.113.${at + 30}`)
    const email = (await news()).at(-1)
    expect(email?.subject).toBe("Someone left their details for you")
    expect(`${email?.text_body}${email?.html_body}`).not.toContain(name)
  }
  site.advance(1000)
  await leave("Dr. Ada Lovelace 2nd", "203.0.113.40")
  expect((await news()).at(-1)?.subject).toBe("Dr. Ada Lovelace 2nd left their details for you")
})

test("an owner hears once of someone whose request was slow, and arrived after a later one", async () => {
  const { clock, given, peopleNotices } = site.services
  const before = (await news()).length
  site.advance(1000)
  const early = clock()
  site.advance(1000)
  await leave("Gus Hay", "203.0.113.50")
  const sender: Sender = { ip: "203.0.113.51", proof: null, headers: new Headers(), isProxied: false }
  const fields = { name: "Hal Ox", phone: "+1 555 0100", email: "", company: "", message: "" }
  await given.give("mika", { fields, keptDays: 0, isBot: false }, sender, early)
  const told = (await news()).slice(-2).map(({ subject }) => subject)
  expect(told.sort()).toEqual(["Gus Hay left their details for you", "Hal Ox left their details for you"])
  await peopleNotices.save(mika.user_id, { notices: "daily" })
  site.advance(2 * DAY_MS)
  await peopleNotices.sweep(clock())
  expect(await news()).toHaveLength(before + 2)
})
