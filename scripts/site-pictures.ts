// Draws the icons and the preview picture of the site into public/, and the people of the landing page: run
// `node_modules/.bin/node scripts/site-pictures.ts` when public/favicon.svg or the demonstration's people change, and commit what it writes.
import { readFile, writeFile } from "node:fs/promises"
import sharp from "sharp"
import { INK } from "../src/domain/profile/inks.ts"
import { openFonts } from "../src/server/delivery/previews/fonts.ts"
import { banner, portrait } from "../src/server/operations/demo/drawings.ts"
import { DEMO_PEOPLE } from "../src/server/operations/demo/people.ts"
import { drawSite } from "./site-drawing.ts"

const PUBLIC = new URL("../public/", import.meta.url)
const LANDING = new URL("../src/web/documents/landing/", import.meta.url)
const svg = await readFile(new URL("favicon.svg", PUBLIC), "utf8")
/** without the rounded corners, for systems that cut a shape of their own */
const square = svg.replace(' rx="9"', "")
/** everything within the middle 80 %, which every shape leaves (W3C manifest, "maskable") */
const maskable = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
  .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"')

const png = (drawing: string, side: number): Promise<Buffer> => {
  const picture = sharp(Buffer.from(drawing), { density: (72 * side) / 32 }).resize(side, side)
  // Edge to edge: half a pixel of nothing would be a dark line.
  const filled = drawing === svg ? picture : picture.flatten({ background: INK.vermilion })
  return filled.png({ compressionLevel: 9 }).toBuffer()
}

/** An ICO holds whole PNGs, one per size, after a directory of 16 bytes each. */
async function ico(sides: number[]): Promise<Buffer> {
  const pictures = await Promise.all(sides.map((side) => png(svg, side)))
  const head = Buffer.alloc(6 + 16 * sides.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sides.length, 4)
  let offset = head.length
  for (const [at, picture] of pictures.entries()) {
    const entry = 6 + 16 * at
    head.writeUInt8(sides[at] ?? 0, entry)
    head.writeUInt8(sides[at] ?? 0, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

const save = (name: string, bytes: Uint8Array): Promise<void> => writeFile(new URL(name, PUBLIC), bytes)

await save("favicon.ico", await ico([16, 32, 48]))
await save("apple-touch-icon.png", await png(square, 180))
await save("icon-192.png", await png(svg, 192))
await save("icon-512.png", await png(svg, 512))
await save("icon-maskable-512.png", await png(maskable, 512))
await save(
  "preview.jpg",
  await sharp(Buffer.from(drawSite(openFonts([]))))
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 84, chromaSubsampling: "4:4:4", mozjpeg: true })
    .toBuffer(),
)

/** Twice the size at which the landing page shows them. */
const webp = (drawing: string, width: number, height: number): Promise<Buffer> =>
  sharp(Buffer.from(drawing)).resize(width, height).webp({ quality: 76, effort: 6 }).toBuffer()

for (const { username, look, scene } of DEMO_PEOPLE) {
  await writeFile(new URL(`sample-${username}.webp`, LANDING), await webp(portrait(look), 192, 192))
  if (username === "alejandra" && scene !== undefined)
    await writeFile(new URL(`sample-${username}-banner.webp`, LANDING), await webp(banner(scene), 720, 240))
}
