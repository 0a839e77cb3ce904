// A QR code on the page.
import { useMemo } from "react"
import { pathOf, qrModules } from "../../../domain/contact/qr.ts"

interface QrCodeProps {
  text: string
  /** description for screen readers */
  label: string
  /** the encoder of a text that is more than a link. So dense a code is only read reliably with whole pixels for each module. */
  dense?: (text: string) => boolean[][]
  /** a dark color; black by default */
  ink?: string
  className?: string
}

export function QrCode({ text, label, dense, ink = "#000", className }: QrCodeProps) {
  const { size, path } = useMemo(() => pathOf((dense ?? qrModules)(text)), [text, dense])
  const side = `round(down, 100%, ${size}px)`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
      {...(dense && { style: { width: side, height: side } })}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path stroke={ink} strokeWidth="1" transform="translate(0 .5)" d={path} />
    </svg>
  )
}
