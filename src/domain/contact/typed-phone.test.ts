import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FOREIGN_NUMBERS, NATIONAL_NUMBERS, NO_NUMBERS, PASTED_NUMBERS } from "../../../tests/support/phone-numbers.ts"
import { formatInternational } from "./international-phone.ts"
import { displayPhone, formatPhone, telHref } from "./phone.ts"
import { caretAfterFormat, formatTyped, plainPhone, storablePhone, withPlus } from "./typed-phone.ts"

const typed = (text: string) => formatTyped(text, formatInternational)

/** The field after one edit: text with | for the caret, as a browser leaves it before formatting. */
function edit(edited: string, forward = false): string {
  const caret = edited.indexOf("|")
  const text = edited.replace("|", "")
  const formatted = typed(text)
  if (formatted === text) return edited
  const at = caretAfterFormat(text, caret, formatted, forward)
  return `${formatted.slice(0, at)}|${formatted.slice(at)}`
}

const keyByKey = (keys: string): string =>
  Array.from(keys).reduce((field, key) => edit(field.replace("|", `${key}|`)), "|")

describe("a number from abroad", () => {
  it.each(FOREIGN_NUMBERS)("%s typed key by key is stored as %s", async (keys, stored) => {
    const field = keyByKey(keys)
    expect(field.endsWith("|")).toBe(true)
    expect(await storablePhone(field.slice(0, -1))).toBe(stored)
  })

  it.each([...FOREIGN_NUMBERS, ...PASTED_NUMBERS])("%j pasted is stored as %s", async (text, stored) => {
    expect(await storablePhone(typed(text))).toBe(stored)
    expect(await storablePhone(text)).toBe(stored)
  })

  it.each(FOREIGN_NUMBERS)("%s is shown as %s, and a link dials it", (_typed, stored) => {
    expect(displayPhone(stored)).toBe(stored)
    expect(telHref(stored)).toBe(`tel:+${stored.replace(/\D/g, "")}`)
    expect(stored.length).toBeLessThanOrEqual(24)
  })

  it("comes from 25 countries and more", () => {
    const codes = new Set(FOREIGN_NUMBERS.map(([, stored]) => stored.split(" ")[0]))
    expect(codes.size).toBeGreaterThanOrEqual(25)
    expect(FOREIGN_NUMBERS.length).toBeGreaterThanOrEqual(40)
  })

  it("keeps every digit of every country's example", async () => {
    const examples = new URL("../../../node_modules/libphonenumber-js/metadata.min.json", import.meta.url)
    const { countries } = JSON.parse(readFileSync(examples, "utf8")) as { countries: Record<string, [string]> }
    const mobiles = new URL("../../../node_modules/libphonenumber-js/examples.mobile.json", import.meta.url)
    const numbers = Object.entries(JSON.parse(readFileSync(mobiles, "utf8")) as Record<string, string>)
    for (const [country, national] of numbers) {
      const number = `+${countries[country]?.[0]}${national}`
      if (number.startsWith("+1")) continue
      const stored = await storablePhone(typed(number))
      expect([country, stored?.replace(/[ -]/g, "")]).toEqual([country, number])
    }
  })

  it.each(NO_NUMBERS)("%j is none, and never becomes another number", async (text) => {
    expect(await storablePhone(text)).toBeNull()
    const field = typed(text)
    expect(plainPhone(field).replace(/[^\p{L}\p{N}+]/gu, "")).toBe(plainPhone(text).replace(/[^\p{L}\p{N}+]/gu, ""))
    expect(await storablePhone(field)).toBeNull()
  })

  it("loses no digit to formatting, whatever is typed, and stays as it was formatted", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789()- +/."), maxLength: 30 })
    fc.assert(
      fc.property(text, (rest) => {
        const number = `+49${rest}`
        const once = typed(number)
        expect(once.replace(/\D/g, "")).toBe(number.replace(/\D/g, ""))
        expect(typed(once)).toBe(once)
      }),
    )
  })

  it("keeps its plus while there are digits behind it: without it, the pattern would cut them", () => {
    expect(withPlus("49 30 1234567", "+49 30 1234567")).toBe("+49 30 1234567")
    for (const kept of ["", "4", "9 30 1234567", "+9 30 1234567"]) expect(withPlus(kept, "+49 30 1234567")).toBe(kept)
    expect(withPlus("", "+")).toBe("")
    expect(withPlus("555", "(555")).toBe("555")
  })

  it("stays as typed until its rules are loaded", () => {
    expect(formatTyped("+4930123", null)).toBe("+4930123")
    expect(formatTyped("00493", null)).toBe("00493")
    expect(formatTyped("5551", null)).toBe("(555) 1")
  })
})

describe("a number without a country code that cannot be of the +1 area", () => {
  it.each(NATIONAL_NUMBERS)("%s keeps its digits, typed or pasted: %s", async (text, stored) => {
    expect(keyByKey(text)).toBe(`${stored}|`)
    expect(typed(text)).toBe(stored)
    expect(await storablePhone(stored)).toBe(stored)
    expect([displayPhone(stored), telHref(stored)]).toEqual([stored, `tel:${stored}`])
  })

  it("goes back into the pattern when a digit is erased, and stays as typed with an extension", () => {
    expect(edit("(076) 123-45678|")).toBe("07612345678|")
    expect(edit("0761234567|")).toBe("(076) 123-4567|")
    expect(typed("0176 12345678 ext. 9")).toBe("0176 12345678 ext. 9")
  })

  it("is not taken for one of another country behind 011, which is an area code too", async () => {
    expect(await storablePhone("0116 496 0123")).toBe("0116 496 0123")
  })
})

describe("an American number", () => {
  it.each([
    ["5551234567", "(555) 123-4567"],
    ["555.123.4567", "(555) 123-4567"],
    ["12125550123", "(212) 555-0123"],
    ["1 (212) 555-0123", "(212) 555-0123"],
    ["+15551234567", "(555) 123-4567"],
    ["+1 (555) 123-4567", "(555) 123-4567"],
    ["0015551234567", "(555) 123-4567"],
    ["5001234567", "(500) 123-4567"],
    ["0123456789", "(012) 345-6789"],
  ])("%s typed key by key is %s, as the specification says", async (keys, stored) => {
    expect(keyByKey(keys)).toBe(`${stored}|`)
    expect(await storablePhone(stored)).toBe(stored)
  })

  it.each([
    ["tel:+15551234567", "(555) 123-4567"],
    ["\u202a+1 (555) 123-4567\u202c", "(555) 123-4567"],
    ["+(1) 555 123 4567", "(555) 123-4567"],
    ["001 555 123 4567", "(555) 123-4567"],
    ["５５５１２３４５６７", "(555) 123-4567"],
    ["٥٥٥١٢٣٤٥٦٧", "(555) 123-4567"],
    ["call me", ""],
    ["Phone 2: (555) 123-4567", "(555) 123-4567"],
    ["https://wa.me/15551234567", "(555) 123-4567"],
    ["1-800-FLOWERS", "(800) 356-9377"],
    ["555.123.4567 EXT", "(555) 123-4567"],
  ])("%j pasted is %j", (text, shown) => {
    expect(typed(text)).toBe(shown)
  })

  it("saved with 00 in front, as programs may send it, takes the pattern: address books in the +1 area cannot dial 00", async () => {
    expect(await storablePhone("001 213 555 0134")).toBe("(213) 555-0134")
    expect(await storablePhone(" 00 (1) 213-555-0134 ")).toBe("(213) 555-0134")
    for (const other of ["+1 213 555 0134", "213 555 0134", "001 213 555 0134 ext. 5", "001 213", "0012"])
      expect(await storablePhone(other)).toBe(other)
  })

  it("is formatted as before, whatever digits are typed", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789()- ."), maxLength: 20 })
    fc.assert(
      fc.property(text, (number) => {
        fc.pre(!/^[^\d(]*00/.test(number) && !/^\D*[01](?:\D*\d){10}/.test(number))
        expect(typed(number)).toBe(formatPhone(number))
      }),
    )
  })

  it("is stored in western digits", async () => {
    expect(await storablePhone("٥٥٥١٢٣٤٥٦٧")).toBe("5551234567")
  })

  it.each(["", "on request", "555", "(493) 012-3456", "044 123 45", "1234567890123"])(
    "%j, stored earlier, is stored again as it is",
    async (text) => {
      expect(await storablePhone(text)).toBe(text)
    },
  )
})

describe("the caret", () => {
  it.each([
    ["typing at the end", "5551|", "(555) 1|"],
    ["typing in the middle", "(5595|) 123-4567", "(559) 5|12-3456"],
    ["typing at the start", "9|(555) 123-4567", "(9|55) 512-3456"],
    ["erasing a digit in the middle", "(555) |23-4567", "(555|) 234-567"],
    ["erasing over the bracket", "(555|123-4567", "(555|) 123-4567"],
    ["pasting with a country code", "+1 555 123 4567|", "(555) 123-4567|"],
    ["pasting a country code at the start", "+1|(555) 123-4567", "|(555) 123-4567"],
    ["emptying the field", "|", "|"],
    ["more digits than fit", "(555) 123-45678|", "(555) 123-4567|"],
    ["replacing the first digit of three", "(|00) 123-4567", "|(001) 234-567"],
    ["beginning with a plus", "+|", "+|"],
    ["the code's last digit", "+493|", "+49 3|"],
    ["00 for the plus", "004|", "+4|"],
    ["typing in the middle, abroad", "+49 305| 1234567", "+49 30 5|1234567"],
    ["typing in the code", "+43|9 30 1234567", "+43| 930 1234567"],
    ["erasing in the middle, abroad", "+49 3| 1234567", "+49 3|1234 567"],
    ["erasing over the space", "+49 30|1234567", "+49 30| 1234567"],
    ["pasting in the middle", "+44 20 7946 12|0958", "+44 20794612|0958"],
    ["pasting with invisible characters", "\u202a+49 30 1234567\u202c|", "+49 30 1234567|"],
    ["a plus in front of what was American", "+|(555) 123-4567", "+|55 51 2345 67"],
  ])("%s: %s becomes %s", (_what, edited, expected) => {
    expect(edit(edited)).toBe(expected)
  })

  it("passes the punctuation when the Delete key took it, so that the next press takes a digit", () => {
    expect(edit("(555| 123-4567", true)).toBe("(555) |123-4567")
    expect(edit("(555) 123|4567", true)).toBe("(555) 123-|4567")
    expect(edit("+49 30|1234567", true)).toBe("+49 30 |1234567")
  })

  it("always stays inside the text", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789()- +x"), maxLength: 20 })
    fc.assert(
      fc.property(text, fc.nat(20), fc.boolean(), (content, at, forward) => {
        const formatted = typed(content)
        const caret = caretAfterFormat(content, Math.min(at, content.length), formatted, forward)
        expect(caret).toBeGreaterThanOrEqual(0)
        expect(caret).toBeLessThanOrEqual(formatted.length)
      }),
    )
  })
})
