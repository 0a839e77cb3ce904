import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { caretAfterFormat, displayPhone, formatPhone, telHref } from "./phone.ts"

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

describe("the caret", () => {
  /** The field after one edit: text with | for the caret, as a browser leaves it before formatting. */
  const result = (edited: string, forward = false): string => {
    const caret = edited.indexOf("|")
    const text = edited.replace("|", "")
    const formatted = formatPhone(text)
    const at = caretAfterFormat(text, caret, formatted, forward)
    return `${formatted.slice(0, at)}|${formatted.slice(at)}`
  }

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
  ])("%s: %s becomes %s", (_what, edited, expected) => {
    expect(result(edited)).toBe(expected)
  })

  it("passes the punctuation when the Delete key took it, so that the next press takes a digit", () => {
    expect(result("(555| 123-4567", true)).toBe("(555) |123-4567")
    expect(result("(555) 123|4567", true)).toBe("(555) 123-|4567")
  })

  it("always stays inside the text and behind as many digits as before", () => {
    const typed = fc.string({ unit: fc.constantFrom(..."0123456789()- +"), maxLength: 20 })
    fc.assert(
      fc.property(typed, fc.nat(20), fc.boolean(), (text, at, forward) => {
        const formatted = formatPhone(text)
        const caret = caretAfterFormat(text, Math.min(at, text.length), formatted, forward)
        expect(caret).toBeGreaterThanOrEqual(0)
        expect(caret).toBeLessThanOrEqual(formatted.length)
      }),
    )
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
    ["", null],
    ["on request", null],
    ["javascript:alert(1)", "tel:1"],
  ])("%j is dialled as %j", (stored, href) => {
    expect(telHref(stored)).toBe(href)
  })
})
