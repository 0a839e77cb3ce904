// Items of a profile, where its details appear, and whether search engines may list it: over HTTP, from saving to the visitor.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { fromIp, type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { readVcard } from "../../../../tests/support/vcard-reader.ts"
import { FIELD, ITEM } from "../../../domain/messages.ts"
import type { ProfileItem } from "../../../domain/profile/items.ts"
import { profiles } from "../../platform/db/schema.ts"

let site: TestApp
let anna: Person

beforeAll(async () => {
  site = await testApp()
  anna = await signUpAndVerify(site, { username: "anna", full_name: "Anna Meier" })
})
afterAll(() => site.close())

const item = (changed: Partial<Record<keyof ProfileItem, unknown>> = {}) => ({
  ...{ kind: "link", label: "", value: "https://example.com/me", service: "", on_page: true, in_contact: true },
  ...changed,
})
const save = (fields: object, headers = anna.headers) =>
  site.app.request(
    "/api/profile",
    { method: "PUT", headers, body: JSON.stringify({ full_name: "Anna Meier", ...fields }) },
    fromIp("192.0.2.1"),
  )
const own = async () => {
  const answer = await site.app.request("/api/me", { headers: anna.headers })
  return ((await answer.json()) as { profile: Record<string, unknown> }).profile
}
const shown = async () => {
  const answer = await site.app.request("/api/profiles/anna")
  return ((await answer.json()) as { profile: Record<string, unknown> }).profile
}
const contact = async () => readVcard(new Uint8Array(await (await site.app.request("/anna.vcf")).arrayBuffer()))

describe("saving items", () => {
  test.each([
    ["whatsapp", "+49 (0)170 1234567", "https://wa.me/491701234567"],
    ["signal", "+44 07700 900123", "https://signal.me/#p/+447700900123"],
    ["whatsapp", "https://wa.me/4901701234567", "https://wa.me/491701234567"],
    ["whatsapp", "+39 06 1234 5678", "https://wa.me/390612345678"],
    ["whatsapp", "+52 1 55 1234 5678", "https://wa.me/5215512345678"],
    ["whatsapp", "https://wa.me/message/0AB12CD", "https://wa.me/message/0AB12CD"],
  ])("makes a link of %s from %s that reaches that number: %s", async (service, value, link) => {
    expect((await save({ profile_items: [item({ service, value })] })).status).toBe(200)
    expect((await shown()).profile_items).toEqual([item({ service, value: link })])
  })

  test("keeps them in their order, normalized, and gives them to everyone", async () => {
    const answer = await save({
      profile_items: [
        item({ value: "example.com/booking", label: " Booking " }),
        item({ service: "mastodon", value: "@anna@chaos.example" }),
        item({ kind: "phone", label: "Mobile", value: "(555) 555-0101" }),
        item({ kind: "date", label: "Birthday", value: "--02-29", on_page: false }),
        item({ kind: "text", label: "Hours", value: "Mon\nTue" }),
      ],
    })
    expect(answer.status).toBe(200)
    const stored = [
      item({ value: "https://example.com/booking", label: "Booking" }),
      item({ service: "mastodon", value: "https://chaos.example/@anna" }),
      item({ kind: "phone", label: "Mobile", value: "(555) 555-0101" }),
      item({ kind: "date", label: "Birthday", value: "--02-29", on_page: false }),
      item({ kind: "text", label: "Hours", value: "Mon\nTue" }),
    ]
    expect((await own()).profile_items).toEqual(stored)
    expect((await shown()).profile_items).toEqual(stored)
    expect((await contact()).find(({ name }) => name === "BDAY")?.value).toEqual(["--02-29"])
  })

  test("a save that does not name them leaves them, an empty list removes them", async () => {
    await save({ profile_items: [item()] })
    await save({ bio: "New" })
    expect((await own()).profile_items).toEqual([item()])
    await save({ profile_items: [] })
    expect((await own()).profile_items).toEqual([])
  })

  test.each<[string, object, Record<string, string>]>([
    ["a script", { value: "javascript:alert(1)" }, { "profile_items.0.value": FIELD.urlInvalid }],
    [
      "an address of another service",
      { service: "github", value: "https://evil.example/" },
      { "profile_items.0.value": ITEM.handleInvalid },
    ],
    ["nothing", { value: "  " }, { "profile_items.0.value": ITEM.empty }],
    ["a day that does not exist", { kind: "date", value: "2025-02-29" }, { "profile_items.0.value": ITEM.dateInvalid }],
    ["a wrong email", { kind: "email", value: "anna@" }, { "profile_items.0.value": FIELD.contactEmailInvalid }],
    ["a long label", { label: "x".repeat(41) }, { "profile_items.0.label": FIELD.tooLong }],
    ["a long text", { kind: "text", value: "x".repeat(501) }, { "profile_items.0.value": FIELD.tooLong }],
    ["a number", { value: 5 }, { "profile_items.0.value": FIELD.notText }],
    ["an unknown kind", { kind: "file" }, { "profile_items.0.kind": ITEM.invalid }],
    ["an unknown service", { service: "__proto__" }, { "profile_items.0.service": ITEM.invalid }],
    ["a word for a switch", { on_page: "yes" }, { "profile_items.0.on_page": ITEM.invalid }],
    ["a further key", { id: "x" }, { "profile_items.0": ITEM.invalid }],
  ])("%s is refused with its sentence, and nothing changes", async (_name, changed, fields) => {
    await save({ profile_items: [item()] })
    const answer = await save({ bio: "Other", profile_items: [item(changed)] })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { fields } })
    expect(await own()).toMatchObject({ profile_items: [item()], bio: "New" })
  })

  test("fifty are stored, fifty-one are refused", async () => {
    expect((await save({ profile_items: Array.from({ length: 50 }, () => item()) })).status).toBe(200)
    const answer = await save({ profile_items: Array.from({ length: 51 }, () => item()) })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: { fields: { profile_items: ITEM.tooMany } } })
    expect((await own()).profile_items).toHaveLength(50)
  })

  test.each([5, "x", null, {}, { length: { toString: 1 } }, [null], [[]], ["x"]])(
    "%j is no list of items",
    async (profile_items) => {
      expect((await save({ profile_items })).status).toBe(422)
    },
  )

  test("what other hands stored is shown only if it is an item and its link is one we show", async () => {
    await site.services.database.db.update(profiles).set({
      profile_items: [item({ value: "javascript:alert(1)" }), { kind: "odd" }, item()] as ProfileItem[],
    })
    await site.services.database.changes.publish("profile", "anna")
    expect((await shown()).profile_items).toEqual([item()])
  })
})

describe("where details appear", () => {
  test("a field that is nowhere stays with its owner, and a moderator's list does not show it either", async () => {
    await save({
      email: "secret@example.com",
      field_visibility: { email: "none" },
      profile_items: [item({ on_page: false, in_contact: false })],
    })
    expect(await own()).toMatchObject({ email: "secret@example.com", field_visibility: { email: "none" } })
    expect(await shown()).toMatchObject({ email: "", field_visibility: {}, profile_items: [] })
    expect(JSON.stringify(await contact())).not.toContain("secret@example.com")
  })

  test("a field for the page is not in the contact", async () => {
    await save({ email: "page@example.com", field_visibility: { email: "page" } })
    expect(await shown()).toMatchObject({ email: "page@example.com" })
    expect(JSON.stringify(await contact())).not.toContain("page@example.com")
    await save({ field_visibility: { email: "contact" } })
    expect(JSON.stringify(await contact())).toContain("page@example.com")
  })

  test.each<{ given: unknown }>([
    { given: { full_name: "none" } },
    { given: { username: "none" } },
    { given: { email: "friends" } },
    { given: { toString: "none" } },
    { given: [] },
    { given: "none" },
    { given: 5 },
  ])("$given is refused", async ({ given }) => {
    expect((await save({ field_visibility: given })).status).toBe(422)
  })
})

describe("search engines", () => {
  test("find the profile in the sitemap until its owner says no", async () => {
    expect(await (await site.app.request("/sitemap-1-of-1.xml")).text()).toContain("/anna<")
    await save({ is_indexed: false })
    expect(await (await site.app.request("/sitemap-1-of-1.xml")).text()).not.toContain("/anna<")
    await save({ bio: "Still not" })
    expect(await own()).toMatchObject({ is_indexed: false })
  })

  test.each(["/anna.vcf", "/anna.json", "/files/previews/anna.jpg"])("are told the same beside %s", async (path) => {
    // Whatever they have: no picture needs to be painted.
    const robots = async () =>
      (await site.app.request(path, { headers: { "if-none-match": "*" } })).headers.get("x-robots-tag")
    await save({ is_indexed: true })
    expect(await robots()).toBeNull()
    await save({ is_indexed: false })
    expect(await robots()).toBe("noindex")
    const card = await site.app.request("/anna", { headers: { accept: "text/vcard" } })
    expect(card.headers.get("x-robots-tag")).toBe("noindex")
  })

  test("the switch is true or false", async () => {
    expect((await save({ is_indexed: "no" })).status).toBe(422)
  })
})
