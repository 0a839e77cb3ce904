// Turns a received picture into the two we keep: the profile photo and the small JPEG for contact cards.
// What is kept is always encoded anew, so no metadata, no script tail and no second format hidden in the file survives.
import sharp, { type Sharp } from "sharp"
import { Refusal } from "../../../domain/errors.ts"
import { IMAGE } from "../../../domain/messages.ts"
import { IMAGE_EXTENSION, type ImageType } from "../../../domain/photo.ts"
import type { Received } from "./receive.ts"

const INSIDE = { fit: "inside", withoutEnlargement: true } as const
const PHOTO_PX = 1024
const CONTACT_PX = 400
/** Exchange takes 48 KB of base64 (docs/decisions/photos.md). */
export const CONTACT_MAX_BYTES = 36 * 1024
const CONTACT_QUALITIES = [84, 76, 68, 58, 46, 34, 22]
/** PNG and GIF have no quality to step down: beyond this size they get fewer colours, then fewer pixels. */
const PHOTO_MAX_BYTES = 600 * 1024
const SIDES_PX = [PHOTO_PX, 768, 512, 384]
/** A telephone's 48 megapixels. Other formats cannot be decoded at a fraction of their size, so less is allowed. */
const PIXELS_MAX: Record<ImageType, number> = {
  "image/jpeg": 50e6,
  "image/png": 25e6,
  "image/gif": 25e6,
  "image/webp": 25e6,
}

// Only the four decoders we need can be reached at all: no SVG, TIFF, HEIC, PDF, whatever the bytes claim.
const DECODERS = ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"]
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({ operation: DECODERS })
sharp.cache(false)
sharp.concurrency(1)

export interface Prepared {
  extension: (typeof IMAGE_EXTENSION)[ImageType]
  photo: Uint8Array
  contact: Uint8Array
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

const TOO_MANY_PIXELS = /pixel limit|too large|dimensions/i

/** At most 1024 px a side, upright, in sRGB. */
async function decode({ path, type }: Received): Promise<Pixels> {
  try {
    const { data, info } = await sharp(path, {
      failOn: "error",
      limitInputPixels: PIXELS_MAX[type],
      pages: 1,
      autoOrient: true,
    })
      .resize({ width: PHOTO_PX, height: PHOTO_PX, ...INSIDE })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true })
    return {
      data,
      info: { width: info.width, height: info.height, channels: info.channels as Pixels["info"]["channels"] },
    }
  } catch (error) {
    const tooMany = error instanceof Error && TOO_MANY_PIXELS.test(error.message)
    const reason = tooMany ? "the image has too many pixels." : "the image is damaged or incomplete."
    throw new Refusal("validation_failed", { message: IMAGE.failed(reason) })
  }
}

const from = ({ data, info }: Pixels) => sharp(data, { raw: info })

/** The first of the encodings that is small enough, else the last. */
async function firstWithinSize(encodings: Sharp[]): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const encoding of encodings) {
    bytes = await encoding.toBuffer()
    if (bytes.length <= PHOTO_MAX_BYTES) break
  }
  return bytes
}

function encode(pixels: Pixels, type: ImageType): Promise<Buffer> {
  if (type === "image/webp") return from(pixels).webp({ quality: 84 }).toBuffer()
  if (type === "image/jpeg") return from(pixels).jpeg({ quality: 84, progressive: true }).toBuffer()
  const sized = SIDES_PX.map((px) => from(pixels).resize({ width: px, height: px, ...INSIDE }))
  // Higher efforts take seconds for a hundredth of the size.
  if (type === "image/gif") return firstWithinSize(sized.map((picture) => picture.gif({ effort: 1 })))
  const fewColours = sized.map((picture) => picture.png({ palette: true, effort: 1 }))
  return firstWithinSize([from(pixels).png({ compressionLevel: 9 }), ...fewColours])
}

/** Baseline, on white where the picture is transparent, of a quality at which it fits. */
async function contactPhoto(pixels: Pixels): Promise<Buffer> {
  for (const side of [CONTACT_PX, CONTACT_PX / 2]) {
    const small = await from(pixels)
      .resize({ width: side, height: side, ...INSIDE })
      .flatten({ background: "#ffffff" })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const source = { data: small.data, info: { ...small.info, channels: small.info.channels as 1 | 3 } }
    for (const quality of CONTACT_QUALITIES) {
      const jpeg = await from(source).jpeg({ quality, progressive: false }).toBuffer()
      if (jpeg.length <= CONTACT_MAX_BYTES) return jpeg
    }
  }
  throw new Error("no quality makes this picture small enough")
}

/** @throws Refusal when the bytes are not a whole picture of at most so many pixels */
export async function prepare(file: Received): Promise<Prepared> {
  const pixels = await decode(file)
  const photo = await encode(pixels, file.type)
  return { extension: IMAGE_EXTENSION[file.type], photo, contact: await contactPhoto(pixels) }
}
