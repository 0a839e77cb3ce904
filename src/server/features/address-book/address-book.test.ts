// CardDAV as phones and programs speak it: discovery, properties, contacts, reports and synchronization.
import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import {
  contact,
  DAV_ORIGIN,
  type DavClient,
  davClient,
  hrefsOf,
  multiget,
  propfind,
  syncReport,
  tokenOf,
} from "../../../../tests/support/dav.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { people, people_keys } from "../../platform/db/people-schema.ts"

let site: TestApp
let mika: Person
let phone: DavClient

beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: DAV_ORIGIN })
})
afterAll(() => site.close())
beforeEach(async () => {
  mika = await signUpAndVerify(site)
  phone = await davClient(site, mika)
})

const put = (name: string, card: string, headers: Record<string, string> = {}) =>
  phone.ask("PUT", name, { headers: { "content-type": "text/vcard", ...headers }, body: card })

describe("discovery", () => {
  test("leads from the site's name to both books", async () => {
    const found = await site.app.request("/.well-known/carddav", { method: "PROPFIND" })
    expect([found.status, found.headers.get("location")]).toEqual([301, "/dav/"])
    const root = await phone.ask("PROPFIND", "/dav/", {
      headers: { depth: "0" },
      body: propfind("A:current-user-principal"),
    })
    expect(root.status).toBe(207)
    expect(root.text).toContain(`<d:current-user-principal><d:href>${phone.home}</d:href></d:current-user-principal>`)
    const principal = await phone.ask("PROPFIND", phone.home, {
      body: propfind("B:addressbook-home-set", "A:displayname"),
    })
    expect(principal.text).toContain(`<c:addressbook-home-set><d:href>${phone.home}</d:href></c:addressbook-home-set>`)
    const home = await phone.ask("PROPFIND", phone.home, { headers: { depth: "1" }, body: propfind("A:resourcetype") })
    expect(hrefsOf(home.text)["200"]).toEqual([phone.home, phone.people, phone.profiles])
    expect(home.text.match(/<d:collection\/><c:addressbook\/>/g)).toHaveLength(2)
  })

  test("says what is offered, also without a password", async () => {
    const answer = await site.app.request("/dav/", { method: "OPTIONS" })
    expect([answer.status, answer.headers.get("dav")]).toEqual([200, "1, 3, addressbook"])
    expect(answer.headers.get("allow")).toContain("REPORT")
  })
})

describe("properties", () => {
  test("that exist are found, and others are not", async () => {
    const { text } = await phone.ask("PROPFIND", "", {
      headers: { depth: "0" },
      body: propfind(
        "A:sync-token",
        "S:getctag",
        "A:acl",
        "B:supported-address-data",
        "A:getlastmodified",
        'x xmlns="urn:x&amp;y"',
      ),
    })
    const [found = "", missing = ""] = text.split("</d:propstat>")
    expect(tokenOf(found)).toMatch(/^https:\/\/meishi.test\/dav\/.*\/sync\/0$/)
    for (const name of ["d:acl", "cs:getctag", "c:supported-address-data"]) expect(found).toContain(`<${name}>`)
    expect(missing).toContain("<d:getlastmodified/>")
    expect(missing).toContain('<x xmlns="urn:x&amp;y"/>')
    expect(missing).toContain("HTTP/1.1 404 Not Found")
  })

  test("of a book that is read only allow no writing", async () => {
    const rights = async (path: string) =>
      (await phone.ask("PROPFIND", path, { body: propfind("A:current-user-privilege-set") })).text
    expect(await rights(phone.people)).toContain("<d:write-content/>")
    expect(await rights(phone.profiles)).not.toContain("write")
  })

  test("are listed all, by their names, or those that are common", async () => {
    await put("ada.vcf", contact("ada", "Ada"))
    const common = await phone.ask("PROPFIND", "", { headers: { depth: "1" } })
    expect(hrefsOf(common.text)["200"]).toEqual([phone.people, `${phone.people}ada.vcf`])
    expect(common.text).toMatch(/<d:getetag>&quot;[\w-]+&quot;<\/d:getetag>/)
    const names = await phone.ask("PROPFIND", "", { body: '<propfind xmlns="DAV:"><propname/></propfind>' })
    expect(names.text).toContain("<d:sync-token/>")
  })

  test("cannot be changed, one by one", async () => {
    const body = '<propertyupdate xmlns="DAV:"><set><prop><displayname>Mine</displayname></prop></set></propertyupdate>'
    const { status, text } = await phone.ask("PROPPATCH", "", { body })
    expect(status).toBe(207)
    expect(text).toContain("<d:prop><d:displayname/></d:prop><d:status>HTTP/1.1 403 Forbidden")
  })
})

describe("a contact", () => {
  test("is stored byte for byte, also what we cannot show, and is one of the people", async () => {
    const card = contact("urn:1", "Grace Hopper", ["EMAIL;TYPE=WORK:grace@example.com", "X-SHIP;X-A=b:Nim\\,itz <&> é"])
    const made = await put("grace.vcf", card)
    expect([made.status, made.headers.get("etag")]).toEqual([201, expect.stringMatching(/^"[\w-]+"$/)])
    const got = await phone.ask("GET", "grace.vcf")
    expect([got.text, got.headers.get("etag")]).toEqual([card, made.headers.get("etag")])
    const listed = await site.app.request("/api/people", { headers: mika.headers })
    const [person] = (await listed.json()).people
    expect(person).toMatchObject({ full_name: "Grace Hopper", source: "synced" })

    const path = `/api/people/${person.id}`
    const one = await (await site.app.request(path, { headers: mika.headers })).json()
    const { full_name, job_title, business_name, entries, tags } = one.person
    expect(entries).toEqual([{ kind: "email", label: "Work", value: "grace@example.com" }])
    const details = { full_name, job_title, business_name, entries, tags, note: "Found a moth" }
    const body = JSON.stringify(details)
    expect((await site.app.request(path, { method: "PUT", headers: mika.headers, body })).status).toBe(200)
    const changed = await phone.ask("GET", "grace.vcf")
    expect(changed.text).toContain("X-SHIP;X-A=b:Nim\\,itz <&> é\r\n")
    expect(changed.text).toContain("NOTE:Found a moth\r\n")
  })

  test("is replaced and deleted only in the version that was read", async () => {
    const etag = (await put("a.vcf", contact("a", "One"), { "if-none-match": "*" })).headers.get("etag") ?? ""
    expect((await put("a.vcf", contact("a", "Two"), { "if-none-match": "*" })).status).toBe(412)
    const second = await put("a.vcf", contact("a", "Two"), { "if-match": etag })
    expect(second.status).toBe(204)
    expect((await put("a.vcf", contact("a", "Three"), { "if-match": etag })).status).toBe(412)
    expect((await phone.ask("DELETE", "a.vcf", { headers: { "if-match": etag } })).status).toBe(412)
    expect((await put("none.vcf", contact("b", "None"), { "if-match": "*" })).status).toBe(412)
    const current = second.headers.get("etag") ?? ""
    expect((await phone.ask("GET", "a.vcf", { headers: { "if-none-match": current } })).status).toBe(304)
    expect((await phone.ask("HEAD", "a.vcf")).headers.get("etag")).toBe(current)
    expect((await phone.ask("DELETE", "a.vcf", { headers: { "if-match": current } })).status).toBe(204)
    expect((await phone.ask("DELETE", "a.vcf")).status).toBe(404)
  })

  test("has a UID of its own", async () => {
    await put("a.vcf", contact("same", "One"))
    const { status, text } = await put("b.vcf", contact("same", "Two"))
    expect(status).toBe(409)
    expect(text).toContain(`<c:no-uid-conflict><d:href>${phone.people}a.vcf</d:href></c:no-uid-conflict>`)
    expect((await put("a.vcf", contact("other", "One"))).status).toBe(409)
  })

  test("may keep a UID that another one has had since before they had to differ", async () => {
    await put("a.vcf", contact("first", "One"))
    const [second] = [await put("b.vcf", contact("second", "Two"))]
    const { db } = site.services.database
    const isB = and(eq(people.owner_id, mika.user_id), eq(people.resource, "b.vcf"))
    const [row] = await db
      .update(people)
      .set({ card: contact("first", "Two") })
      .where(isB)
      .returning()
    const isUid = and(eq(people_keys.person_id, row?.id ?? ""), eq(people_keys.kind, "uid"))
    await db.update(people_keys).set({ value: "first" }).where(isUid)
    const ifMatch = { "if-match": second.headers.get("etag") ?? "" }
    expect((await put("b.vcf", contact("first", "Two", ["NOTE:edited"]), ifMatch)).status).toBe(204)
    expect((await put("a.vcf", contact("first", "One", ["NOTE:edited"]))).status).toBe(204)
    expect((await put("c.vcf", contact("first", "Three"))).status).toBe(409)
    expect((await put("b.vcf", contact("other", "Two"))).status).toBe(409)
  })

  test("with encoded control characters is stored byte for byte", async () => {
    for (const name of ["UID", "BDAY", "ANNIVERSARY"]) {
      const card = contact(`${name}-1`, "A", [`${name};ENCODING=QUOTED-PRINTABLE:a=00b`]).replace(
        name === "UID" ? /UID:.*\r\n/ : /^$/,
        "",
      )
      expect([name, (await put(`${name}.vcf`, card)).status]).toEqual([name, 201])
      expect((await phone.ask("GET", `${name}.vcf`)).text).toBe(card)
    }
  })

  test("that cannot be kept is refused with the condition it does not meet", async () => {
    for (const [card, status, condition, type = "text/vcard"] of [
      ["hello", 403, "c:valid-address-data"],
      [contact("a", "a\u0001b"), 403, "c:valid-address-data"],
      [contact("a", "A", Array(1000).fill("TEL:1")), 413, "c:max-resource-size"],
      [contact("a", "A").replace("3.0", "2.1"), 415, "c:supported-address-data"],
      [contact("a", "A"), 415, "c:supported-address-data", "text/calendar"],
      [contact("a", "A", [`NOTE:${"x".repeat(256 * 1024)}`]), 413, "c:max-resource-size"],
    ] as const) {
      const answer = await put("a.vcf", card, { "content-type": type })
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(`<${condition}/>`)])
    }
    const notUtf8 = new Uint8Array([...Buffer.from(contact("a", "A")), 0xff])
    expect((await phone.ask("PUT", "a.vcf", { body: notUtf8 })).status).toBe(403)
    expect(hrefsOf((await phone.ask("PROPFIND", "", { headers: { depth: "1" } })).text)["200"]).toHaveLength(1)
  })

  test("that is a group may have more members than a contact has details, and is deleted by the address book alone", async () => {
    const group = (members: number) =>
      contact("g", "Everyone", [
        "X-ADDRESSBOOKSERVER-KIND:group",
        ...Array.from({ length: members }, (_, at) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${at}`),
      ])
    expect((await put("g.vcf", group(1200))).status).toBe(201)
    expect((await put("g.vcf", group(1300))).status).toBe(204)
    const [row] = await site.services.database.db.select().from(people).where(eq(people.resource, "g.vcf"))
    const { headers } = mika
    expect((await site.app.request(`/api/people/${row?.id}`, { method: "DELETE", headers })).status).toBe(404)
    expect((await phone.ask("DELETE", "g.vcf")).status).toBe(204)
  })

  test("of vCard 4.0, with a name of any script, is kept", async () => {
    const card = contact("四", "田中 真").replace("3.0", "4.0")
    const path = `${encodeURIComponent("田中 真 & <co>.vcf")}`
    expect((await put(path, card)).status).toBe(201)
    const { text } = await phone.ask("REPORT", "", { body: multiget([phone.people + path]) })
    expect(text).toContain(`<d:href>${phone.people}${path}</d:href>`)
    expect(text).toContain("FN:田中 真&#13;\n")
  })
})

describe("the owner's profiles", () => {
  test("are read and synchronized, and cannot be written", async () => {
    const { text } = await phone.ask("REPORT", phone.profiles, { body: syncReport("") })
    const [path = ""] = hrefsOf(text)["200"] ?? []
    const card = await phone.ask("GET", path)
    expect(card.text).toContain("FN:Ada Lovelace\r\n")
    expect((await phone.ask("PUT", path, { body: card.text })).status).toBe(403)
    expect((await phone.ask("DELETE", path)).status).toBe(403)

    const same = await phone.ask("REPORT", phone.profiles, { body: syncReport(tokenOf(text)) })
    expect(hrefsOf(same.text)).toEqual({})
    site.advance(1000)
    const body = JSON.stringify({ full_name: "Ada King" })
    await site.app.request("/api/profile", { method: "PUT", headers: mika.headers, body })
    const old = await phone.ask("REPORT", phone.profiles, { body: syncReport(tokenOf(text)) })
    expect([old.status, old.text]).toEqual([403, expect.stringContaining("<d:valid-sync-token/>")])
    expect((await phone.ask("GET", path)).text).toContain("FN:Ada King\r\n")
  })
})

describe("reports", () => {
  test("answer many contacts at once, and say which are not there", async () => {
    for (let at = 0; at < 60; at++) await put(`${at}.vcf`, contact(`uid-${at}`, `Person ${at}`))
    const names = Array.from({ length: 60 }, (_, at) => `${phone.people}${at}.vcf`)
    const others = ["/dav/", `${phone.profiles}x.vcf`, `${phone.people}none.vcf`, "https://elsewhere.test/x"]
    const { text } = await phone.ask("REPORT", "", { body: multiget([...names, ...others, DAV_ORIGIN + names[0]]) })
    expect(hrefsOf(text)).toEqual({ 200: expect.arrayContaining(names), 404: expect.arrayContaining(others) })
    expect(text.match(/<c:address-data>/g)).toHaveLength(61)
  })

  const query = (filter: string, more = "") =>
    `<C:addressbook-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><D:getetag/></D:prop>${filter}${more}</C:addressbook-query>`
  const found = async (filter: string) =>
    (hrefsOf((await phone.ask("REPORT", "", { body: query(filter) })).text)["200"] ?? []).map((path) =>
      path.slice(phone.people.length, -4),
    )

  test("find contacts by what a filter says", async () => {
    await put("ada.vcf", contact("ada", "Ada Lovelace", ["EMAIL;TYPE=HOME:ada@example.com", "TEL;TYPE=CELL:+44 20 1"]))
    await put("grace.vcf", contact("grace", "Grace Hopper", ["EMAIL;TYPE=WORK:grace@example.com"]))
    const where = (name: string, inner: string) => `<C:prop-filter name="${name}">${inner}</C:prop-filter>`
    const text = (value: string, attributes = "") => `<C:text-match ${attributes}>${value}</C:text-match>`
    const filter = (inner: string, test = "anyof") => `<C:filter test="${test}">${inner}</C:filter>`
    for (const [wanted, names] of [
      ["", ["ada", "grace"]],
      [filter(""), ["ada", "grace"]],
      [filter(where("FN", text("LOVE"))), ["ada"]],
      [filter(where("FN", text("LOVE", 'collation="i;octet"'))), []],
      [filter(where("uid", text("grace", 'match-type="equals"'))), ["grace"]],
      [filter(where("EMAIL", text("grace", 'match-type="starts-with"'))), ["grace"]],
      [filter(where("EMAIL", text(".com", 'match-type="ends-with"'))), ["ada", "grace"]],
      [filter(where("EMAIL", text("ada", 'negate-condition="yes"'))), ["grace"]],
      [filter(where("TEL", "")), ["ada"]],
      [filter(where("TEL", "<C:is-not-defined/>")), ["grace"]],
      [filter(where("EMAIL", `<C:param-filter name="TYPE">${text("work")}</C:param-filter>`)), ["grace"]],
      [filter(where("TEL", "") + where("UID", text("grace"))), ["ada", "grace"]],
      [filter(where("TEL", "") + where("UID", text("grace")), "allof"), []],
    ] as const)
      expect(await found(wanted), wanted).toEqual(names)
    const limited = await phone.ask("REPORT", "", { body: query("", "<C:limit><C:nresults>1</C:nresults></C:limit>") })
    expect(hrefsOf(limited.text)).toEqual({ 200: [`${phone.people}ada.vcf`], 507: [phone.people] })
  })

  test("that no book has are refused", async () => {
    const other = await phone.ask("REPORT", "", { body: '<principal-match xmlns="DAV:"/>' })
    expect([other.status, other.text]).toEqual([403, expect.stringContaining("<d:supported-report/>")])
    const format = multiget([]).replace("<C:address-data/>", '<C:address-data content-type="text/x-other"/>')
    expect((await phone.ask("REPORT", "", { body: format })).text).toContain("<c:supported-address-data/>")
    const wrong =
      '<C:filter><C:prop-filter name="FN"><C:text-match collation="i;x">a</C:text-match></C:prop-filter></C:filter>'
    expect((await phone.ask("REPORT", "", { body: query(wrong) })).text).toContain("<c:supported-collation/>")
  })

  test("give only the properties that were asked for", async () => {
    await put("ada.vcf", contact("ada", "Ada", ["NOTE:a long", " story", "TEL:1"]))
    const asked = '<C:address-data><C:prop name="TEL"/><C:prop name="uid"/></C:address-data>'
    const body = multiget([`${phone.people}ada.vcf`]).replace("<C:address-data/>", asked)
    const { text } = await phone.ask("REPORT", "", { body })
    expect(text).toContain(
      "<c:address-data>BEGIN:VCARD&#13;\nVERSION:3.0&#13;\nUID:ada&#13;\nTEL:1&#13;\nEND:VCARD&#13;\n<",
    )
  })
})

describe("synchronization", () => {
  const sync = async (token: string, limit?: number) => {
    const { status, text } = await phone.ask("REPORT", "", { body: syncReport(token, limit) })
    const { 200: changed = [], 404: deleted = [], 507: cut = [] } = hrefsOf(text)
    const names = (paths: string[]) => paths.map((path) => path.slice(phone.people.length))
    return {
      status,
      text,
      token: tokenOf(text),
      changed: names(changed),
      deleted: names(deleted),
      isCut: cut.length > 0,
    }
  }

  test("tells what changed and what was deleted since the token, and nothing twice", async () => {
    for (const name of ["a", "b", "c"]) await put(`${name}.vcf`, contact(name, name))
    const first = await sync("")
    expect(first).toMatchObject({ changed: ["a.vcf", "b.vcf", "c.vcf"], deleted: [], isCut: false })
    expect(await sync(first.token)).toMatchObject({ changed: [], deleted: [], token: first.token })
    await put("b.vcf", contact("b", "B"))
    await phone.ask("DELETE", "a.vcf")
    await put("d.vcf", contact("d", "d"))
    await phone.ask("DELETE", "d.vcf")
    const second = await sync(first.token)
    expect(second).toMatchObject({ changed: ["b.vcf"], deleted: ["a.vcf", "d.vcf"] })
    await put("a.vcf", contact("a", "again"))
    expect(await sync(second.token)).toMatchObject({ changed: ["a.vcf"], deleted: [] })
  })

  test("with a limit comes in parts, which together are everything", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await put(`${name}.vcf`, contact(name, name))
    const { token } = await sync("")
    const parts = async (from: string, limit: number) => {
      const seen = { changed: [] as string[], deleted: [] as string[], requests: 0 }
      let part = await sync(from, limit)
      for (;;) {
        expect(part.changed.length + part.deleted.length).toBeLessThanOrEqual(limit)
        seen.changed.push(...part.changed)
        seen.deleted.push(...part.deleted)
        seen.requests += 1
        if (!part.isCut) return { ...seen, token: part.token }
        part = await sync(part.token, limit)
      }
    }
    expect(await parts("", 2)).toEqual({
      changed: ["a.vcf", "b.vcf", "c.vcf", "d.vcf", "e.vcf"],
      deleted: [],
      requests: 3,
      token,
    })
    for (const name of ["a", "b", "c"]) await phone.ask("DELETE", `${name}.vcf`)
    await put("e.vcf", contact("e", "E"))
    const { token: now } = await sync(token)
    expect(await parts(token, 1)).toEqual({
      changed: ["e.vcf"],
      deleted: ["a.vcf", "b.vcf", "c.vcf"],
      requests: 4,
      token: now,
    })
  })

  test("starts again when its token is too old, of another book, or none of ours", async () => {
    await put("a.vcf", contact("a", "a"))
    const { token: old } = await sync("")
    await phone.ask("DELETE", "a.vcf")
    const { token } = await sync(old)
    site.advance(401 * 24 * 3_600_000)
    await site.services.people.sweep(site.services.clock())
    const other = await davClient(site, await signUpAndVerify(site))
    const prefix = token.slice(0, token.lastIndexOf("/") + 1)
    const foreign = [
      token.replace(phone.people, other.people),
      `${prefix}99`,
      `${prefix}1.2.3`,
      `${prefix}1-zz`,
      "x",
      prefix,
    ]
    for (const sent of [old, ...foreign, `${prefix}1-00`]) {
      const answer = await sync(sent)
      expect([sent, answer.status, answer.text]).toEqual([sent, 403, expect.stringContaining("<d:valid-sync-token/>")])
    }
    expect(await sync(token)).toMatchObject({ status: 207, changed: [], deleted: [] })
    expect(await sync("")).toMatchObject({ status: 207, changed: [], deleted: [] })
  })
})

test("what cannot be done is refused without an error of ours", async () => {
  await put("a.vcf", contact("a", "a"))
  const results: Record<string, number[]> = {}
  for (const method of ["MKCOL", "COPY", "MOVE", "ACL", "POST", "PATCH", "LOCK", "UNLOCK", "DELETE", "GET"]) {
    const statuses = []
    for (const path of ["/dav/", phone.home, phone.people, "a.vcf", "new/"])
      statuses.push(
        method === "GET" && path === "a.vcf"
          ? 405
          : (await phone.ask(method, method === "DELETE" && path === "a.vcf" ? phone.people : path)).status,
      )
    results[method] = statuses
  }
  expect(
    Object.values(results)
      .flat()
      .every((status) => [403, 404, 405, 409].includes(status)),
  ).toBe(true)
  expect((await phone.ask("PROPFIND", "", { headers: { depth: "infinity" } })).text).toContain(
    "<d:propfind-finite-depth/>",
  )
})

test.each([
  ["KIND:group", "4.0"],
  ["X-ADDRESSBOOKSERVER-KIND:group", "3.0"],
])("a group (%s) comes back byte for byte, and is no person anywhere else", async (kind, version) => {
  const group = `BEGIN:VCARD\r\nVERSION:${version}\r\nUID:friends\r\nFN:Friends\r\nN:Friends;;;;\r\n${kind}\r\nMEMBER:urn:uuid:1\r\nCATEGORIES:fair\r\nEND:VCARD\r\n`
  expect((await put("group.vcf", group)).status).toBe(201)
  expect((await put("ada.vcf", contact("ada", "Ada"))).status).toBe(201)
  expect((await phone.ask("GET", "group.vcf")).text).toBe(group)
  expect(
    hrefsOf((await phone.ask("PROPFIND", "", { headers: { depth: "1" }, body: propfind("A:getetag") })).text)["200"],
  ).toContain(`${phone.people}group.vcf`)
  const ask = async (path: string) => (await site.app.request(path, { headers: mika.headers })).text()
  for (const path of [
    "/api/people",
    "/api/people?q=friends",
    "/api/people/duplicates",
    "/api/people/export.vcf",
    "/api/people/export.csv",
  ])
    expect([path, await ask(path)]).not.toEqual([path, expect.stringContaining("Friends")])
  expect(JSON.parse(await ask("/api/people/labels"))).toEqual({ count: 1, tags: [], events: [] })
})

test("a note longer than the form takes survives an edit of another field", async () => {
  const note = "x".repeat(100_000)
  expect((await put("ada.vcf", contact("ada", "Ada", [`NOTE:${note}`]))).status).toBe(201)
  const { people } = await (await site.app.request("/api/people", { headers: mika.headers })).json()
  const saved = await site.app.request(`/api/people/${people[0].id}`, {
    method: "PUT",
    headers: { ...mika.headers, "content-type": "application/json" },
    body: JSON.stringify({ job_title: "Engineer" }),
  })
  expect(saved.status).toBe(200)
  expect(await saved.json()).toMatchObject({ person: { job_title: "Engineer", note, full_name: "Ada" } })
})
