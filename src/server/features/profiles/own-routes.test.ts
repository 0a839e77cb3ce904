import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { fromIp, type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { users } from "../../platform/db/auth-schema.ts"

let test: TestApp
let anna: Person

beforeAll(async () => {
  test = await testApp()
  anna = await signUpAndVerify(test, { username: "anna", full_name: "Anna Meier" })
})
afterAll(() => test.close())

const put = async (body: unknown, headers: Record<string, string> = anna.headers): Promise<Response> =>
  test.app.request(
    "/api/profile",
    {
      method: "PUT",
      headers,
      body: body instanceof Uint8Array ? new Uint8Array(body) : typeof body === "string" ? body : JSON.stringify(body),
    },
    fromIp("192.0.2.1"),
  )

const get = async (path: string, headers: Record<string, string> = {}) =>
  test.app.request(path, { headers }, fromIp("192.0.2.1"))

const me = async (person = anna) =>
  (await (await get("/api/me", person.headers)).json()) as Record<string, Record<string, unknown>>

const stored = async () => JSON.stringify((await me()).profile)

describe("GET /api/me", () => {
  it("says who is signed in, with profile and roles, and is stored by no cache", async () => {
    const response = await get("/api/me", anna.headers)
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(await response.json()).toEqual({
      user: { id: anna.user_id, email: "anna@example.com", full_name: "Anna Meier" },
      profile: {
        id: anna.user_id,
        username: "anna",
        full_name: "Anna Meier",
        job_title: "",
        business_name: "",
        business_phone: "",
        email: "",
        address: "",
        bio: "",
        profile_picture: "",
        banner_picture: "",
        accent: "",
        look: { layout: "classic", ground: "paper", pattern: "" },
        social_media: {},
        profile_items: [],
        field_visibility: {},
        is_indexed: true,
        takes_details: true,
        updated_at: "2026-05-01T12:00:00.000Z",
        signin_email: "anna@example.com",
        profile_url: `${ORIGIN}/anna`,
        version: 0,
        created_at: "2026-05-01T12:00:00.000Z",
        deleted_at: null,
        deletion_scheduled_at: null,
        hidden_at: null,
      },
      hidden_for: [],
      further_hidden_for: {},
      further_profiles: [],
      profiles_max: 5,
      roles: ["user"],
      second_factor_due_at: null,
      account: "active",
      has_passkey: false,
      has_password: true,
      new_people: 0,
    })
  })

  it.each(["", "Bearer", "Bearer x", "Bearer a.b.c", "Basic YTpi"])("answers 401 to %j", async (authorization) => {
    const response = await get("/api/me", { authorization })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: "not_authenticated" } })
  })
})

describe("PUT /api/profile", () => {
  it("saves every field and gives the profile back", async () => {
    test.advance(1000)
    const fields = {
      full_name: "Anna Maria Meier",
      job_title: "Gardener",
      business_name: "Meier, Söhne; Co",
      business_phone: "(555) 123-4567",
      email: "hello@anna.example",
      address: "1 Main Street\nSpringfield",
      bio: "Roses 🌹",
      accent: "plum",
    }
    const links = { website: "https://anna.example", bluesky: "https://bsky.app/profile/anna" }
    const response = await put({ ...fields, social_media: { ...links, tiktok: "" } })
    expect(response.status).toBe(200)
    const { profile } = (await response.json()) as { profile: Record<string, unknown> }
    expect(profile).toMatchObject({ ...fields, username: "anna", updated_at: "2026-05-01T12:00:01.000Z" })
    expect(profile.social_media).toEqual(links)
    expect((await me()).profile).toEqual(profile)
  })

  it("leaves a field that is not given as it is, and empties one that is given empty", async () => {
    await put({
      full_name: "Anna",
      job_title: "Gardener",
      bio: "Roses",
      social_media: { website: "https://a.example" },
    })
    await put({ full_name: "Anna M.", bio: "" })
    expect((await me()).profile).toMatchObject({
      full_name: "Anna M.",
      job_title: "Gardener",
      bio: "",
      social_media: { website: "https://a.example" },
    })
  })

  it("reads nothing but a profile's fields: whose it is comes from the session", async () => {
    const berta = await signUpAndVerify(test, { username: "berta", full_name: "Berta" })
    const foreign = {
      id: berta.user_id,
      user_id: berta.user_id,
      username: "root",
      profile_picture: "https://evil.example",
      banner_picture: "https://evil.example",
    }
    const rights = {
      roles: ["admin"],
      signin_email: "x@y.z",
      deleted_at: null,
      created_at: "2000-01-01",
      profile_url: "x",
    }
    expect((await put({ full_name: "Anna", ...foreign, ...rights })).status).toBe(200)
    expect((await me()).profile).toMatchObject({
      id: anna.user_id,
      username: "anna",
      profile_picture: "",
      banner_picture: "",
      signin_email: "anna@example.com",
      created_at: "2026-05-01T12:00:00.000Z",
    })
    expect((await me()).roles).toEqual(["user"])
    expect((await me(berta)).profile).toMatchObject({ full_name: "Berta", username: "berta" })
  })

  it("makes the profile when there is none, with the user's id as username", async () => {
    const carl = await signUpAndVerify(test, { username: "", email: "carl@example.com", full_name: "Carl" }).catch(
      () => null,
    )
    if (carl === null) throw new Error("a sign-up without a username failed")
    expect((await me(carl)).profile).toBeNull()
    expect((await put({ full_name: "Carl" }, carl.headers)).status).toBe(200)
    expect((await me(carl)).profile).toMatchObject({ username: carl.user_id, signin_email: "carl@example.com" })
    expect((await get(`/api/profiles/${carl.user_id}`)).status).toBe(200)
  })

  it("makes one when twenty at once are the first: nineteen of them change it", async () => {
    const dora = await signUpAndVerify(test, { username: "", email: "first-save@example.com", full_name: "Dora" })
    const names = Array.from({ length: 20 }, (_, n) => `Dora ${n}`)
    const answers = await Promise.all(names.map((full_name) => put({ full_name }, dora.headers)))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { profile } = await me(dora)
    expect(names).toContain(profile?.full_name)
    expect(profile?.version).toBe(19)
  })

  it("is one statement, whichever fields are given: it is built and planned once", async () => {
    const saves = async () => {
      const text = "select count(*)::int as n from pg_prepared_statements where statement like 'update \"profiles\"%'"
      return (await test.services.database.pool.query(text)).rows[0]?.n
    }
    const given = [{ bio: "Roses" }, { job_title: "Gardener", is_indexed: false }, { address: "1 Main Street" }]
    for (const fields of given) await put({ full_name: "Anna", ...fields })
    if (test.services.database.engine === "embedded") expect(await saves()).toBe(1)
    expect((await me()).profile).toMatchObject(Object.assign({}, ...given))
  })

  it("announces that the page has changed", async () => {
    const heard: string[] = []
    test.services.database.changes.subscribe("profile", (key) => heard.push(key))
    await put({ full_name: "Anna" })
    expect(heard).toEqual(["anna"])
  })

  it("twenty at once end as one of them, whole", async () => {
    const names = Array.from({ length: 20 }, (_, n) => `Anna ${n}`)
    const answers = await Promise.all(names.map((name) => put({ full_name: name, bio: name, job_title: name })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { profile } = await me()
    expect(names).toContain(profile?.full_name)
    expect([profile?.bio, profile?.job_title]).toEqual([profile?.full_name, profile?.full_name])
  })
})

describe("PUT /api/profile refuses with a sentence, and nothing is stored:", () => {
  it.each([
    [{ full_name: "A" }, "full_name", "Name is required"],
    [{}, "full_name", "Name is required"],
    [{ full_name: ["Anna"] }, "full_name", "Name is required"],
    [{ full_name: "Anna", email: "nobody" }, "email", "Please enter a valid email"],
    ...["red", "url(https://evil.example)", '"><script>', null, 7, ["pine"], { pine: true }].map(
      (accent): [object, string, string] => [
        { full_name: "Anna", accent },
        "accent",
        "Please choose one of the colors",
      ],
    ),
    [{ full_name: "Anna", bio: { $gt: "" } }, "bio", "This must be text"],
    [{ full_name: "Anna", bio: "b".repeat(1001) }, "bio", "This is too long"],
    ...["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example", "https://u:p@x.example"].map(
      (website): [object, string, string] => [
        { full_name: "Anna", social_media: { website } },
        "social_media.website",
        "Please enter a valid URL",
      ],
    ),
  ])("%j", async (body, field, sentence) => {
    const before = await stored()
    const response = await put(body)
    expect(response.status).toBe(422)
    const { error } = (await response.json()) as { error: { code: string; fields: Record<string, string> } }
    expect(error.code).toBe("validation_failed")
    expect(error.fields[field]).toBe(sentence)
    expect(await stored()).toBe(before)
  })

  it.each([
    ["an array", "[]", 422],
    ["null", "null", 422],
    ["a number", "5", 422],
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["bytes that are no UTF-8", Buffer.from('{"full_name":"Anna \xff"}', "latin1"), 400],
    ["a polluted prototype", '{"full_name":"Evil","social_media":{"__proto__":{"website":"https://x.example"}}}', 422],
    ["a key of its own", '{"full_name":"Evil","social_media":{"myspace":"https://x.example"}}', 422],
    ["deep nesting", `{"full_name":${"[".repeat(40_000)}${"]".repeat(40_000)}}`, 422],
    ["10 MB", `{"full_name":"${"A".repeat(10_000_000)}"}`, 413],
  ])("%s", async (_name, body, status) => {
    const before = await stored()
    const response = await put(body)
    expect(response.status).toBe(status)
    expect(await stored()).toBe(before)
    expect(Object.prototype).not.toHaveProperty("website")
  })

  it("the wrong content type, no session, another origin", async () => {
    const before = await stored()
    const body = { full_name: "Evil" }
    expect((await put(body, { ...anna.headers, "content-type": "text/plain" })).status).toBe(415)
    expect((await put(body, { "content-type": "application/json" })).status).toBe(401)
    expect((await put(body, { ...anna.headers, origin: "https://evil.example" })).status).toBe(403)
    expect(await stored()).toBe(before)
  })

  it("what the database could not hold is made storable, not an error", async () => {
    const response = await put(
      '{"full_name":"Anna","bio":"\\u0000\\ud800","social_media":{"website":"https://a.example/\\udc00"}}',
    )
    expect(response.status).toBe(200)
    expect((await me()).profile).toMatchObject({ full_name: "Anna", bio: "\ufffd" })
  })

  it("a session whose user is gone", async () => {
    const dora = await signUpAndVerify(test, { username: "dora" })
    await test.services.database.db.delete(users).where(eq(users.id, dora.user_id))
    expect((await put({ full_name: "Dora" }, dora.headers)).status).toBe(401)
  })
})

describe("PUT /api/profile with If-Match", () => {
  const version = async () => Number((await me()).profile?.version)
  const putAt = (ifMatch: string, fields: object = {}) =>
    put({ full_name: "Anna Meier", ...fields }, { ...anna.headers, "if-match": ifMatch })

  it("saves what started from the stored version, and counts on", async () => {
    const before = await version()
    const answer = await putAt(`"${before}"`, { bio: "First" })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ profile: { bio: "First", version: before + 1 } })
  })

  it("refuses what started from an older version, and changes nothing", async () => {
    const before = await version()
    await putAt(`"${before}"`, { bio: "Second" })
    const stale = await putAt(`"${before}"`, { bio: "Third" })
    expect(stale.status).toBe(412)
    expect(await stale.json()).toEqual({ error: { code: "profile_changed", message: PROFILE.changed } })
    expect((await me()).profile).toMatchObject({ bio: "Second", version: before + 1 })
  })

  it("lets one of twenty saves at once through", async () => {
    const before = await version()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => putAt(`"${before}"`, { bio: `${at}` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  })

  it.each(["*", undefined])("saves over any version with %j", async (ifMatch) => {
    const answer = await put({ full_name: "Anna Meier" }, { ...anna.headers, ...(ifMatch && { "if-match": ifMatch }) })
    expect(answer.status).toBe(200)
  })

  it.each(["0", 'W/"1"', '"x"', '"-1"', '"99999999999999999999"', "", '"1", "2"'])(
    "refuses %j, which is no version",
    async (ifMatch) => {
      expect((await putAt(ifMatch)).status).toBe(412)
    },
  )

  it("a picture is no new version", async () => {
    const before = await version()
    const photo = await photograph(20, 20, "png")
    const answer = await test.app.request(
      "/api/profile/photo",
      { method: "PUT", headers: { ...anna.headers, "content-type": "image/png" }, body: new Uint8Array(photo) },
      fromIp("192.0.2.1"),
    )
    expect(answer.status).toBe(200)
    expect(await version()).toBe(before)
  })
})
