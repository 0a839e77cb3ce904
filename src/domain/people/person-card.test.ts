// A person's vCard: what the form shows of it, and that a change touches nothing else.
import { describe, expect, test } from "vitest"
import { cpuTimer } from "../../../tests/support/cpu-time.ts"
import type { PersonDetails } from "./person.ts"
import { changedPersonCard, newPersonCard, readPerson, withUid } from "./person-card.ts"

const NOW = new Date("2026-11-23T10:00:00Z")
const ADA: PersonDetails = {
  full_name: "Ada King Lovelace",
  job_title: "Analyst, first",
  business_name: "Engine; Co",
  entries: [
    { kind: "phone", label: "Mobile", value: "+44 20 7946 0018" },
    { kind: "email", label: "Work", value: "ada@example.com" },
    { kind: "link", label: "Notes", value: "https://example.com/notes" },
    { kind: "address", label: "Home", value: "12 St James's Square\nLondon" },
    { kind: "date", label: "Birthday", value: "1815-12-10" },
  ],
  note: "Met at the fair\nbrings a machine",
  tags: ["fair", "math, and more"],
}
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n")
const details = (card: string) => {
  const { uid: _, ...read } = readPerson(card) ?? { uid: "" }
  return read
}

test("a new card holds everything that was typed", () => {
  const card = newPersonCard("urn:uuid:1", ADA, NOW)
  expect(details(card)).toEqual(ADA)
  expect(readPerson(card)?.uid).toBe("urn:uuid:1")
  expect(card).toContain("N:Lovelace;Ada King;;;\r\n")
  expect(card.split("\r\n").every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
})

test("an entry without a label gets none", () => {
  const entries = (["phone", "email", "address", "link"] as const).map((kind) => ({
    kind,
    label: "",
    value: VALUES[kind],
  }))
  const labeled = entries.map((entry) => ({ ...entry, label: "Home", value: entry.value.replace("1", "2") }))
  const card = newPersonCard("urn:uuid:1", { ...ADA, entries: [...entries, ...labeled] }, NOW)
  expect(details(card)).toMatchObject({ entries: [...entries, ...labeled] })
  expect(card).toContain("\r\nEMAIL:1@example.com\r\n")
})
const VALUES = { phone: "+1", email: "1@example.com", address: "1 Quay", link: "https://1.example.com/" }

const APPLE = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "N:Hopper;Grace;B.;Dr.;",
  "FN:Dr. Grace B. Hopper",
  "ORG:Navy;Research;",
  "item1.TEL;type=pref:+1 202 555 0143",
  "item1.X-ABLabel:Ship",
  "TEL;TYPE=CELL;TYPE=VOICE:+1 202 555 0144",
  "X-PHONETIC-FIRST-NAME:greis",
  "item2.X-ABRELATEDNAMES:Vincent",
  "item2.X-ABLabel:_$!<Spouse>!$_",
  "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ",
  " SkZJRg==",
  "END:VCARD",
  "",
].join("\r\n")

describe("a change", () => {
  test("leaves what is not shown, and what says the same, as it was", () => {
    const read = details(APPLE) as PersonDetails
    const entries = [...read.entries, { kind: "email" as const, label: "Office", value: "grace@example.com" }]
    const changed = changedPersonCard(APPLE, { ...read, entries, note: "Bug" }, NOW)
    for (const line of APPLE.split("\r\n").slice(0, -2)) expect(changed).toContain(line.replace(/^ /, ""))
    expect(changed).toContain("N:Hopper;Grace;B.;Dr.;")
    expect(changed).toContain("ORG:Navy;Research;")
    expect(changed).toContain("item3.EMAIL;TYPE=Office:grace@example.com\r\nitem3.X-ABLabel:Office")
    expect(details(changed)).toEqual({ ...read, entries, note: "Bug" })
  })

  test("removes an entry with its label, and no other", () => {
    const read = details(APPLE) as PersonDetails
    const changed = changedPersonCard(APPLE, { ...read, entries: read.entries.slice(1) }, NOW)
    expect(changed).not.toContain("item1.")
    expect(changed).toContain("item2.X-ABLabel:_$!<Spouse>!$_")
    expect(changed).toContain("TEL;TYPE=CELL;TYPE=VOICE:+1 202 555 0144")
  })
})

test("what is not exactly one card is not read", () => {
  for (const text of ["", "hello", `${APPLE}${APPLE}`, APPLE.replace("END:VCARD", ""), `x\r\n${APPLE}`])
    expect(readPerson(text)).toBeNull()
})

test("line breaks in a detail cannot add a property", () => {
  const card = newPersonCard("urn:uuid:1", { ...ADA, note: "a\r\nTEL:1", tags: ["b\nTEL:2"] }, NOW)
  expect(details(card)).toMatchObject({ entries: ADA.entries })
})

test("dates are read with and without hyphens, years and times", () => {
  for (const [written, shown] of [
    ["18151210", "1815-12-10"],
    ["1815-12-10T00:00:00Z", "1815-12-10"],
    ["--1210", "--12-10"],
    ["--12-10", "--12-10"],
  ]) {
    const card = `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nBDAY:${written}\r\nEND:VCARD\r\n`
    expect(details(card)).toMatchObject({ entries: [{ kind: "date", label: "Birthday", value: shown }] })
  }
})

describe("a birthday", () => {
  const born = card("BDAY:1815-12-10")

  test("stays the only one when a date without a label, or a second birthday, is added", () => {
    for (const label of ["", "Birthday"]) {
      const read = details(born) as PersonDetails
      const entries = [...read.entries, { kind: "date" as const, label, value: "1999-01-02" }]
      const changed = changedPersonCard(born, { ...read, entries }, NOW)
      expect(changed.match(/^BDAY/gm)).toHaveLength(1)
      expect(details(changed)).toMatchObject({ entries: [{ value: "1815-12-10" }, { value: "1999-01-02" }] })
    }
  })

  test("is replaced by another one", () => {
    const read = details(born) as PersonDetails
    const entries = [{ kind: "date" as const, label: "Birthday", value: "1815-12-11" }]
    expect(changedPersonCard(born, { ...read, entries }, NOW)).toContain("BDAY:1815-12-11\r\n")
  })
})

test("a link without its scheme stays as it is, and opens once the form has completed it", () => {
  const before = card("item1.URL:example.com/ada", "item1.X-ABLabel:Notes")
  const read = details(before) as PersonDetails
  const entries = read.entries.map((entry) => ({ ...entry, value: "https://example.com/ada" }))
  expect(changedPersonCard(before, { ...read, entries, note: "x" }, NOW)).toContain(
    "item1.URL:example.com/ada\r\nitem1.X-ABLabel:Notes",
  )
})

test("a version 4 card keeps its version, and its moments and dates are written as it wants them", () => {
  const before = card("FN:Ada", "PHOTO:data:image/jpeg;base64,/9j/", "TEL;VALUE=uri:tel:+1-555-0100").replace(
    "3.0",
    "4.0",
  )
  const read = details(before) as PersonDetails
  const entries = [...read.entries, { kind: "date" as const, label: "Birthday", value: "--12-10" }]
  const changed = changedPersonCard(before, { ...read, entries }, NOW)
  expect(changed).toContain("VERSION:4.0\r\n")
  expect(changed).toContain("REV:20261123T100000Z\r\n")
  expect(changed).toContain("BDAY:--1210\r\n")
  expect(changed).toContain("PHOTO:data:image/jpeg;base64,/9j/\r\nTEL;VALUE=uri:tel:+1-555-0100")
  expect(details(changed)).toMatchObject({ entries })
})

test("a card with a character that no database stores is not read", () => {
  expect(readPerson(card("FN:Ada\0"))).toBeNull()
})

describe("what the form shows only in part", () => {
  const changed = (before: string, change: Partial<PersonDetails>) =>
    changedPersonCard(before, { ...(details(before) as PersonDetails), ...change }, NOW)

  test("further notes, titles and organizations of a card stay when the first one changes", () => {
    const further = ["NOTE;LANGUAGE=de:zweite", "TITLE;LANGUAGE=de:Leiterin", "ORG;SORT-AS=x:Second;Unit"]
    const before = card("FN:Ada", "NOTE:first", "TITLE:Head", "ORG:Acme", ...further)
    const after = changed(before, { note: "new", job_title: "Chair", business_name: "Beta" })
    for (const line of further) expect(after).toContain(`${line}\r\n`)
    expect(after).not.toMatch(/first|Head|Acme/)
  })

  test("a label stays as long as another entry of its group does", () => {
    const before = card("FN:Ada", "item1.TEL:+1 555 0100", "item1.EMAIL:ada@example.com", "item1.X-ABLabel:Boat")
    const { entries } = details(before) as PersonDetails
    const after = changed(before, { entries: entries.slice(1) })
    expect(after).toContain("item1.EMAIL:ada@example.com\r\nitem1.X-ABLabel:Boat\r\n")
    expect(changed(after, { entries: [] })).not.toContain("Boat")
  })

  test("a label keeps its capitals, and may be given others", () => {
    const entries = [{ kind: "phone" as const, label: "école", value: "+1 555 0100" }]
    const before = changed(card("FN:Ada"), { entries })
    expect(details(before)).toMatchObject({ entries })
    const renamed = [{ kind: "phone" as const, label: "École", value: "+1 555 0100" }]
    expect(details(changed(before, { entries: renamed }))).toMatchObject({ entries: renamed })
    const standard = card("FN:Ada", "TEL;TYPE=WORK;X-ROOM=7:+1 555 0100")
    const typed = [{ kind: "phone" as const, label: "work", value: "+1 555 0100" }]
    expect(changed(standard, { entries: typed })).toContain("TEL;TYPE=WORK;X-ROOM=7:+1 555 0100\r\n")
  })

  test("an entry with marks that turn its direction stays as it is, with its types", () => {
    const line = "TEL;type=CELL;type=VOICE;type=pref:\u202a+971 50 123 4567\u202c"
    const before = card("FN:Ada", line)
    const entries = [{ kind: "phone" as const, label: "Mobile", value: "+971 50 123 4567" }]
    expect(changed(before, { entries, note: "x" })).toContain(`${line}\r\n`)
  })

  test("a birthday whose year Apple leaves out has none, and stays as it is", () => {
    const line = "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-04"
    const before = card("FN:Ada", line)
    expect(details(before)).toMatchObject({ entries: [{ label: "Birthday", value: "--05-04" }] })
    expect(changed(before, { note: "x" })).toContain(`${line}\r\n`)
  })

  test("tens of thousands of equal entries are soon written", () => {
    const entries = Array.from({ length: 40_000 }, () => ({
      kind: "link" as const,
      label: "",
      value: "https://a.example",
    }))
    const worked = cpuTimer()
    expect(changed(card("FN:Ada"), { entries }).length).toBeGreaterThan(40_000)
    expect(worked()).toBeLessThan(2500)
  })

  test("tens of thousands of entries are dropped as soon as they are read", () => {
    const before = card("FN:Ada", ...Array.from({ length: 15_000 }, (_, at) => `a${at}.TEL:${at}`))
    const entries = [{ kind: "phone" as const, label: "", value: "14999" }]
    const worked = cpuTimer()
    expect(changed(before, { entries }).split("\r\n")).toHaveLength(7)
    expect(worked()).toBeLessThan(2000)
  })
})

describe("a contact of the largest size", () => {
  const filled = (text: string) => text.repeat(Math.floor(245_000 / text.length)).trimEnd()

  test.each([
    ["short lines", filled("a\r\n")],
    ["soft line breaks", `NOTE;ENCODING=QUOTED-PRINTABLE:${filled("=\r\n")}`],
    ["folded lines", `NOTE:${filled("a\r\n ")}`],
    ["a long label of many numbers", `item1.X-ABLABEL:${"l ".repeat(60_000)}\r\n${"item1.TEL:1\r\n".repeat(900)}`],
    ["many parts of a company", `ORG:${filled("a;")}`],
  ])("with %s is soon read and changed", (_, lines) => {
    const before = `BEGIN:VCARD\r\nFN:Ada\r\n${lines}\r\nEND:VCARD\r\n`
    const worked = cpuTimer()
    for (let times = 0; times < 3; times++)
      changedPersonCard(before, { ...(details(before) as PersonDetails), tags: ["fair"] }, NOW)
    expect(worked()).toBeLessThan(4000)
  })
})

test("control characters in encoded values are read as the spaces that they are elsewhere", () => {
  const encoded = (name: string) => `${name};ENCODING=QUOTED-PRINTABLE`
  const read = readPerson(
    card(
      ...[`${encoded("UID")}:a=00b`, `${encoded("FN")}:A=00da`, `${encoded("TITLE")}:=01x`, `${encoded("ORG")}:y=00`],
      ...[`${encoded("BDAY")}:=00`, `${encoded("ANNIVERSARY")}:1=001`, `${encoded("X-ABDATE")}:2=01=0D2`],
      ...[`${encoded("item1.TEL")}:1=00`, `${encoded("item1.X-ABLABEL")}:l=00m`, `${encoded("EMAIL")}:=00`],
      "URL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=00z):https://a.example",
      ...[`${encoded("ADR")}:;;1=00 Quay=0D;;;;`, `${encoded("CATEGORIES")}:=00,t=00u`, `${encoded("NOTE")}:n=00=0Dm`],
    ),
  )
  expect(read).toEqual({
    ...{ uid: "a b", full_name: "A da", job_title: "x", business_name: "y", note: "n \nm", tags: ["t u"] },
    entries: [
      { kind: "date", label: "Anniversary", value: "1 1" },
      { kind: "date", label: "", value: "2  2" },
      { kind: "phone", label: "l m", value: "1" },
      { kind: "link", label: "z", value: "https://a.example" },
      { kind: "address", label: "", value: "1  Quay" },
    ],
  })
})

test("another UID takes the place of the old one, and the rest stays byte for byte", () => {
  const [before, after] = [
    card("U", " ID;X=1:", "\ta", "NOTE:UID:1", "item1.uid:b", "PHOTO:A", " B"),
    card("NOTE:UID:1", "PHOTO:A", " B"),
  ]
  expect(withUid(before, "new")).toBe(after.replace("NOTE", "UID:new\r\nNOTE"))
  expect(withUid(before.replaceAll("\r\n", "\n"), "")).toBe(after.replaceAll("\r\n", "\n"))
})
