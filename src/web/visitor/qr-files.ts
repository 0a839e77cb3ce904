// A QR code as a file: exactly 1024 by 1024 pixels on any screen, or vectors.
import { qrModules, qrSvg } from "../../domain/contact/qr.ts"
import { QR_DOWNLOAD_PX } from "../../domain/limits.ts"

/** Modules are whole pixels; the rest widens the quiet zone. */
export async function qrPng(text: string): Promise<Blob> {
  const rows = qrModules(text)
  const scale = Math.floor(QR_DOWNLOAD_PX / rows.length)
  const margin = Math.floor((QR_DOWNLOAD_PX - scale * rows.length) / 2)
  const canvas = document.createElement("canvas")
  canvas.width = QR_DOWNLOAD_PX
  canvas.height = QR_DOWNLOAD_PX
  const pen = canvas.getContext("2d")
  if (pen === null) throw new Error("no canvas")
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, QR_DOWNLOAD_PX, QR_DOWNLOAD_PX)
  pen.fillStyle = "#000"
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(margin + x * scale, margin + y * scale, scale, scale)
    })
  })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
  )
}

export const qrDrawing = (text: string): Blob => new Blob([qrSvg(text, QR_DOWNLOAD_PX)], { type: "image/svg+xml" })
