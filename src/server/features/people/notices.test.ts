// Emails about new people when several processes and several visitors come at the same time.
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo } from "../../../../tests/support/mailbox.ts"
import { fromIp, type Person, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { DAY_MS } from "../../../domain/time.ts"
import type { Sender } from "./given.ts"

let site: TestApp
let mika: Person

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Sato" })
})
afterAll(() => site.close())

const leave = (name: string, ip: string, { username }: Pick<Person, "username"> = mika) => {
  const body = new URLSearchParams({ name, phone: "+1 555 0100" })
  return site.app.request(`/exchange/${username}`, { method: "POST", body }, fromIp(ip))
}
const news = async ({ email }: Pick<Person, "email"> = mika) =>
  (await emailsTo(site.services, email)).filter(({ subject }) => subject.includes("their details"))

/** Whatever would note that this owner was told is an error until it is mended. */
async function failFor({ user_id }: Person): Promise<() => Promise<unknown>> {
  const { pool } = site.services.database
  await pool.query(`create or replace function fail_notice() returns trigger language plpgsql as $$
    begin if new.owner_id = '${user_id}' then raise exception 'broken'; end if; return new; end $$`)
  await pool.query(
    "create trigger failing before insert or update on people_settings for each row execute function fail_notice()",
  )
  return () => pool.query("drop trigger failing on people_settings")
}

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

test("an owner whose email cannot be written keeps none of the others from theirs, and gets it with the next sweep", async () => {
  const owners = await Promise.all(
    Array.from({ length: 4 }, (_, at) => signUpAndVerify(site, { username: `owner-${at}`, full_name: `Owner ${at}` })),
  )
  // The sweep goes in the order of the ids.
  owners.sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
  const [broken, ...others] = owners
  if (broken === undefined) throw new Error("there is no owner")
  for (const [at, owner] of owners.entries()) await leave("Kai Lund", `203.0.113.${at + 60}`, owner)
  const mend = await failFor(broken)
  const { clock, peopleNotices } = site.services
  site.logged.length = 0
  await peopleNotices.sweep(clock())
  for (const owner of others) expect(await news(owner)).toHaveLength(1)
  expect(await news(broken)).toEqual([])
  expect(site.logged).toContainEqual(
    expect.objectContaining({ level: "error", event: "people.notice_failed", user: broken.user_id }),
  )
  await mend()
  await peopleNotices.sweep(clock())
  for (const owner of owners) expect(await news(owner)).toHaveLength(1)
})

test("a visitor whose details are stored is thanked, also if the owner cannot be told, who hears with the next sweep", async () => {
  const owner = await signUpAndVerify(site, { username: "told-later" })
  const { clock, peopleNotices } = site.services
  await peopleNotices.save(owner.user_id, { notices: "each" })
  await leave("Ida Berg", "203.0.113.70", owner)
  expect(await news(owner)).toHaveLength(1)
  site.advance(1000)
  const mend = await failFor(owner)
  const answer = await leave("Jo Falk", "203.0.113.71", owner)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("has your info")])
  await mend()
  await peopleNotices.sweep(clock())
  expect((await news(owner)).map(({ subject }) => subject).sort()).toEqual([
    "Ida Berg left their details for you",
    "Jo Falk left their details for you",
  ])
})

test("the email does not name a profile that was deleted before it is sent", async () => {
  const owner = await signUpAndVerify(site, { username: "meets-many" })
  const [gone, staying] = [
    await signUpAndVerify(site, { full_name: "Gone Girl" }),
    await signUpAndVerify(site, { full_name: "Staying Power" }),
  ]
  const made = { username: "gone-girl", full_name: "Gone Girl" }
  const { profile } = await (await postJson(site, "/api/account/profiles", made, gone.headers)).json()
  for (const [giver, profile_id] of [
    [staying, staying.user_id],
    [gone, profile.id],
  ] as const) {
    site.advance(1000)
    expect((await postJson(site, "/api/exchange/meets-many", { profile_id }, giver.headers)).status).toBe(200)
  }
  const deletion = { method: "DELETE", headers: { ...gone.headers, "content-type": "application/json" }, body: "{}" }
  expect((await site.app.request(`/api/account/profiles/${profile.id}`, deletion)).status).toBe(200)
  const { clock, peopleNotices } = site.services
  await peopleNotices.sweep(clock())
  const [email] = await news(owner)
  expect(email?.subject).toBe("Someone and 1 other left their details for you")
  expect(`${email?.text_body}${email?.html_body}`).not.toContain("Gone Girl")
})
