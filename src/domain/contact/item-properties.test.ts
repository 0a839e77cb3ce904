// The items of a profile in its contact, read back by a strict reader.
import { expect, test } from "vitest"
import { type Property, readVcard } from "../../../tests/support/vcard-reader.ts"
import { contactFields } from "../profile/contact-fields.ts"
import type { ItemKind, ProfileItem } from "../profile/items.ts"
import type { PublicProfile } from "../profile/profile.ts"
import type { ServiceKey } from "../profile/services.ts"
import { vcard } from "./vcard.ts"

const item = (kind: ItemKind, label: string, value: string, rest: Partial<ProfileItem> = {}): ProfileItem => ({
  ...{ kind, label, value, service: "", on_page: true, in_contact: true },
  ...rest,
})

const contactWith = (items: ProfileItem[], changed: Partial<PublicProfile> = {}): Property[] =>
  readVcard(new TextEncoder().encode(textWith(items, changed)))

function textWith(items: ProfileItem[], changed: Partial<PublicProfile> = {}): string {
  const profile: PublicProfile = {
    ...{ id: "0190c5d0-1111-7000-8000-000000000001", username: "anna", full_name: "Anna Meier", job_title: "" },
    ...{ business_name: "", business_phone: "", email: "", address: "", bio: "", profile_picture: "" },
    ...{
      banner_picture: "",
      accent: "",
      social_media: {},
      field_visibility: {},
      is_indexed: true,
      takes_details: false,
    },
    look: { layout: "classic", ground: "paper", pattern: "" },
    updated_at: "2026-05-01T12:00:00.123Z",
    profile_items: items,
    ...changed,
  }
  return vcard({ profile: contactFields(profile), url: "https://cards.example/anna" })
}

/** Value and types of the property, and the label in its group. */
function found(properties: Property[], name: string) {
  return properties
    .filter((property) => property.name === name)
    .map(({ value, params, group }) => ({
      value: value.filter((part) => part !== "").join(""),
      types: params.TYPE ?? [],
      label: properties.find((other) => group !== undefined && other.group === group && other.name === "X-ABLabel")
        ?.value[0],
    }))
}

test.each<[string, ItemKind, string, string[]]>([
  ["TEL", "phone", "Mobile", ["CELL"]],
  ["TEL", "phone", "work", ["WORK", "VOICE"]],
  ["TEL", "phone", "Home", ["HOME", "VOICE"]],
  ["TEL", "phone", "Fax", ["FAX"]],
  ["TEL", "phone", "", ["VOICE"]],
  ["EMAIL", "email", "Work", ["INTERNET", "WORK"]],
  ["EMAIL", "email", "", ["INTERNET", "HOME"]],
])("%s of a %s labeled %j has the types every address book knows", (name, kind, label, types) => {
  expect(found(contactWith([item(kind, label, "value")]), name)).toEqual([{ value: "value", types, label: undefined }])
})

test("an address has a label behind it, because Android up to 7.1 loses a folded line there", () => {
  const [first, second] = found(contactWith([item("address", "Work", "1 Quay"), item("address", "", "2 Quay")]), "ADR")
  expect(first).toEqual({ value: "1 Quay", types: ["WORK"], label: "_$!<Work>!$_" })
  expect(second).toEqual({ value: "2 Quay", types: ["HOME"], label: "_$!<Home>!$_" })
})

test("a label of the owner's choice is beside its property, for Apple as X-ABLabel and for Android as a type", () => {
  expect(found(contactWith([item("phone", "Reception", "+15550101")]), "TEL")).toEqual([
    { value: "+15550101", types: ["Reception"], label: "Reception" },
  ])
  expect(found(contactWith([item("phone", "Büro, 2. Stock; links", "+15550101")]), "TEL")).toEqual([
    { value: "+15550101", types: ["Büro 2. Stock links"], label: "Büro, 2. Stock; links" },
  ])
  expect(found(contactWith([item("address", "携帯 電話", "1 Quay")]), "ADR")).toEqual([
    { value: "1 Quay", types: ["携帯 電話"], label: "携帯 電話" },
  ])
})

test.each([
  ["Parcel", "X-Parcel"],
  ["dom", "X-dom"],
  ["INTL", "X-INTL"],
  ["Pref", "X-Pref"],
  ["X-Ray", "X-X-Ray"],
  ["x-ray: room 2", "X-x-ray room 2"],
  ["Preferred", "Preferred"],
  ["Fax-Pref", "Fax-Pref"],
])("a label %j is not taken for a vCard type: it is written as %s", (label, type) => {
  const kinds: [ItemKind, string][] = [
    ["phone", "TEL"],
    ["email", "EMAIL"],
    ["address", "ADR"],
    ["link", "URL"],
  ]
  for (const [kind, name] of kinds)
    expect(found(contactWith([item(kind, label, "https://example.com/")]), name)).toContainEqual({
      value: "https://example.com/",
      types: [type],
      label,
    })
})

test.each(["Constructor", "__proto__"])("a label %j is a label, though every object has such a member", (label) => {
  expect(found(contactWith([item("phone", label, "+15550101")]), "TEL")).toEqual([
    { value: "+15550101", types: [label], label },
  ])
  expect(found(contactWith([item("date", label, "2001-01-01")]), "X-ABDATE")[0]?.label).toBe(label)
})

test("a label without letters has no type", () => {
  expect(found(contactWith([item("phone", '":;', "+15550101")]), "TEL")).toEqual([
    { value: "+15550101", types: [], label: '":;' },
  ])
})

test("a label that ends in ^ does not take the end of its quotes with it, as readers of RFC 6868 may", () => {
  expect(found(contactWith([item("phone", "Night ^_^", "+15550101")]), "TEL")).toEqual([
    { value: "+15550101", types: ["Night _"], label: "Night ^_^" },
  ])
})

test("a reader that ignores quotes finds the number, too", () => {
  const lines = textWith([item("phone", 'a "b": c;d,e\\f', "+15550101")]).split("\r\n")
  const line = lines.find((each) => each.endsWith("+15550101")) ?? ""
  expect(line.split(":")).toEqual(['item1.TEL;TYPE="a b c d e f"', "+15550101"])
})

test.each([
  ["Press", ["Press"]],
  ["Für Presse", ["Für Presse"]],
])(
  "an email labeled %j is never called INTERNET, as Android calls one without a type that it knows",
  (label, types) => {
    expect(found(contactWith([item("email", label, "anna@example.com")]), "EMAIL")).toEqual([
      { value: "anna@example.com", types, label },
    ])
  },
)

test("several of a kind stay apart, each with its own label", () => {
  const numbers = ["Reception", "Workshop", "Night shift"].map((label, at) => item("phone", label, `+1555010${at}`))
  expect(found(contactWith(numbers), "TEL")).toEqual([
    { value: "+15550100", types: ["Reception"], label: "Reception" },
    { value: "+15550101", types: ["Workshop"], label: "Workshop" },
    { value: "+15550102", types: ["Night shift"], label: "Night shift" },
  ])
})

test.each<[string, ServiceKey | "", string]>([
  ["Booking", "calendly", "Booking"],
  ["", "github", "GitHub"],
  ["", "", "Website"],
])("a link labeled %j of the service %j is called %s", (label, service, shown) => {
  const links = found(contactWith([item("link", label, "https://example.com/a,b;c", { service })]), "URL")
  expect(links.at(-1)).toMatchObject({ value: "https://example.com/a%2Cb%3Bc", label: shown })
})

test("a birthday is BDAY, also without its year, and other days keep their label", () => {
  expect(found(contactWith([item("date", "", "1990-05-04")]), "BDAY")[0]?.value).toBe("1990-05-04")
  expect(found(contactWith([item("date", "birthday", "--05-04")]), "BDAY")[0]?.value).toBe("--05-04")
  expect(found(contactWith([item("date", "Anniversary", "2015-06-20")]), "X-ABDATE")).toEqual([
    { value: "2015-06-20", types: [], label: "_$!<Anniversary>!$_" },
  ])
  expect(found(contactWith([item("date", "Founded", "2001-01-01")]), "X-ABDATE")[0]?.label).toBe("Founded")
})

test("only one of several dates is the birthday: the one called so, else the first without a label", () => {
  const dates = [item("date", "", "2001-01-01"), item("date", "", "1990-05-04"), item("date", "Birthday", "1980-02-29")]
  expect(found(contactWith(dates), "BDAY").map(({ value }) => value)).toEqual(["1980-02-29"])
  expect(found(contactWith(dates), "X-ABDATE").map(({ value, label }) => [value, label])).toEqual([
    ["2001-01-01", "_$!<Other>!$_"],
    ["1990-05-04", "_$!<Other>!$_"],
  ])
  expect(found(contactWith(dates.slice(0, 2)), "BDAY").map(({ value }) => value)).toEqual(["2001-01-01"])
  const twice = [item("date", "Birthday", "1980-02-29"), item("date", "birthday", "1981-03-01")]
  expect(found(contactWith(twice), "BDAY").map(({ value }) => value)).toEqual(["1980-02-29"])
  expect(found(contactWith(twice), "X-ABDATE").map(({ value, label }) => [value, label])).toEqual([
    ["1981-03-01", "birthday"],
  ])
})

test("texts are lines of the note, after the bio", () => {
  const items = [item("text", "Open", "Mon to Fri\n10 to 4"), item("text", "", "Ring twice")]
  expect(found(contactWith(items, { bio: "Hello." }), "NOTE")[0]?.value).toBe(
    "Hello.\nOpen: Mon to Fri\n10 to 4\nRing twice",
  )
})

test("what its owner keeps out of the contact is not in it, fields and items alike", () => {
  const properties = contactWith([item("phone", "Mobile", "+15550101", { in_contact: false })], {
    ...{ business_phone: "(555) 555-0100", email: "anna@example.com", bio: "Hello." },
    field_visibility: { business_phone: "page", email: "contact", bio: "none" },
  })
  expect(found(properties, "TEL")).toEqual([])
  expect(found(properties, "NOTE")).toEqual([])
  expect(found(properties, "EMAIL")[0]?.value).toBe("anna@example.com")
})

test("no label and no value can leave its property", () => {
  const evil = 'x\r\nTEL:+1;TYPE=HOME:"\u2028BEGIN:VCARD'
  const kinds: ItemKind[] = ["phone", "email", "address", "date", "text"]
  const properties = contactWith(kinds.map((kind) => item(kind, evil, evil)))
  expect(properties.filter(({ name }) => name === "TEL")).toHaveLength(1)
  expect(properties.filter(({ name }) => name === "BEGIN")).toHaveLength(0)
  expect(properties.map(({ name }) => name)).not.toContain("UNKNOWN")
})
