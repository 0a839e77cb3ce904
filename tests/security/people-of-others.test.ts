// Another owner's people, sought with everything that names them or their owner: by every route of the API, by the form of the exchange
// and by the address book. No answer holds anything of them, and none of them is changed.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { API, type EndpointKey } from "../../src/api/api.ts"
import { type Endpoint, partsOf } from "../../src/api/endpoint.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { contact, DAV_ORIGIN, type DavClient, davClient, multiget, syncReport, tokenOf } from "../support/dav.ts"
import { newestLink } from "../support/mailbox.ts"
import { fromIp, type Person, postJson, signIn, signUpAndVerify } from "../support/people.ts"
import { nextIp } from "./callers.ts"

/** Of the people themselves; what they are sought with may be repeated. */
const SECRET = /Secretive|hidden note|Hush Inc/

let site: TestApp
let mika: Person
let ren: Person
let phone: DavClient
let stranger: DavClient
let names: [kind: string, value: string][] = []
let before = ""

beforeAll(async () => {
  site = await testApp({ PUBLIC_ORIGIN: DAV_ORIGIN })
  mika = await signUpAndVerify(site, { username: "mika" })
  ren = await signUpAndVerify(site, { username: "ren" })
  phone = await davClient(site, mika)
  stranger = await davClient(site, ren)
  await phone.ask("PUT", "secret.vcf", { body: contact("uid-secret", "Secretive Sam", ["NOTE:hidden note"]) })
  const fields = { name: "Secretive Sue", email: "secret-friend@example.com", company: "Hush Inc" }
  await site.app.request("/exchange/mika", { method: "POST", body: new URLSearchParams(fields) }, fromIp("192.0.2.50"))
  await postJson(site, "/api/people", { ...NEW, full_name: "Own person" }, ren.headers)
  const { items } = await site.services.people.list(mika.user_id, { q: "", tag: "", event: "" }, null)
  const [given, synced] = items
  const position = `${Date.parse(given?.met_at ?? "") + 1}000_${given?.id}`
  const sync = await phone.ask("REPORT", phone.people, { body: syncReport("") })
  const link = new URL(await newestLink(site.services, "secret-friend@example.com"))
  names = [
    ["person", given?.id ?? ""],
    ["person of the phone", synced?.id ?? ""],
    ["person, in capitals", synced?.id.toUpperCase() ?? ""],
    ["file", "secret.vcf"],
    ["file of a given person", `${given?.id}.vcf`],
    ["UID", "uid-secret"],
    ["owner", mika.user_id],
    ["username", "mika"],
    ["email of the owner", mika.email],
    ["email of the person", "secret-friend@example.com"],
    ["page", position],
    ["state of the book", tokenOf(sync.text)],
    ["link that is not confirmed", link.searchParams.get("token") ?? ""],
    ["app password", phone.id],
    ["path", `${phone.people}secret.vcf`],
  ]
  before = (await phone.ask("REPORT", phone.people, { body: multiget([`${phone.people}secret.vcf`]) })).text
  expect(before).toMatch(SECRET)
})
afterAll(() => site.close())

const NEW = { full_name: "x", job_title: "", business_name: "", entries: [], note: "", tags: [] }
const KEYS = Object.keys(API) as EndpointKey[]
/** End the caller's own session or account, so that nothing after them would be answered. */
const ENDS = /logout|delete-user-account|account\/deletion/

const queriesOf = (key: EndpointKey): string[] => {
  const endpoint: Endpoint = API[key]
  return Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {})
}

const unchanged = async () =>
  expect((await phone.ask("REPORT", phone.people, { body: multiget([`${phone.people}secret.vcf`]) })).text).toBe(before)

describe("are not found", () => {
  test("by any route of the API, whatever stands in its path, its query or its body", async () => {
    const found: string[] = []
    for (const key of KEYS.filter((each) => !ENDS.test(each))) {
      const { method, path } = partsOf(key)
      // The limits of one hour are not what this is about, and a session must not end meanwhile.
      site.advance(3_600_000)
      const { headers } = await signIn(site, ren.email)
      for (const [kind, value] of names) {
        const filled = path.replace(/\{\w+\}/g, encodeURIComponent(value))
        const searches = ["", ...queriesOf(key).map((name) => `?${new URLSearchParams([[name, value]])}`)]
        const body = { id: value, ids: [value, value], profile_id: value, user_id: value, username: value }
        const sent = method === "GET" ? {} : { body: JSON.stringify({ ...NEW, ...body, profile: value, add: ["x"] }) }
        for (const search of searches) {
          const answer = await site.app.request(filled + search, { method, headers, ...sent }, fromIp(nextIp()))
          if (SECRET.test(await answer.text())) found.push(`${key} with the ${kind}`)
        }
      }
    }
    expect(found).toEqual([])
    await unchanged()
  })

  test("by the form of the exchange and the giver's page, without the link that was confirmed", async () => {
    for (const [, value] of names)
      for (const act of ["save", "delete"]) {
        const fields = {
          ...{ act, token: value, id: value },
          name: "x",
          phone: "+1 555 0100",
          email: "",
          company: "",
          message: "",
        }
        const answer = await site.app.request(
          "/exchange/my/details",
          { method: "POST", body: new URLSearchParams(fields) },
          fromIp("192.0.2.61"),
        )
        site.advance(60_000)
        expect([404, 422]).toContain(answer.status)
        expect(await answer.text()).not.toMatch(SECRET)
      }
    await unchanged()
  })

  test("in the address book, by any path, name or token", async () => {
    for (const [kind, value] of names)
      for (const path of [
        value,
        encodeURIComponent(value),
        `${stranger.people}${encodeURIComponent(value)}`,
        `/dav/${encodeURIComponent(value)}/people/`,
      ])
        for (const method of ["GET", "PROPFIND", "REPORT", "DELETE"]) {
          const body = method === "REPORT" ? syncReport(value) : undefined
          const { text } = await stranger.ask(method, path, body === undefined ? {} : { body })
          expect([kind, method, text]).toEqual([kind, method, expect.not.stringMatching(SECRET)])
        }
    const hrefs = names.flatMap(([, value]) =>
      [value, `${stranger.people}${value}`].map((href) => href.replace("&", "")),
    )
    expect((await stranger.ask("REPORT", "", { body: multiget(hrefs) })).text).not.toMatch(SECRET)
    expect(
      (
        await stranger.ask("REPORT", "", {
          body: syncReport(names.find(([kind]) => kind === "state of the book")?.[1] ?? ""),
        })
      ).text,
    ).not.toMatch(SECRET)
    await unchanged()
  })
})
