// Visitors leave their details: the form without scripts, what the owner gets, and the giver's own page by email.
import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { emailsTo, newestLink } from "../../../../tests/support/mailbox.ts"
import { fromIp, type Person, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { GENERAL } from "../../../domain/messages.ts"
import { GIVER_PEOPLE_SHOWN } from "../../../domain/people/people-limits.ts"
import { DAY_MS } from "../../../domain/time.ts"
import { people } from "../../platform/db/people-schema.ts"
import type { PeopleSettings } from "./notices.ts"

let site: TestApp
let mika: Person

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika", full_name: "Mika Sato" })
})
afterAll(() => site.close())

const ADA = { name: "Ada Lovelace", phone: "", email: "ada@example.com", company: "Engines", message: "See you" }

let number = 0
const nextIp = () => `203.0.113.${number++ % 250}`
const send = async (path: string, fields: Record<string, string>, ip = nextIp()) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const response = await site.app.request(
    path,
    { method: "POST", headers, body: new URLSearchParams(fields) },
    fromIp(ip),
  )
  return { status: response.status, html: await response.text() }
}
const get = async (path: string) => {
  const response = await site.app.request(path, {}, fromIp(nextIp()))
  return { status: response.status, html: await response.text() }
}
// Not over HTTP: a session ends sooner than these tests.
const peopleOf = async ({ user_id }: Person) => {
  const { people } = site.services
  const { items } = await people.list(user_id, { q: "", tag: "", event: "" }, null)
  return Promise.all(items.map(({ id }) => people.one(user_id, id)))
}
const tokenOf = async (email: string) => new URL(await newestLink(site.services, email)).searchParams.get("token") ?? ""

test("a visitor without scripts leaves their details, and the owner has them", async () => {
  const page = await get("/exchange/mika")
  expect(page.status).toBe(200)
  expect(page.html).toContain("Let Mika Sato know who you are")
  expect(page.html).toContain(
    "you agree that Mika Sato may keep these details and which card you tapped, if any, until you or they delete them",
  )
  const sent = await send("/exchange/mika", ADA)
  expect(sent.status).toBe(200)
  expect(sent.html).toContain("Mika Sato has your info")
  expect(await peopleOf(mika)).toMatchObject([
    {
      full_name: "Ada Lovelace",
      business_name: "Engines",
      note: "See you",
      source: "given",
      entries: [{ kind: "email", value: "ada@example.com" }],
    },
  ])
})

test("details that are sent again, by a reload or an impatient finger, are stored once and confirmed each time", async () => {
  const owner = await signUpAndVerify(site, { username: "yuki", full_name: "Yuki Abe" })
  const once = { ...ADA, email: "once@example.com" }
  const answers = await Promise.all(Array.from({ length: 5 }, () => send("/exchange/yuki", once)))
  answers.push(await send("/exchange/yuki", once))
  for (const { status, html } of answers) {
    expect(status).toBe(200)
    expect(html).toContain("Yuki Abe has your info")
    expect(html).toContain("We emailed you a link")
  }
  expect(await peopleOf(owner)).toHaveLength(1)
  await send("/exchange/yuki", { ...once, message: "Another one" })
  expect(await peopleOf(owner)).toHaveLength(2)
  site.advance(DAY_MS)
  await send("/exchange/yuki", once)
  expect(await peopleOf(owner)).toHaveLength(3)
})

test("what is wrong is said beside the field, and what was typed stays", async () => {
  const { status, html } = await send("/exchange/mika", { ...ADA, email: "", name: "Grace <b>" })
  expect(status).toBe(422)
  expect(html).toContain("Please enter your phone number or email address")
  expect(html).toContain("Grace &lt;b&gt;")
})

test("digits of every script are a phone number, kept in those that can be dialed", async () => {
  const zoe = await signUpAndVerify(site, { username: "zoe", full_name: "Zoe Lim" })
  for (const phone of ["０３−１２３４−５６７８", "٠٥٠ ١٢٣٤٥٦٧", "۰۹۱۲"])
    expect((await send("/exchange/zoe", { name: "Ada", phone })).status).toBe(200)
  const phones = (await peopleOf(zoe)).flatMap(({ entries }) => entries.map(({ value }) => value))
  expect(phones.map((phone) => phone.replace(/\D/g, "")).sort()).toEqual(["0312345678", "0501234567", "0912"])
  expect((await send("/exchange/zoe", { name: "Ada", phone: "٠٥" })).status).toBe(422)
})

test.each([
  ["", "Please enter your name"],
  ["A", "Your name must be at least 2 characters"],
  ["Ada\u2028Lovelace", "Your name can&#x27;t contain line breaks"],
  [`Ada${"\u0301".repeat(9)}`, "Your name has too many accents"],
])("the name %j is refused in a sentence about the field", async (name, sentence) => {
  const { status, html } = await send("/exchange/mika", { ...ADA, name })
  expect([status, html.includes(sentence)]).toEqual([422, true])
})

test("too many from one network see the form again with what they typed, and a flood a line of text", async () => {
  const ip = "198.51.100.7"
  for (let sent = 0; sent < BUDGET.givenPerIp.max; sent++) await send("/exchange/mika", { ...ADA, name: "" }, ip)
  const { status, html } = await send("/exchange/mika", ADA, ip)
  expect(status).toBe(429)
  for (const shown of ["Too many attempts.", "Let Mika Sato know who you are", ADA.name, ADA.message])
    expect(html).toContain(shown)
  for (let sent = 1; sent < BUDGET.givenRefusedPerIp.max; sent++) await send("/exchange/mika", ADA, ip)
  expect(await send("/exchange/mika", ADA, ip)).toEqual({ status: 429, html: GENERAL.tooMany })
})

describe("the giver", () => {
  test("gets an email without anything that was typed, and opening its link changes nothing", async () => {
    const [email] = await emailsTo(site.services, ADA.email)
    expect(await emailsTo(site.services, ADA.email)).toHaveLength(1)
    for (const typed of [ADA.name, ADA.company, ADA.message, "Mika"]) {
      expect(email?.text_body).not.toContain(typed)
      expect(email?.html_body).not.toContain(typed)
    }
    const token = await tokenOf(ADA.email)
    const page = await get(`/exchange/my/details?token=${token}`)
    expect(page.html).toContain("Did you leave your info?")
    expect(page.html).not.toContain("Lovelace")
    expect(await emailsTo(site.services, ADA.email)).toHaveLength(1)
  })

  test("sees, corrects and deletes after one confirming click", async () => {
    const link = await tokenOf(ADA.email)
    const confirmed = await send("/exchange/my/details", { act: "confirm", token: link })
    expect(confirmed.html).toContain("Lovelace")
    const [, copy] = await emailsTo(site.services, ADA.email)
    expect(copy?.text_body).toContain("With Mika Sato: Ada Lovelace, ada@example.com, Engines, See you")
    const token = await tokenOf(ADA.email)
    const [person] = await peopleOf(mika)
    const id = person?.id ?? ""
    for (const act of ["confirm", "deny"]) {
      const again = await send("/exchange/my/details", { act, token: link })
      expect([again.status, again.html]).toEqual([404, expect.stringContaining("Already confirmed")])
      expect(again.html).not.toContain("Lovelace")
    }
    expect((await get(`/exchange/my/details?token=${link}`)).html).toContain("Already confirmed")
    expect(await emailsTo(site.services, ADA.email)).toHaveLength(2)

    const saved = await send("/exchange/my/details", {
      ...ADA,
      name: "Ada King",
      message: "Bye\r\nand thanks",
      act: "save",
      token,
      id,
    })
    expect(saved.html).toContain("Ada King")
    expect(await peopleOf(mika)).toMatchObject([{ full_name: "Ada King", note: "Bye\nand thanks" }])

    const note = "Good Bye\nand thanks to all\nBye\nand thanks"
    await site.services.people.change(mika.user_id, id, { note }, site.services.clock())
    await send("/exchange/my/details", { ...ADA, message: "Hello", act: "save", token, id })
    expect(await peopleOf(mika)).toMatchObject([{ note: "Good Bye\nand thanks to all\nHello" }])

    const deleted = await send("/exchange/my/details", { act: "delete", token, id })
    expect(deleted.html).toContain("storing any details for this email address")
    expect(await peopleOf(mika)).toEqual([])
  })

  test("is told that an entry is gone, deleted twice or by the owner, and still sees the others", async () => {
    for (const name of ["Ada at home", "Ada at work"]) {
      site.advance(1000)
      await send("/exchange/mika", { ...ADA, name })
    }
    const [first, second] = await peopleOf(mika)
    const token = await tokenOf(ADA.email)
    const act = (act: string, id = "") => send("/exchange/my/details", { ...ADA, act, token, id })
    const missing = [404, expect.stringContaining("These details have already been deleted")]
    expect((await act("delete", first?.id)).status).toBe(200)
    const again = await act("delete", first?.id)
    expect([again.status, again.html]).toEqual(missing)
    expect(again.html).toContain("Ada at home")
    await site.services.people.remove(mika.user_id, [second?.id ?? ""], site.services.clock())
    const saved = await act("save", second?.id)
    expect([saved.status, saved.html]).toEqual(missing)
    expect(saved.html).toContain("storing any details for this email address")
    expect((await send("/exchange/my/details", { act: "delete", token: "x", id: first?.id ?? "" })).html).toContain(
      "This link no longer works",
    )
  })
})

test("a giver of more entries than a page shows is told so", async () => {
  const grace = { ...ADA, name: "Grace Hopper", email: "grace@example.com" }
  await send("/exchange/mika", grace)
  await send("/exchange/my/details", { act: "confirm", token: await tokenOf(grace.email) })
  const token = await tokenOf(grace.email)
  const page = async () => (await get(`/exchange/my/details?token=${token}`)).html
  const { db } = site.services.database
  const [one] = await db.select().from(people).where(eq(people.full_name, grace.name))
  if (one === undefined) throw new Error("nothing was given")
  const leave = (count: number) =>
    db
      .insert(people)
      .values(Array.from({ length: count }, () => ({ ...one, id: randomUUID(), resource: randomUUID() })))
  await leave(GIVER_PEOPLE_SHOWN - 1)
  expect(await page()).not.toContain("You left more")
  await leave(4)
  expect(await page()).toContain("You left more")
  await db.delete(people).where(eq(people.full_name, grace.name))
})

test("a member hands over their profile, once", async () => {
  const ren = await signUpAndVerify(site, { username: "ren", full_name: "Ren Ito" })
  const hours = { kind: "text", label: "Hours", value: "Mon to Fri", service: "", on_page: true, in_contact: true }
  const phone = { ...hours, kind: "phone", label: "", value: "(555) 246-8101", on_page: false }
  const profile = { full_name: "Ren Ito", bio: "Potter in Kyoto", profile_items: [hours, phone] }
  expect((await postJson(site, "/api/profile", profile, ren.headers, undefined, "PUT")).status).toBe(200)
  for (let time = 0; time < 2; time++) {
    const given = await postJson(site, "/api/exchange/mika", { profile_id: ren.user_id }, ren.headers)
    expect(given.status).toBe(200)
  }
  // What the contact says beside the note, which is the owner's.
  const [person, ...others] = await peopleOf(mika)
  expect([person, others]).toMatchObject([{ full_name: "Ren Ito", source: "profile", note: "" }, []])
  expect(JSON.stringify(person?.entries)).toContain("(555) 246-8101")
  const stolen = await postJson(site, "/api/exchange/mika", { profile_id: mika.user_id }, ren.headers)
  expect(stolen.status).toBe(404)
})

describe("the owner", () => {
  const choose = (changed: Partial<PeopleSettings>, { user_id }: Person) =>
    site.services.peopleNotices.save(user_id, {
      ...{ retention_days: 0, event: "", event_until: null, notices: "daily" },
      ...changed,
    })
  const newsOf = ({ user_id }: Person) => site.services.peopleNotices.countNew(user_id)

  test("is told once a day, with a name at most, and counts who is new", async () => {
    const aki = await signUpAndVerify(site, { username: "aki", full_name: "Aki Mori" })
    const news = async () =>
      (await emailsTo(site.services, aki.email)).filter(({ subject }) => subject.includes("their details"))
    for (const name of ["Ada Lovelace", "Grace Hopper"]) {
      await send("/exchange/aki", { name, phone: "+1 555 0100", message: "secret line" })
      site.advance(1000)
    }
    expect(await newsOf(aki)).toBe(2)
    for (let time = 0; time < 3; time++) await site.services.peopleNotices.sweep(site.services.clock())
    const [email, ...others] = await news()
    expect([email?.subject, others]).toEqual(["Grace Hopper and 1 other left their details for you", []])
    expect(`${email?.text_body}${email?.html_body}`).not.toMatch(/secret line|555 0100|Ada/)

    site.advance(1000)
    await send("/exchange/aki", { name: "Win at evil.example", phone: "+1 555 0100" })
    await site.services.peopleNotices.sweep(site.services.clock())
    expect(await news()).toHaveLength(1)
    site.advance(DAY_MS)
    await site.services.peopleNotices.sweep(site.services.clock())
    expect((await news()).at(-1)?.subject).toBe("Someone left their details for you")

    await site.services.peopleNotices.seen(aki.user_id, site.services.clock())
    expect(await newsOf(aki)).toBe(0)
    await choose({ notices: "off" }, aki)
    site.advance(1000)
    await send("/exchange/aki", { name: "Ada Lovelace", phone: "+1 555 0100" })
    site.advance(DAY_MS)
    await site.services.peopleNotices.sweep(site.services.clock())
    expect(await news()).toHaveLength(2)
    await choose({ notices: "each" }, aki)
    await send("/exchange/aki", { name: "Joan Clarke", phone: "+1 555 0100" })
    expect(await news()).toHaveLength(3)
  })

  test("files people under the event of today, and keeps them as long as they were told", async () => {
    const emi = await signUpAndVerify(site, { username: "emi", full_name: "Emi Abe" })
    const event_until = new Date(site.services.clock().getTime() + DAY_MS)
    await choose({ event: "Spring Fair", event_until, retention_days: 365 }, emi)
    expect((await get("/exchange/emi")).html).toContain(
      "Emi Abe may keep these details and which card you tapped, if any, for 1 year",
    )
    await send("/exchange/emi", { name: "Ada Lovelace", phone: "+1 555 0100" })
    site.advance(2 * DAY_MS)
    await send("/exchange/emi", { name: "Grace Hopper", phone: "+1 555 0101" })
    const [grace, ada] = await peopleOf(emi)
    expect([grace?.event, ada?.event]).toEqual(["", "Spring Fair"])
    // The owner is told when a contact will be gone.
    expect(Date.parse(ada?.kept_until ?? "") - Date.parse(ada?.met_at ?? "")).toBe(365 * DAY_MS)
    // A longer time does not reach those who agreed to a shorter one.
    await choose({ retention_days: 0 }, emi)
    site.advance(400 * DAY_MS)
    await site.services.given.sweep(site.services.clock())
    expect(await peopleOf(emi)).toEqual([])
  })
})

test("the retention that a visitor read in the form counts, even if the owner has lengthened it since", async () => {
  const uma = await signUpAndVerify(site, { username: "uma", full_name: "Uma Roy" })
  await postJson(
    site,
    "/api/people-settings",
    { retention_days: 30, event: "", event_until: null, notices: "off" },
    uma.headers,
    undefined,
    "PUT",
  )
  const [, read = ""] = /name="kept_days" value="(\d+)"/.exec((await get("/exchange/uma")).html) ?? []
  expect(read).toBe("30")
  await postJson(
    site,
    "/api/people-settings",
    { retention_days: 0, event: "", event_until: null, notices: "off" },
    uma.headers,
    undefined,
    "PUT",
  )
  await send("/exchange/uma", { ...ADA, email: "early@example.com", kept_days: read })
  // A number that no form has is not agreed to by anyone, and ends nothing sooner.
  for (const odd of ["1", "-1", "1e9", "x", ""])
    await send("/exchange/uma", { ...ADA, email: `late${odd.length}@example.com`, kept_days: odd })
  site.advance(31 * DAY_MS)
  await site.services.given.sweep(site.services.clock())
  const left = JSON.stringify(await peopleOf(uma))
  expect(left).not.toContain("early@example.com")
  expect(left).toContain("late1@example.com")
})

describe("merging people who left their details", () => {
  const joined = async (owner: Person, emails: string[]) => {
    for (const email of emails) await send(`/exchange/${owner.username}`, { ...ADA, email, phone: "+1 555 0177" })
    const ids = (await peopleOf(owner)).map(({ id }) => id)
    return postJson(site, "/api/people/merges", { ids }, owner.headers)
  }

  test("keeps the link of the one giver and the earliest end, whichever was first", async () => {
    const lea = await signUpAndVerify(site, { username: "lea", full_name: "Lea Klein" })
    const choose = (retention_days: number) =>
      site.services.peopleNotices.save(lea.user_id, { retention_days, event: "", event_until: null, notices: "off" })
    await choose(30)
    expect((await joined(lea, ["", "lea-giver@example.com"])).status).toBe(200)
    await choose(0)
    await send("/exchange/lea", { ...ADA, email: "", phone: "+1 555 0177", kept_days: "0" })
    const ids = (await peopleOf(lea)).map(({ id }) => id)
    expect((await postJson(site, "/api/people/merges", { ids }, lea.headers)).status).toBe(200)
    await send("/exchange/my/details", { act: "confirm", token: await tokenOf("lea-giver@example.com") })
    const token = await tokenOf("lea-giver@example.com")
    expect((await get(`/exchange/my/details?token=${token}`)).html).toMatch(/Kept until \w/)
    const [person] = await peopleOf(lea)
    await send("/exchange/my/details", { act: "delete", token, id: person?.id ?? "" })
    expect(await peopleOf(lea)).toEqual([])
  })

  test("is refused when two givers would share one contact", async () => {
    const tom = await signUpAndVerify(site, { username: "tom", full_name: "Tom Wu" })
    const answer = await joined(tom, ["one@example.com", "two@example.com"])
    expect([answer.status, (await answer.json()).error.code]).toEqual([409, "givers_differ"])
    expect(await peopleOf(tom)).toHaveLength(2)
  })
})

test("'It wasn't me' deletes what was left with an address", async () => {
  await send("/exchange/mika", { ...ADA, email: "third@example.com" })
  const token = await tokenOf("third@example.com")
  const denied = await send("/exchange/my/details", { act: "deny", token })
  expect(denied.html).toContain("Everything left with your address has been deleted")
  expect(JSON.stringify(await peopleOf(mika))).not.toContain("third@example.com")
})

test("a book that cannot be changed keeps no other from the end of its retention, which it meets once it can", async () => {
  const owners = await Promise.all(
    ["kept-1", "kept-2", "kept-3"].map((username) => signUpAndVerify(site, { username })),
  )
  owners.sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
  const [broken, ...others] = owners
  if (broken === undefined) throw new Error("there is no owner")
  for (const { user_id, username } of owners) {
    await site.services.peopleNotices.save(user_id, { retention_days: 30, notices: "off" })
    await send(`/exchange/${username}`, { ...ADA, kept_days: "30" })
  }
  const { database, clock, given } = site.services
  await database.pool.query(`create or replace function fail_book() returns trigger language plpgsql as $$
    begin if new.owner_id = '${broken.user_id}' then raise exception 'broken'; end if; return new; end $$`)
  await database.pool.query(
    "create trigger failing before update on people_books for each row execute function fail_book()",
  )
  const later = new Date(clock().getTime() + 31 * 86_400_000)
  await given.sweep(later)
  for (const owner of others) expect(await peopleOf(owner)).toEqual([])
  expect(await peopleOf(broken)).toHaveLength(1)
  await database.pool.query("drop trigger failing on people_books")
  await given.sweep(later)
  expect(await peopleOf(broken)).toEqual([])
})
