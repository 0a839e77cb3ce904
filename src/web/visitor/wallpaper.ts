// A wallpaper for the lock screen: the owner's ink and pattern, and the code where neither clock nor buttons are.
import { initials } from "../../domain/contact/names.ts"
import { accentOf } from "../../domain/profile/accent.ts"
import { patternOf } from "../../domain/profile/banner-patterns.ts"
import { INK } from "../../domain/profile/inks.ts"
import { displayUrl } from "../../domain/profile/links.ts"
import type { PublicProfile } from "../../domain/profile/profile.ts"
import { drawCode, newCanvas, SERIF } from "./drawn-code.ts"
import { drawFitted } from "./fitted-text.ts"

/** In pixels of the screen. Other phones crop the nearest one a little. */
export const PHONES = {
  "iPhone 16 Pro Max, 17 Pro Max": [1320, 2868],
  "iPhone 16 Pro, 17": [1206, 2622],
  "iPhone 14 Pro, 15, 16": [1179, 2556],
  "iPhone 12, 13, 14": [1170, 2532],
  "iPhone SE": [750, 1334],
  "Galaxy S, Pixel": [1080, 2400],
  "Galaxy Ultra, Pixel Pro": [1440, 3120],
} as const satisfies Record<string, [width: number, height: number]>
export type Phone = keyof typeof PHONES

const PAPER = "#fffdfa"
/** Shares of the height: the clock is above, the buttons of the lock screen are below. */
const TILE_TOP = 0.412
/** From the code to the capitals of the name. */
const NAME_BELOW = 0.0235
/** Of the width; on a short screen, the height decides. */
const TILE_WIDTH = 0.615
const TILE_HEIGHT = 0.36

/** The phone that shows this page, if it is one of them. */
export function thisPhone(): Phone {
  const { width, height } = screen
  const own = Math.min(width, height) * devicePixelRatio
  const found = (Object.keys(PHONES) as Phone[]).find((phone) => Math.abs(PHONES[phone][0] - own) < 2)
  return found ?? "Galaxy S, Pixel"
}

/** @param scale 1 for the file, less for a preview */
export function drawWallpaper(card: PublicProfile, url: string, phone: Phone, scale = 1): HTMLCanvasElement {
  const [width, height] = PHONES[phone].map((px) => Math.round(px * scale)) as [number, number]
  const { canvas, pen } = newCanvas(width, height)
  const ink = INK[accentOf(card)]
  const name = card.full_name || card.username
  pen.fillStyle = ink
  pen.fillRect(0, 0, width, height)
  drawPattern(pen, patternOf(card.username, card.look.pattern), width, height)
  // It fades out downward, so that nothing is behind the words.
  const fade = pen.createLinearGradient(0, 0, 0, height)
  fade.addColorStop(0, `${ink}00`)
  fade.addColorStop(0.9, ink)
  pen.fillStyle = fade
  pen.fillRect(0, 0, width, height)

  const side = Math.round(Math.min(width * TILE_WIDTH, height * TILE_HEIGHT))
  const [left, top] = [Math.round((width - side) / 2), Math.round(height * TILE_TOP)]
  pen.save()
  pen.beginPath()
  pen.roundRect(left, top, side, side, side * 0.085)
  pen.clip()
  drawCode(pen, url, { ink, initials: initials(name) }, { left, top, side })
  pen.restore()

  pen.fillStyle = PAPER
  pen.textAlign = "center"
  pen.textBaseline = "alphabetic"
  const below = top + side + height * NAME_BELOW
  // Not wider than the code, which leads.
  const middle = { x: width / 2, width: side }
  const nameFont = (size: number) => `600 ${size}px ${SERIF}`
  const named = drawFitted(pen, name, { ...middle, top: below, size: width * 0.066, font: nameFont })
  const linkFont = (size: number) => `${size}px system-ui, sans-serif`
  drawFitted(pen, displayUrl(url), { ...middle, top: named + width * 0.042, size: width * 0.036, font: linkFont })
  return canvas
}

function drawPattern(
  pen: CanvasRenderingContext2D,
  motif: ReturnType<typeof patternOf>,
  width: number,
  height: number,
): void {
  const size = (width / 420) * 1.6 * motif.scale
  const path = new Path2D(motif.path)
  pen.save()
  pen.strokeStyle = PAPER
  pen.lineWidth = 1.2 / motif.scale
  pen.globalAlpha = 0.24
  pen.scale(size, size)
  const rows = Math.ceil(height / size / motif.height)
  const columns = Math.ceil(width / size / motif.width)
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      pen.save()
      // A tile also draws beyond its edges; there its neighbors do.
      pen.translate(column * motif.width, row * motif.height)
      const tile = new Path2D()
      tile.rect(0, 0, motif.width, motif.height)
      pen.clip(tile)
      pen.stroke(path)
      pen.restore()
    }
  pen.restore()
}
