// The drawing of a card contains shapes and our own words only, whatever a person wrote.
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { ACCENTS } from "../../../domain/profile/accent.ts"
import { PATTERNS } from "../../../domain/profile/banner-patterns.ts"
import { INK } from "../../../domain/profile/inks.ts"
import { CLASSIC, GROUNDS, LAYOUTS } from "../../../domain/profile/look.ts"
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from "../../../domain/profile/preview.ts"
import { drawCard, frameOf, type PreviewCard } from "./card-drawing.ts"
import { PAPER } from "./colors.ts"
import { openFonts } from "./fonts.ts"

const fonts = openFonts([])
const CARD: PreviewCard = {
  username: "mika",
  name: "Mika Tanaka",
  job_title: "Ceramic artist",
  business_name: "Kawa Studio",
  initials: "MT",
  address: "cards.example/mika",
  site: "Meishi",
  accent: "plum",
  look: CLASSIC,
  photo: null,
  banner: null,
}
const ANY_LOOK = fc.record({
  layout: fc.constantFrom(...LAYOUTS),
  ground: fc.constantFrom(...GROUNDS),
  pattern: fc.constantFrom("", ...PATTERNS),
})
const WORDS = new Set([
  ..."svg xmlns http www w3 org width height viewBox path d fill defs pattern id motif patternUnits"
    .concat(
      " userSpaceOnUse patternTransform scale none stroke linearGradient fade stop color opacity offset mask faded url",
    )
    .concat(" g rect x y rx transform translate linecap round")
    .split(" "),
])

test("contains no text that a person wrote", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), ANY_LOOK, (text, look) => {
      const svg = drawCard(
        { ...CARD, look, name: text || "-", job_title: text, business_name: text, initials: text },
        fonts,
      )
      const words = svg
        .replace(/ d="[^"<>&]*"/g, "")
        .replace(/#[0-9a-f]{3,6}/g, "")
        .match(/[a-zA-Z][a-zA-Z0-9]*/g)
      expect(words?.filter((word) => !WORDS.has(word))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test("a name that cannot be drawn becomes the username, and initials become the logo", () => {
  const strange = drawCard({ ...CARD, name: "김민준", initials: "김" }, fonts)
  expect(strange).toContain(drawCard({ ...CARD, name: "mika", initials: "" }, fonts).slice(-2000))
})

test("the card of a right-to-left name is mirrored", () => {
  const [left, right] = [frameOf(CARD), frameOf({ ...CARD, name: "عمر حداد" })]
  expect(right.portrait.left).toBeGreaterThan(left.portrait.left)
})

test.each(LAYOUTS)("the photo or seal of %s is on the picture, and no line of text runs into it", (layout) => {
  for (const name of ["Mika Tanaka", "عمر حداد"]) {
    const { portrait, text } = frameOf({ name, look: { ...CLASSIC, layout } })
    expect(portrait.left).toBeGreaterThanOrEqual(0)
    expect(portrait.left + portrait.width).toBeLessThanOrEqual(PREVIEW_WIDTH)
    expect(portrait.top + portrait.height).toBeLessThanOrEqual(PREVIEW_HEIGHT)
    const isBeside = portrait.left >= text.left + text.width || text.left >= portrait.left + portrait.width
    // A block of three lines is in the middle of its place.
    const isAbove = portrait.top + portrait.height < text.top + text.height / 4
    expect(isBeside || isAbove).toBe(true)
  }
})

test.each(LAYOUTS)("initials have a rim, other than across half of the picture, and a photo has none: %s", (layout) => {
  const card = { ...CARD, look: { ...CLASSIC, layout } }
  const rim = /<rect [^>]*stroke-width="3"/
  expect(rim.test(drawCard(card, fonts))).toBe(layout !== "portrait")
  expect(drawCard({ ...card, photo: new Uint8Array(1) }, fonts)).not.toMatch(rim)
})

test("the colors are those of the light theme", () => {
  const css = readFileSync(new URL("../../../web/styles/theme.css", import.meta.url), "utf8")
  for (const [name, value] of Object.entries(PAPER)) expect(css).toContain(`--${name}: ${value};`)
  for (const accent of ACCENTS.filter((name) => name !== "vermilion"))
    expect(css).toMatch(new RegExp(`\\[data-accent="${accent}"\\] \\{\\s+--ground: ${INK[accent]};`))
  expect(css).toContain(`--ground: ${INK.vermilion};`)
})
