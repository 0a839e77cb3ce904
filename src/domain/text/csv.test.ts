import { describe, expect, it } from "vitest"
import { csv } from "./csv.ts"

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

  it.each(["mika", "a-b", "1=1", "o'neil", "https://cards.example.com/card/x"])("leaves %j as it is", (text) => {
    expect(csv([[text]])).toBe(`${text}\r\n`)
  })
})
