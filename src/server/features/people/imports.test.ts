// Who an import takes, and who it leaves out because the book has them.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"

let site: TestApp

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")

async function imported({ headers }: Person, file: string, query = "") {
  const init = { method: "POST", headers: { ...headers, "content-type": "text/vcard" }, body: file }
  const answer = await site.app.request(`/api/people/imports${query}`, init)
  return answer.json()
}

async function namesOf({ headers }: Person): Promise<string[]> {
  const { people } = await (await site.app.request("/api/people", { headers })).json()
  return people.map(({ full_name }: { full_name: string }) => full_name)
}

describe("someone the book has", () => {
  test("is left out, unless the import is asked to add them", async () => {
    const owner = await signUpAndVerify(site)
    await imported(owner, card("FN:Ada Lovelace", "TEL:+44 20 7946 0018") + card("UID:urn:uuid:AB-1", "FN:Bob Stone"))
    const file =
      card("FN:ADA  Lovelace", "TEL:(020) 7946 0018") +
      card("UID:ab-1", "FN:Robert Stone") +
      card("FN:Eve", "EMAIL:eve@example.com") +
      card("FN:Eve", "EMAIL:EVE@example.com")
    expect(await imported(owner, file)).toEqual({ added: 1, duplicates: 3, unreadable: 0 })
    expect(await imported(owner, file)).toEqual({ added: 0, duplicates: 4, unreadable: 0 })
    expect(await imported(owner, file, "?duplicates=add")).toMatchObject({ added: 4 })
    expect(await namesOf(owner)).toHaveLength(7)
  })

  test("is left out without a name, too", async () => {
    const owner = await signUpAndVerify(site)
    const file = card("TEL:+44 20 7946 0018") + card("EMAIL:one@example.com", "TEL:+44 20 7946 0018")
    expect(await imported(owner, file)).toMatchObject({ added: 2 })
    expect(await imported(owner, file)).toMatchObject({ added: 0, duplicates: 2 })
  })
})

test("a file that is sent again, because its answer was lost, adds no one twice and is answered alike", async () => {
  const [owner, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
  const file = card("FN:Ada Lovelace") + card("FN:Ada Lovelace") + card("FN:Alan Turing", "EMAIL:alan@example.com")
  const again = "?duplicates=add&idempotency_key=one"
  for (let times = 0; times < 2; times++)
    expect(await imported(owner, file, again)).toEqual({ added: 3, duplicates: 0, unreadable: 0 })
  expect(await Promise.all(Array.from({ length: 3 }, () => imported(owner, file, `${again}-more`)))).toMatchObject(
    Array(3).fill({ added: 3 }),
  )
  expect(await namesOf(owner)).toHaveLength(6)
  // Another file with the same key, and the file of another owner, are not taken for this one.
  expect(await imported(owner, card("FN:Grace Hopper"), again)).toMatchObject({ added: 1 })
  expect(await imported(other, file, again)).toMatchObject({ added: 3 })
  const skipped = card("FN:Alan Turing", "EMAIL:alan@example.com") + card("FN:Eve Moneypenny")
  for (let times = 0; times < 2; times++)
    expect(await imported(owner, skipped, "?idempotency_key=two")).toEqual({ added: 1, duplicates: 1, unreadable: 0 })
  expect(await namesOf(owner)).toHaveLength(8)
})

describe("everyone else is taken", () => {
  const PHONE = "TEL:+1 202 555 0143"
  const MAIL = "EMAIL:info@example.com"
  test.each([
    ["colleagues with one office phone", [PHONE], [PHONE]],
    ["colleagues with one mailbox", [MAIL], [MAIL]],
    ["contacts of a program that gives all the same UID", ["UID:0", MAIL], ["UID:0", PHONE]],
  ])("%s, in one file or in two", async (_, first, second) => {
    const [owner, other] = [await signUpAndVerify(site), await signUpAndVerify(site)]
    const both = card("FN:Ada Lovelace", ...first) + card("FN:Alan Turing", ...second)
    expect(await imported(owner, both)).toEqual({ added: 2, duplicates: 0, unreadable: 0 })
    expect(await namesOf(owner)).toEqual(["Ada Lovelace", "Alan Turing"])
    expect(await imported(owner, card("FN:Grace Hopper", ...second) + both)).toMatchObject({ added: 1, duplicates: 2 })
    await imported(other, card("FN:Ada Lovelace", PHONE, MAIL))
    expect(await imported(other, card("FN:Alan Turing", PHONE, MAIL))).toMatchObject({ added: 1 })
  })

  test.each([
    ["two extensions", "+1 202 555 0143 ext. 12", "+1 202 555 0143 ext. 13"],
    ["an extension and none", "+1 202 555 0143;ext=12", "+1 202 555 0143"],
    ["two countries", "+1 202 555 0143", "+44 202 555 0143"],
    ["two area codes", "202 555 0143", "(302) 555-0143"],
    ["an area code and another in full", "+1 302 555 0143", "202 555 0143"],
  ])("of one name with %s", async (_, first, second) => {
    const owner = await signUpAndVerify(site)
    await imported(owner, card("FN:Front desk", `TEL:${first}`))
    expect(await imported(owner, card("FN:Front desk", `TEL:${second}`))).toMatchObject({ added: 1, duplicates: 0 })
  })

  test.each([
    ["+44 20 7946 0018", "+44 (0)20 7946 0018"],
    ["0044 20 7946 0018", "020 7946 0018"],
    ["202-555-0143", "+1 202 555 0143"],
    ["1 202 555 0143", "+1 (202) 555-0143"],
    ["1 202 555 0143", "202 555 0143"],
    ["+39 06 698 12345", "06 69812345"],
    ["+1 202 555 0143 x12", "(202) 555-0143 ext. 12"],
  ])("%s and %s are the same number", async (first, second) => {
    const owner = await signUpAndVerify(site)
    const [one, two] = [card("FN:Front desk", `TEL:${first}`), card("FN:Front desk", `TEL:${second}`)]
    await imported(owner, one)
    expect(await imported(owner, two)).toMatchObject({ added: 0, duplicates: 1 })
    const other = await signUpAndVerify(site)
    await imported(other, two)
    expect(await imported(other, one)).toMatchObject({ added: 0, duplicates: 1 })
  })
})

describe("of several contacts with one UID", () => {
  const uidsOf = async ({ headers }: Person) =>
    (await (await site.app.request("/api/people/export.vcf", { headers })).text()).match(/(?<=^UID:).*(?=\r$)/gm)

  test("the first keeps it, and the others get their own, whether the book or the file has it", async () => {
    const owner = await signUpAndVerify(site)
    const file = card("UID:AB-1", "FN:Ada", "X-ROOM:7") + card("UID:urn:uuid:ab-1", "FN:Bob", "X-ROOM:8")
    expect(await imported(owner, file)).toEqual({ added: 2, duplicates: 0, unreadable: 0 })
    expect(await uidsOf(owner)).toEqual(["AB-1", expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/)])
    expect(await imported(owner, file, "?duplicates=add")).toMatchObject({ added: 2 })
    expect(await imported(owner, card("UID:AB-1", "FN:Eve") + card("UID:AB-1", "FN:Sam"))).toMatchObject({ added: 2 })
    const uids = await uidsOf(owner)
    expect([uids?.length, new Set(uids).size]).toEqual([6, 6])
    const { people } = await (await site.app.request("/api/people?q=bob", { headers: owner.headers })).json()
    const bob = await site.app.request(`/api/people/${people[0].id}.vcf`, { headers: owner.headers })
    expect((await bob.text()).replace(/UID:.*/, "UID:urn:uuid:ab-1")).toBe(
      card("UID:urn:uuid:ab-1", "FN:Bob", "X-ROOM:8"),
    )
  })

  test("imported again, they are the same people", async () => {
    const owner = await signUpAndVerify(site)
    const file = card("UID:same", "FN:Ada") + card("UID:same", "FN:Bob") + card("UID:same", "FN:Cy", "NOTE:c")
    expect(await imported(owner, file)).toEqual({ added: 3, duplicates: 0, unreadable: 0 })
    expect(await imported(owner, file)).toEqual({ added: 0, duplicates: 3, unreadable: 0 })
    expect(await imported(owner, card("UID:same", "FN:Cy"))).toEqual({ added: 0, duplicates: 1, unreadable: 0 })
  })

  test("one of the largest size is stored without any", async () => {
    const owner = await signUpAndVerify(site)
    const photo = "A".repeat(256 * 1024 - card("UID:1", "FN:Large", "PHOTO:").length)
    const file = card("UID:1", "FN:Small") + card("UID:1", "FN:Large", `PHOTO:${photo}`)
    expect(await imported(owner, file)).toMatchObject({ added: 2, unreadable: 0 })
    expect(await uidsOf(owner)).toEqual(["1"])
  })
})

test("values with encoded control characters are taken", async () => {
  const owner = await signUpAndVerify(site)
  const names = ["UID", "BDAY", "ANNIVERSARY", "X-ABDATE", "TEL", "EMAIL", "ORG", "TITLE", "NOTE", "CATEGORIES", "ADR"]
  const file = names.map((name) => card(`FN:${name}`, `${name};ENCODING=QUOTED-PRINTABLE:a=00b=01=7F`)).join("")
  expect(await imported(owner, file)).toEqual({ added: names.length, duplicates: 0, unreadable: 0 })
})
