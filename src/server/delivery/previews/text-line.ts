// Text as outlines: how wide a line is, what fits, and the path that draws it. No text reaches the picture, only shapes.

import { lettersOf } from "../../../domain/text/letters.ts"
import type { Fonts, Weight } from "./fonts.ts"
import { drawable, runsOf } from "./text-runs.ts"

export interface Line {
  size: number
  /** in the same unit as the size */
  width: number
  /** SVG path data, beginning at x on this baseline */
  pathAt(x: number, baseline: number): string
}

interface Setting {
  weight: Weight
  /** tried from the first on */
  sizes: readonly number[]
  maxWidth: number
}

/** Null when there is nothing to draw, or no font for it. */
function lineOf(text: string, size: number, weight: Weight, fonts: Fonts): Line | null {
  const runs = text === "" ? null : runsOf(text, weight, fonts)
  if (runs === null) return null
  const laid = runs.map(({ font, text: part }) => {
    const { glyphs, positions, advanceWidth } = font.layout(part)
    return { scale: size / font.unitsPerEm, glyphs, positions, advanceWidth }
  })
  const width = laid.reduce((sum, { scale, advanceWidth }) => sum + scale * advanceWidth, 0)
  return {
    size,
    width,
    pathAt(x, baseline) {
      const paths: string[] = []
      let left = x
      for (const { glyphs, positions, scale } of laid)
        for (const [at, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
          const [right, up] = [left + scale * xOffset, baseline - scale * yOffset]
          paths.push(glyph.path.transform(scale, 0, 0, -scale, right, up).toSVG())
          left += scale * xAdvance
        }
      return paths.join("")
    },
  }
}

/** The largest size at which it fits; at the smallest it is cut. */
export function fitLine(text: string, { weight, sizes, maxWidth }: Setting, fonts: Fonts): Line | null {
  const shown = drawable(text)
  let line: Line | null = null
  for (const size of sizes) {
    line = lineOf(shown, size, weight, fonts)
    if (line === null || line.width <= maxWidth) return line
  }
  const letters = lettersOf(shown)
  let [fits, tooMany] = [0, letters.length]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    const cut = lineOf(`${letters.slice(0, middle).join("").trimEnd()}…`, sizes.at(-1) ?? 0, weight, fonts)
    if (cut !== null && cut.width <= maxWidth) [fits, line] = [middle, cut]
    else tooMany = middle
  }
  return fits === 0 ? null : line
}

/** On one line if it fits, else on two of the smallest size, as even as the words allow. */
export function fitLines(text: string, setting: Setting, fonts: Fonts): Line[] {
  const shown = drawable(text)
  const { sizes, maxWidth, weight } = setting
  for (const size of sizes) {
    const line = lineOf(shown, size, weight, fonts)
    if (line === null) return []
    if (line.width <= maxWidth) return [line]
  }
  const words = shown.split(" ")
  const smallest = { ...setting, sizes: sizes.slice(-1) }
  const widths = words.slice(1).map((_, at) => {
    const parts = [words.slice(0, at + 1), words.slice(at + 1)]
    return Math.max(...parts.map((part) => lineOf(part.join(" "), smallest.sizes[0] ?? 0, weight, fonts)?.width ?? 0))
  })
  const at = widths.indexOf(Math.min(...widths)) + 1
  const parts = at === 0 ? [shown] : [words.slice(0, at).join(" "), words.slice(at).join(" ")]
  return parts.flatMap((part) => fitLine(part, smallest, fonts) ?? [])
}
