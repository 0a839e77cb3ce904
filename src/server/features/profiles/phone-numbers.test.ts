// Phone numbers through the whole program: saved, on the page, behind its link, and on the contact card.
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { type Person, signUpAndVerify } from "../../../../tests/support/people.ts"
import { FOREIGN_NUMBERS, NO_NUMBERS, PASTED_NUMBERS } from "../../../../tests/support/phone-numbers.ts"
import { readVcard } from "../../../../tests/support/vcard-reader.ts"
import { profiles } from "../../platform/db/schema.ts"

let test: TestApp
let anna: Person

beforeAll(async () => {
  test = await testApp()
  anna = await signUpAndVerify(test, { username: "anna" })
})
afterAll(() => test.close())

const save = async (business_phone: string, more: object = {}) =>
  test.app.request("/api/profile", {
    method: "PUT",
    headers: anna.headers,
    body: JSON.stringify({ full_name: "Anna Meier", business_phone, ...more }),
  })

const text = async (path: string) => (await test.app.request(path)).text()
const stored = async () => JSON.parse(await text("/api/profiles/anna")).profile.business_phone
const telOnCard = async () => {
  const card = readVcard(new TextEncoder().encode(await text("/anna.vcf")))
  return card.find(({ name }) => name === "TEL")?.value
}
const linkOnPage = async () => /href="(tel:[^"]*)"[\s\S]*?dir="auto">([^<]*)</.exec(await text("/anna"))?.slice(1)

/** As earlier versions and other programs have left them. */
const storeAsIs = (business_phone: string) =>
  test.services.database.db.update(profiles).set({ business_phone }).where(eq(profiles.id, anna.user_id))

describe("a number from abroad", () => {
  it.each([...FOREIGN_NUMBERS, ...PASTED_NUMBERS])(
    "%j is stored, shown and given away as %s, and dialed right",
    async (typed, number) => {
      expect((await save(typed)).status).toBe(200)
      expect(await stored()).toBe(number)
      expect(await telOnCard()).toEqual([number])
      expect(await linkOnPage()).toEqual([`tel:+${number.replace(/\D/g, "")}`, number])
    },
  )

  it.each(NO_NUMBERS)("%j is refused with a sentence at its field, and nothing is stored", async (typed) => {
    await save("+49 30 1234567", { bio: "Before" })
    const response = await save(typed, { bio: "After" })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      {
        error: {
          fields: {
            business_phone:
              "Please enter a single phone number without an extension, such as (555) 123-4567 or +49 30 1234567",
          },
        },
      },
    ])
    expect(JSON.parse(await text("/api/profiles/anna")).profile).toMatchObject({
      bio: "Before",
      business_phone: "+49 30 1234567",
    })
  })
})

describe("an American number", () => {
  it.each(["(555) 123-4567", "+1 555 0100", "on request", ""])("%j is stored as it is sent", async (number) => {
    expect((await save(number)).status).toBe(200)
    expect(await stored()).toBe(number)
  })

  it("is shown in its pattern and dialed with its country code", async () => {
    await save("(212) 555-0123")
    expect(await linkOnPage()).toEqual(["tel:+12125550123", "(212) 555-0123"])
    expect(await telOnCard()).toEqual(["(212) 555-0123"])
  })
})

describe("a number of an unknown country", () => {
  it.each(["138 0013 8000", "13800138000", "(11) 98765-4321", "(987) 150-1234"])(
    "%j is shown, dialed and given away with the digits that were typed, and no others",
    async (number) => {
      const href = `tel:${number.replace(/\D/g, "")}`
      const items = [{ kind: "phone", label: "Mobile", value: number, service: "", on_page: true, in_contact: true }]
      expect((await save(number, { profile_items: items })).status).toBe(200)
      expect(await linkOnPage()).toEqual([href, number])
      expect((await text("/anna")).match(/href="tel:[^"]*"/g)).toEqual([`href="${href}"`, `href="${href}"`])
      expect(await telOnCard()).toEqual([number])
    },
  )
})

describe("two numbers in one field", () => {
  it.each([
    ["030/1234567 / 030/7654321", "tel:0301234567"],
    ["030 123 456 oder 0171 1234567", "tel:030123456"],
    ["030 1234; 030 5678", "tel:0301234"],
  ])("%j stays as typed, and the link dials the first", async (both, href) => {
    expect((await save(both)).status).toBe(200)
    expect(await stored()).toBe(both)
    expect(await linkOnPage()).toEqual([href, both])
  })

  it("joined into more digits than any number has, they are refused", async () => {
    expect((await save("03012345670307654321")).status).toBe(422)
  })
})

describe("a number that was stored earlier", () => {
  it.each(["(493) 012-3456", "+442079460958", "+44 123", "+49 30 1234567 ext. 12", "0049 30 1234567", "00"])(
    "%j is saved again as it is, together with other changes",
    async (number) => {
      await storeAsIs(number)
      expect((await save(number, { bio: number })).status).toBe(200)
      expect(JSON.parse(await text("/api/profiles/anna")).profile).toMatchObject({
        bio: number,
        business_phone: number,
      })
      expect(await telOnCard()).toEqual([number])
    },
  )

  it("is held to the rules once it changes", async () => {
    await storeAsIs("+44 123")
    expect((await save("+44 1234")).status).toBe(422)
    expect(await stored()).toBe("+44 123")
  })
})
