// The two files of a banner: one for wide or very fine screens, and a small one for phones with a weak signal.
import type { Sharp } from "sharp"
import { BANNER_PHONE_PX, BANNER_RATIO, BANNER_WIDE_PX } from "../../../../domain/limits.ts"
import { decode, firstWithin, from, type Pixels, type Prepared } from "./decode.ts"
import type { Received } from "./receive.ts"

export const BANNER_PHONE_MAX_BYTES = 40 * 1000
export const BANNER_WIDE_MAX_BYTES = 120 * 1000
// Few, because each takes half a second for a noisy picture.
const QUALITIES = [80, 60, 40]

const WIDE_FILE = "banner.webp"
const PHONE_FILE = "banner-phone.webp"
export const BANNER_FILES = { addressed: [WIDE_FILE], beside: [PHONE_FILE] }

const cut = (width: number) => ({ width, height: width / BANNER_RATIO, fit: "cover" as const })

/** WebP of a quality that makes it small enough; if none does, it loses pixels. */
function encode(pixels: Pixels, width: number, maxBytes: number): Promise<Buffer> {
  function* encodings(): Generator<Sharp> {
    for (const px of [width, width / 2, width / 4])
      for (const quality of QUALITIES)
        yield from(pixels)
          .resize({ ...cut(px), withoutEnlargement: true })
          .webp({ quality })
  }
  return firstWithin(maxBytes, encodings())
}

/** @throws Refusal when the file is not a complete picture */
export async function prepareBanner(received: Received): Promise<Prepared> {
  const pixels = await decode(received, cut(BANNER_WIDE_PX))
  return {
    addressed: { name: WIDE_FILE, bytes: await encode(pixels, BANNER_WIDE_PX, BANNER_WIDE_MAX_BYTES) },
    beside: { name: PHONE_FILE, bytes: await encode(pixels, BANNER_PHONE_PX, BANNER_PHONE_MAX_BYTES) },
  }
}
