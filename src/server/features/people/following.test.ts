// Contacts that follow a profile: what the profile says is never the owner's burden.

import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { contact, DAV_ORIGIN, type DavClient, davClient, hrefsOf, propfind } from "../../../../tests/support/dav.ts"
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
const added = async (owner: Person, details: object): Promise<{ id: string }> => {
  const empty = { full_name: "", job_title: "", business_name: "", entries: [], note: "", tags: [] }
  return JSON.parse((await ask(owner, "POST", "/api/people", { ...empty, ...details })).text).person
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
