// Paints a preview as a JPEG of 1200 × 630: the drawing, with the profile's photo and banner if it has them.
import sharp from "sharp"
import { PREVIEW_HEIGHT as HEIGHT, PREVIEW_WIDTH as WIDTH } from "../../../domain/profile/preview.ts"
import { BANNER_HEIGHT, drawCard, PORTRAIT, PORTRAIT_TOP, type PreviewCard } from "./card-drawing.ts"
import { PAPER } from "./colors.ts"
import type { Fonts } from "./fonts.ts"

/** Below this size every messenger shows the picture. */
const PREVIEW_MAX_BYTES = 100_000
const QUALITIES = [86, 78, 68, 55, 40]

const ROUNDED = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT}" height="${PORTRAIT}"><rect width="${PORTRAIT}" height="${PORTRAIT}" rx="${PORTRAIT * 0.3}"/></svg>`,
)

const cover = (bytes: Uint8Array, width: number, height: number) =>
  sharp(bytes, { pages: 1 }).resize({ width, height, fit: "cover" })

const roundPhoto = (bytes: Uint8Array): Promise<Buffer> =>
  cover(bytes, PORTRAIT, PORTRAIT)
    .ensureAlpha()
    .composite([{ input: ROUNDED, blend: "dest-in" }])
    .png()
    .toBuffer()

/** @returns JPEG bytes, without a photo or banner that cannot be read */
export async function paint(given: PreviewCard, fonts: Fonts): Promise<Buffer> {
  const photo = given.photo === null ? null : await roundPhoto(given.photo).catch(() => null)
  const across = given.banner === null ? null : cover(given.banner, WIDTH, BANNER_HEIGHT).png().toBuffer()
  const banner = await across?.catch(() => null)
  const card = { ...given, photo, banner: banner ?? null }
  const { svg, portraitLeft } = drawCard(card, fonts)
  const layers: { input: Buffer; left: number; top: number }[] = [{ input: Buffer.from(svg), left: 0, top: 0 }]
  if (banner != null) layers.unshift({ input: banner, left: 0, top: 0 })
  if (photo !== null) layers.push({ input: photo, left: portraitLeft, top: PORTRAIT_TOP })
  const { data, info } = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER.sheet } })
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
