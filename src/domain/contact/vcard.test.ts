import fc from "fast-check"
import ICAL from "ical.js"
import { describe, expect, it } from "vitest"
import { type Property, readVcard, unfold } from "../../../tests/support/vcard-reader.ts"
import { contactFields } from "../profile/contact-fields.ts"
import { NETWORKS } from "../profile/links.ts"
import type { PublicProfile } from "../profile/profile.ts"
import { type ContactCard, contactFileName, smallVcard, vcard } from "./vcard.ts"

const ANNA: PublicProfile = {
  id: "0190c5d0-1111-7000-8000-000000000001",
  username: "anna",
  full_name: "Anna Maria Meier",
  job_title: "Gardener",
  business_name: "Meier & Co",
  business_phone: "(555) 123-4567",
  email: "anna@example.com",
  address: "1 Main Street\nSpringfield",
  bio: "Hello",
  profile_picture: "",
  banner_picture: "",
  accent: "",
  look: { layout: "classic", ground: "paper", pattern: "" },
  ...{ profile_items: [], field_visibility: {}, is_indexed: true, takes_details: false },
  social_media: {
    website: "https://anna.example",
    instagram: "https://instagram.com/anna",
    tiktok: "https://tiktok.com/@a",
  },
  updated_at: "2026-05-01T12:00:00.123Z",
}
const URL_OF_ANNA = "https://cards.example/anna"

const bytesOf = (profile: Partial<PublicProfile>, photo?: ContactCard["photo"]): Uint8Array =>
  new TextEncoder().encode(
    vcard({
      profile: contactFields({ ...ANNA, ...profile }),
      url: URL_OF_ANNA,
      ...(photo === undefined ? {} : { photo }),
    }),
  )

const find = (properties: Property[], name: string, type?: string): Property | undefined =>
  properties.find((property) => property.name === name && (type === undefined || property.params.TYPE?.[0] === type))

/** The same property as ical.js, an independent reader, understands it. */
function readByIcal(bytes: Uint8Array, name: string): string[] | undefined {
  const [, properties] = ICAL.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)) as [
    string,
    [string, object, string, ...unknown[]][],
  ]
  const value = properties.find(([property]) => property === name.toLowerCase())?.[3]
  return value === undefined ? undefined : [value].flat().map(String)
}

/** What a field must read back as: control characters are spaces, line ends are one newline or, on one line, a space. */
const expected = (text: string, multiline = false): string =>
  Array.from(text.toWellFormed().replace(/\r\n|\r|\x85|\u2028|\u2029/g, "\n"))
    .map((character) => (character === "\n" ? (multiline ? "\n" : " ") : /\p{Cc}/u.test(character) ? " " : character))
    .join("")
    .trim()

const HOSTILE = [
  'a,b;c\\d:e"f',
  "\\",
  "\\n",
  "\\,;\\;,",
  "trailing\\",
  "555\r\nEMAIL:evil@x.test",
  "555\nEND:VCARD\nBEGIN:VCARD",
  "555\rTEL:1",
  "x\u2028NOTE:y\u2029z\u0085w",
  "tab\there",
  "nul\u0000bell\u0007escape\u001bdelete\u007f",
  "lone \ud83d high and low \ude00",
  "👩‍👩‍👧‍👦 family 🏳️‍🌈",
  "مرحبا بالعالم",
  "שלום, עולם; \u202egpj",
  "山田 太郎、東京",
  "\ufeffbom",
  "é\u0301\u0327 combining",
  "x".repeat(1000),
  "🌸".repeat(500),
  "=0D=0A=3D quoted",
  "BEGIN:VCARD",
  "<script>alert(1)</script>",
]

/** ical.js drops every backslash of a phone number and keeps "\\;" outside structured values; all the rest it reads as RFC 2426 says. */
function byIcal(text: string, name: string): string {
  if (name === "TEL") return text.replaceAll("\\", "")
  return name === "ORG" ? text : text.replaceAll(";", "\\;")
}
/** … and takes the end of a component that ends in a backslash for an escaped semicolon. */
const confusesIcal = (text: string): boolean => text.endsWith("\\")

const ONE_LINE = {
  job_title: "TITLE",
  business_name: "ORG",
  business_phone: "TEL",
  email: "EMAIL",
} as const

describe("the mapping of the specification", () => {
  it("puts every field where an address book looks for it", () => {
    const card = readVcard(bytesOf({}, { type: "JPEG", base64: "/9j/4AAQ" }))
    expect(card).toEqual([
      { name: "N", params: {}, value: ["Meier", "Anna Maria", "", "", ""] },
      { name: "UID", params: {}, value: [`urn:uuid:${ANNA.id}`] },
      { name: "FN", params: {}, value: ["Anna Maria Meier"] },
      { name: "ORG", params: {}, value: ["Meier & Co"] },
      { name: "REV", params: {}, value: ["2026-05-01T12:00:00Z"] },
      { name: "TITLE", params: {}, value: ["Gardener"] },
      { name: "TEL", params: { TYPE: ["WORK", "VOICE"] }, value: ["(555) 123-4567"] },
      { name: "EMAIL", params: { TYPE: ["INTERNET", "WORK"] }, value: ["anna@example.com"] },
      { name: "URL", params: {}, value: ["https://anna.example/"] },
      { name: "URL", params: { TYPE: ["instagram"] }, value: ["https://instagram.com/anna"] },
      { name: "URL", params: { TYPE: ["tiktok"] }, value: ["https://tiktok.com/@a"] },
      { name: "ADR", params: { TYPE: ["HOME"] }, value: ["", "", "1 Main Street\nSpringfield", "", "", "", ""] },
      { name: "CLASS", params: {}, value: ["PUBLIC"] },
      { name: "URL", params: { TYPE: ["profile"] }, value: [URL_OF_ANNA] },
      { name: "NOTE", params: {}, value: ["Hello"] },
      { name: "PHOTO", params: { ENCODING: ["b"], TYPE: ["JPEG"] }, value: ["/9j/4AAQ"] },
    ])
  })

  it("leaves out what is empty, and never the name", () => {
    const empty = {
      full_name: "",
      job_title: " ",
      business_name: "",
      business_phone: "",
      email: "",
      address: "\n",
      bio: "",
    }
    const card = readVcard(bytesOf({ ...empty, social_media: {}, updated_at: "" }))
    expect(card.map(({ name }) => name)).toEqual(["N", "UID", "FN", "URL"])
    expect(find(card, "FN")?.value).toEqual(["anna"])
    expect(find(card, "N")?.value).toEqual(["anna", "", "", "", ""])
    expect(find(readVcard(bytesOf({ full_name: "\r\n", username: "" })), "FN")?.value).toEqual(["contact"])
  })

  it("has every network", () => {
    const links = Object.fromEntries(NETWORKS.map((network) => [network, `https://${network}.example/anna`]))
    const card = readVcard(bytesOf({ social_media: links }))
    expect(NETWORKS.map((network) => find(card, "URL", network)?.value)).toEqual(
      NETWORKS.map((network) => [`https://${network}.example/anna`]),
    )
  })

  it("takes a name of one word as the family name", () => {
    expect(find(readVcard(bytesOf({ full_name: "Cher" })), "N")?.value).toEqual(["Cher", "", "", "", ""])
  })
})

describe("hostile profiles read back exactly", () => {
  for (const text of HOSTILE)
    for (const [field, name] of Object.entries(ONE_LINE))
      it(`${field} ${JSON.stringify(text).slice(0, 40)}`, () => {
        const bytes = bytesOf({ [field]: text })
        expect(find(readVcard(bytes), name)?.value).toEqual([expected(text)])
        expect(readByIcal(bytes, name)).toEqual([byIcal(expected(text), name)])
      })

  it.each(HOSTILE)("the name keeps its words, one space apart: %j", (text) => {
    const bytes = bytesOf({ full_name: text })
    const name = expected(text).replace(/\s+/g, " ")
    expect(find(readVcard(bytes), "FN")?.value).toEqual([name])
    expect(readByIcal(bytes, "FN")).toEqual([byIcal(name, "FN")])
  })

  it.each(HOSTILE)("address and bio keep their line ends: %j", (text) => {
    const bytes = bytesOf({ address: text, bio: text })
    const address = ["", "", expected(text, true), "", "", "", ""]
    expect(find(readVcard(bytes), "NOTE")?.value).toEqual([expected(text, true)])
    expect(find(readVcard(bytes), "ADR")?.value).toEqual(address)
    expect(readByIcal(bytes, "NOTE")).toEqual([byIcal(expected(text, true), "NOTE")])
    if (!confusesIcal(text)) expect(readByIcal(bytes, "ADR")).toEqual(address)
  })

  it("any text at all, in every field at once", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.constantFrom(...HOSTILE))
    fc.assert(
      fc.property(fc.record({ full_name: text, job_title: text, business_name: text, bio: text }), (fields) => {
        const card = readVcard(bytesOf(fields))
        const title = expected(fields.job_title)
        expect(find(card, "TITLE")?.value[0] ?? "").toBe(title)
        expect(find(card, "ORG")?.value[0] ?? "").toBe(expected(fields.business_name))
        expect(find(card, "NOTE")?.value[0] ?? "").toBe(expected(fields.bio, true))
        expect(find(card, "FN")?.value[0]).toBe(expected(fields.full_name).replace(/\s+/g, " ") || "anna")
      }),
      { numRuns: 500 },
    )
  })

  it("every reading of a name keeps every word", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (full_name) => {
        const [family, given] = find(readVcard(bytesOf({ full_name })), "N")?.value ?? []
        const words = (expected(full_name) || "anna").split(/\s+/).filter(Boolean)
        expect([...(given ? given.split(" ") : []), family]).toEqual(words)
      }),
    )
  })
})

describe("folding", () => {
  const CHARACTERS = ["a", "é", "€", "🌸", "👩‍👩‍👧‍👦", "\u200d", ",", " "]

  it.each(CHARACTERS)("%j at every place around the border stays whole", (character) => {
    for (let offset = 55; offset < 160; offset++) {
      const bio = `${"x".repeat(offset)}${character}${character}y`
      const bytes = bytesOf({ bio })
      expect(find(readVcard(bytes), "NOTE")?.value).toEqual([bio])
      expect(readByIcal(bytes, "NOTE")).toEqual([bio])
    }
  })

  it("fills lines: no line is shorter than it must be", () => {
    const lines = vcard({ profile: contactFields({ ...ANNA, bio: "x".repeat(1000) }), url: URL_OF_ANNA }).split("\r\n")
    const note = lines.findIndex((line) => line.startsWith("NOTE:"))
    expect(lines[note]).toHaveLength(75)
    expect(lines[note + 1]).toHaveLength(75)
    expect(unfold(bytesOf({ bio: "x".repeat(1000) }))).toContain(`NOTE:${"x".repeat(1000)}`)
  })
})

describe("links on the card", () => {
  it.each([
    ["https://example.com/a,b;c", "https://example.com/a%2Cb%3Bc"],
    ["https://example.com/?q=a\\nb", "https://example.com/?q=a%5Cnb"],
    ["https://münchen.example/straße", "https://xn--mnchen-3ya.example/stra%C3%9Fe"],
    ["https://example.com/🌸 x", "https://example.com/%F0%9F%8C%B8%20x"],
    [`https://example.com/${"long/".repeat(90)}`, `https://example.com/${"long/".repeat(90)}`],
  ])("%s", (website, uri) => {
    const bytes = bytesOf({ social_media: { website } })
    expect(find(readVcard(bytes), "URL")?.value).toEqual([uri])
    expect(readByIcal(bytes, "URL")).toEqual([uri])
  })

  it.each(["javascript:alert(1)", "https://x.example/\r\nTEL:1", "data:text/html,x", "https://u:p@x.example", "x"])(
    "%j is left out",
    (website) => {
      const card = readVcard(bytesOf({ social_media: { website, linkedin: website } }))
      expect(card.filter(({ name }) => name === "URL").map(({ value }) => value[0])).toEqual([URL_OF_ANNA])
    },
  )
})

describe("the file's name", () => {
  it.each([
    ["Anna Meier", "Anna Meier.vcf"],
    ["", "anna.vcf"],
    ["山田 太郎", "山田 太郎.vcf"],
    ["../../etc/passwd", "etc passwd.vcf"],
    ['a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j.vcf"],
    ["..", "anna.vcf"],
    ["x\r\nSet-Cookie: a", "x Set-Cookie a.vcf"],
    ["evil\u202egpj.exe", "evil gpj.exe.vcf"],
    ["🌸".repeat(100), `${"🌸".repeat(60)}.vcf`],
  ])("%j gives %j", (full_name, name) => {
    expect(contactFileName({ full_name, username: "anna" })).toBe(name)
  })

  it("is contact.vcf when there is no name at all", () => {
    expect(contactFileName({ full_name: "", username: "" })).toBe("contact.vcf")
  })
})

describe("the small card of a QR code", () => {
  const small = (profile: Partial<PublicProfile>, octetsMax = 330) =>
    smallVcard({ profile: contactFields({ ...ANNA, ...profile }), url: URL_OF_ANNA }, octetsMax)
  const octets = (text: string) => new TextEncoder().encode(text).length

  it("holds who, how to reach and where the rest is, a property to a line", () => {
    const card = readVcard(new TextEncoder().encode(small({})))
    expect(card.map(({ name }) => name)).toEqual(["N", "FN", "TEL", "EMAIL", "ORG", "TITLE", "URL"])
    expect(find(card, "FN")?.value).toEqual([ANNA.full_name])
    expect(find(card, "URL")?.value).toEqual([URL_OF_ANNA])
  })

  it.each([
    [{ job_title: "x".repeat(330) }, ["TEL", "EMAIL", "ORG"]],
    [{ business_name: "名".repeat(100), job_title: "刺".repeat(100) }, ["TEL", "EMAIL"]],
    [{ email: `${"e".repeat(310)}@example.com` }, ["TEL"]],
    [{ full_name: "名".repeat(40) }, []],
  ] as [Partial<PublicProfile>, string[]][])("leaves out what matters least until it fits: %#", (profile, left) => {
    const text = small(profile)
    expect(octets(text)).toBeLessThanOrEqual(330)
    const names = text.split("\r\n").map((line) => line.split(":")[0] ?? "")
    expect(names.filter((name) => ["TEL", "EMAIL", "ORG", "TITLE"].includes(name))).toEqual(left)
    expect(text).toContain(`FN:${profile.full_name ?? ANNA.full_name}\r\n`)
  })

  it.each(["名".repeat(60), "👩‍👩‍👧‍👦".repeat(30), "é ".repeat(100), ",".repeat(100)])(
    "shortens a name only when nothing else is left to leave out: %j",
    (full_name) => {
      const text = small({ full_name })
      expect(octets(text)).toBeLessThanOrEqual(330)
      expect(text.split("\r\n").map((line) => line.split(":")[0])).toEqual([
        "BEGIN",
        "VERSION",
        "N",
        "FN",
        "URL",
        "END",
        "",
      ])
      const name = /^FN:(.*)$/m.exec(text)?.[1]?.replaceAll("\\", "").trim() ?? ""
      const next = Array.from(new Intl.Segmenter().segment(full_name.slice(name.length).trim()))[0]?.segment ?? ""
      expect(full_name.startsWith(name)).toBe(true)
      expect(octets(text) + 4 * octets(next) + 2).toBeGreaterThan(330)
    },
  )

  it("keeps a letter of the name and the address of the profile, whatever the limit", () => {
    expect(small({ full_name: "Jo; Ann\nLee" }, 0)).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:J;;;;\r\nFN:J\r\nURL:https://cards.example/anna\r\nEND:VCARD\r\n",
    )
  })

  it("is whole where there is nothing but a username", () => {
    const empty = { full_name: "", job_title: "", business_name: "", business_phone: "", email: "" }
    expect(small(empty)).toContain(`FN:${ANNA.username}\r\nURL:`)
  })
})
