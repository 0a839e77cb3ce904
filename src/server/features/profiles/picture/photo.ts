// The two files of a photo: the one on the profile, and the small JPEG for contact cards.
import { IMAGE_EXTENSION, type ImageType } from "../../../../domain/profile/image.ts"
import { decode, firstWithin, from, type Pixels, type Prepared } from "./decode.ts"
import type { Received } from "./receive.ts"

const INSIDE = { fit: "inside", withoutEnlargement: true } as const
const PHOTO_PX = 1024
const CONTACT_PX = 400
/** Exchange takes 48 KB of base64 (docs/decisions/photos.md). */
export const CONTACT_MAX_BYTES = 36 * 1024
const CONTACT_QUALITIES = [84, 76, 68, 58, 46, 34, 22]
/** PNG and GIF have no quality to step down: beyond this size they get fewer colors, then fewer pixels. */
const PHOTO_MAX_BYTES = 600 * 1024
const SIDES_PX = [PHOTO_PX, 768, 512, 384]

export const CONTACT_FILE = "contact.jpg"
const photoFile = (extension: string): string => `profile.${extension}`

export const PHOTO_FILES = {
  addressed: Object.values(IMAGE_EXTENSION).map(photoFile),
  beside: [CONTACT_FILE],
}

function encode(pixels: Pixels, type: ImageType): Promise<Buffer> {
  if (type === "image/webp") return from(pixels).webp({ quality: 84 }).toBuffer()
  if (type === "image/jpeg") return from(pixels).jpeg({ quality: 84, progressive: true }).toBuffer()
  const sized = SIDES_PX.map((px) => from(pixels).resize({ width: px, height: px, ...INSIDE }))
  // Higher efforts take seconds for a hundredth of the size.
  const gifs = sized.map((picture) => picture.gif({ effort: 1 }))
  if (type === "image/gif") return firstWithin(PHOTO_MAX_BYTES, gifs)
  const fewColours = sized.map((picture) => picture.png({ palette: true, effort: 1 }))
  return firstWithin(PHOTO_MAX_BYTES, [from(pixels).png({ compressionLevel: 9 }), ...fewColours])
}

/** Baseline, on white where the picture is transparent, of a quality that makes it small enough. */
async function contactPhoto(pixels: Pixels): Promise<Buffer> {
  for (const side of [CONTACT_PX, CONTACT_PX / 2]) {
    const small = await from(pixels)
      .resize({ width: side, height: side, ...INSIDE })
      .flatten({ background: "#ffffff" })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const source = { data: small.data, info: { ...small.info, channels: small.info.channels as 1 | 3 } }
    const jpegs = CONTACT_QUALITIES.map((quality) => from(source).jpeg({ quality, progressive: false }))
    const jpeg = await firstWithin(CONTACT_MAX_BYTES, jpegs)
    if (jpeg.length <= CONTACT_MAX_BYTES) return jpeg
  }
  throw new Error("no quality makes this picture small enough")
}

/** @throws Refusal when the file is not a complete picture */
export async function preparePhoto(received: Received): Promise<Prepared> {
  const pixels = await decode(received, { width: PHOTO_PX, height: PHOTO_PX, fit: "inside" })
  return {
    addressed: { name: photoFile(IMAGE_EXTENSION[received.type]), bytes: await encode(pixels, received.type) },
    beside: { name: CONTACT_FILE, bytes: await contactPhoto(pixels) },
  }
}
