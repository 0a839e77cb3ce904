// The contact as Android up to 7.1 reads it: it drops lines behind names, companies and addresses (docs/decisions/contact-card.md).
import { expect, test } from "vitest"
import { readVcard } from "../../../tests/support/vcard-reader.ts"
import type { ContactFields, ContactItem } from "../profile/contact-fields.ts"
import { vcard } from "./vcard.ts"

const textOf = (fields: Partial<ContactFields>): string =>
  vcard({
    profile: {
      ...{ id: "0190c5d0-1111-7000-8000-000000000001", username: "anna", full_name: "Anna Meier", job_title: "" },
      ...{ business_name: "", business_phone: "", email: "", address: "", bio: "", profile_picture: "" },
      ...{ social_media: {}, updated_at: "2026-05-01T12:00:00.123Z", profile_items: [] },
      ...fields,
    },
    url: "https://cards.example/anna",
  })

/** Its parser takes lines for more of an N, ORG or ADR, from the second one behind it up to the first with a colon. */
function leftByAndroid(text: string): string {
  const lines = text.split("\r\n")
  const left: string[] = []
  let name = ""
  while (lines.length > 0) {
    const line = lines.shift() ?? ""
    left.push(line)
    if (!line.startsWith(" ")) name = /^(?:\w+\.)?(\w+)/.exec(line)?.[1] ?? ""
    if (!/^(?:N|ORG|ADR)$/.test(name) || lines[0]?.startsWith(" ")) continue
    while (lines[1] && !lines[1].includes(":")) lines.splice(1, 1)
  }
  return left.join("\r\n")
}

const LONG = "x".repeat(80)
/** Its TYPE alone is longer than a line, so the line has no colon. */
const LABEL = "刺".repeat(30)
const ITEMS: ContactItem[] = [
  ["phone", LABEL, "+15550101"],
  ["address", "Home", "1 Quay"],
  ["email", LABEL, "anna@example.com"],
  ["address", "Workshop", LONG],
  ["link", LABEL, `https://example.com/${LONG}`],
  ["date", LABEL, "2001-01-01"],
  ["address", "", LONG],
  ["phone", LABEL, "+15550102"],
]
const FIELDS = { full_name: `${LONG} ${LONG}`, business_name: LONG, address: LONG, bio: LONG }

test.each<[string, Partial<ContactFields>]>([
  ["fields alone", FIELDS],
  ["an address alone", { address: LONG }],
  ["fields and items", { ...FIELDS, profile_items: ITEMS }],
  ["an address and a long label", { address: LONG, profile_items: ITEMS.slice(0, 1) }],
  ["items alone", { profile_items: ITEMS }],
])("%s: no line is dropped", (_, fields) => {
  expect(leftByAndroid(textOf(fields))).toBe(textOf(fields))
})

test("items of a kind stay in their owner's order", () => {
  const numbers = ["+15550103", "+15550101", "+15550102"]
  const profile_items = numbers.flatMap((number): ContactItem[] => [
    ["address", number, `${number} Quay`],
    ["phone", number, number],
  ])
  const card = readVcard(new TextEncoder().encode(textOf({ profile_items })))
  const valuesOf = (name: string) => card.filter((each) => each.name === name).map(({ value }) => value.join(""))
  expect(valuesOf("TEL")).toEqual(numbers)
  expect(valuesOf("ADR")).toEqual(numbers.map((number) => `${number} Quay`))
})
