// Several contacts of one person as one: everything is kept, nothing twice.
import { describe, expect, test } from "vitest"
import { cpuTimer } from "../../../tests/support/cpu-time.ts"
import { readPerson } from "./person-card.ts"
import { keysOf } from "./person-keys.ts"
import { mergedPersonCard } from "./person-merge.ts"

const NOW = new Date("2026-11-23T10:00:00Z")
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")

test("the first keeps its identity, and unknown properties and labels of the others come along", () => {
  const first = card("UID:1", "FN:Ada Lovelace", "item1.TEL:+1 555 0100", "item1.X-ABLabel:Boat", "BDAY:1815-12-10")
  const second = card(
    "UID:2",
    "FN:A. L.",
    "TITLE:Analyst",
    "TEL;TYPE=CELL:+1-555-0100",
    "item1.EMAIL:ada@example.com",
    "item1.X-ABLabel:Lab",
    "BDAY:1815-12-11",
    "X-ROOM:7",
    "PHOTO;ENCODING=b:/9j/",
  )
  const merged = mergedPersonCard([first, second], NOW)
  for (const line of [
    "UID:1",
    "item1.X-ABLabel:Boat",
    "item2.EMAIL:ada@example.com",
    "item2.X-ABLabel:Lab",
    "X-ROOM:7",
  ])
    expect(merged).toContain(`${line}\r\n`)
  expect(merged).toContain("PHOTO;ENCODING=b:/9j/")
  expect(merged.match(/^(?:BDAY|UID|FN|item1\.TEL|TEL)/gm)).toEqual(["UID", "FN", "item1.TEL", "BDAY"])
  expect(readPerson(merged)).toMatchObject({ full_name: "Ada Lovelace", job_title: "Analyst" })
  // A card has one birthday.
  expect(readPerson(merged)?.entries.filter(({ kind }) => kind === "date")).toEqual([
    { kind: "date", label: "Birthday", value: "1815-12-10" },
    { kind: "date", label: "Birthday", value: "1815-12-11" },
  ])
})

describe("company and job title", () => {
  const workOf = (...cards: string[][]) => {
    const { business_name, job_title, note } =
      readPerson(
        mergedPersonCard(
          cards.map((lines) => card(...lines)),
          NOW,
        ),
      ) ?? {}
    return [business_name, job_title, note]
  }

  test("come with the name that is taken, and what does not fit is a line of the note", () => {
    const [first, second] = [
      ["FN:Carol Xu", "ORG:Acme", "TITLE:Engineer", "NOTE:hi"],
      ["FN:C. Xu", "ORG:Beta", "TITLE:CTO"],
    ]
    expect(workOf(first, second)).toEqual(["Acme", "Engineer", "hi\n\nBeta, CTO"])
    expect(workOf(second, first)).toEqual(["Acme", "Engineer", "hi\n\nBeta, CTO"])
    expect(workOf(first, second, second)).toEqual(["Acme", "Engineer", "hi\n\nBeta, CTO"])
    expect(workOf(["FN:Carol Xu", "ORG:Acme"], ["FN:C", "ORG:Beta", "TITLE:CTO"])).toEqual(["Acme", "", "Beta, CTO"])
    expect(workOf(["FN:Carol Xu"], ["FN:C", "ORG:Beta", "TITLE:CTO"])).toEqual(["Beta", "CTO", ""])
  })

  test("complete each other where they agree", () => {
    expect(workOf(["FN:Carol Xu", "ORG:Acme"], ["FN:C", "ORG:ACME", "TITLE:CTO"])).toEqual(["Acme", "CTO", ""])
    expect(workOf(["FN:Carol Xu", "ORG:Acme;Sales"], ["FN:C", "ORG:Acme;Lab"])).toEqual(["Acme", "", "Acme, Lab"])
  })

  test("of a profile are in no note: they go with it", () => {
    const cards = [card("FN:Carol Xu", "ORG:Acme"), card("FN:C", "ORG:Beta", "TITLE:CTO")]
    const followed = { business_name: "Beta", job_title: "CTO" }
    expect(readPerson(mergedPersonCard(cards, NOW, { lines: ["Also met: Fair"], followed }))?.note).toBe(
      "Also met: Fair",
    )
  })

  test("stand in front of further ones, without the group of their card", () => {
    const first = card("FN:C", "item1.URL:https://a.example", "item1.X-ABLabel:Own", "ORG:Beta", "ORG:Beta Labs")
    const merged = mergedPersonCard([first, card("FN:Carol Xu", "item1.ORG:Acme", "item1.X-ABLabel:Day job")], NOW)
    expect(merged.match(/^.*(?:ORG|NOTE|X-ABLabel):.*$/gm)).toEqual([
      "item1.X-ABLabel:Own",
      "ORG:Acme",
      "ORG:Beta Labs",
      "NOTE:Beta",
    ])
  })
})

test("the fullest name counts, with its parts, and the first of names that are equally long", () => {
  const cards = [
    card("UID:1", "FN:A. Lovelace", "N:Lovelace;A.;;;", "TEL:1234567"),
    card("UID:2", "FN:Ada King Lovelace", "N:Lovelace;Ada;King;;"),
    card("UID:3", "FN:Ida King Lovelace", "N:Lovelace;Ida;King;;"),
  ]
  const merged = mergedPersonCard(cards, NOW)
  expect(merged.match(/^(?:UID|FN|N):.*$/gm)?.map((line) => line.trim())).toEqual([
    "UID:1",
    "FN:Ada King Lovelace",
    "N:Lovelace;Ada;King;;",
  ])
  expect(merged).toContain("TEL:1234567\r\nFN:")
})

test("notes and tags of all are kept once", () => {
  const cards = [
    card("FN:A", "NOTE:one", "CATEGORIES:x,y"),
    card("FN:A", "NOTE:one", "CATEGORIES:y,z"),
    card("NOTE:two"),
  ]
  expect(readPerson(mergedPersonCard(cards, NOW))).toMatchObject({ note: "one\n\ntwo", tags: ["x", "y", "z"] })
})

test("merging a contact with itself adds nothing", () => {
  const one = card("FN:Ada", "TEL:1234567", "item1.URL:https://a.example", "item1.X-ABLabel:Own", "X-A:1", "NOTE:n")
  expect(readPerson(mergedPersonCard([one, one], NOW))).toEqual(readPerson(one))
})

test("numbers are the same with and without a country code, and addresses in any case", () => {
  const keys = (...lines: string[]) => {
    const person = readPerson(card(...lines))
    return person === null ? [] : keysOf(person, "").map(({ kind, value }) => `${kind} ${value}`)
  }
  expect(keys("TEL:+44 20 7946 0018")).toEqual(keys("TEL:(020) 7946-0018 ext. 12"))
  expect(keys("EMAIL:Ada@Example.com")).toEqual(["email ada@example.com"])
  // An extension or a short code says nothing about who it is.
  expect(keys("TEL:112")).toEqual([])
  expect(keys("UID:urn:uuid:AB-1")).toEqual(["uid ab-1"])
})

test("ten contacts with a long label of many numbers, and no version, are soon one", () => {
  const numbers = Array.from({ length: 900 }, (_, at) => `item1.TEL:${at}\r\n`).join("")
  const long = `BEGIN:VCARD\r\nFN:Ada\r\nitem1.X-ABLABEL:${"l ".repeat(20_000)}\r\n${numbers}END:VCARD\r\n`
  const worked = cpuTimer()
  mergedPersonCard(Array(10).fill(long), NOW)
  expect(worked()).toBeLessThan(6000)
})
