// QR codes as pictures, drawn in the browser: modules are whole pixels, so that every reader finds them.
import { type MonogramCode, monogramCode, SEAL } from "../../domain/contact/monogram-code.ts"
import { QR_DOWNLOAD_PX } from "../../domain/limits.ts"

interface CodeLook {
  /** a dark color */
  ink: string
  /** in the middle; empty: the code is whole */
  initials: string
}

export const SERIF = 'ui-serif, "New York", "Iowan Old Style", Georgia, "Noto Serif", serif'

/** White ground included. @param left, top, side the square to fill, in pixels of the canvas */
export function drawCode(
  pen: CanvasRenderingContext2D,
  text: string,
  { ink, initials }: CodeLook,
  { left, top, side }: { left: number; top: number; side: number },
): void {
  const { rows, middle } = monogramCode(text, initials !== "")
  const scale = Math.floor(side / rows.length)
  // What is left over widens the quiet zone.
  const margin = Math.floor((side - scale * rows.length) / 2)
  pen.fillStyle = "#fff"
  pen.fillRect(left, top, side, side)
  pen.fillStyle = ink
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(left + margin + x * scale, top + margin + y * scale, scale, scale)
    })
  })
  if (middle.side > 0) drawSeal(pen, initials, middle, { left: left + margin, top: top + margin, scale })
}

function drawSeal(
  pen: CanvasRenderingContext2D,
  initials: string,
  middle: MonogramCode["middle"],
  { left, top, scale }: { left: number; top: number; scale: number },
): void {
  const side = (middle.side - 2 * SEAL.inset) * scale
  const at = (middle.at + SEAL.inset) * scale
  pen.beginPath()
  pen.roundRect(left + at, top + at, side, side, side * SEAL.corner)
  pen.fill()
  pen.fillStyle = "#fff"
  pen.font = `600 ${side * SEAL.letters}px ${SERIF}`
  pen.textAlign = "center"
  pen.textBaseline = "alphabetic"
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = pen.measureText(initials)
  pen.fillText(initials, left + at + side / 2, top + at + side / 2 + (up - down) / 2, side * 0.86)
}

/** @throws Error when the browser has no canvas */
export function newCanvas(width: number, height: number): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext("2d")
  if (pen === null) throw new Error("no canvas")
  return { canvas, pen }
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
  )

/** Exactly 1024 by 1024 pixels on any screen (specification section 9). */
export async function codePng(text: string, look: CodeLook): Promise<Blob> {
  const { canvas, pen } = newCanvas(QR_DOWNLOAD_PX, QR_DOWNLOAD_PX)
  drawCode(pen, text, look, { left: 0, top: 0, side: QR_DOWNLOAD_PX })
  return pngOf(canvas)
}
