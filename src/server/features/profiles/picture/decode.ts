// Decodes a received picture into plain pixels: upright, in sRGB, and at most of the given size.
import sharp, { type ResizeOptions, type Sharp } from "sharp"
import { Refusal } from "../../../../domain/errors.ts"
import { IMAGE } from "../../../../domain/messages.ts"
import { IMAGE_EXTENSION, type ImageType, sniffImage } from "../../../../domain/profile/image.ts"
import type { Received } from "./receive.ts"

/** JPEG: phones take 48 megapixels. Other formats cannot be decoded at a fraction of their size, so less is allowed. */
const PIXELS_MAX: Record<ImageType, number> = {
  "image/jpeg": 50e6,
  "image/png": 25e6,
  "image/gif": 25e6,
  "image/webp": 25e6,
}

// Only the four needed decoders can be reached: no SVG, TIFF, HEIC or PDF, whatever the bytes claim to be.
const DECODERS = ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"]
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({ operation: DECODERS })
sharp.cache(false)
sharp.concurrency(1)

export interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

interface KeptFile {
  name: string
  bytes: Uint8Array
}

/** The stored files of an upload, always encoded again: no metadata, script or second format hidden in it survives. */
export interface Prepared {
  /** the file whose address the profile names */
  addressed: KeptFile
  /** a smaller one, for phones or contact cards */
  beside: KeptFile
}

const TOO_MANY_PIXELS = /pixel limit|too large|dimensions/i

/** @throws Refusal when the file is not a complete picture, or has too many pixels */
export async function decode({ path, type }: Received, size: ResizeOptions): Promise<Pixels> {
  try {
    const { data, info } = await sharp(path, {
      failOn: "error",
      limitInputPixels: PIXELS_MAX[type],
      pages: 1,
      autoOrient: true,
    })
      .resize({ ...size, withoutEnlargement: true })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true })
    return {
      data,
      info: { width: info.width, height: info.height, channels: info.channels as Pixels["info"]["channels"] },
    }
  } catch (error) {
    const tooMany = error instanceof Error && TOO_MANY_PIXELS.test(error.message)
    const reason = tooMany
      ? `the image has more than ${PIXELS_MAX[type] / 1_000_000} million pixels.`
      : "the image is damaged or incomplete."
    throw new Refusal("validation_failed", { message: IMAGE.failed(reason) })
  }
}

export const from = ({ data, info }: Pixels): Sharp => sharp(data, { raw: info })

/** The first of the encodings that is small enough, else the last. */
export async function firstWithin(maxBytes: number, encodings: Iterable<Sharp>): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const encoding of encodings) {
    bytes = await encoding.toBuffer()
    if (bytes.length <= maxBytes) break
  }
  return bytes
}

/** Every stored picture has fewer pixels on each side. */
const SIDE_MAX_PX = 4096

/**
 * Whether a file is a picture as this program stores them: of the type that its name says, and no larger than any of them.
 * Reads the head of the picture, not its pixels.
 * @param name such as profile.jpg
 */
export async function isStoredPicture(name: string, bytes: Buffer): Promise<boolean> {
  const type = sniffImage(bytes)
  if (type === null || !name.endsWith(`.${IMAGE_EXTENSION[type]}`)) return false
  try {
    const { format, width, height, pages = 1 } = await sharp(bytes).metadata()
    return type === `image/${format}` && pages === 1 && width <= SIDE_MAX_PX && height <= SIDE_MAX_PX
  } catch {
    return false
  }
}
