// The people that a user has met: added, found, changed and deleted by their owner only.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { cpuTimer } from "../../../../tests/support/cpu-time.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { BUDGET } from "../../../domain/budgets.ts"
import { partsOf, readAddressBook } from "../../../domain/people/address-book.ts"
import { people } from "../../platform/db/people-schema.ts"
import { profiles } from "../../platform/db/schema.ts"

let site: TestApp
let mika: Person
let ren: Person

beforeAll(async () => {
  site = await testApp()
  mika = await signUpAndVerify(site, { username: "mika" })
  ren = await signUpAndVerify(site, { username: "ren" })
})
afterAll(() => site.close())

const ADA = {
  full_name: "Ada Lovelace",
  job_title: "Analyst",
  business_name: "Engine Co",
  entries: [{ kind: "email", label: "Work", value: "ada@example.com" }],
  note: "Bring the punched cards",
  tags: ["fair"],
}

async function ask(person: Person, method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const init = { method, headers: { ...person.headers, "content-type": "application/json", ...more } }
  const content = typeof body === "string" ? body : JSON.stringify(body)
  const answer = await site.app.request(path, { ...init, ...(body !== undefined && { body: content }) })
  const text = await answer.text()
  const isJson = answer.headers.get("content-type")?.startsWith("application/json")
  return { status: answer.status, text, json: isJson ? JSON.parse(text) : null }
}

const added = async (owner: Person, details: object) =>
  (await ask(owner, "POST", "/api/people", { ...ADA, ...details })).json.person
const list = async (owner: Person, query = "") => (await ask(owner, "GET", `/api/people?${query}`)).json.people
const imported = (owner: Person, file: string, query = "") =>
  ask(owner, "POST", `/api/people/imports${query}`, file, { "content-type": "text/vcard" })
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")

test("a person is added, found by any detail, changed and deleted", async () => {
  const { status, json } = await ask(mika, "POST", "/api/people", ADA)
  expect([status, json.person]).toMatchObject([201, { ...ADA, source: "added" }])
  const path = `/api/people/${json.person.id}`
  for (const q of ["lovel", "ENGINE", "ada@", "punched", "fair"])
    expect((await ask(mika, "GET", `/api/people?q=${q}`)).json.people).toHaveLength(1)
  expect((await ask(mika, "GET", "/api/people?q=nothing")).json.people).toEqual([])

  const changed = await ask(mika, "PUT", path, { ...ADA, job_title: "Countess" })
  expect(changed.json.person).toMatchObject({ job_title: "Countess", entries: ADA.entries })
  expect(changed.json.person.revision).toBeGreaterThan(json.person.revision)

  expect((await ask(mika, "DELETE", path)).status).toBe(200)
  expect((await ask(mika, "GET", path)).status).toBe(404)
  expect((await ask(mika, "DELETE", path)).status).toBe(404)
})

test("a person who is sent again, because the answer was lost, is added once, and again after they were deleted", async () => {
  const [owner, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  const send = async (person: Person, idempotency_key = "one") =>
    (await ask(person, "POST", "/api/people", { ...ADA, idempotency_key })).json.person
  const first = await send(owner)
  expect(await Promise.all([send(owner), send(owner)])).toEqual([first, first])
  await send(owner, "two")
  await send(other)
  expect([await list(owner), await list(other)].map(({ length }) => length)).toEqual([2, 1])
  await ask(owner, "DELETE", `/api/people/${first.id}`)
  expect(await send(owner)).toMatchObject(ADA)
  expect(await list(owner)).toHaveLength(2)
})

test("an empty key names no one: everyone who is sent with it is added", async () => {
  const owner = await signUpAndVerify(site)
  for (const full_name of ["Ada Lovelace", "Grace Hopper"])
    expect(await added(owner, { full_name, idempotency_key: "" })).toMatchObject({ full_name })
  expect(await list(owner)).toHaveLength(2)
})

test("a person whom an address book made a group meanwhile is not added again", async () => {
  const owner = await signUpAndVerify(site)
  const { id } = await added(owner, { idempotency_key: "one" })
  await site.services.database.db.update(people).set({ is_group: true }).where(eq(people.id, id))
  expect((await ask(owner, "POST", "/api/people", { ...ADA, idempotency_key: "one" })).status).toBe(404)
})

test("people are found by all words in any order, and by a number however it is written", async () => {
  const owner = await signUpAndVerify(site)
  const phone = (value: string) => ({ entries: [{ kind: "phone", label: "", value }] })
  await added(owner, { full_name: "Carol Xu", note: "Born 1990-12-10", ...phone("(555) 246-8101 ext. 7") })
  await added(owner, { full_name: "Carol Smith", ...phone("+49 30 1234567") })
  const found = async (q: string) =>
    (await list(owner, String(new URLSearchParams({ q })))).map(({ full_name }: { full_name: string }) => full_name)
  for (const q of [
    "xu carol",
    " Carol  XU ",
    "xu fair analyst",
    "5552468101",
    "+1 555 246 8101",
    "246-8101",
    "2468101",
  ])
    expect([q, await found(q)]).toEqual([q, ["Carol Xu"]])
  for (const q of ["030 1234567", "0049301234567", "+49 30 1234567", "smith 301234567"])
    expect([q, await found(q)]).toEqual([q, ["Carol Smith"]])
  expect(await found("1990-12-10")).toEqual(["Carol Xu"])
  expect(await found("carol")).toHaveLength(2)
  for (const q of ["carol nobody", "5552468102", "1234568"]) expect([q, await found(q)]).toEqual([q, []])
  // Of another owner.
  expect(await list(ren, "q=5552468101")).toEqual([])
})

test("another user neither finds nor changes nor deletes a person, by any route", async () => {
  const person = await added(mika, { event: "Secret fair", tags: ["secret tag"] })
  const other = await added(mika, {})
  const [path, ids] = [`/api/people/${person.id}`, [person.id, other.id]]
  for (const [method, body] of [["GET"], ["PUT", ADA], ["DELETE"]] as const)
    expect((await ask(ren, method, path, body)).status).toBe(404)
  expect((await ask(ren, "GET", `${path}.vcf`)).status).toBe(404)
  expect((await ask(ren, "POST", "/api/people/merges", { ids })).status).toBe(404)
  const own = await added(ren, { full_name: "Own person", entries: [], tags: [] })
  expect((await ask(ren, "POST", "/api/people/merges", { ids: [own.id, person.id] })).status).toBe(404)
  expect((await ask(ren, "POST", "/api/people/taggings", { ids, add: ["x"] })).json).toEqual({ changed: 0 })
  expect((await ask(ren, "POST", "/api/people/deletions", { ids })).json).toEqual({ deleted: 0 })
  for (const where of ["", "?q=lovelace", "?tag=secret+tag", "?event=Secret+fair", "/labels", "/duplicates"])
    expect((await ask(ren, "GET", `/api/people${where}`)).text).not.toMatch(/lovelace|secret/i)
  for (const file of [`export.vcf?ids=${ids}`, `export.csv?ids=${ids}`, "export.vcf", "export.csv"])
    expect((await ask(ren, "GET", `/api/people/${file}`)).text).not.toMatch(/lovelace/i)
  // What others have does not decide what is a duplicate here.
  expect((await imported(ren, card("FN:Ada", "EMAIL:ada@example.com"))).json).toMatchObject({ added: 1, duplicates: 0 })
  expect((await ask(mika, "GET", path)).json.person).toMatchObject({ ...ADA, tags: ["secret tag"] })
})

test("a change that started from another revision is refused", async () => {
  const person = await added(mika, {})
  const path = `/api/people/${person.id}`
  const first = await ask(mika, "PUT", path, { ...ADA, note: "1" }, { "if-match": `"${person.revision}"` })
  expect(first.status).toBe(200)
  const second = await ask(mika, "PUT", path, { ...ADA, note: "2" }, { "if-match": `"${person.revision}"` })
  expect([second.status, second.json.error.code]).toEqual([412, "person_changed"])
  expect((await ask(mika, "GET", path)).json.person.note).toBe("1")
})

test("lists are filtered by tag and event, and never hold a card", async () => {
  const owner = await signUpAndVerify(site)
  await added(owner, { full_name: "At the fair", tags: ["fair", "50%"], event: "Spring fair" })
  await added(owner, { full_name: "At the office", tags: ["fair_"], event: "" })
  const names = async (query: string) => (await list(owner, query)).map((row: { full_name: string }) => row.full_name)
  expect(await names("tag=fair")).toEqual(["At the fair"])
  expect(await names("event=Spring+fair")).toEqual(["At the fair"])
  expect(await names("q=%25")).toEqual(["At the fair"])
  expect(await names("q=_")).toEqual(["At the office"])
  // Two letters find the beginnings of words, more are found anywhere.
  expect(await names("q=OF")).toEqual(["At the office"])
  expect(await names("q=ff")).toEqual([])
  expect(await names("q=ffi")).toEqual(["At the office"])
  expect(await names("q=%00at+the")).toHaveLength(2)
  expect((await ask(owner, "GET", "/api/people/labels")).json).toEqual({
    count: 2,
    tags: expect.arrayContaining([{ name: "fair", count: 1 }]),
    events: [{ name: "Spring fair", count: 1 }],
  })
  const [row] = await list(owner)
  expect(row).toMatchObject({ email: "ada@example.com", phone: "" })
  expect(JSON.stringify(row)).not.toContain("VCARD")
})

describe("an import", () => {
  test("keeps each contact as it is in the file, in the file's order", async () => {
    const owner = await signUpAndVerify(site)
    const grace = card("FN:Grace Hopper", "X-ROOM:7", "item1.TEL:+1 202 555 0143", "item1.X-ABLabel:Ship")
    const file = `a note\n${grace}\n${card("FN:Alan Turing", "EMAIL:alan@example.com")}`
    expect((await imported(owner, file)).json).toEqual({ added: 2, duplicates: 0, unreadable: 0 })
    const people = await list(owner)
    expect(people).toMatchObject([
      { full_name: "Grace Hopper", source: "imported", phone: "+1 202 555 0143" },
      { full_name: "Alan Turing" },
    ])
    expect((await ask(owner, "GET", `/api/people/${people[0].id}.vcf`)).text).toBe(grace)
  })

  test("dates people to the day that their file says, if it is past, and stores no line about it", async () => {
    const owner = await signUpAndVerify(site)
    const file =
      card("FN:New", "X-MEISHI-MET:2999-01-01") +
      card("FN:Odd", "X-MEISHI-MET:2025-13-99") +
      card("FN:Old", "X-MEISHI-MET:2025-12-10", "X-ROOM:7")
    expect((await imported(owner, file)).json).toMatchObject({ added: 3 })
    const people: { id: string; full_name: string; met_at: string }[] = await list(owner)
    const today = site.services.clock().toISOString().slice(0, 10)
    expect(people.map(({ full_name, met_at }) => [full_name, met_at.slice(0, 10)])).toEqual([
      ["New", today],
      ["Odd", today],
      ["Old", "2025-12-10"],
    ])
    const { text } = await ask(owner, "GET", `/api/people/${people[2]?.id}.vcf`)
    expect([text.includes("X-ROOM:7"), text.includes("X-MEISHI-MET")]).toEqual([true, false])
  })

  test("passes over what cannot be read or stored, and refuses too much at once", async () => {
    const owner = await signUpAndVerify(site)
    const huge = card("FN:Large", `PHOTO:${"x".repeat(300_000)}`)
    const nul = card("FN:Nul\0")
    const nested = card("FN:Agent", "AGENT:", "BEGIN:VCARD")
    const file = [huge, nul, nested, card("FN:Fine"), "BEGIN:VCARD\nFN:No end"].join("")
    expect((await imported(owner, file)).json).toMatchObject({ added: 1 })
    expect(await list(owner)).toMatchObject([{ full_name: "Fine" }])
    expect((await imported(owner, card("FN:Many").repeat(201))).status).toBe(413)
    expect((await imported(owner, "x".repeat(1024 * 1024 + 1))).status).toBe(413)
    expect((await ask(owner, "POST", "/api/people/imports", "{}")).status).toBe(415)
    expect(await list(owner)).toHaveLength(1)
  })
})

describe("many at once", () => {
  test("are tagged and deleted", async () => {
    const owner = await signUpAndVerify(site)
    const ids = [(await added(owner, { tags: ["old"] })).id, (await added(owner, { tags: [] })).id]
    const tagged = await ask(owner, "POST", "/api/people/taggings", { ids, add: ["new"], remove: ["old"] })
    expect(tagged.json).toEqual({ changed: 2 })
    expect(await list(owner, "tag=new")).toHaveLength(2)
    expect(await list(owner, "tag=old")).toEqual([])
    expect((await ask(owner, "POST", "/api/people/deletions", { ids })).json).toEqual({ deleted: 2 })
    expect(await list(owner)).toEqual([])
    expect((await ask(owner, "GET", "/api/people/labels")).json).toEqual({ count: 0, tags: [], events: [] })
  })

  test("that may be the same person are suggested, and merged without losing anything", async () => {
    const owner = await signUpAndVerify(site)
    const file =
      card("FN:Ada Lovelace", "EMAIL:ada@example.com", "NOTE:first", "CATEGORIES:a", "BDAY:1815-12-10") +
      card("FN:Ada L.", "EMAIL;TYPE=WORK:ADA@example.com", "TEL:+1 555 0100", "NOTE:second", "CATEGORIES:b", "X-ROOM:7")
    await imported(owner, file, "?duplicates=add")
    const { groups } = (await ask(owner, "GET", "/api/people/duplicates")).json
    expect(groups).toMatchObject([{ why: "email", people: [{}, {}] }])
    const ids = (await list(owner)).map(({ id }: { id: string }) => id)
    const { json } = await ask(owner, "POST", "/api/people/merges", { ids })
    expect(json.person).toMatchObject({
      id: ids[0],
      full_name: "Ada Lovelace",
      note: "first\n\nsecond",
      tags: ["a", "b"],
    })
    expect(json.person.entries.map(({ value }: { value: string }) => value)).toEqual([
      "ada@example.com",
      "1815-12-10",
      "+1 555 0100",
    ])
    expect((await ask(owner, "GET", `/api/people/${ids[0]}.vcf`)).text).toContain("X-ROOM:7")
    expect(await list(owner)).toHaveLength(1)
    expect((await ask(owner, "GET", "/api/people/duplicates")).json.groups).toEqual([])
  })

  test("that were met at two events are merged with the first, and the other is in the note", async () => {
    const owner = await signUpAndVerify(site)
    const first = await added(owner, { event: "Spring Fair", note: "" })
    const second = await added(owner, { event: "Book Fair", note: "", business_name: "Beta", job_title: "CTO" })
    const { json } = await ask(owner, "POST", "/api/people/merges", { ids: [first.id, second.id] })
    expect(json.person).toMatchObject({
      event: "Spring Fair",
      business_name: ADA.business_name,
      job_title: ADA.job_title,
      note: "Beta, CTO\nAlso met: Book Fair",
    })
  })
})

describe("a contact with more details than any real one", () => {
  const numbers = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => `TEL:+1 555 ${String(from + at).padStart(7, "0")}`)
  const TOO_MANY = { error: { message: "This contact has too many details. A contact can have up to 1,000." } }

  test("is not taken from a file, and does not come of a merge", async () => {
    const owner = await signUpAndVerify(site)
    const file =
      card("FN:Most", ...numbers(990)) + card("FN:More", ...numbers(20, 1000)) + card("FN:Many", ...numbers(1000))
    expect((await imported(owner, file)).json).toEqual({ added: 2, duplicates: 0, unreadable: 1 })
    const ids = (await list(owner)).map(({ id }: { id: string }) => id)
    const merged = await ask(owner, "POST", "/api/people/merges", { ids })
    expect([merged.status, merged.json]).toMatchObject([413, TOO_MANY])
    expect(await list(owner)).toHaveLength(2)
  })

  test("is not made by a change, and one that has as many as it may have can still be changed", async () => {
    const owner = await signUpAndVerify(site)
    await imported(owner, card("UID:1", "FN:Most", "X-ROOM:7", ...numbers(985)))
    const [{ id }] = await list(owner)
    const tag = async (add: string[], remove: string[]) =>
      (await ask(owner, "POST", "/api/people/taggings", { ids: [id], add, remove })).json
    expect(await tag(["fair", "met"], [])).toEqual({ changed: 1 })
    const more = Array.from({ length: 12 }, (_, at) => `tag ${at}`)
    expect(await tag(more, [])).toEqual({ changed: 0 })
    expect(await tag([], ["met"])).toEqual({ changed: 1 })
    expect((await ask(owner, "PUT", `/api/people/${id}`, { tags: [] })).status).toBe(200)
    expect((await ask(owner, "PUT", `/api/people/${id}`, { full_name: "Still Most" })).status).toBe(200)
  })

  test("that was stored before can be read, exported and deleted, and does not keep others from it", async () => {
    const owner = await signUpAndVerify(site)
    const [{ id }, other] = [await added(owner, {}), await added(owner, { full_name: "Grace Hopper" })]
    const stored = card("UID:1", "FN:Ada Lovelace", ..."TEL:1\r\n".repeat(35_000).trimEnd().split("\r\n"))
    await site.services.database.db.update(people).set({ card: stored }).where(eq(people.id, id))
    const worked = cpuTimer()
    expect((await ask(owner, "GET", `/api/people/${id}`)).json.person.entries).toHaveLength(35_000)
    expect((await ask(owner, "GET", `/api/people/${id}.vcf`)).text).toBe(stored)
    for (const [method, path, body] of [
      ["PUT", `/api/people/${id}`, { note: "x" }],
      ["POST", "/api/people/merges", { ids: [other.id, id] }],
    ] as const) {
      const { status, json } = await ask(owner, method, path, body)
      expect([path, status, json]).toMatchObject([path, 413, TOO_MANY])
    }
    const tagging = { ids: [id, other.id], add: ["x"], remove: [] }
    expect((await ask(owner, "POST", "/api/people/taggings", tagging)).json).toEqual({ changed: 1 })
    expect((await ask(owner, "DELETE", `/api/people/${id}`)).status).toBe(200)
    expect(worked()).toBeLessThan(4000)
  })
})

test("tags and merges together are changed six hundred times an hour", async () => {
  const owner = await signUpAndVerify(site)
  const ids = [(await added(owner, {})).id, (await added(owner, {})).id]
  const { limits } = site.services
  for (let n = 0; n < BUDGET.peopleChangesPerAccount.max - 1; n++)
    await limits.take(BUDGET.peopleChangesPerAccount, owner.user_id)
  const change = async (path: string, body: object) => (await ask(owner, "POST", path, body)).status
  expect(await change("/api/people/taggings", { ids, add: ["x"], remove: [] })).toBe(200)
  expect(await change("/api/people/taggings", { ids, add: ["y"], remove: [] })).toBe(429)
  expect(await change("/api/people/merges", { ids })).toBe(429)
  expect(await list(owner)).toMatchObject([{ tags: ["fair", "x"] }, { tags: ["fair", "x"] }])
})

test("an export has everyone, or those that were chosen, and no cell that a spreadsheet runs", async () => {
  const owner = await signUpAndVerify(site)
  const file = Array.from({ length: 200 }, (_, at) => card(`FN:Person ${at}`)).join("")
  await imported(owner, file)
  const evil = await added(owner, { full_name: "Evil Cell", note: "=HYPERLINK(1)", business_name: "+1", tags: ["@x"] })
  const all = await ask(owner, "GET", "/api/people/export.vcf")
  expect(all.text.match(/BEGIN:VCARD/g)).toHaveLength(201)
  const table = await ask(owner, "GET", `/api/people/export.csv?ids=${evil.id}`)
  expect(table.text.trim().split("\r\n")).toHaveLength(2)
  expect(table.text).toContain("Evil Cell,Analyst,'+1,,ada@example.com (Work),,,,'=HYPERLINK(1),'@x,")
  expect((await ask(owner, "GET", "/api/people/export.csv?q=person+19")).text.match(/\r\n/g)).toHaveLength(12)
})

test("a table brings a whole person into another account, and finds them there the second time", async () => {
  const [owner, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  const whole = {
    ...{ full_name: "Ada Lovelace", job_title: "=cmd|' /C calc'!A0", business_name: "'+1 Works", event: "Fair, Oslo" },
    entries: [
      { kind: "phone", label: "Mobile", value: "+44 20 7946 0958" },
      { kind: "phone", label: "mine", value: "+44 20 7946 0018" },
      { kind: "email", label: "école (old)", value: "ada@example.com" },
      { kind: "email", label: "", value: "lovelace@example.com" },
      { kind: "link", label: "Ma page", value: "https://example.com/x" },
      { kind: "address", label: "Home", value: "A 1\nB" },
      { kind: "address", label: "", value: "C 2 (back)\n\n=D" },
      { kind: "date", label: "Birthday", value: "1815-12-10" },
    ],
    note: "First\n+1 more; =2",
    tags: ["fair", "Oslo, spring", '"quoted"'],
  }
  expect((await ask(owner, "POST", "/api/people", whole)).status).toBe(201)
  const { text } = await ask(owner, "GET", "/api/people/export.csv")
  const { people: found, left_out } = readAddressBook(new TextEncoder().encode(text), new Date())
  expect([found.length, left_out]).toEqual([1, ""])
  const file = [...partsOf(found)].join("")
  expect((await imported(other, file)).json).toEqual({ added: 1, duplicates: 0, unreadable: 0 })
  const [listed] = await list(other)
  const { person } = (await ask(other, "GET", `/api/people/${listed.id}`)).json
  expect(person).toMatchObject({ ...whole, source: "imported" })
  expect(person.met_at.slice(0, 10)).toBe((await list(owner))[0].met_at.slice(0, 10))
  expect((await ask(other, "GET", `/api/people/${listed.id}.vcf`)).text).not.toContain("X-MEISHI")
  expect((await imported(owner, file)).json).toMatchObject({ added: 0, duplicates: 1 })
})

describe("a person with a profile on this site", () => {
  const profileOf = (person: Person, fields: object) => ask(person, "PUT", "/api/profile", fields)

  test("stays up to date, and keeps what the owner changed or added", async () => {
    const [owner, theirs] = [await signUpAndVerify(site), await signUpAndVerify(site, { username: "followed" })]
    await profileOf(theirs, { full_name: "Noor Haddad", job_title: "Chef", email: "noor@example.com" })
    const entries = [{ kind: "phone", label: "Private", value: "+1 555 0177" }]
    const form = { full_name: "Noor", job_title: "", business_name: "", entries, note: "Soup", tags: ["food"] }
    const { json } = await ask(owner, "POST", "/api/people", { ...form, source: "scanned", profile: "Followed" })
    const { person } = json
    expect(person).toMatchObject({
      full_name: "Noor Haddad",
      job_title: "Chef",
      their_state: "live",
      their_username: "followed",
    })
    const path = `/api/people/${person.id}`
    await ask(owner, "PUT", path, { ...person, full_name: "Noor from the fair" })

    await profileOf(theirs, { full_name: "Noor H.", job_title: "Head chef", email: "chef@example.com" })
    const [row] = await list(owner)
    expect(row).toMatchObject({ full_name: "Noor from the fair", job_title: "Head chef", email: "chef@example.com" })
    expect(row.revision).toBeGreaterThan(person.revision)
    const now = (await ask(owner, "GET", path)).json.person
    expect(now).toMatchObject({ note: "Soup", tags: ["food"] })
    expect(JSON.stringify(now.entries)).toContain("+1 555 0177")
    expect(JSON.stringify(now.entries)).not.toContain("noor@example.com")
    // Nothing has changed since.
    expect((await ask(owner, "GET", path)).json.person.revision).toBe(now.revision)
  })

  test("leaves only the owner's note and tags when the profile is no longer shown, and comes back with it", async () => {
    const [owner, theirs] = [await signUpAndVerify(site), await signUpAndVerify(site, { username: "leaving" })]
    await profileOf(theirs, { full_name: "Lea Ving", job_title: "Guest", email: "lea@example.com" })
    const form = { ...ADA, full_name: "Lea", job_title: "", business_name: "", entries: [], profile: "leaving" }
    const { id } = (await ask(owner, "POST", "/api/people", form)).json.person
    const { db } = site.services.database
    await db.update(profiles).set({ hidden_at: new Date() }).where(eq(profiles.id, theirs.user_id))
    const gone = (await ask(owner, "GET", `/api/people/${id}`)).json.person
    expect(gone).toMatchObject({
      full_name: "Lea Ving",
      job_title: "",
      entries: [],
      their_state: "gone",
      note: ADA.note,
    })
    expect((await ask(owner, "GET", "/api/people/export.vcf")).text).not.toContain("lea@example.com")
    expect(await list(owner, "q=lea@example")).toEqual([])

    await db.update(profiles).set({ hidden_at: null }).where(eq(profiles.id, theirs.user_id))
    expect((await ask(owner, "GET", `/api/people/${id}`)).json.person).toMatchObject({ job_title: "Guest" })

    await db.delete(profiles).where(eq(profiles.id, theirs.user_id))
    await site.services.people.sweep(new Date())
    const [row] = await db.select().from(people).where(eq(people.id, id))
    expect(JSON.stringify(row)).not.toMatch(/lea/i)
    expect(row).toMatchObject({ full_name: "Deleted profile", their_state: "gone", tags: ["fair"] })
  })
})

test("a field that is wrong is named, and nothing is stored", async () => {
  const before = (await ask(ren, "GET", "/api/people")).json.people.length
  const entries = [{ kind: "email", label: "", value: "no address" }]
  const { status, json } = await ask(ren, "POST", "/api/people", { ...ADA, full_name: " ", entries })
  expect([status, json.error.fields]).toEqual([
    422,
    { full_name: "Name is required", "entries.0.value": "Please enter a valid email" },
  ])
  expect((await ask(ren, "GET", "/api/people")).json.people).toHaveLength(before)
})
