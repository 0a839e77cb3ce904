// The fonts of the machine, for scripts that none of ours draws. A bare server has none, and that is no error.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { create, type Font } from "fontkit"

/** Reading a font takes a few milliseconds and its size in memory: more than so many are not looked at. */
const FILES_MAX = 300

interface SystemFonts {
  find(isGood: (font: Font) => boolean, weight: Weight): Font | undefined
}

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
    // A format we do not read, or a damaged file: there are others.
    return undefined
  }
}

/** Noto first, because it looks alike in all scripts; then the weight that was asked for. */
const inOrder = (files: string[], weight: Weight): string[] => {
  const rank = (file: string): number =>
    (/noto/i.test(file) ? 0 : 2) + (/bold|black|medium|light|thin/i.test(file) === (weight === "bold") ? 0 : 1)
  return files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

export type Weight = "regular" | "bold"

export function systemFonts(folders: readonly string[]): SystemFonts {
  let files: string[] | undefined
  const opened = new Map<string, Font | undefined>()
  return {
    find(isGood, weight) {
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
