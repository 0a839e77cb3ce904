// What a scanned code becomes.
import fc from "fast-check"
import { expect, test } from "vitest"
import { readCode } from "./scanned-code.ts"

const ORIGIN = "https://cards.example.com"
const read = (text: string) => readCode(text, ORIGIN)

test("a contact, as a vCard of any version or as a MECARD", () => {
  const details = { full_name: "Ada Lovelace", entries: [{ kind: "phone", value: "+15550100" }] }
  for (const code of [
    "BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nTEL:+15550100\nEND:VCARD",
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Lovelace;Ada\r\nTEL;CELL:+15550100\r\nEND:VCARD",
    "MECARD:N:Lovelace,Ada;TEL:+15550100;;",
  ])
    expect(read(code)).toMatchObject({ kind: "contact", details })
})

test("every field of a MECARD, with its escapes", () => {
  const code =
    "mecard:N:O\\;Neil\\, Jr.,Pat;ORG:A\\:B;EMAIL:pat@example.com;URL:https\\://pat.example;BDAY:19900504;NOTE:x;;"
  expect(read(code)).toEqual({
    kind: "contact",
    details: {
      full_name: "Pat O;Neil, Jr.",
      job_title: "",
      business_name: "A:B",
      entries: [
        { kind: "email", label: "", value: "pat@example.com" },
        { kind: "link", label: "", value: "https://pat.example" },
        { kind: "date", label: "Birthday", value: "1990-05-04" },
      ],
      note: "x",
      tags: [],
    },
  })
})

test("a profile or a card of this site, and of no other", () => {
  expect(read(`${ORIGIN}/mika`)).toEqual({ kind: "profile", username: "mika" })
  expect(read(`${ORIGIN}/mika.vcf`)).toEqual({ kind: "profile", username: "mika" })
  expect(read(`${ORIGIN}/card/abc123`)).toEqual({ kind: "card", card_id: "abc123" })
  for (const link of [
    "https://other.example/mika",
    `${ORIGIN}/settings`,
    `${ORIGIN}/a/b`,
    "https://cards.example.com.evil/x",
  ])
    expect(read(link)).toMatchObject({ kind: "contact", details: { entries: [{ kind: "link", value: link }] } })
})

test("numbers and addresses become entries, and everything else a note", () => {
  expect(read("tel:+1-555-0100")).toMatchObject({ details: { entries: [{ kind: "phone", value: "+1-555-0100" }] } })
  expect(read("mailto:ada@example.com?subject=x")).toMatchObject({
    details: { entries: [{ value: "ada@example.com" }] },
  })
  for (const text of ["WIFI:S:guest;P:secret;;", "javascript:alert(1)", "data:text/html,x", "BEGIN:VCARD"])
    expect(read(text)).toMatchObject({ kind: "text", details: { entries: [], note: text } })
})

test("no text makes it fail", () => {
  const parts = fc.constantFrom(
    "BEGIN:VCARD\n",
    "END:VCARD",
    "VERSION:2.1\n",
    "MECARD:",
    "N:",
    ";",
    "\\",
    ORIGIN,
    "/%",
    "\0",
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ unit: "binary" }))), (all) => {
      const code = read(all.join(""))
      if ("details" in code) expect(code.details.note.length).toBeLessThanOrEqual(2000)
    }),
  )
})
