// What an owner of an app password can ask of /dav so that it works for everyone else no more: requests whose work or memory grows without end.
import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PEOPLE_DELETIONS_MAX } from "../../src/domain/people/people-limits.ts"
import { people_deleted } from "../../src/server/platform/db/people-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { cpuTimer } from "../support/cpu-time.ts"
import { contact, DAV_ORIGIN, type DavClient, davClient, hrefsOf, syncReport, tokenOf } from "../support/dav.ts"
import { type Person, signUpAndVerify } from "../support/people.ts"

let site: TestApp
let mika: Person
let phone: DavClient
beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: DAV_ORIGIN, TRUSTED_PROXIES: "10.0.0.0/8" })
  mika = await signUpAndVerify(site)
  phone = await davClient(site, mika)
  const notes = Array.from({ length: 400 }, (_, at) => `NOTE:${at} ${"é".repeat(150)}`)
  for (let at = 0; at < 20; at++)
    await phone.ask("PUT", `${at}.vcf`, { body: contact(`uid-${at}`, `Person ${at}`, notes) })
})
afterAll(() => site.close())

const SPACES = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"'
const query = (filter: string) =>
  `<C:addressbook-query ${SPACES}><D:prop><D:getetag/></D:prop><C:filter>${filter}</C:filter></C:addressbook-query>`
const report = (body: string) => phone.ask("REPORT", "", { body })

test("a request for thousands of properties of each contact is refused, one for a hundred is answered", async () => {
  const asked = (count: number) => Array.from({ length: count }, (_, at) => `<D:p${at}/>`).join("")
  const bodies = (count: number) =>
    [
      ["PROPFIND", `<D:propfind ${SPACES}><D:prop>${asked(count)}</D:prop></D:propfind>`],
      ["PROPFIND", `<D:propfind ${SPACES}><D:allprop/><D:include>${asked(count)}</D:include></D:propfind>`],
      ["REPORT", `<D:sync-collection ${SPACES}><D:sync-token/><D:prop>${asked(count)}</D:prop></D:sync-collection>`],
      ["REPORT", `<C:addressbook-query ${SPACES}><D:prop>${asked(count)}</D:prop></C:addressbook-query>`],
    ] as const
  for (const [method, body] of bodies(50_000)) {
    const worked = cpuTimer()
    const { status, text } = await phone.ask(method, "", { headers: { depth: "1" }, body })
    expect([method, status, text.length < 1000]).toEqual([method, 400, true])
    expect(worked()).toBeLessThan(1500)
  }
  for (const [method, body] of bodies(100))
    expect((await phone.ask(method, "", { headers: { depth: "1" }, body })).status).toBe(207)
})

test("a query with long texts for contacts with many values costs no more than reading the contacts", async () => {
  const filter = `<C:prop-filter name="NOTE"><C:text-match>${"Ä".repeat(40_000)}</C:text-match></C:prop-filter>`
  const worked = cpuTimer()
  const { status, text } = await report(query(filter.repeat(24)))
  expect([status, hrefsOf(text)]).toEqual([207, {}])
  expect(worked()).toBeLessThan(2000)
})

test("neither many tags nor a long UID lets two contacts share a UID", async () => {
  const tags = `CATEGORIES:${Array.from({ length: 120 }, (_, at) => `tag${at}`).join(",")}`
  for (const [uid, more] of [
    ["tagged", [tags]],
    ["u".repeat(300), []],
  ] as const) {
    expect((await phone.ask("PUT", `${uid.slice(0, 9)}-1.vcf`, { body: contact(uid, "One", more) })).status).toBe(201)
    expect((await phone.ask("PUT", `${uid.slice(0, 9)}-2.vcf`, { body: contact(uid, "Two", more) })).status).toBe(409)
  }
})

test("a book remembers as many deletions as it can hold contacts, and says when a device has missed some", async () => {
  const { db } = site.services.database
  const before = tokenOf((await report(syncReport(""))).text)
  await phone.ask("DELETE", "0.vcf")
  const { revision } = await site.services.people.book(mika.user_id)
  await db.execute(sql`
    insert into people_deleted (owner_id, resource, revision, deleted_at)
    select ${mika.user_id}, 'gone-' || n, ${revision} + n, ${site.services.clock()}
    from generate_series(1, ${PEOPLE_DELETIONS_MAX}) n`)
  await db.execute(sql`update people_books set revision = ${revision + PEOPLE_DELETIONS_MAX}`)
  await site.services.people.sweep(site.services.clock())
  expect(await db.$count(people_deleted, eq(people_deleted.owner_id, mika.user_id))).toBe(PEOPLE_DELETIONS_MAX)
  expect((await report(syncReport(before))).text).toContain("<d:valid-sync-token/>")
  const newer = await report(syncReport(before.replace(/\d+$/, String(revision + PEOPLE_DELETIONS_MAX - 3))))
  expect(hrefsOf(newer.text)["404"]).toHaveLength(3)
})

test("a request that the operator's proxy received without https is refused, and the proxy's word is not taken from others", async () => {
  const ask = async (said: string, ip: string) =>
    (await phone.ask("PROPFIND", "", { headers: { "x-forwarded-proto": said, depth: "0" }, ip })).status
  expect([await ask("http", "10.0.0.1"), await ask("https", "10.0.0.1"), await ask("http", "203.0.113.8")]).toEqual([
    403, 207, 207,
  ])
})
