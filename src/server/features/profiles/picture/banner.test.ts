import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, expect, it } from "vitest"
import { fromCamera, photograph, transparent, wicked } from "../../../../../tests/support/pictures.ts"
import { Refusal } from "../../../../domain/errors.ts"

// Before the decoders are closed: TIFF and AVIF could not be made afterwards.
const WICKED = await wicked()
const { BANNER_PHONE_MAX_BYTES, BANNER_WIDE_MAX_BYTES, prepareBanner } = await import("./banner.ts")
const { receive } = await import("./receive.ts")

const folder = mkdtempSync(join(tmpdir(), "meishi-banner-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const send = (bytes: Uint8Array, type = "image/jpeg") =>
  receive(
    {
      type,
      size: bytes.length,
      body: (async function* () {
        yield bytes
      })(),
    },
    folder,
    prepareBanner,
  )

const sizeOf = async (bytes: Uint8Array) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return [format, width, height]
}

it.each(["jpeg", "png", "webp", "gif"] as const)(
  "a %s is kept as WebP three times as wide as high, small enough for one bar of signal",
  async (format) => {
    const { addressed, beside } = await send(await photograph(1600, 900, format), `image/${format}`)
    expect([addressed.name, beside.name]).toEqual(["banner.webp", "banner-phone.webp"])
    for (const { bytes } of [addressed, beside]) {
      const [encoding, width, height] = await sizeOf(bytes)
      expect([encoding, Number(width) / Number(height)]).toEqual(["webp", 3])
    }
    expect(beside.bytes.length).toBeLessThanOrEqual(BANNER_PHONE_MAX_BYTES)
    expect(addressed.bytes.length).toBeLessThanOrEqual(BANNER_WIDE_MAX_BYTES)
  },
)

it("of a quieter picture no pixel is lost: 864 for a phone, 1440 for others", async () => {
  const calm = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#2f4a8a" } })
    .jpeg()
    .toBuffer()
  const { addressed, beside } = await send(calm)
  expect(await sizeOf(addressed.bytes)).toEqual(["webp", 1440, 480])
  expect(await sizeOf(beside.bytes)).toEqual(["webp", 864, 288])
})

it("stands upright and says nothing of place or camera", async () => {
  const { addressed, beside } = await send(await fromCamera())
  for (const { bytes } of [addressed, beside]) {
    const { width, exif, orientation } = await sharp(bytes).metadata()
    expect([width, exif, orientation]).toEqual([20, undefined, undefined])
    expect(Buffer.from(bytes).includes("SecretCamera")).toBe(false)
  }
})

it("of one pixel, of one row, high and narrow or transparent is taken too, and not made larger", async () => {
  for (const [width, height] of [
    [1, 1],
    [3000, 1],
    [1, 3000],
    [30, 900],
  ] as const) {
    const { addressed } = await send(await photograph(width, height))
    expect((await sharp(addressed.bytes).metadata()).width).toBeLessThanOrEqual(width)
  }
  expect((await sharp((await send(await transparent(), "image/png")).addressed.bytes).metadata()).hasAlpha).toBe(true)
})

it.each(Object.keys(WICKED))("%s is refused with the sentences of a photo, and nothing stays", async (name) => {
  const refusal = await send(WICKED[name] ?? Buffer.alloc(0)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Refusal).message).toMatch(/^(Invalid file type\. |Upload failed: the image )/)
  expect(readdirSync(folder)).toEqual([])
})
