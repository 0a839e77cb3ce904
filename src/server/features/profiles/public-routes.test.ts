import { eq } from "drizzle-orm"
import ICAL from "ical.js"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ORIGIN, type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { blank, photograph } from "../../../../tests/support/pictures.ts"
import { readVcard } from "../../../../tests/support/vcard-reader.ts"
import { deletionDate } from "../../../domain/account/lifecycle.ts"
import { GENERAL } from "../../../domain/messages.ts"
import { profiles } from "../../platform/db/schema.ts"

let test: TestApp
let anna: Person
let berta: Person

beforeAll(async () => {
  test = await testApp()
  anna = await signUpAndVerify(test, { username: "anna", full_name: "Anna Ümlaut Meier" })
  berta = await signUpAndVerify(test, { username: "berta", full_name: "Berta" })
})
afterAll(() => test.close())

const get = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
  test.app.request(path, { method, headers })

const row = (person: Person, values: Partial<typeof profiles.$inferInsert>) =>
  test.services.database.db.update(profiles).set(values).where(eq(profiles.id, person.user_id))

const sendPhoto = async (
  person: Pick<Person, "headers">,
  body: Uint8Array | ReadableStream<Uint8Array>,
  type = "image/jpeg",
) =>
  test.app.request("/api/profile/photo", {
    method: "PUT",
    headers: { ...person.headers, "content-type": type },
    body: body instanceof Uint8Array ? new Uint8Array(body) : body,
    duplex: "half",
  } as RequestInit)

const deactivated = (now: Date) => ({ deleted_at: now, deletion_scheduled_at: deletionDate(now) })
const active = { deleted_at: null, deletion_scheduled_at: null }

describe("GET /api/profiles/:key", () => {
  it("finds by id and by username in any case, and shows exactly the public fields", async () => {
    const byName = (await (await get("/api/profiles/ANNA")).json()) as { profile: object }
    expect(await (await get(`/api/profiles/${anna.user_id}`)).json()).toEqual(byName)
    expect(await (await get(`/api/profiles/${anna.user_id.toUpperCase()}`)).json()).toEqual(byName)
    expect(Object.keys(byName.profile).sort()).toEqual(
      [
        ...["id", "username", "full_name", "job_title", "business_name", "business_phone", "email", "address", "bio"],
        ...[
          "profile_picture",
          "banner_picture",
          "accent",
          "look",
          "social_media",
          "profile_items",
          "field_visibility",
          "is_indexed",
          "takes_details",
          "updated_at",
        ],
      ].sort(),
    )
    expect(JSON.stringify(byName)).not.toContain("anna@example.com")
  })

  it.each(["nobody", "%00", "a%00b", "%ff", "x".repeat(5000), "anna%20", "' or 1=1--", "%25", "a_na", "..%2fanna"])(
    "answers 404 to %j",
    async (key) => {
      const response = await get(`/api/profiles/${key}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { code: "not_found" } })
    },
  )

  it("hides links that were stored by hand and would not be accepted", async () => {
    const links = { website: "javascript:alert(1)", instagram: "https://instagram.com/b", myspace: "https://x.example" }
    await row(berta, { social_media: links })
    const { profile } = (await (await get("/api/profiles/berta")).json()) as { profile: { social_media: object } }
    expect(profile.social_media).toEqual({ instagram: "https://instagram.com/b" })
    const card = await (await get("/berta.vcf")).text()
    expect(card).not.toContain("javascript")
  })
})

describe("GET /{username}.vcf", () => {
  it("is a contact card that a phone opens by itself", async () => {
    const response = await get("/Anna.vcf")
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("text/vcard; charset=utf-8")
    expect(response.headers.get("content-disposition")).toBe(
      "inline; filename=\"Anna Umlaut Meier.vcf\"; filename*=UTF-8''Anna%20%C3%9Cmlaut%20Meier.vcf",
    )
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    const bytes = new Uint8Array(await response.arrayBuffer())
    const card = readVcard(bytes)
    expect(card.find(({ name }) => name === "FN")?.value).toEqual(["Anna Ümlaut Meier"])
    expect(card.find(({ params }) => params.TYPE?.[0] === "profile")?.value).toEqual([`${ORIGIN}/anna`])
    expect(ICAL.parse(new TextDecoder().decode(bytes))[0]).toBe("vcard")
  })

  it("is not sent again to a browser that has it, until it changes", async () => {
    const etag = (await get("/anna.vcf")).headers.get("etag") ?? ""
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const response = await get("/anna.vcf", { "if-none-match": known })
      expect([response.status, await response.text()]).toEqual([304, ""])
    }
    await row(anna, { bio: "New" })
    const response = await get("/anna.vcf", { "if-none-match": etag })
    expect(response.status).toBe(200)
    expect(response.headers.get("etag")).not.toBe(etag)
  })

  it("answers HEAD without a body", async () => {
    const response = await get("/anna.vcf", {}, "HEAD")
    expect([response.status, await response.text()]).toEqual([200, ""])
  })

  it("a name cannot write headers of its own", async () => {
    await row(berta, { full_name: 'B"; filename="x.exe\r\nSet-Cookie: a=b' })
    const response = await get("/berta.vcf")
    expect(response.status).toBe(200)
    expect(response.headers.get("set-cookie")).toBeNull()
    expect(response.headers.get("content-disposition")).toBe(
      "inline; filename=\"B ; filename= x.exe Set-Cookie a=b.vcf\"; filename*=UTF-8''B%20%3B%20filename%3D%20x.exe%20Set-Cookie%20a%3Db.vcf",
    )
  })

  it.each(["/nobody.vcf", "/.vcf", "/%00.vcf", "/%F0%9F%8C%B8.vcf"])("%s is not there", async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

describe("the photo", () => {
  it("is kept under the person's own path, public for an hour, and its address changes with it", async () => {
    const first = (await (await sendPhoto(anna, await photograph(900, 600))).json()) as { profile_picture: string }
    const path = `/files/profile-pictures/profiles/${anna.user_id}/profile`
    expect(first.profile_picture).toMatch(new RegExp(`^${path}\\.jpg\\?v=[0-9a-f]{12}$`))
    const picture = await get(first.profile_picture)
    expect(picture.status).toBe(200)
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; .*; sandbox$/),
    })
    expect(picture.headers.get("access-control-allow-origin")).toBeNull()
    const etag = picture.headers.get("etag") ?? ""
    expect((await get(first.profile_picture, { "if-none-match": etag })).status).toBe(304)
    expect((await sharp(await picture.arrayBuffer()).metadata()).width).toBe(900)

    const second = (await (await sendPhoto(anna, await photograph(50, 50, "png"), "image/png")).json()) as typeof first
    expect(second.profile_picture).toMatch(new RegExp(`^${path}\\.png\\?v=`))
    expect((await get(second.profile_picture)).headers.get("content-type")).toBe("image/png")
    expect(
      await test.services.files.read(new URL(first.profile_picture, ORIGIN).pathname.slice("/files/".length)),
    ).toBeNull()
    expect((await (await get("/api/profiles/anna")).json()) as object).toMatchObject({ profile: second })
  })

  it("is on the contact card as a JPEG of at most 36 KB", async () => {
    const card = readVcard(new Uint8Array(await (await get("/anna.vcf")).arrayBuffer()))
    const photo = card.find(({ name }) => name === "PHOTO")
    expect(photo?.params).toEqual({ ENCODING: ["b"], TYPE: ["JPEG"] })
    const bytes = Buffer.from(photo?.value[0] ?? "", "base64")
    expect(bytes.length).toBeLessThanOrEqual(36 * 1024)
    expect((await sharp(bytes).metadata()).format).toBe("jpeg")
    const contact = await get(`/files/profile-pictures/profiles/${anna.user_id}/contact.jpg`)
    expect(Buffer.from(await contact.arrayBuffer())).toEqual(bytes)
  })

  it("of an interrupted change is never shown: only the one the profile names", async () => {
    const leftover = `profile-pictures/profiles/${anna.user_id}/profile.gif`
    await test.services.files.write(leftover, await photograph(10, 10, "gif"))
    expect((await get(`/files/${leftover}`)).status).toBe(404)
  })

  it("that cannot be read leaves a card without photo", async () => {
    await test.services.files.delete(`profile-pictures/profiles/${anna.user_id}/contact.jpg`)
    const response = await get("/anna.vcf")
    expect(response.status).toBe(200)
    const card = readVcard(new Uint8Array(await response.arrayBuffer()))
    expect(card.some(({ name }) => name === "PHOTO")).toBe(false)
  })

  it("of the wrong type or size, or without a session, is refused and changes nothing", async () => {
    const before = await (await get("/api/profiles/anna")).text()
    const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>")
    const png = await photograph(50, 50, "png")
    const TYPE = "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP)."
    const SIZE = "File too large. Please select an image under 5MB."
    const refusals: [Uint8Array, string, number, string][] = [
      [svg, "image/svg+xml", 415, TYPE],
      [svg, "image/png", 415, TYPE],
      [png, "text/html", 415, TYPE],
      [new Uint8Array(0), "image/png", 415, TYPE],
      [new Uint8Array(5 * 1024 * 1024 + 1), "image/png", 413, SIZE],
      [png.subarray(0, 400), "image/png", 422, "Upload failed: the image is damaged or incomplete."],
      [await blank(5100, 5000), "image/png", 422, "Upload failed: the image has more than 25 million pixels."],
    ]
    for (const [body, type, status, message] of refusals) {
      const response = await sendPhoto(anna, body, type)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { message } }])
    }
    expect((await sendPhoto({ ...anna, headers: {} }, png, "image/png")).status).toBe(401)
    expect(
      (await sendPhoto({ ...anna, headers: { ...anna.headers, origin: "https://evil.example" } }, png)).status,
    ).toBe(403)
    expect(await (await get("/api/profiles/anna")).text()).toBe(before)
  })

  it("uploads of one person at once end with a picture that is there", async () => {
    const pictures = [await photograph(40, 40, "png"), await photograph(41, 41), await photograph(42, 42, "webp")]
    const types = ["image/png", "image/jpeg", "image/webp"]
    const answers = await Promise.all(pictures.map((picture, n) => sendPhoto(anna, picture, types[n])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { profile } = (await (await get("/api/profiles/anna")).json()) as { profile: { profile_picture: string } }
    expect((await get(profile.profile_picture)).status).toBe(200)
  })

  it("that cannot be recorded leaves the one before, in the card as well", async () => {
    await sendPhoto(anna, await photograph(90, 60))
    const address = (await (await get(`/api/profiles/${anna.username}`)).json()).profile.profile_picture
    const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer()).toString("base64")
    const shown = async () => [await bytesOf(address), await bytesOf(`/${anna.username}.vcf`)]
    const before = await shown()
    const { pool } = test.services.database
    await pool.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$`)
    await pool.query("create trigger no_room before update on profiles for each row execute function no_room()")
    expect((await sendPhoto(anna, await photograph(60, 90))).status).toBe(507)
    await pool.query("drop trigger no_room on profiles")
    expect(await shown()).toEqual(before)
    expect((await sendPhoto(anna, await photograph(60, 90))).status).toBe(200)
    expect(await shown()).not.toEqual(before)
  })

  it("uploads that one person never ends leave room for the others'", async () => {
    const photo = await photograph(40, 40)
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const slowly = () =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(photo.subarray(0, 100))
          await finished
          controller.enqueue(photo.subarray(100))
          controller.close()
        },
      })
    const answered: Response[] = []
    const uploads = Array.from({ length: 64 }, () => sendPhoto(anna, slowly()).then((answer) => answered.push(answer)))
    expect((await sendPhoto(berta, photo)).status).toBe(200)
    await expect.poll(() => answered.length).toBe(61)
    for (const refused of answered) {
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
      expect(await refused.json()).toMatchObject({ error: { message: GENERAL.busy } })
    }
    finish()
    await Promise.all(uploads)
    expect(answered.slice(61).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await sendPhoto(anna, photo)).status).toBe(200)
  })

  it.each(["../berta/profile.jpg", "..%2fx.jpg", "profile.svg", "profile", "contact.png", "%00.jpg"])(
    "has no neighbour %s",
    async (name) => {
      expect((await get(`/files/profile-pictures/profiles/${anna.user_id}/${name}`)).status).toBe(404)
    },
  )
})

describe("a deactivated account", () => {
  it("is gone for everyone, with its card and pictures, and comes back whole", async () => {
    const picture = ((await (await sendPhoto(anna, await photograph(60, 60))).json()) as { profile_picture: string })
      .profile_picture
    const contact = `/files/profile-pictures/profiles/${anna.user_id}/contact.jpg`
    const paths = ["/api/profiles/anna", `/api/profiles/${anna.user_id}`, "/anna.vcf", picture, contact]
    const statuses = async () => Promise.all(paths.map(async (path) => (await get(path)).status))
    await row(anna, deactivated(new Date("2026-05-01T12:00:00Z")))
    expect(await statuses()).toEqual([404, 404, 404, 404, 404])
    expect(await (await get("/anna.vcf")).text()).toBe("This profile is currently unavailable or has been deactivated")
    expect((await sendPhoto(anna, await photograph(60, 60))).status).toBe(403)
    const me = await get("/api/me", anna.headers)
    expect(await me.json()).toMatchObject({ account: "deactivated", profile: { username: "anna" } })
    const put = await test.app.request("/api/profile", {
      method: "PUT",
      headers: anna.headers,
      body: '{"full_name":"Anna"}',
    })
    expect(await put.json()).toMatchObject({ error: { code: "account_deactivated" } })
    await row(anna, active)
    expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  })

  it("deactivated while its owner saves keeps what it had", async () => {
    await row(anna, deactivated(new Date("2026-05-01T12:00:00Z")))
    const owner = { user_id: anna.user_id, email: anna.email, full_name: "Anna" }
    const save = test.services.profiles.save(owner, { full_name: "Too late" }, test.services.clock())
    await expect(save).rejects.toMatchObject({ code: "account_deactivated" })
    expect((await test.services.profiles.own(anna.user_id))?.full_name).not.toBe("Too late")
    await row(anna, active)
  })

  it("stays gone when its date of deletion has passed and it is not purged yet", async () => {
    await row(berta, { deleted_at: new Date("2026-03-01"), deletion_scheduled_at: new Date("2026-03-31") })
    expect((await get("/api/profiles/berta")).status).toBe(404)
    expect((await get("/api/me", berta.headers)).status).toBe(401)
  })
})
