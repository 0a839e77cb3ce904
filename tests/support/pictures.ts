// Pictures for tests, valid and hostile, generated so that none is stored in the repository.
import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"

type Encoded = "jpeg" | "png" | "webp" | "gif"

/** A picture that compresses badly, as photographs do. */
export const photograph = (width = 800, height = 600, format: Encoded = "jpeg"): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 50 } },
  })
    .toFormat(format, format === "gif" ? { effort: 1 } : {})
    .toBuffer()

/** Many pixels in few bytes. */
export const blank = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#123456" } })
    .png()
    .toBuffer()

/** One color with a transparent background around it. */
export const transparent = (format: "png" | "webp" | "gif" = "png"): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .toFormat(format)
    .toBuffer()

/** Holds a place, a camera's name and an orientation: lying on its side, 40 × 20 as stored. */
export const fromCamera = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: "#123456" } })
    .withExif({ IFD0: { Make: "SecretCamera" }, IFD3: { GPSLatitude: "47/1 22/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A valid PNG of a few KB with very many black pixels. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))])
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'

/** What must be refused, by the name of the trick. */
export async function wicked(): Promise<Record<string, Buffer>> {
  const jpeg = await photograph()
  const png = await photograph(100, 100, "png")
  return {
    "an SVG": Buffer.from(SVG),
    "a web page": Buffer.from("<!doctype html><script>alert(1)</script>"),
    "a TIFF": await sharp(png).tiff().toBuffer(),
    "an AVIF": await sharp(png).avif({ effort: 0 }).toBuffer(),
    "a HEIC by its signature": Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), jpeg]),
    "a PDF": Buffer.from("%PDF-1.7\n%âãÏÓ\n"),
    "a truncated JPEG": jpeg.subarray(0, jpeg.length / 2),
    "a truncated PNG": png.subarray(0, png.length / 2),
    "a PNG signature before an SVG": Buffer.concat([png.subarray(0, 8), Buffer.from(SVG)]),
    "a GIF signature before a script": Buffer.from("GIF89a=1;alert(1)//"),
    "a JPEG signature alone": Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    "a WebP signature alone": Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"),
    "a PNG of 225 megapixels": bomb(15_000),
    "a PNG of 26 megapixels": bomb(5_100),
    nothing: Buffer.alloc(0),
    "three bytes": Buffer.from("GIF"),
  }
}

const SVG_DECODER = { operation: ["VipsForeignLoadSvg"] }

/** Draws an SVG, which the program forbids this process to open because uploads never may. */
export async function pngOf(svg: Uint8Array | string): Promise<Buffer> {
  sharp.unblock(SVG_DECODER)
  try {
    return await sharp(Buffer.from(svg)).png().toBuffer()
  } finally {
    sharp.block(SVG_DECODER)
  }
}
