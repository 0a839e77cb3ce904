// Contact files of other programs, and our own, read into a profile.
import { describe, expect, test } from "vitest"
import { ANDROID_VCARDS } from "../../../tests/support/foreign-vcards/android.ts"
import { APPLE_VCARDS } from "../../../tests/support/foreign-vcards/apple.ts"
import type { Person } from "../../../tests/support/foreign-vcards/foreign-vcard.ts"
import { GOOGLE_VCARDS } from "../../../tests/support/foreign-vcards/google.ts"
import { MICROSOFT_VCARDS } from "../../../tests/support/foreign-vcards/microsoft.ts"
import { OTHER_VCARDS } from "../../../tests/support/foreign-vcards/other-programs.ts"
import { vcard } from "../contact/vcard.ts"
import type { ContactFields } from "../profile/contact-fields.ts"
import { importFrom, importFromText } from "./import-from.ts"
import type { ImportedContact } from "./imported.ts"

const FOREIGN_VCARDS = [...APPLE_VCARDS, ...GOOGLE_VCARDS, ...ANDROID_VCARDS, ...MICROSOFT_VCARDS, ...OTHER_VCARDS]

const shown = ({ fields, social_media, items, photo, left_out }: ImportedContact): Required<Person> => ({
  fields,
  social_media: { ...social_media },
  items: items.map(({ kind, label, value, service }) => [kind, label, value, service].join(" | ").replace(/ \| $/, "")),
  photo: photo?.type ?? "",
  left_out,
})

test.each(FOREIGN_VCARDS)("takes everything from $program", ({ bytes, people }) => {
  const { format, contacts } = importFrom({ name: "contacts.vcf", bytes })
  expect(format).toBe("vcard")
  expect(contacts.map(shown)).toEqual(
    people.map((person) => ({ social_media: {}, items: [], photo: "", left_out: [], ...person })),
  )
})

test("the files are at least thirty", () => {
  expect(FOREIGN_VCARDS.length).toBeGreaterThanOrEqual(30)
})

describe("our own contact file", () => {
  const ITEMS = [
    { kind: "phone", label: "Mobile", value: "+49 170 1234567", service: "" },
    { kind: "phone", label: "Praxis am Markt", value: "+49 30 123456", service: "" },
    { kind: "email", label: "Home", value: "anna@home.example", service: "" },
    { kind: "address", label: "Work", value: "Marktplatz 1\n10119 Berlin", service: "" },
    { kind: "link", label: "Termine", value: "https://cal.com/anna", service: "cal_com" },
    { kind: "date", label: "Birthday", value: "--05-04", service: "" },
    { kind: "date", label: "Anniversary", value: "2015-06-20", service: "" },
  ] as const
  const profile: ContactFields = {
    id: "0190c5d0-1111-7000-8000-000000000001",
    username: "anna",
    full_name: "Anna Maria Meier; \\o/ 🌸",
    job_title: "Gardener, florist",
    business_name: "Meier; Söhne & Co",
    business_phone: "(555) 123-4567",
    email: "anna@example.com",
    address: "1 Main Street\nSpringfield, IL; 62701",
    bio: "Hello,\nworld; C:\\new\n\n日本語".repeat(10),
    profile_picture: "",
    social_media: {
      website: "https://anna.example/a,b",
      instagram: "https://www.instagram.com/anna",
      facebook: "https://www.facebook.com/anna",
      linkedin: "https://www.linkedin.com/in/anna",
    },
    profile_items: ITEMS.map(({ kind, label, value }) => [kind, label, value]),
    updated_at: "2026-05-01T12:00:00.123Z",
  }

  test("comes back as it was, with its items", () => {
    const text = vcard({ profile, url: "https://cards.example/anna" })
    const { fields, social_media, items, left_out } = importFromText(text).contacts[0] as ImportedContact
    const { full_name, job_title, business_name, business_phone, email, address, bio } = profile
    expect(fields).toEqual({ full_name, job_title, business_name, business_phone, email, address, bio })
    expect(social_media).toEqual({ ...profile.social_media, website: "https://anna.example/a%2Cb" })
    const found = items.map(({ kind, label, value }) => [kind, label, value].join(" | "))
    for (const { kind, label, value } of ITEMS) expect(found).toContain([kind, label, value].join(" | "))
    expect(found).toContain("link | Profile | https://cards.example/anna")
    expect(left_out).toEqual([])
  })
})

describe("what programs write into addresses", () => {
  const items = (...lines: string[]) => {
    const text = ["BEGIN:VCARD", "VERSION:3.0", "FN:Ann Lee", ...lines, "END:VCARD", ""].join("\r\n")
    const { fields, social_media, left_out } = importFromText(text).contacts[0] as ImportedContact
    return { fields, social_media, left_out }
  }

  test("escaped equal signs of a link are no part of it", () => {
    expect(items(String.raw`URL:https\://ann.example/blog?page\=1`).social_media.website).toBe(
      "https://ann.example/blog?page=1",
    )
  })

  test.each([
    ["SMTP:ann@example.com", "ann@example.com"],
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann@пример.рф", "ann@xn--e1afmkfd.xn--p1ai"],
  ])("the email %s is %s", (written, email) => {
    expect(items(`EMAIL:${written}`).fields.email).toBe(email)
  })

  test.each([
    ["item2.X-ABLabel:Parcel", "Parcel"],
    ["item2.X-ABLabel:Internet", "Internet"],
    ["item2.X-ABLabel:_$!<Other>!$_", ""],
  ])("the label of %s is %j", (line, label) => {
    const text = ["BEGIN:VCARD", "VERSION:3.0", "FN:Ann Lee", "TEL:+49 30 1234567", "item2.TEL:+49 30 7654321", line]
    const { items } = importFromText([...text, "END:VCARD", ""].join("\r\n")).contacts[0] as ImportedContact
    expect(items).toEqual([{ kind: "phone", label, value: "+49 30 7654321", service: "" }])
  })

  test("a text behind an email's domain is not lost with it", () => {
    expect(items("EMAIL:ann@bücher.example/../evil").left_out).toEqual([
      "The email “ann@bücher.example/../evil” is not valid.",
    ])
  })

  test("a text that is too long in another script is quoted as it is", () => {
    expect(items(`TITLE:${"刺".repeat(60_000)}`).left_out).toEqual([`The job title “${"刺".repeat(60)}…” is too long.`])
  })
})
