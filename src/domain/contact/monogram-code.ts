// A QR code in the owner's ink with the initials in its middle: geometry for any pen, and a whole SVG document.
import { escapedMarkup } from "../markup.ts"
import { type QrLevel, QUIET_MODULES, qrModules, svgOf } from "./qr.ts"

/** Of the code's side: 3 % of its area, of which even level M restores 15 %. With 6 %, zbar misses some sizes of long links. */
const MIDDLE_SHARE = 0.16

/** A code of 45 modules or more has an alignment pattern in its middle. When the seal covers it, zbar misses a third of the sizes. */
const MODULES_MAX = 41
const LEVELS: QrLevel[] = ["H", "Q", "M"]

export interface MonogramCode {
  /** modules, quiet zone included; the middle is free. True is dark. */
  rows: boolean[][]
  /** the free square, in modules: the seal stands in it, a little smaller */
  middle: { at: number; side: number }
}

/**
 * @param text a link: it must fit at level H. One of more than 106 characters leaves no room for a monogram.
 * @param hasMonogram false leaves the code whole, for people whose initials are unknown
 */
export function monogramCode(text: string, hasMonogram: boolean): MonogramCode {
  const sealed = hasMonogram ? sealable(text) : undefined
  const rows = sealed ?? qrModules(text)
  const code = rows.length - 2 * QUIET_MODULES
  // Codes have an odd number of modules, and so has what is centered in them.
  const side = sealed ? 2 * Math.floor((code * MIDDLE_SHARE) / 2) + 1 : 0
  const at = (rows.length - side) / 2
  const isFree = (n: number) => n >= at && n < at + side
  return {
    rows: rows.map((row, y) => row.map((isDark, x) => isDark && !(isFree(x) && isFree(y)))),
    middle: { at, side },
  }
}

/** At the highest level that leaves the middle free. */
const sealable = (text: string): boolean[][] | undefined =>
  LEVELS.map((level) => qrModules(text, level)).find((rows) => rows.length - 2 * QUIET_MODULES <= MODULES_MAX)

/** Side of the seal, radius of its corners and size of its letters, as shares of the free square. */
export const SEAL = { inset: 0.5, corner: 0.28, letters: 0.46 }

/** @param ink a dark color @param initials may be empty @param most its width and height: the whole pixels for each module that fit */
export function monogramSvg(text: string, ink: string, initials: string, most: number): string {
  const { rows, middle } = monogramCode(text, initials !== "")
  const size = rows.length
  const px = size * Math.max(1, Math.floor(most / size))
  const seal = middle.side - 2 * SEAL.inset
  const at = middle.at + SEAL.inset
  const monogram =
    initials === "" || middle.side === 0
      ? ""
      : `<rect x="${at}" y="${at}" width="${seal}" height="${seal}" rx="${seal * SEAL.corner}" fill="${ink}" shape-rendering="auto"/>` +
        `<text x="${size / 2}" y="${size / 2}" dy=".35em" text-anchor="middle" font-family="Georgia, 'Noto Serif', serif" font-weight="600" font-size="${seal * SEAL.letters}" fill="#fff">${escapedMarkup(initials)}</text>`
  return svgOf(rows, px, ink, monogram)
}
