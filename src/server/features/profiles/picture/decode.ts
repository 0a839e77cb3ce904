// Opens a received picture: whatever it was, what comes out are plain pixels, upright and in sRGB, of at most the asked size.
import sharp, { type ResizeOptions, type Sharp } from "sharp"
import { Refusal } from "../../../../domain/errors.ts"
import { IMAGE } from "../../../../domain/messages.ts"
import type { ImageType } from "../../../../domain/profile/image.ts"
import type { Received } from "./receive.ts"

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

export interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

interface KeptFile {
  name: string
  bytes: Uint8Array
}

/** What is kept of an upload, always encoded anew: no metadata, no script tail, no second format hidden in it survives. */
export interface Prepared {
  /** the picture the profile names */
  addressed: KeptFile
  /** a smaller one for a purpose of its own */
  beside: KeptFile
}

const TOO_MANY_PIXELS = /pixel limit|too large|dimensions/i

/** @throws Refusal when the bytes are not a whole picture of at most so many pixels */
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
    const reason = tooMany ? "the image has too many pixels." : "the image is damaged or incomplete."
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
