// Contacts that follow a profile: what the profile says is never the owner's burden, and goes with the profile from everywhere.

import { eq, sql } from "drizzle-orm"
import { unzipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import {
  contact,
  DAV_ORIGIN,
  type DavClient,
  davClient,
  hrefsOf,
  multiget,
  propfind,
} from "../../../../tests/support/dav.ts"
import { type Person, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { PERSON_MAX_BYTES } from "../../../domain/people/people-limits.ts"
import { people } from "../../platform/db/people-schema.ts"

let site: TestApp
let number = 0

beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: DAV_ORIGIN })
})
afterAll(() => site.close())

async function ask({ headers }: Person, method: string, path: string, body?: unknown) {
  const init = { method, headers: { ...headers, "content-type": "application/json" } }
  const answer = await site.app.request(path, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { status: answer.status, text: await answer.text() }
}

const signedUp = (full_name: string) => signUpAndVerify(site, { username: `person-${++number}`, full_name })
const give = async (giver: Person, profile_id: string, owner: Person) =>
  expect((await postJson(site, `/api/exchange/${owner.username}`, { profile_id }, giver.headers)).status).toBe(200)
const list = async (owner: Person) => JSON.parse((await ask(owner, "GET", "/api/people")).text).people
const personOf = async (owner: Person, id: string) =>
  JSON.parse((await ask(owner, "GET", `/api/people/${id}`)).text).person
const merge = (owner: Person, ids: string[]) => ask(owner, "POST", "/api/people/merges", { ids })
const added = async (owner: Person, details: object): Promise<{ id: string }> => {
  const empty = { full_name: "", job_title: "", business_name: "", entries: [], note: "", tags: [] }
  return JSON.parse((await ask(owner, "POST", "/api/people", { ...empty, ...details })).text).person
}
const phoneEntry = (value: string) => ({ kind: "phone", label: "", value })

async function furtherProfile(
  person: Person,
  fields: { full_name: string; business_phone?: string; business_name?: string },
) {
  const made = { username: `person-${++number}`, full_name: fields.full_name }
  const { profile } = await (await postJson(site, "/api/account/profiles", made, person.headers)).json()
  const path = `/api/account/profiles/${profile.id}`
  expect((await ask(person, "PUT", path, fields)).status).toBe(200)
  return { id: profile.id as string, delete: async () => expect((await ask(person, "DELETE", path)).status).toBe(200) }
}

async function hrefsOfPeople(phone: DavClient): Promise<string[]> {
  const { text } = await phone.ask("PROPFIND", phone.people, { headers: { depth: "1" }, body: propfind("A:getetag") })
  return (hrefsOf(text)["200"] ?? []).filter((href) => href.endsWith(".vcf"))
}

describe("a profile that grows", () => {
  const LINKS = Array.from({ length: 40 }, (_, at) => ({
    ...{ kind: "link", label: `L${at}`, value: `https://example.com/${"x".repeat(400)}${at}` },
    ...{ service: "", on_page: true, in_contact: true },
  }))
  const withPhoto = (card: string, bytes: number) => {
    const line = "PHOTO;ENCODING=b;TYPE=JPEG:"
    const rest = bytes - Buffer.byteLength(card) - line.length - 2
    return card.replace("END:VCARD", `${line}${"A".repeat(rest)}\r\nEND:VCARD`)
  }

  test("keeps a contact that its owner had filled usable everywhere, and what the owner writes has its limit as before", async () => {
    const [owner, theirs] = [await signedUp("Alice"), await signedUp("Mallory")]
    await give(theirs, theirs.user_id, owner)
    const phone = await davClient(site, owner)
    const [href = ""] = await hrefsOfPeople(phone)
    const { text: card } = await phone.ask("GET", href)
    const full = withPhoto(card, PERSON_MAX_BYTES - 300)
    expect((await phone.ask("PUT", href, { body: full })).status).toBe(204)
    expect((await ask(theirs, "PUT", "/api/profile", { full_name: "Mallory", profile_items: LINKS })).status).toBe(200)

    const [{ id }] = await list(owner)
    expect(JSON.stringify((await personOf(owner, id)).entries)).toContain("x39")
    for (const path of ["export.vcf", "export.csv", `${id}.vcf`])
      expect((await ask(owner, "GET", `/api/people/${path}`)).text).toContain("Mallory")
    expect((await ask(owner, "PUT", `/api/people/${id}`, { note: "Met at the fair" })).status).toBe(200)
    const tagging = { ids: [id], add: ["fair"] }
    expect((await ask(owner, "POST", "/api/people/taggings", tagging)).text).toBe('{"changed":1}')
    await added(owner, { full_name: "Someone else" })
    expect(await list(owner)).toHaveLength(2)

    const { text: grown } = await phone.ask("GET", href)
    expect(Buffer.byteLength(grown)).toBeGreaterThan(PERSON_MAX_BYTES)
    expect((await phone.ask("PUT", href, { body: grown })).status).toBe(204)
    const larger = withPhoto(grown.replace(/^PHOTO.*\r\n(?: .*\r\n)*/m, ""), Buffer.byteLength(grown) + 2000)
    expect((await phone.ask("PUT", href, { body: larger })).status).toBe(413)
    const own = withPhoto(contact("own", "Own"), PERSON_MAX_BYTES + 100)
    expect((await phone.ask("PUT", "own.vcf", { body: own })).status).toBe(413)
  })

  test("keeps a contact usable to which its owner had added nearly as many details as one can have", async () => {
    const [owner, theirs] = [await signedUp("Alice"), await signedUp("Mallory")]
    await give(theirs, theirs.user_id, owner)
    const phone = await davClient(site, owner)
    const [href = ""] = await hrefsOfPeople(phone)
    const { text: card } = await phone.ask("GET", href)
    const numbers = Array.from({ length: 960 }, (_, at) => `TEL:+1 555 ${1_000_000 + at}`)
    const many = card.replace("END:VCARD", `${numbers.join("\r\n")}\r\nEND:VCARD`)
    expect((await phone.ask("PUT", href, { body: many })).status).toBe(204)
    expect((await ask(theirs, "PUT", "/api/profile", { full_name: "Mallory", profile_items: LINKS })).status).toBe(200)

    const [{ id }] = await list(owner)
    const { text: grown } = await phone.ask("GET", href)
    expect(grown.match(/^[^ ].*/gm)?.length).toBeGreaterThan(1000)
    expect((await phone.ask("PUT", href, { body: grown })).status).toBe(204)
    expect((await ask(owner, "PUT", `/api/people/${id}`, { tags: [] })).status).toBe(200)
    const more = grown.replace("END:VCARD", "TEL:+1 555 1234567\r\nEND:VCARD")
    expect((await phone.ask("PUT", href, { body: more })).status).toBe(413)
  })
})

test("a book that fails does not keep the sweep from the books of others", async () => {
  const [broken, owner, theirs] = [await signedUp("Alice"), await signedUp("Bob"), await signedUp("Carol Secret")]
  const { db } = site.services.database
  for (const each of [broken, owner]) await give(theirs, theirs.user_id, each)
  await site.services.people.sweep(new Date())
  await db.update(people).set({ their_details: sql`'{}'` }).where(eq(people.owner_id, broken.user_id))
  await db.execute(sql`delete from users where id = ${theirs.user_id}`)
  await site.services.people.sweep(new Date())
  const [row] = await db.select().from(people).where(eq(people.owner_id, owner.user_id))
  expect(row).toMatchObject({ full_name: "Deleted profile", their_state: "gone", their_details: null })
  const failed = { level: "error", event: "people.catch_up_failed", user: broken.user_id }
  expect(site.logged).toContainEqual(expect.objectContaining(failed))
  // This one stays to be seen to.
  await db.delete(people).where(eq(people.owner_id, broken.user_id))
})

describe("a profile that is deleted", () => {
  test("takes its details along before the owner has ever looked, and leaves what the owner added", async () => {
    const [owner, theirs] = [await signedUp("Bob"), await signedUp("Carol")]
    const profile = await furtherProfile(theirs, { full_name: "Carol Two", business_phone: "+49 30 1234567" })
    await give(theirs, profile.id, owner)
    const { db } = site.services.database
    const [{ id } = { id: "" }] = await db.select().from(people).where(eq(people.owner_id, owner.user_id))
    await site.services.people.tag(owner.user_id, [id], ["fair"], [], new Date())
    await profile.delete()
    await site.services.people.sweep(new Date())
    const [row] = await db.select().from(people).where(eq(people.id, id))
    expect(JSON.stringify(row)).not.toMatch(/Carol|1234567/)
    expect(row).toMatchObject({ full_name: "Deleted profile", their_state: "gone", tags: ["fair"] })
  })

  test("is not left in a contact that was merged: those that follow two profiles stay two", async () => {
    const [owner, theirs] = [await signedUp("Bob"), await signedUp("Carol")]
    await ask(theirs, "PUT", "/api/profile", { full_name: "Carol", business_phone: "+49 30 1111111" })
    const fields = { full_name: "Carol", business_phone: "+49 30 2222222", business_name: "Secret Club" }
    const profile = await furtherProfile(theirs, fields)
    for (const id of [theirs.user_id, profile.id]) await give(theirs, id, owner)
    const ids = (await list(owner)).map(({ id }: { id: string }) => id)
    const refused = await merge(owner, ids)
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([409, "profiles_differ"])
    expect(await list(owner)).toHaveLength(2)

    // Nothing is left that would be followed: what the owner wrote of both comes together.
    for (const [at, id] of ids.entries()) await ask(owner, "PUT", `/api/people/${id}`, { note: `Note ${at}` })
    await profile.delete()
    expect((await merge(owner, ids)).status).toBe(200)
    const person = await personOf(owner, ids[0])
    expect(person).toMatchObject({ full_name: "Carol", note: "Note 0\n\nNote 1", their_state: "live" })
    await site.services.database.db.execute(sql`delete from users where id = ${theirs.user_id}`)
    await site.services.people.sweep(new Date())
    const [row] = await site.services.database.db.select().from(people).where(eq(people.owner_id, owner.user_id))
    expect(JSON.stringify(row)).not.toMatch(/Carol|1111111|2222222|Secret/)
  })

  test("takes its details along and is not merged into a contact of the owner's meanwhile", async () => {
    const [owner, theirs] = [await signedUp("Bob"), await signedUp("Carol")]
    const profile = await furtherProfile(theirs, { full_name: "Carol Two", business_phone: "+49 30 1234567" })
    const { id } = await added(owner, { full_name: "Caro", entries: [phoneEntry("+49 30 7654321")] })
    await give(theirs, profile.id, owner)
    const { db } = site.services.database
    const rows = await db.select().from(people).where(eq(people.owner_id, owner.user_id))
    const other = rows.find((row) => row.id !== id)?.id ?? ""
    await list(owner)
    await profile.delete()
    expect((await merge(owner, [id, other])).status).toBe(200)
    const person = await personOf(owner, id)
    expect(JSON.stringify(person)).not.toMatch(/Carol|1234567/)
    expect(person.entries).toEqual([phoneEntry("+49 30 7654321")])
  })

  test("is shown nowhere once it is deleted: by no export, no duplicates, and no address book that asks for one contact", async () => {
    const reads: Record<string, (owner: Person, phone: DavClient, hrefs: string[]) => Promise<string>> = {
      duplicates: async (owner) => (await ask(owner, "GET", "/api/people/duplicates")).text,
      "account export": async (owner) => {
        const answer = await site.app.request("/api/account/export", { headers: owner.headers })
        const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
        return ["people.vcf", "people.json"].map((name) => new TextDecoder().decode(files[name])).join("")
      },
      "one contact": async (_, phone, hrefs) =>
        (await Promise.all(hrefs.map((href) => phone.ask("GET", href)))).map(({ text }) => text).join(""),
      "several contacts": async (_, phone, hrefs) =>
        (await phone.ask("REPORT", phone.people, { body: multiget(hrefs) })).text,
    }
    const theirs = await signedUp("Carol")
    for (const [name, read] of Object.entries(reads)) {
      const owner = await signedUp("Bob")
      const profile = await furtherProfile(theirs, { full_name: "Carol Two", business_phone: "+49 30 1234567" })
      await added(owner, { full_name: "Caro", entries: [phoneEntry("030 1234567")] })
      await give(theirs, profile.id, owner)
      const phone = await davClient(site, owner)
      const hrefs = await hrefsOfPeople(phone)
      expect([name, await read(owner, phone, hrefs)]).toEqual([name, expect.stringContaining("Carol Two")])
      await profile.delete()
      expect([name, await read(owner, phone, hrefs)]).toEqual([name, expect.not.stringContaining("Carol Two")])
    }
  })
})
