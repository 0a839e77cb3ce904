// A QR code on the page.
import { useMemo } from "react"
import { type QrLevel, qrPath } from "../../../domain/contact/qr.ts"

interface QrCodeProps {
  text: string
  /** description for screen readers */
  label: string
  level?: QrLevel
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
