// Several contacts of one person as one: everything is kept, nothing twice.
import { expect, test } from "vitest"
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
