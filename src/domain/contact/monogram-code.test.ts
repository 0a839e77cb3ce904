// Codes with a monogram are read by zbar, in every ink and with the longest usernames; nothing a person wrote becomes markup.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { pngOf } from "../../../tests/support/pictures.ts"
import { scan } from "../../../tests/support/scan.ts"
import { USERNAME_MAX } from "../limits.ts"
import { ACCENTS } from "../profile/accent.ts"
import { INK } from "../profile/inks.ts"
import { monogramCode, monogramSvg } from "./monogram-code.ts"

const LINKS = [
  "https://me.example/anna",
  "https://cards.a-long-company-name.example/anna-maria-meier",
  `https://cards.example.com/${"x".repeat(USERNAME_MAX)}`,
]

describe.each(ACCENTS)("in %s", (accent) => {
  test.each(LINKS)("%s is read, large and small", async (link) => {
    for (const px of [160, 200, 300, 512, 1024]) {
      const svg = monogramSvg(link, INK[accent], "WM", px)
      expect(scan(await pngOf(svg)), `${px} px`).toEqual([link])
    }
  })
})

test.each([24, 58, 59, 74, 75, 106, 107, 200])(
  "a link of %i characters is read at each size of a module",
  async (length) => {
    const link = "https://cards.example.com/".slice(0, length).padEnd(length, "x")
    const { rows } = monogramCode(link, true)
    for (let px = 3; px <= 12; px++)
      expect(scan(await pngOf(monogramSvg(link, INK.pine, "WM", rows.length * px))), `${px} px`).toEqual([link])
  },
)

test("the free middle is at most a twenty-fifth of the code, and none without initials", () => {
  for (const link of LINKS) {
    const { rows, middle } = monogramCode(link, true)
    expect(middle.side ** 2 / (rows.length - 8) ** 2).toBeLessThanOrEqual(1 / 25)
    expect(rows[middle.at]?.slice(middle.at, middle.at + middle.side)).not.toContain(true)
    expect(monogramCode(link, false).middle.side).toBe(0)
  }
})

test("a link too long for a code without an alignment pattern in its middle has no seal", () => {
  const sealOf = (length: number) => monogramCode(`https://me.example/${"x".repeat(length - 19)}`, true).middle.side
  expect(sealOf(106)).toBeGreaterThan(0)
  expect(sealOf(107)).toBe(0)
  expect(monogramSvg(`https://me.example/${"x".repeat(88)}`, "#000000", "WM", 300)).not.toContain("WM")
})

test("initials are text, whatever they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }), (initials) => {
      const svg = monogramSvg("https://me.example/anna", "#000000", initials, 100)
      expect(svg.match(/<[a-z]+/g)).toEqual(["<svg", "<path", "<path", "<rect", "<text"])
    }),
  )
})
