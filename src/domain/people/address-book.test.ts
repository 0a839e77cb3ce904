// Whole address books: every person is found, and stays as in the file where that is possible.
import fc from "fast-check"
import { expect, test } from "vitest"
import { csv } from "../text/csv.ts"
import { partsOf, readAddressBook } from "./address-book.ts"
import { cardsIn } from "./card-file.ts"
import { PEOPLE_IMPORT_BYTES, PEOPLE_PER_IMPORT } from "./people-limits.ts"
import { newPersonCard, readPerson } from "./person-card.ts"
import { PEOPLE_TABLE_HEADER, peopleTableRow, readPeopleTable } from "./person-table.ts"

const NOW = new Date("2026-11-23T10:00:00Z")
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readAddressBook(bytes(text), NOW)
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")

test("thousands of contacts are read, each byte for byte, and sent in parts that the server takes", () => {
  const cards = Array.from({ length: 5000 }, (_, at) => card(`FN:Person ${at}`, `X-NUMBER:${at}`, "NOTE:日本"))
  const { people, unreadable } = read(cards.join(""))
  expect([people.length, unreadable]).toEqual([5000, 0])
  expect(people.map((person) => person.card)).toEqual(cards)
  const parts = [...partsOf(people)]
  expect(parts.join("")).toBe(cards.join(""))
  expect(Math.max(...parts.map((part) => [...cardsIn(part)].length))).toBe(PEOPLE_PER_IMPORT)
  const large = Array.from({ length: 20 }, (_, at) => ({ card: card(`FN:${at}`, `PHOTO:${"x".repeat(200_000)}`) }))
  for (const part of partsOf(large)) expect(bytes(part).length).toBeLessThanOrEqual(PEOPLE_IMPORT_BYTES)
})

test("a version 2.1 contact becomes one that every program reads", () => {
  const { people } = read(
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;=E5=AE=B6=E5=AE=B6;;;\r\nTEL;CELL:555 0100\r\nEND:VCARD\r\n",
  )
  expect(readPerson(people[0]?.card ?? "")).toMatchObject({
    full_name: "家家",
    entries: [{ kind: "phone", value: "555 0100" }],
  })
})

test("a picture that is too large is left out, and the contact is not", () => {
  const { people } = read(card("FN:Ada", `PHOTO;ENCODING=b:${"A".repeat(300_000)}`, "X-ROOM:7"))
  expect(people[0]?.card).toContain("X-ROOM:7")
  expect(people[0]?.card).not.toContain("PHOTO")
})

test("LinkedIn's connections are read behind the notes above them", () => {
  const file = [
    "Notes:",
    '"When exporting your connection data, you may notice that some of the email addresses are missing."',
    "",
    "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
    "Ada,Lovelace,https://www.linkedin.com/in/ada,ada@example.com,Engine Co,Analyst,10 Dec 2025",
    'Grace,Hopper,https://www.linkedin.com/in/grace,,"Navy, US",Rear Admiral,01 Jan 2026',
    "",
  ].join("\n")
  const found = read(file).people
  expect(found.map(({ card }) => /^X-MEISHI-MET:(.*)\r$/m.exec(card)?.[1])).toEqual(["2025-12-10", "2026-01-01"])
  const people = found.map((person) => readPerson(person.card))
  expect(people).toMatchObject([
    { full_name: "Ada Lovelace", job_title: "Analyst", business_name: "Engine Co" },
    { full_name: "Grace Hopper", business_name: "Navy, US" },
  ])
  expect(people[0]?.entries.map(({ value }) => value)).toEqual(["ada@example.com", "https://www.linkedin.com/in/ada"])
})

test("a table may have thousands of rows", () => {
  const rows = Array.from({ length: 3000 }, (_, at) => `Person ${at},p${at}@example.com`)
  expect(read(["Name,Email", ...rows].join("\n")).people).toHaveLength(3000)
})

test("our own table is read back exactly, whatever was written in it", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab1 ()\\,;'\"=+-é"), maxLength: 12 }).map((text) => text.trim())
  const lines = fc.array(text, { maxLength: 5 }).map((lines) => lines.join("\n").trim())
  const filled = (texts: fc.Arbitrary<string>) => texts.filter((text) => text !== "")
  const entry = fc.record({ kind: fc.constantFrom("phone", "address"), label: text, value: filled(lines) } as const)
  const row = fc.record({
    ...{ full_name: text.map((name) => `A${name}`), job_title: text, business_name: text, note: lines, event: text },
    entries: fc.array(entry, { maxLength: 5 }),
    tags: fc.uniqueArray(filled(text), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(row, ({ event, ...written }) => {
      const isAddress = ({ kind }: { kind: string }) => kind === "address"
      const phones = written.entries.filter((entry) => !isAddress(entry))
      const oneLined = phones.map((entry) => ({ ...entry, value: entry.value.replaceAll("\n", " ") }))
      const details = { ...written, entries: [...oneLined, ...written.entries.filter(isAddress)] }
      const cells = peopleTableRow(details, { day: "2026-10-03", event }, { place: "", card: "", source: "added" })
      expect(readPeopleTable(csv([PEOPLE_TABLE_HEADER, cells]), 1)).toEqual([
        { details, met: { day: "2026-10-03", event }, unknown: [] },
      ])
    }),
    { numRuns: 500 },
  )
})

test("columns of a table that are not understood are named", () => {
  expect(read("Name,Email,Shoe size,Zodiac\nAda,ada@example.com,38,\n").left_out).toBe("Not imported: Shoe size.")
  expect(read("Name,Email\nAda,ada@example.com\n").left_out).toBe("")
  const table = `${PEOPLE_TABLE_HEADER.join(";")};Shoe size\nAda;;;;;;;;;;;;Oslo;;added;38\n`
  expect(read(table)).toMatchObject({ people: [{ name: "Ada" }], left_out: "Not imported: Place, Shoe size." })
})

test("contacts that say nothing are counted, and a file without people is refused in a sentence", () => {
  expect(read(card("FN:Ada") + card("REV:1") + card("FN:Nul\0"))).toMatchObject({
    people: [{ name: "Ada" }],
    unreadable: 2,
  })
  expect(() => read(card("REV:1"))).toThrow("There are no contacts in this file.")
  expect(() => read("<html>")).toThrow("This file can't be read.")
  expect(() => read("")).toThrow("This file can't be read.")
})

test("no bytes make it fail without a sentence", () => {
  const parts = fc.constantFrom(
    "BEGIN:VCARD\n",
    "END:VCARD\n",
    "VERSION:2.1\n",
    "N:A;B\n",
    "NOTE;ENCODING=QUOTED-PRINTABLE:=\n",
    "Name,Email\n",
    "\0",
    '"',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ unit: "binary" }))), (all) => {
      try {
        for (const person of read(all.join("")).people) expect(readPerson(person.card)).not.toBeNull()
      } catch (error) {
        expect(String(error)).toMatch(/There are no contacts in|This file can't be read|contacts/)
      }
    }),
  )
})

test("a text whose folded end looks like the end of its contact does not cut it short", () => {
  const note = `${"x".repeat(70)}END:VCARD`
  const details = { full_name: "Mallory", job_title: "", business_name: "", entries: [], note, tags: ["last"] }
  const file = newPersonCard("1", details, NOW) + newPersonCard("2", { ...details, full_name: "Next" }, NOW)
  expect(file).toContain("\r\n END:VCARD\r\n")
  const { people, unreadable } = readAddressBook(new TextEncoder().encode(file), NOW)
  expect([people.map(({ name }) => name), unreadable]).toEqual([["Mallory", "Next"], 0])
  expect(readPerson(people[0]?.card ?? "")).toMatchObject({ note, tags: ["last"] })
})

test("two contacts without a line end between them are two", () => {
  const file =
    card("FN:Ada").trimEnd() + card("FN:Grace").trimEnd() + card("FN:Alan", "NOTE:a", " END:VCARDBEGIN:VCARD")
  const { people, unreadable } = read(file)
  expect([people.map(({ name }) => name), unreadable]).toEqual([["Ada", "Grace", "Alan"], 0])
})

test("a contact with more details than any real one is counted as unreadable, however long its picture is", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `TEL:+1 555 ${at}`)
  const picture = ["PHOTO;ENCODING=b:/9j/", ...Array.from({ length: 3000 }, () => ` ${"A".repeat(70)}`)]
  const file =
    card("FN:Ada", ...picture, ...numbers(900)) +
    card("FN:Lines", ...numbers(1001)) +
    card("FN:Tags", `CATEGORIES:${"a,".repeat(1000)}`)
  expect(read(file)).toMatchObject({ people: [{ name: "Ada" }], unreadable: 2 })
})

test("a contact that is cut off takes no other along, and is counted", () => {
  const cutOff = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Cut O"
  for (const [file, people] of [
    [`${card("FN:Ada")}${cutOff}\r\n${card("FN:Grace")}`, ["Ada", "Grace"]],
    [`${card("FN:Ada")}${cutOff}`, ["Ada"]],
  ] as const)
    expect(readAddressBook(new TextEncoder().encode(file), NOW)).toMatchObject({
      people: people.map((name) => ({ name })),
      unreadable: 1,
    })
})

test("a contact inside of another does not end it", () => {
  const assistant = `AGENT:\r\n${card("FN:Assistant")}`
  expect([...cardsIn(card("FN:Ada", assistant.trimEnd()))][0]).toContain("FN:Assistant")
})
