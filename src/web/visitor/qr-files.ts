// A QR code as a file: exactly 1024 by 1024 pixels whatever the screen, or vectors.
import { encode } from "uqr"
import { QR_DOWNLOAD_PX } from "../../domain/limits.ts"
import { QR_QUIET_MODULES, qrPath } from "../documents/profile/qr-code.tsx"

/** Modules are whole pixels; what is left over widens the quiet zone. */
export async function qrPng(text: string): Promise<Blob> {
  const { data, size } = encode(text, { ecc: "H", boostEcc: false, border: QR_QUIET_MODULES })
  const scale = Math.floor(QR_DOWNLOAD_PX / size)
  const margin = Math.floor((QR_DOWNLOAD_PX - scale * size) / 2)
  const canvas = document.createElement("canvas")
  canvas.width = QR_DOWNLOAD_PX
  canvas.height = QR_DOWNLOAD_PX
  const pen = canvas.getContext("2d")
  if (pen === null) throw new Error("no canvas")
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, QR_DOWNLOAD_PX, QR_DOWNLOAD_PX)
  pen.fillStyle = "#000"
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(margin + x * scale, margin + y * scale, scale, scale)
    })
  })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
  )
}

export function qrSvg(text: string): Blob {
  const { size, path } = qrPath(text)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${QR_DOWNLOAD_PX}" height="${QR_DOWNLOAD_PX}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}" transform="translate(0 .5)"/></svg>`
  return new Blob([drawing], { type: "image/svg+xml" })
}
