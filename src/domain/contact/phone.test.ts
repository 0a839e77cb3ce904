import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { displayPhone, formatPhone, telHref } from "./phone.ts"

describe("formatting while typing", () => {
  it.each([
    ["", ""],
    ["5", "5"],
    ["555", "555"],
    ["5551", "(555) 1"],
    ["555123", "(555) 123"],
    ["5551234", "(555) 123-4"],
    ["5551234567", "(555) 123-4567"],
    ["55512345678", "(555) 123-4567"],
    ["+1 555 123 4567", "(555) 123-4567"],
    ["+1 555", "555"],
    ["1-555-123-4567", "(555) 123-4567"],
    ["15551234567", "(555) 123-4567"],
    ["call me", ""],
    ["555.123.4567 ext", "(555) 123-4567"],
  ])("%j becomes %j", (typed, formatted) => {
    expect(formatPhone(typed)).toBe(formatted)
  })

  it("leaves what it formatted as it is, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const once = formatPhone(typed)
        expect(formatPhone(once)).toBe(once)
        expect(once).toMatch(/^(\d{0,3}|\(\d{3}\) \d{1,3}|\(\d{3}\) \d{3}-\d{1,4})$/)
      }),
    )
  })

  it("typed digit by digit, a country code disappears with the eleventh", () => {
    let shown = ""
    for (const digit of "15551234567") shown = formatPhone(shown + digit)
    expect(shown).toBe("(555) 123-4567")
  })
})

describe("showing a stored number", () => {
  it.each([
    ["5551234567", "(555) 123-4567"],
    ["(555) 123-4567", "(555) 123-4567"],
    ["555-1234", "555-1234"],
    ["(0)44 123", "(0)44 123"],
    ["15551234567", "(555) 123-4567"],
    ["+442079460958", "+442079460958"],
    ["", ""],
    ["on request", "on request"],
    ["+49 30 901820", "+49 30 901820"],
    ["555 1234 ext. 89", "555 1234 ext. 89"],
    ["800 FLOWERS", "800 FLOWERS"],
    ["555 1234, 555 4321", "555 1234, 555 4321"],
  ])("%j is shown as %j", (stored, shown) => {
    expect(displayPhone(stored)).toBe(shown)
  })

  it.each([
    ["(555) 123-4567", "tel:+15551234567"],
    ["+1 (555) 123-4567", "tel:+15551234567"],
    ["15551234567", "tel:+15551234567"],
    ["+442079460958", "tel:+442079460958"],
    ["+4144123456", "tel:+4144123456"],
    ["044 123 45", "tel:04412345"],
    ["(030) 123-4567", "tel:0301234567"],
    ["030 1234567", "tel:0301234567"],
    ["0049 30 1234567", "tel:+49301234567"],
    ["001 555 123 4567", "tel:+15551234567"],
    ["+49 30 1234567 ext. 12", "tel:+49301234567"],
    ["(555) 123-4567 x89", "tel:+15551234567"],
    ["555 123 4567, 555 765 4321", "tel:+15551234567"],
    ["+44 20 7946 0958;ext=3", "tel:+442079460958"],
    ["Office 555 123 4567", "tel:+15551234567"],
    ["1-800-FLOWERS", "tel:+18003569377"],
    ["1-800-FLOWERS-NOW", null],
    ["112", "tel:112"],
    ["", null],
    ["on request", null],
    ["javascript:alert(1)", "tel:1"],
  ])("%j is dialled as %j", (stored, href) => {
    expect(telHref(stored)).toBe(href)
  })
})
