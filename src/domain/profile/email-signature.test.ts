import fc from "fast-check"
import { expect, test } from "vitest"
import { signatureHtml, signatureOf, signatureText } from "./email-signature.ts"
import type { PublicProfile } from "./profile.ts"

const PROFILE: PublicProfile = {
  id: "0190c5d0-1111-7000-8000-000000000001",
  username: "anna",
  full_name: "Anna Meier",
  job_title: "Gardener",
  business_name: "Meier & Söhne <Berlin>",
  business_phone: "(555) 555-0101",
  email: "anna@example.com",
  address: "",
  bio: "",
  profile_picture: "",
  banner_picture: "",
  accent: "pine",
  look: { layout: "classic", ground: "paper", pattern: "" },
  social_media: { website: "https://meier.example/" },
  profile_items: [],
  field_visibility: {},
  is_indexed: true,
  takes_details: true,
  updated_at: "2026-05-01T12:00:00.000Z",
}
const URL_OF_CARD = "https://cards.example/anna"

test("has name, role, ways to reach you, and the card, as plain text", () => {
  expect(signatureText(signatureOf(PROFILE, URL_OF_CARD))).toBe(
    "-- \nAnna Meier\nGardener, Meier & Söhne <Berlin>\n(555) 555-0101 · anna@example.com\nmeier.example · cards.example/anna",
  )
})

test("leaves out what the page does not show, and has no empty line", () => {
  const shy = { ...PROFILE, job_title: "", business_name: "", field_visibility: { email: "contact" as const } }
  const signature = signatureOf({ ...shy, business_phone: "", social_media: {} }, URL_OF_CARD)
  expect(signatureText(signature)).toBe("-- \nAnna Meier\ncards.example/anna")
  expect(signatureHtml(signature)).not.toContain("anna@example.com")
})

test("is HTML in which everything that a person wrote is text", () => {
  const html = signatureHtml(signatureOf(PROFILE, URL_OF_CARD))
  expect(html).toContain("Gardener, Meier &amp; Söhne &lt;Berlin&gt;")
  expect(html).toContain('<a href="tel:+15555550101" style="color:#2b5b42;text-decoration:none">(555) 555-0101</a>')
  const tags = (text: string) => text.match(/<\/?[a-z]+/g)
  const attributes = (text: string) => text.match(/ [a-z]+="/g)
  const plain = signatureHtml(signatureOf({ ...PROFILE, business_name: "x" }, URL_OF_CARD))
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.constantFrom("<", '"', "'", "&", ">"),
      (text, mark) => {
        const wicked = `${mark}${text}${mark}><script a="1">`
        const fields = { full_name: wicked, job_title: wicked, business_name: wicked }
        const written = signatureHtml(signatureOf({ ...PROFILE, ...fields }, URL_OF_CARD))
        expect(tags(written)).toEqual(tags(plain))
        expect(attributes(written)).toEqual(attributes(plain))
      },
    ),
  )
})
