// What must not be written where strangers read it, and which names are reserved: over HTTP, as anyone could send it.

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createConfirmedAccount } from "../../src/server/features/auth/sign-up/confirmed-account.ts"
import { type TestApp, testApp } from "../support/app.ts"
import { fromIp, PASSWORD, type Person, postJson, signUpAndVerify } from "../support/people.ts"

let test: TestApp
let anna: Person

beforeAll(async () => {
  test = await testApp({ SITE_NAME: "Café Cards" })
  anna = await signUpAndVerify(test, { username: "anna", full_name: "Anna Meier" })
})
afterAll(() => test.close())

let network = 0
const signUp = async (data: Record<string, unknown>, email = `person-${network}@example.com`) => {
  network += 1
  const ip = `198.51.100.${network % 250}`
  const response = await postJson(test, "/auth/v1/signup", { email, password: PASSWORD, data }, {}, ip)
  return { status: response.status, message: ((await response.json()) as { message?: string }).message }
}

const save = async (body: Record<string, unknown>) => {
  const init = { method: "PUT", headers: anna.headers, body: JSON.stringify({ full_name: "Anna Meier", ...body }) }
  const response = await test.app.request("/api/profile", init, fromIp("192.0.2.1"))
  const answer = (await response.json()) as { error?: { fields?: Record<string, string> } }
  return { status: response.status, fields: answer.error?.fields }
}

/** As JSON to the API, as a form to a page. */
const sendForm = async (path: string, fields: Record<string, string>) => {
  const isApi = path.startsWith("/api/")
  const headers = isApi ? anna.headers : { "content-type": "application/x-www-form-urlencoded" }
  const body = isApi ? JSON.stringify(fields) : String(new URLSearchParams(fields))
  return test.app.request(path, { method: "POST", headers, body }, fromIp("192.0.2.1"))
}

const shown = async (): Promise<Record<string, unknown>> => {
  const response = await test.app.request("/api/profiles/anna", {}, fromIp("192.0.2.1"))
  return ((await response.json()) as { profile: Record<string, unknown> }).profile
}

const isFree = async (username: string): Promise<boolean> => {
  network += 1
  const response = await postJson(test, "/api/availability", { username }, {}, `203.0.113.${network % 250}`)
  return ((await response.json()) as { username: boolean }).username
}

const CHARACTERS = "Full name can't contain line breaks or invisible control characters"
const MARKS = "Full name has too many accents on one letter"
const SHORT = "Full name must be at least 2 characters"

describe("a name that would fool its readers", () => {
  const NAMES: [name: string, sentence: string, onProfile: string][] = [
    ["\u3164\u3164\u3164", SHORT, "Name is required"],
    ["\u200b\u2060\u{e0041}\u{e0042}", SHORT, "Name is required"],
    ["Anna \u202ereieM", CHARACTERS, CHARACTERS],
    ["Anna\u2066Meier\u2069", CHARACTERS, CHARACTERS],
    ["Anna\nAdministrator", CHARACTERS, CHARACTERS],
    [`A${"\u0335\u0301".repeat(20)}nna`, MARKS, MARKS],
  ]

  it.each(NAMES)("%j is refused at sign-up, with and without a username", async (full_name, sentence) => {
    expect(await signUp({ username: `new-${network}`, full_name })).toEqual({ status: 422, message: sentence })
    expect(await signUp({ full_name })).toEqual({ status: 422, message: sentence })
  })

  it("does not come in under a key that is spelled with characters that are dropped", async () => {
    const data = { "username\0": "admin", "full_name\0": "\u202e", "phone\0": "\u202e" }
    const email = "odd-keys@example.com"
    expect((await signUp(data, email)).status).toBe(200)
    const user = await postJson(test, "/api/availability", { username: "admin", email }, {}, "192.0.2.9")
    expect(await user.json()).toEqual({ username: false, email: true })
    expect((await test.app.request("/api/profiles/admin", {}, fromIp("192.0.2.1"))).status).toBe(404)
    const change = { method: "PUT", headers: anna.headers, body: JSON.stringify({ data }) }
    const changed = await test.app.request("/auth/v1/user", change, fromIp("192.0.2.1"))
    expect(await changed.json()).toMatchObject({ user_metadata: { username: "anna", full_name: "Anna Meier" } })
  })

  it.each(NAMES)("%j is refused when a profile is saved, and nothing is stored", async (full_name, _, sentence) => {
    expect(await save({ full_name, bio: "stored" })).toEqual({ status: 422, fields: { full_name: sentence } })
    expect(await shown()).toMatchObject({ full_name: "Anna Meier", bio: "" })
  })

  it.each([
    ["/api/people", {}, "Name"],
    ["/api/account/profiles", { username: "choir" }, "Name"],
    ["/exchange/anna", { email: "ada@example.com" }, "Your name"],
  ])("%s calls it what its form calls the field", async (path, body, field) => {
    for (const [name, sentence] of [
      ["Anna \u202ereieM", CHARACTERS],
      [`A${"\u0335\u0301".repeat(20)}nna`, MARKS],
    ] as const) {
      const text = await (await sendForm(path, { ...body, full_name: name, name })).text()
      expect(text).toContain(
        sentence.replace("Full name", field).replace("'", path.startsWith("/api") ? "'" : "&#x27;"),
      )
    }
  })

  it.each(["Nguyễn Thị Ánh".normalize("NFD"), "שַׁבְּתַי", "علی\u200cرضا", "လျှို့ဝှက်"])("%j is a name", async (full_name) => {
    expect((await save({ full_name })).status).toBe(200)
    expect((await signUp({ username: `real-${network}`, full_name })).status).toBe(200)
    await save({})
  })
})

describe("the other fields of a profile", () => {
  it("in one line lose line breaks, controls and what turns the direction of text", async () => {
    const hostile = "Head\r\nof \u202eDesign\u2069\u0007"
    expect((await save({ job_title: hostile, business_name: hostile, business_phone: "\u202a555\u202c" })).status).toBe(
      200,
    )
    const clean = { job_title: "Head of Design", business_name: "Head of Design", business_phone: "555" }
    expect(await shown()).toMatchObject(clean)
  })

  it("in lines keep their lines", async () => {
    await save({ bio: "one\ntwo\u202e\u0000", address: "Street 1\nCity\u001b" })
    expect(await shown()).toMatchObject({ bio: "one\ntwo", address: "Street 1\nCity" })
  })

  it.each([
    "https://xn--",
    "https://.",
    "https://a..b",
    "https://-",
    "https://12345",
    "https://a.com:0",
    "https://\u202emoc.a",
  ])("refuse %j as a link", async (website) => {
    const fields = { "social_media.website": "Please enter a valid URL" }
    expect(await save({ social_media: { website } })).toEqual({ status: 422, fields })
  })

  it("take a link to an internationalized domain", async () => {
    expect((await save({ social_media: { website: "https://münchen.de" } })).status).toBe(200)
    expect(await shown()).toMatchObject({ social_media: { website: "https://münchen.de" } })
  })

  it("take no host that only a lenient parser understands, however long", async () => {
    const website = `https://${"A".repeat(40_000)}!`
    expect((await save({ social_media: { website } })).status).toBe(422)
  })
})

describe("a reserved username", () => {
  const RESERVED = [
    ...[
      "administrator",
      "root",
      "postmaster",
      "no-reply",
      "no_reply",
      "ad-min",
      "s_e_c_u_r_i_t_y",
      "favicon",
      "well-known",
    ],
    // SITE_NAME is "Café Cards".
    ...["cafecards", "cafe-cards", "cafe_cards", "cafecards-support", "team_cafecards", "admin-cafe-cards"],
  ]

  it.each(RESERVED)("%s is refused at sign-up, and not available", async (username) => {
    const message = "This username is reserved. Please choose a different username."
    expect(await signUp({ username, full_name: "Ada" })).toEqual({ status: 422, message })
    expect(await isFree(username)).toBe(false)
    expect(await isFree(username.toUpperCase())).toBe(false)
  })

  it.each(["administratrix", "rooted", "cafe", "cardsfan", "infographics"])("%s is none", async (username) => {
    expect(await isFree(username)).toBe(true)
  })

  it("stays with the account that had it before", async () => {
    const roles = ["user" as const]
    const account = { email: "old@example.com", username: "docs", full_name: "Doc Smith", password: PASSWORD, roles }
    await createConfirmedAccount(test.services.auth, account)
    const credentials = { email: "old@example.com", password: PASSWORD }
    expect((await postJson(test, "/auth/v1/token?grant_type=password", credentials)).status).toBe(200)
    const page = await test.app.request("/docs", {}, fromIp("192.0.2.1"))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain("Doc Smith")
  })
})
