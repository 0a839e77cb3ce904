// A QR code as vectors: level H unless it holds much, four quiet modules, always dark on white, because inverted codes fail many cameras.
import { useMemo } from "react"
import { encode } from "uqr"

export const QR_QUIET_MODULES = 4
/** How much may be covered or dirty: H 30 %, M 15 %. */
type Level = "H" | "M"

/** Side in modules, quiet zone included, and one path of all dark modules: a horizontal run per stretch. */
export function qrPath(text: string, level: Level = "H"): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: level, boostEcc: false, border: QR_QUIET_MODULES })
  let path = ""
  let [penX, penY] = [0, 0]
  data.forEach((row, y) => {
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
  return { size, path }
}

interface QrCodeProps {
  text: string
  /** what the picture is, for those who do not see it */
  label: string
  level?: Level
  className?: string
}

export function QrCode({ text, label, level, className }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text, level), [text, level])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path stroke="#000" strokeWidth="1" transform="translate(0 .5)" d={path} />
    </svg>
  )
}
