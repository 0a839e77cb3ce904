import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { deletionDate } from "../../../domain/account/lifecycle.ts"
import { profiles } from "../../platform/db/schema.ts"
import { prefersVcard } from "./prefers-vcard.ts"

const HOST = new URL(ORIGIN).host
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"
const FINGER = "/.well-known/webfinger?resource="

let site: TestApp
let anna: Person
beforeAll(async () => {
  site = await testApp()
  anna = await signUpAndVerify(site, { username: "anna", full_name: "Anna Meier" })
})
afterAll(() => site.close())

const row = (values: Partial<typeof profiles.$inferInsert>) =>
  site.services.database.db.update(profiles).set(values).where(eq(profiles.id, anna.user_id))
beforeEach(() => row({ deleted_at: null, deletion_scheduled_at: null, hidden_at: null }))

const get = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
  site.app.request(path, { method, headers })

describe("GET /{username}.json", () => {
  it("has the fields of the page, and no others", async () => {
    const { profile } = (await (await get("/api/profiles/anna")).json()) as { profile: object }
    const answer = await get("/Anna.json")
    expect(await answer.json()).toEqual(profile)
    expect(answer.headers.get("cache-control")).toBe("no-cache")
    expect(answer.headers.get("access-control-allow-origin")).toBeNull()
  })

  it.each(["/nobody.json", "/.json", "/%00.json", "/login.json", "/a.b.json"])("%s is not there", async (path) => {
    const answer = await get(path)
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: "not_found" } }])
  })
})

describe("WebFinger", () => {
  const finger = async (resource: string, more = "") => get(`${FINGER}${encodeURIComponent(resource)}${more}`)

  it.each([`acct:anna@${HOST}`, `ACCT:Anna@${HOST.toUpperCase()}`, `${ORIGIN}/anna`])(
    "finds the profile of %s",
    async (resource) => {
      const answer = await finger(resource)
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/jrd+json"])
      expect(answer.headers.get("access-control-allow-origin")).toBe("*")
      expect(await answer.json()).toEqual({
        subject: `acct:anna@${HOST}`,
        aliases: [`${ORIGIN}/anna`],
        links: [
          { rel: "http://webfinger.net/rel/profile-page", type: "text/html", href: `${ORIGIN}/anna` },
          { rel: "alternate", type: "text/vcard", href: `${ORIGIN}/anna.vcf` },
          { rel: "alternate", type: "application/json", href: `${ORIGIN}/anna.json` },
        ],
      })
    },
  )

  it("gives the kinds of links that are asked for, and the photo's address", async () => {
    await row({ profile_picture: "/files/profile-pictures/profiles/x/profile.jpg?v=1" })
    const avatar = "http://webfinger.net/rel/avatar"
    const { links } = (await (await finger(`acct:anna@${HOST}`, `&rel=${avatar}&rel=other`)).json()) as {
      links: object[]
    }
    expect(links).toEqual([{ rel: avatar, href: `${ORIGIN}/files/profile-pictures/profiles/x/profile.jpg?v=1` }])
  })

  it.each([
    "acct:nobody@HOST",
    "acct:anna@elsewhere.example",
    "acct:anna",
    "anna@HOST",
    "acct:an@na@HOST",
    "acct:@HOST",
    "mailto:anna@HOST",
    "http://elsewhere.example/anna",
    "ORIGIN/anna/x",
    "x".repeat(5000),
    "",
  ])("%j is not found", async (resource) => {
    expect((await finger(resource.replace("HOST", HOST).replace("ORIGIN", ORIGIN))).status).toBe(404)
  })

  it("without a resource is a bad request", async () => {
    expect((await get("/.well-known/webfinger")).status).toBe(400)
  })

  it("never tells the sign-in address, and does not find a profile by it", async () => {
    expect(await (await finger(`acct:anna@${HOST}`)).text()).not.toContain(anna.email)
    expect((await finger(`acct:${anna.email}`)).status).toBe(404)
  })
})

describe("Accept: text/vcard at the page's address", () => {
  it("gets the contact card that the .vcf has, also after the page was kept in memory", async () => {
    expect(await (await get("/anna", { accept: BROWSER })).text()).toContain("<!DOCTYPE html>")
    const answer = await get("/anna", { accept: "text/vcard" })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/vcard; charset=utf-8",
      "content-location": "/anna.vcf",
      vary: "Accept",
    })
    expect(await answer.text()).toBe(await (await get("/anna.vcf")).text())
    expect((await get("/anna", { accept: "text/vcard" }, "HEAD")).headers.get("content-type")).toContain("text/vcard")
  })

  it("is said in the page's Vary and in its head, and in no other page's", async () => {
    const page = await get("/anna", { accept: BROWSER })
    expect(page.headers.get("vary")).toBe("Accept, Accept-Encoding")
    expect(await page.text()).toContain(`<link rel="alternate" type="text/vcard" href="${ORIGIN}/anna.vcf"/>`)
    for (const path of ["/", "/login", "/about"]) {
      const other = await get(path, { accept: "text/vcard" })
      expect([path, other.headers.get("content-type")]).toEqual([path, "text/html; charset=utf-8"])
      expect(other.headers.get("vary")).toBe("Accept-Encoding")
    }
  })

  it.each([
    ["text/vcard", true],
    ["Text/VCard; charset=utf-8", true],
    ["text/vcard, text/html;q=0.9", true],
    ["text/vcard;q=0.5, */*;q=0.1", true],
    ["text/vcard, */*", true],
    ["text/vcard;q=0.3, text/*;q=0.9", false],
    ["text/vcard;q=0.3, */*", false],
    ["text/html, text/vcard;q=0.9", false],
    ["text/html, text/vcard", false],
    ["text/vcard;q=0", false],
    ["text/vcard;q=x", false],
    ["application/xhtml+xml, text/vcard;q=0.5", false],
    ["text/x-vcard", false],
    ["text/*", false],
    ["*/*", false],
    [BROWSER, false],
    ["", false],
    [undefined, false],
  ])("%j asks for it: %s", (accept, isPreferred) => {
    expect(prefersVcard(accept)).toBe(isPreferred)
  })
})

describe("who is not shown on a page", () => {
  const paths = () => ["/anna.json", `${FINGER}acct:anna@${HOST}`, `${FINGER}${ORIGIN}/anna`, "/anna"]
  const unknown = () => paths().map((path) => path.replace("anna", "nobody"))
  const answers = async (asked: string[]) =>
    Promise.all(
      asked.map(async (path) => {
        const answer = await get(path, { accept: "text/vcard" })
        return [answer.status, await answer.text(), answer.headers.get("vary")]
      }),
    )

  test.each([
    [
      "deactivated",
      { deleted_at: new Date("2026-05-01"), deletion_scheduled_at: deletionDate(new Date("2026-05-01")) },
    ],
    ["hidden", { hidden_at: new Date("2026-05-01") }],
  ])("because it is %s, gets the answer of a name that does not exist", async (_state, values) => {
    await row(values)
    const found = await answers(paths())
    expect(found.map(([status]) => status)).toEqual([404, 404, 404, 404])
    expect(found).toEqual(await answers(unknown()))
  })

  test("because nobody has confirmed the address, gets it too", async () => {
    const body = JSON.stringify({
      email: "berta@example.com",
      password: "a quieter harbour",
      data: { username: "berta", full_name: "Berta" },
    })
    const headers = { "content-type": "application/json" }
    expect((await site.app.request("/auth/v1/signup", { method: "POST", headers, body })).status).toBe(200)
    const statuses = (await answers(paths().map((path) => path.replace("anna", "berta")))).map(([status]) => status)
    expect(statuses).toEqual([404, 404, 404, 404])
  })
})

test("/.well-known/change-password leads to the settings, and nothing else there answers", async () => {
  const answer = await get("/.well-known/change-password")
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/settings"])
  expect((await get("/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200")).status).toBe(
    404,
  )
})
