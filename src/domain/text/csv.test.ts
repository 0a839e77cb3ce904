import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cpuTimer } from "../../../tests/support/cpu-time.ts"
import { csv, unguarded } from "./csv.ts"

describe("a table as text", () => {
  it("ends every line with CR LF, and quotes what would be taken for the end of a cell or a line", () => {
    expect(
      csv([
        ["a", "b"],
        ['say "x"', "1,2"],
        ["two\nlines", ""],
      ]),
    ).toBe('a,b\r\n"say ""x""","1,2"\r\n"two\nlines",\r\n')
  })

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uff1d1", '=HYPERLINK("http://evil.example")'])(
    "keeps %j from being run as a formula",
    (text) => {
      const [, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^\r]*))\r\n$/.exec(csv([[text]])) ?? []
      expect(quoted?.replaceAll('""', '"') ?? plain).toBe(`'${text}`)
    },
  )

  it.each([
    ["Ada;=1+1", "Ada;'=1+1"],
    [";=1+1", ";'=1+1"],
    ["Ada; @SUM(A1);-2+3", "Ada; '@SUM(A1);'-2+3"],
    ['Ada;"=1+1"', `Ada;"'=1+1"`],
    ["Ada\n=1+1\r\n\uff1d1", "Ada\n'=1+1\r\n'\uff1d1"],
    ["Ada\t+cmd|' /C calc'!A0", "Ada\t'+cmd|' /C calc'!A0"],
  ])("keeps %j from being run where a semicolon or a line's end begins a cell", (text, harmless) => {
    const [, quoted, plain] = /^(?:"((?:[^"]|"")*)"|(.*))\r\n$/s.exec(csv([[text]])) ?? []
    expect(quoted?.replaceAll('""', '"') ?? plain).toBe(harmless)
  })

  it("gives every text back without what kept it from being run", () => {
    const character = fc.constantFrom(..."';=+-@\t\r\n \"a1(")
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        const written = csv([[text]]).slice(0, -2)
        const cell = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
        expect(unguarded(cell)).toBe(text)
      }),
      { numRuns: 5000 },
    )
  })

  it("is soon written, also of a text made of blanks", () => {
    const text = `x;${" ".repeat(200_000)}y${" =".repeat(100_000)}`
    const worked = cpuTimer()
    expect(csv([[text]]).length).toBe(text.length + 2)
    expect(worked()).toBeLessThan(1000)
  })

  it.each(["mika", "a-b", "see you ;-)", "a; b", "1=1", "o'neil", "https://cards.example.com/card/x"])(
    "leaves %j as it is",
    (text) => {
      expect(csv([[text]])).toBe(`${text}\r\n`)
    },
  )
})
