// Which font draws a character: the free ones that are installed with the product, then those of the machine.
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { create, type Font } from "fontkit"

export type Weight = "regular" | "bold"
export type Fonts = ReturnType<typeof openFonts>

interface Family {
  name: string
  /** those of the package's subsets that bring a script; default: all */
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
export function openFonts(folders: readonly string[]) {
  const bundled = FAMILIES.flatMap(subsetsOf)
  const others = systemFonts(folders)
  return {
    /** The first font that has all these code points. */
    fontFor(codePoints: readonly number[], weight: Weight): Font | undefined {
      for (const { ranges, font } of bundled) {
        const mayDraw = codePoints.every((point) => ranges.some(([from, to]) => from <= point && point <= to))
        if (mayDraw && draws(font(weight), codePoints)) return font(weight)
      }
      return others.find((font) => draws(font, codePoints), weight)
    },
  }
}

/** Reading a font takes a few milliseconds and its size in memory. */
const FILES_MAX = 300

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ttf|otf|ttc)$/i.test(name) && !/italic|oblique|mono|emoji/i.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function read(file: string): Font | undefined {
  try {
    const font = create(readFileSync(file))
    return "fonts" in font ? font.fonts[0] : font
  } catch {
    // A format that fontkit does not read, or a damaged file: there are others.
    return undefined
  }
}

/** Noto first, because it looks alike in all scripts; then the requested weight. */
const inOrder = (files: string[], weight: Weight): string[] => {
  const rank = (file: string): number =>
    (/noto/i.test(file) ? 0 : 2) + (/bold|black|medium|light|thin/i.test(file) === (weight === "bold") ? 0 : 1)
  return files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** For scripts that none of our fonts has. A bare server has no fonts of its own, which is not an error. */
function systemFonts(folders: readonly string[]) {
  let files: string[] | undefined
  const opened = new Map<string, Font | undefined>()
  return {
    find(isGood: (font: Font) => boolean, weight: Weight): Font | undefined {
      files ??= folders.flatMap(filesIn).slice(0, FILES_MAX)
      for (const file of inOrder(files, weight)) {
        if (!opened.has(file)) opened.set(file, read(file))
        const font = opened.get(file)
        if (font !== undefined && isGood(font)) return font
      }
      return undefined
    },
  }
}
