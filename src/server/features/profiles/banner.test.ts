// The banner over HTTP: kept, shown, replaced and removed like the photo.
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { fromIp, type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { photograph } from "../../../../tests/support/pictures.ts"

let test: TestApp
let anna: Person

beforeAll(async () => {
  test = await testApp()
  anna = await signUpAndVerify(test, { username: "anna", full_name: "Anna Meier" })
})
afterAll(() => test.close())

const ask = async (method: string, path: string, person?: Person, body?: Uint8Array, type = "image/jpeg") =>
  test.app.request(
    path,
    {
      method,
      headers: { ...person?.headers, "content-type": type },
      ...(body && { body: new Uint8Array(body) }),
    },
    fromIp("192.0.2.1"),
  )

async function upload(kind: "banner" | "photo", picture: Uint8Array, type?: string): Promise<string> {
  const response = await ask("PUT", `/api/profile/${kind}`, anna, picture, type)
  expect(response.status).toBe(200)
  return Object.values((await response.json()) as Record<string, string>)[0] ?? ""
}

const status = async (path: string) => (await ask("GET", path)).status
const phoneSize = (address: string): string => address.replace("banner.", "banner-phone.")
const shown = async () => ((await (await ask("GET", "/api/profiles/anna")).json()) as { profile: object }).profile

describe("the banner", () => {
  it("is kept in two sizes under the person's own path, and its address changes with it", async () => {
    const calm = { width: 1600, height: 700, channels: 3, background: "#2f4a8a" } as const
    const first = await upload("banner", await sharp({ create: calm }).jpeg().toBuffer())
    const path = `/files/profile-pictures/profiles/${anna.user_id}/banner.webp`
    expect(first).toMatch(new RegExp(`^${path}\\?v=[0-9a-f]{12}$`))
    expect(await shown()).toMatchObject({ banner_picture: first, profile_picture: "" })
    const [wide, phone] = [await ask("GET", first), await ask("GET", phoneSize(first))]
    for (const picture of [wide, phone])
      expect(Object.fromEntries(picture.headers)).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "public, max-age=3600",
        "content-security-policy": expect.stringMatching(/^default-src 'none'; .*; sandbox$/),
      })
    expect((await sharp(await wide.arrayBuffer()).metadata()).width).toBe(1440)
    expect((await phone.arrayBuffer()).byteLength).toBeLessThanOrEqual(40_000)
    const second = await upload("banner", await photograph(900, 300, "png"), "image/png")
    expect(second).not.toBe(first)
    expect(second).toMatch(path)
  })

  it("is on the page, with its size said beforehand", async () => {
    const html = await (await ask("GET", "/anna")).text()
    const picture = /<img[^>]+banner-phone[^>]+>/.exec(html)?.[0] ?? ""
    expect(picture).toContain('width="864"')
    expect(picture).toContain('height="288"')
    expect(html).toMatch(
      /<source media="[^"]+" srcSet="[^"]+banner-phone\.webp\?v=\w+ 864w, [^"]+banner\.webp\?v=\w+ 1440w"/i,
    )
  })

  it("that is no picture is refused with the photo's sentences and changes nothing", async () => {
    const before = await shown()
    const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>")
    const png = await photograph(50, 50, "png")
    const refusals: [Uint8Array, string, number, string][] = [
      [svg, "image/png", 415, "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP)."],
      [new Uint8Array(5 * 1024 * 1024 + 1), "image/png", 413, "File too large. Please select an image under 5MB."],
      [png.subarray(0, 400), "image/png", 422, "Upload failed: the image is damaged or incomplete."],
    ]
    for (const [body, type, code, message] of refusals) {
      const response = await ask("PUT", "/api/profile/banner", anna, body, type)
      expect([response.status, await response.json()]).toMatchObject([code, { error: { message } }])
    }
    expect((await ask("PUT", "/api/profile/banner", undefined, png, "image/png")).status).toBe(401)
    expect((await ask("DELETE", "/api/profile/banner")).status).toBe(401)
    expect(await shown()).toEqual(before)
  })
})

describe("removing", () => {
  it("one picture takes its files away and leaves the other as it is", async () => {
    const [banner, photo] = [await upload("banner", await photograph()), await upload("photo", await photograph())]
    const contact = photo.replace(/profile\.jpg.*/, "contact.jpg")
    const answer = await ask("DELETE", "/api/profile/photo", anna)
    expect([answer.status, await answer.json()]).toEqual([200, { profile_picture: "" }])
    expect([await status(photo), await status(contact), await status(banner)]).toEqual([404, 404, 200])
    expect(await (await ask("GET", "/anna.vcf")).text()).not.toContain("PHOTO")
    expect(await (await ask("DELETE", "/api/profile/banner", anna)).json()).toEqual({ banner_picture: "" })
    expect([await status(banner), await status(phoneSize(banner))]).toEqual([404, 404])
    expect(await shown()).toMatchObject({ profile_picture: "", banner_picture: "" })
    for (const name of ["banner.webp", "banner-phone.webp", "profile.jpg", "contact.jpg"])
      expect(await test.services.files.read(`profile-pictures/profiles/${anna.user_id}/${name}`)).toBeNull()
  })

  it("what is not there is no error, and makes no profile", async () => {
    expect((await ask("DELETE", "/api/profile/banner", anna)).status).toBe(200)
    const carl = await signUpAndVerify(test, { username: "", email: "carl@example.com", full_name: "Carl" })
    expect((await ask("DELETE", "/api/profile/photo", carl)).status).toBe(200)
    const me = (await (await ask("GET", "/api/me", carl)).json()) as { profile: unknown }
    expect(me.profile).toBeNull()
  })

  it("clears the page from every memory", async () => {
    await upload("banner", await photograph(300, 100))
    expect(await (await ask("GET", "/anna")).text()).toContain("banner-phone")
    await ask("DELETE", "/api/profile/banner", anna)
    expect(await (await ask("GET", "/anna")).text()).not.toContain("banner-phone")
  })
})
