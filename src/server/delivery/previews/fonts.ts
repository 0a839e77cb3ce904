// Which font draws a character: the free ones that are installed with the product, then whatever the machine has.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { create, type Font } from "fontkit"
import { systemFonts, type Weight } from "./system-fonts.ts"

export interface Fonts {
  /** The first font that has all these code points. */
  fontFor(codePoints: readonly number[], weight: Weight): Font | undefined
}

interface Family {
  name: string
  /** of the package's subsets, those that bring a script of their own; none: all */
  subsets?: readonly string[]
  weights: Record<Weight, number>
}

const BOTH = { regular: 400, bold: 600 }
const FAMILIES: readonly Family[] = [
  {
    name: "source-serif-4",
    subsets: ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext"],
    weights: BOTH,
  },
  { name: "noto-sans-hebrew", subsets: ["hebrew"], weights: BOTH },
  { name: "noto-sans-arabic", subsets: ["arabic"], weights: BOTH },
  { name: "zen-antique", weights: { regular: 400, bold: 400 } },
]

interface Subset {
  ranges: [from: number, to: number][]
  font(weight: Weight): Font
}

const resolve = createRequire(import.meta.url).resolve

/** @param text such as "U+0-FF,U+131" */
const readRanges = (text: string): Subset["ranges"] =>
  text.split(",").map((range) => {
    const [from = "", to = from] = range.replace("U+", "").split("-")
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

function subsetsOf({ name, subsets, weights }: Family): Subset[] {
  const home = `@fontsource/${name}`
  const named = JSON.parse(readFileSync(resolve(`${home}/unicode.json`), "utf8")) as Record<string, string>
  return (subsets ?? Object.keys(named)).map((subset) => {
    const opened = new Map<number, Font>()
    return {
      ranges: readRanges(named[subset] ?? ""),
      font(weight) {
        const number = weights[weight]
        const known = opened.get(number)
        if (known !== undefined) return known
        const file = `${home}/files/${name}-${subset.replace(/[[\]]/g, "")}-${number}-normal.woff`
        const font = create(readFileSync(resolve(file))) as Font
        opened.set(number, font)
        return font
      },
    }
  })
}

const draws = (font: Font, codePoints: readonly number[]): boolean =>
  codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))

/** @param folders where the machine keeps its own fonts; they need not exist */
export function openFonts(folders: readonly string[]): Fonts {
  const bundled = FAMILIES.flatMap(subsetsOf)
  const others = systemFonts(folders)
  return {
    fontFor(codePoints, weight) {
      for (const { ranges, font } of bundled) {
        const mayDraw = codePoints.every((point) => ranges.some(([from, to]) => from <= point && point <= to))
        if (mayDraw && draws(font(weight), codePoints)) return font(weight)
      }
      return others.find((font) => draws(font, codePoints), weight)
    },
  }
}
