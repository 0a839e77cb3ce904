// QR codes (ISO/IEC 18004) as vectors: always dark on white, because inverted codes fail many cameras.
import encode from "qr"

/** The quiet zone that the standard asks for. */
export const QUIET_MODULES = 4
/** How much may be covered or dirty: H 30 %, Q 25 %, M 15 %. */
export type QrLevel = "H" | "Q" | "M"
const LEVEL = { H: "high", Q: "quartile", M: "medium" } as const

/** Rows of modules, quiet zone included; true is dark. @throws Error when it is more than a code holds */
export const qrModules = (text: string, level: QrLevel = "H"): boolean[][] =>
  encode(text, "raw", { ecc: LEVEL[level], border: QUIET_MODULES })

/** Side in modules and one path of all dark modules: a horizontal run per stretch. */
export function pathOf(rows: readonly boolean[][]): { size: number; path: string } {
  let path = ""
  let [penX, penY] = [0, 0]
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      const run = x + 1 - start
      // Relative moves are shorter than absolute ones.
      path += `m${start - penX} ${y - penY}h${run}`
      penX = start + run
      penY = y
    }
  })
  return { size: rows.length, path }
}

/** A whole SVG document. @param px its width and height */
export const qrSvg = (text: string, px: number, level?: QrLevel): string => svgOf(qrModules(text, level), px)

/**
 * Colors by name: the document may end up in an address, which `#` would cut.
 * @param px its width and height @param over SVG on top of the code
 */
export function svgOf(rows: readonly boolean[][], px: number, ink = "black", over = ""): string {
  const { size, path } = pathOf(rows)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${px}" height="${px}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path stroke="${ink}" d="${path}" transform="translate(0 .5)"/>${over}</svg>`
}
