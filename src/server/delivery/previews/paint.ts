// Paints a preview as a JPEG of 1200 × 630: the drawing, with the profile's photo and banner if it has them.
import sharp from "sharp"
import { PREVIEW_HEIGHT as HEIGHT, PREVIEW_WIDTH as WIDTH } from "../../../domain/profile/preview.ts"
import { drawCard, type Frame, frameOf, type PreviewCard } from "./card-drawing.ts"
import { paletteOf } from "./colors.ts"
import type { Fonts } from "./fonts.ts"

/** Every messenger shows pictures up to this size. */
const PREVIEW_MAX_BYTES = 100_000
const QUALITIES = [86, 78, 68, 55, 40]

const cover = (bytes: Uint8Array, width: number, height: number) =>
  sharp(bytes, { pages: 1 }).resize({ width, height, fit: "cover" })

async function cutPhoto(bytes: Uint8Array, { width, height, radius }: Frame["portrait"]): Promise<Buffer> {
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`
  return cover(bytes, width, height)
    .ensureAlpha()
    .composite([{ input: Buffer.from(shape), blend: "dest-in" }])
    .png()
    .toBuffer()
}

/** @returns JPEG bytes, without a photo or banner that cannot be read */
export async function paint(given: PreviewCard, fonts: Fonts): Promise<Buffer> {
  const { banner: height, portrait } = frameOf(given)
  const photo = given.photo && (await cutPhoto(given.photo, portrait).catch(() => null))
  const across = height > 0 && given.banner !== null ? cover(given.banner, WIDTH, height).png().toBuffer() : null
  const banner = (await across?.catch(() => null)) ?? null
  const card = { ...given, photo, banner }
  const layers: { input: Buffer; left: number; top: number }[] = [
    { input: Buffer.from(drawCard(card, fonts)), left: 0, top: 0 },
  ]
  if (banner !== null) layers.unshift({ input: banner, left: 0, top: 0 })
  if (photo) layers.push({ input: photo, left: portrait.left, top: portrait.top })
  const background = paletteOf(given).sheet
  const { data, info } = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels as 3 }
  let picture: Buffer = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    picture = await sharp(data, { raw }).jpeg({ quality, chromaSubsampling: "4:4:4", mozjpeg: true }).toBuffer()
    if (picture.length <= PREVIEW_MAX_BYTES) break
  }
  return picture
}
