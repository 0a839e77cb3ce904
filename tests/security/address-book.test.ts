// What an attacker tries on /dav: guesses, other people's contacts, XML made to exhaust the server, and other ways in.
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { people_books } from "../../src/server/platform/db/people-schema.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { cpuTimer } from "../support/cpu-time.ts"
import { basic, contact, DAV_ORIGIN, type DavClient, davClient, hrefsOf, multiget, syncReport } from "../support/dav.ts"
import { fromIp, PASSWORD, type Person, postJson, signUpAndVerify } from "../support/people.ts"

let site: TestApp
let mika: Person
let ren: Person
let phone: DavClient
let stranger: DavClient
beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: DAV_ORIGIN })
  mika = await signUpAndVerify(site)
  ren = await signUpAndVerify(site)
  phone = await davClient(site, mika)
  stranger = await davClient(site, ren)
  await phone.ask("PUT", "secret.vcf", { body: contact("secret", "Secret Friend") })
})
afterAll(() => site.close())

const visit = async (headers: Record<string, string>, ip = "203.0.113.1") =>
  site.app.request("/dav/", { method: "PROPFIND", headers }, fromIp(ip))

describe("another owner's people", () => {
  test("are neither read nor written nor deleted by any spelling of their address", async () => {
    const own = stranger.home
    const paths = [
      phone.people,
      `${phone.people}secret.vcf`,
      `/dav/${mika.user_id.toUpperCase()}/people/secret.vcf`,
      `${own}../${mika.user_id}/people/secret.vcf`,
      `${own}%2e%2e/${mika.user_id}/people/secret.vcf`,
      `${own}people/..%2f..%2f${mika.user_id}%2fpeople%2fsecret.vcf`,
      `${own}people/%2e%2e%5csecret.vcf`,
      `/dav//${mika.user_id}/people/secret.vcf`,
      `/dav/${mika.user_id}%2fpeople/secret.vcf`,
      `/dav/%00/people/secret.vcf`,
      `/dav/*/people/secret.vcf`,
      `/dav/${ren.user_id},${mika.user_id}/people/secret.vcf`,
      `${own}people/${mika.user_id}/secret.vcf`,
      `${own}people/secret.vcf`,
      `${own}people/secret.vcf%00`,
    ]
    for (const path of paths) {
      for (const method of ["GET", "HEAD", "PROPFIND", "DELETE", "REPORT"]) {
        const body = method === "REPORT" ? syncReport("") : undefined
        const { status, text } = await stranger.ask(method, path, body === undefined ? {} : { body })
        expect([method, path, status]).toEqual([
          method,
          path,
          path === `${own}people/secret.vcf` && method === "REPORT" ? 403 : 404,
        ])
        expect(text).not.toContain("Secret Friend")
      }
    }
    expect((await stranger.ask("PUT", `${phone.people}secret.vcf`, { body: contact("x", "Changed") })).status).toBe(409)
    const { text } = await stranger.ask("REPORT", stranger.people, {
      body: multiget(paths),
    })
    expect(hrefsOf(text)["200"]).toBeUndefined()
    expect((await phone.ask("GET", "secret.vcf")).text).toContain("FN:Secret Friend")
  })

  test("may have the same names and UIDs as one's own", async () => {
    expect((await stranger.ask("PUT", "secret.vcf", { body: contact("secret", "Mine") })).status).toBe(201)
    expect((await phone.ask("GET", "secret.vcf")).text).toContain("FN:Secret Friend")
    expect((await stranger.ask("DELETE", "secret.vcf")).status).toBe(204)
    expect((await phone.ask("GET", "secret.vcf")).status).toBe(200)
  })
})

describe("no other way in", () => {
  test("an account's password, a session and a cookie open nothing here", async () => {
    const cookie = "meishi-session=1"
    const tries: Record<string, string>[] = [
      {},
      { authorization: basic(mika.email, PASSWORD) },
      { authorization: mika.headers.authorization ?? "", cookie },
      { authorization: `Bearer ${phone.secret}` },
      { authorization: basic("", "") },
      { authorization: `Basic ${Buffer.from("no colon").toString("base64")}` },
      { authorization: `Basic ${"A".repeat(5000)}` },
      { authorization: basic(mika.email, `${phone.secret}a`) },
    ]
    for (const headers of tries) {
      const answer = await visit(headers, "203.0.113.7")
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
        401,
        expect.stringMatching(/^Basic realm=/),
      ])
      expect(await answer.text()).toBe(
        "Sign in with your email and an app password, which you can create in your settings.\n",
      )
    }
  })

  test("an app password opens nothing else, and no session", async () => {
    const authorization = basic(mika.email, phone.secret)
    for (const path of ["/api/me", "/api/people", "/api/account/export", "/auth/v1/user"])
      for (const value of [authorization, `Bearer ${phone.secret}`])
        expect([401, 403]).toContain((await site.app.request(path, { headers: { authorization: value } })).status)
    const asPassword = await postJson(site, "/auth/v1/token?grant_type=password", {
      email: mika.email,
      password: phone.secret,
    })
    expect(asPassword.status).toBe(400)
    const answer = await visit({ authorization })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([207, []])
    const { sessions } = await (await site.app.request("/api/account/sessions", { headers: mika.headers })).json()
    expect(sessions).toHaveLength(1)
  })

  test("a page of another site changes nothing, even if the browser knows the password", async () => {
    const sent: Record<string, string>[] = [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }]
    for (const headers of sent)
      for (const method of ["PUT", "DELETE", "PROPFIND", "REPORT"]) {
        const body = method === "PUT" ? { body: contact("csrf", "Changed") } : {}
        expect((await phone.ask(method, "secret.vcf", { headers, ...body })).status).toBe(403)
      }
    expect((await phone.ask("GET", "secret.vcf")).status).toBe(200)
  })

  test("a site without https sends no password over the wire: it has no address book", async () => {
    const plain = await testApp({ PUBLIC_ORIGIN: "http://meishi.test" })
    const owner = await signUpAndVerify(plain)
    const client = await davClient(plain, owner)
    expect((await client.ask("PROPFIND", "")).status).toBe(403)
    expect((await plain.app.request("/dav/", { method: "OPTIONS" })).status).toBe(403)
    const list = await plain.app.request("/api/account/app-passwords", { headers: owner.headers })
    expect((await list.json()).address).toBeNull()
    await plain.close()
  })
})

describe("guessing", () => {
  test("ends after twenty wrong passwords for one name, and says nothing about whether there is such an account", async () => {
    for (const name of [mika.email, "nobody@example.com"]) {
      const statuses = []
      for (let at = 0; at < 25; at++)
        statuses.push(
          (
            await visit(
              { authorization: basic(name, `guess-${at}`) },
              name === mika.email ? "203.0.113.20" : "203.0.113.21",
            )
          ).status,
        )
      expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
    }
    const refused = await visit({ authorization: basic(mika.email, phone.secret) }, "203.0.113.20")
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, 300])
  })

  test("hundreds of guesses are cut off at fifty, and lock no one out elsewhere", async () => {
    let wrong = 0
    for (let at = 0; at < 300; at++)
      if ((await visit({ authorization: basic(`someone-${at}@example.com`, "guess") }, "203.0.113.30")).status === 401)
        wrong += 1
    expect(wrong).toBe(50)
    for (let at = 0; at < 60; at++) await visit({ authorization: basic(mika.email, "guess") }, `203.0.114.${at}`)
    expect((await visit({ authorization: basic(mika.email, phone.secret) }, "203.0.113.99")).status).toBe(207)
  })

  test("right passwords are not counted, and the sign-in's attempts are not used up", async () => {
    for (let at = 0; at < 60; at++)
      expect((await visit({ authorization: basic(mika.email, phone.secret) }, "203.0.113.40")).status).toBe(207)
    for (let at = 0; at < 25; at++) await visit({ authorization: basic(mika.email, "guess") }, "203.0.113.41")
    const answer = await postJson(
      site,
      "/auth/v1/token?grant_type=password",
      { email: mika.email, password: PASSWORD },
      {},
      "203.0.113.41",
    )
    expect(answer.status).toBe(200)
  })
})

describe("XML", () => {
  const report = (body: string | Uint8Array<ArrayBuffer>) => phone.ask("REPORT", "", { body })

  test("with a document type, entities of its own or wrong text is refused before anything is done with it", async () => {
    const laughs =
      '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><propfind xmlns="DAV:"><prop><x>&b;</x></prop></propfind>'
    const bodies = [
      laughs,
      '<!DOCTYPE a SYSTEM "file:///etc/passwd"><propfind xmlns="DAV:"><allprop/></propfind>',
      `<!DOCTYPE ${"a".repeat(100_000)}`,
      '<propfind xmlns="DAV:"><prop>&unknown;</prop></propfind>',
      '<propfind xmlns="DAV:"><prop></propfind>',
      "<d:propfind><d:prop/></d:propfind>",
      '<propfind xmlns="DAV:"/><again/>',
      "not xml",
      "{}",
      "\0",
      `${"<a>".repeat(17)}${"</a>".repeat(17)}`,
      "<a>".repeat(200_000),
      `<a ${Array.from({ length: 100_001 }, (_, at) => `a${at}="1"`).join(" ")}/>`,
      `<a>${"<b/>".repeat(100_001)}</a>`,
    ]
    for (const body of bodies) {
      const answer = await report(body)
      expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), 400])
      expect(answer.text).not.toMatch(/saxes|at .*\.ts|passwd/)
    }
    const notUtf8 = new Uint8Array([...Buffer.from('<propfind xmlns="DAV:"><allprop/>'), 0xff, 0xfe])
    expect((await report(notUtf8)).status).toBe(400)
    expect((await phone.ask("REPORT", "", { headers: { "content-encoding": "gzip" }, body: "x" })).status).toBe(415)
  })

  test("of five megabytes is refused unread, and a stranger's before it is read at all", async () => {
    const large = `<a>${"x".repeat(5 * 1024 * 1024)}</a>`
    expect((await report(large)).status).toBe(413)
    const worked = cpuTimer()
    const unknown = await site.app.request("/dav/", { method: "REPORT", body: large })
    expect(unknown.status).toBe(401)
    expect(worked()).toBeLessThan(500)
  })

  test("that names a hundred thousand contacts is refused, and twenty thousand that do not exist are answered", async () => {
    expect((await report(multiget(Array.from({ length: 100_000 }, (_, at) => `/${at}`)))).status).toBe(400)
    const { status, text } = await report(multiget(Array.from({ length: 20_000 }, (_, at) => `${phone.people}${at}`)))
    expect([status, hrefsOf(text)["404"]?.length]).toEqual([207, 20_000])
  })

  test("with more conditions than an address book has is refused before a contact is looked at", async () => {
    const query = (conditions: number) =>
      `<C:addressbook-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><D:getetag/></D:prop><C:filter>${'<C:prop-filter name="X-A"/>'.repeat(conditions)}</C:filter></C:addressbook-query>`
    const large = Array.from({ length: 990 }, (_, at) => `X-B:${at}`)
    expect((await phone.ask("PUT", "large.vcf", { body: contact("large", "Large", large) })).status).toBe(201)
    const worked = cpuTimer()
    const { status, text } = await report(query(30_000))
    expect([status, text]).toEqual([403, expect.stringContaining("<c:supported-filter/>")])
    expect(worked()).toBeLessThan(1000)
    expect((await report(query(50))).status).toBe(207)
    expect((await phone.ask("DELETE", "large.vcf")).status).toBe(204)
  })

  test("in names and values stays text", async () => {
    const evil = '</d:href><d:evil xmlns:d="x">&"\''
    await phone.ask("PUT", encodeURIComponent(evil.replaceAll("/", "")), {
      body: contact("evil", "]]></c:address-data><evil/>"),
    })
    const { text } = await phone.ask("REPORT", "", { body: multiget([`${phone.people}&lt;evil/&gt;`]) })
    expect(text).toContain("&lt;evil/&gt;")
    const all = await phone.ask("REPORT", "", {
      body: syncReport("").replace(
        "<getetag/>",
        '<getetag/><C:address-data xmlns:C="urn:ietf:params:xml:ns:carddav"/><x xmlns="&quot;&lt;evil/>"/>',
      ),
    })
    expect(all.text).not.toMatch(/<(d:)?evil/)
    expect(all.text).toContain("FN:]]&gt;&lt;/c:address-data&gt;&lt;evil/&gt;")
  })
})

test("names that could be read as something else are refused, and make no header", async () => {
  for (const name of [
    "%0d%0aSet-Cookie:a=b",
    "%00",
    "a%2fb",
    "a%5cb",
    "%2e%2e%2f",
    "%ff",
    "%",
    "a".repeat(256),
    "%E2%80%A8",
  ]) {
    const answer = await phone.ask("PUT", `${phone.people}${name}`, { body: contact(name, "Name") })
    expect([name, answer.status]).toEqual([name, 409])
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  for (const name of ["a b", "ü", "%F0%9F%90%B1", "...", "a;b=c", "~"])
    expect([name, (await phone.ask("PUT", `${phone.people}${name}`, { body: contact(name, "Name") })).status]).toEqual([
      name,
      201,
    ])
})

test("of twenty programs that replace or delete the version they read at the same time, one does", async () => {
  const made = await phone.ask("PUT", "race.vcf", { body: contact("race", "Before") })
  for (const method of ["PUT", "DELETE"]) {
    const headers = {
      "if-match": (await phone.ask("HEAD", "race.vcf")).headers.get("etag") ?? made.headers.get("etag") ?? "",
    }
    const asked = Array.from({ length: 20 }, (_, at) =>
      phone.ask(method, "race.vcf", { headers, ...(method === "PUT" && { body: contact("race", `After ${at}`) }) }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort()
    expect([method, statuses]).toEqual([method, [204, ...Array(19).fill(412)]])
  }
  const created = Array.from({ length: 20 }, (_, at) =>
    phone.ask("PUT", "new.vcf", { headers: { "if-none-match": "*" }, body: contact("new", `New ${at}`) }),
  )
  expect((await Promise.all(created)).map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(412)])
})

test("a book that is full takes no more, and says so", async () => {
  const { db } = site.services.database
  await db.update(people_books).set({ count: 150_000 })
  const refused = await phone.ask("PUT", "more.vcf", { body: contact("more", "More") })
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("<d:quota-not-exceeded/>")])
  expect((await phone.ask("DELETE", "secret.vcf")).status).toBe(204)
})

test("no request, however odd, causes an error of ours or changes another's people", async () => {
  const before = (await phone.ask("PROPFIND", phone.people, { headers: { depth: "1" } })).text
  const segment = fc.oneof(
    fc.constantFrom("people", "profiles", "a.vcf", "", "..", "%2e", "%00", "%", ren.user_id, mika.user_id, "sync"),
    fc.string({ maxLength: 12 }).map(encodeURI),
  )
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => `${DAV_ORIGIN}/dav/${segments.join("/")}`)
  const name = fc.constantFrom(
    "prop",
    "allprop",
    "propname",
    "filter",
    "sync-token",
    "sync-level",
    "limit",
    "href",
    "x",
  )
  const inner = fc.array(fc.tuple(name, fc.string({ maxLength: 8 })), { maxLength: 4 })
  const root = fc.constantFrom(
    "propfind",
    "propertyupdate",
    "sync-collection",
    "c:addressbook-query",
    "c:addressbook-multiget",
  )
  const xml = fc.tuple(root, inner).map(([tag, children]) => {
    const text = children.map(([child, value]) => `<${child}>${value.replace(/[<&]/g, "")}</${child}>`).join("")
    return `<${tag} xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">${text}</${tag}>`
  })
  const body = fc.oneof(xml, fc.string({ maxLength: 40 }), fc.constant(contact("odd", "Odd")))
  const method = fc.constantFrom(
    "GET",
    "PUT",
    "DELETE",
    "PROPFIND",
    "PROPPATCH",
    "REPORT",
    "MKCOL",
    "COPY",
    "MOVE",
    "LOCK",
    "OPTIONS",
  )
  const header = fc.constantFrom("depth", "if-match", "if-none-match", "content-type", "destination", "prefer")
  const headers = fc.dictionary(
    header,
    fc.constantFrom("*", "0", "1", "infinity", '"x"', "text/vcard", `/dav/${mika.user_id}/`, "W/,"),
  )
  await fc.assert(
    fc.asyncProperty(method, path, headers, body, async (asked, at, sent, content) => {
      const isBare = asked === "GET" || asked === "OPTIONS"
      const { status } = await stranger.ask(asked, at, { headers: sent, ...(!isBare && { body: content }) })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 400 },
  )
  expect((await phone.ask("PROPFIND", phone.people, { headers: { depth: "1" } })).text).toBe(before)
})
