// A banner is one drawing: nothing shows where its tiles meet.
import sharp from "sharp"
import { expect, test } from "vitest"
import { pngOf } from "../../../tests/support/pictures.ts"
import { PATTERNS, patternOf } from "./banner-patterns.ts"

const SIDE = 640

async function drawn(content: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 80 80"><path fill="#fff" d="M0 0h80v80H0z"/>${content}</svg>`
  return sharp(await pngOf(svg))
    .greyscale()
    .raw()
    .toBuffer()
}

test.each(PATTERNS)("%s: tiles side by side are what the whole drawing is without them", async (name) => {
  const { width, height, path } = patternOf("anna", name)
  const line = `<path d="${path}" fill="none" stroke="#000" stroke-width="1.4" shape-rendering="crispEdges"/>`
  const tiles = await drawn(
    `<pattern id="p" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${line}</pattern><path fill="url(#p)" d="M0 0h80v80H0z"/>`,
  )
  const places = [-1, 0, 1, 2, 3].flatMap((x) => [-1, 0, 1, 2, 3, 4].map((y) => [x * width, y * height]))
  const whole = await drawn(places.map(([x, y]) => `<g transform="translate(${x} ${y})">${line}</g>`).join(""))
  const different = whole.filter((value, at) => Math.abs(value - (tiles[at] ?? 0)) > 128).length
  // Rounding moves the edge of a line now and then.
  expect(different / whole.length).toBeLessThan(0.01)
})
