import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, describe, expect, it } from "vitest"
import { fromCamera, photograph, transparent, wicked } from "../../../../../tests/support/pictures.ts"
import { Refusal } from "../../../../domain/errors.ts"
import { IMAGE_MAX_BYTES } from "../../../../domain/limits.ts"
import { sniffImage } from "../../../../domain/profile/image.ts"

// Before the decoders are closed: TIFF and AVIF could not be made afterwards.
const WICKED = await wicked()
const { CONTACT_MAX_BYTES, preparePhoto } = await import("./photo.ts")
const { receive } = await import("./receive.ts")

const folder = mkdtempSync(join(tmpdir(), "meishi-photo-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* inPieces(bytes: Uint8Array, size = 65_536) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const send = (bytes: Uint8Array, type = "image/jpeg", size: number | null = bytes.length) =>
  receive({ type, size, body: inPieces(bytes) }, folder, preparePhoto)

/** Baseline, not progressive: its frame starts with SOF0. */
const isBaseline = (jpeg: Uint8Array): boolean => Buffer.from(jpeg).includes(Buffer.from([0xff, 0xc0, 0x00, 0x11]))

describe("a good picture", () => {
  it.each([
    ["jpeg", "jpg"],
    ["png", "png"],
    ["webp", "webp"],
    ["gif", "gif"],
  ] as const)(
    "%s is kept as .%s with bytes of that type, at most 1024 px, beside a small baseline JPEG",
    async (format, extension) => {
      const kept = await send(await photograph(1400, 1050, format), `image/${format}`)
      expect(kept.addressed.name).toBe(`profile.${extension}`)
      expect(sniffImage(kept.addressed.bytes)).toBe(`image/${format}`)
      const photo = await sharp(kept.addressed.bytes).metadata()
      expect(Math.max(photo.width, photo.height)).toBeLessThanOrEqual(1024)
      const contact = await sharp(kept.beside.bytes).metadata()
      expect([contact.format, contact.width, contact.height]).toEqual(["jpeg", 400, 300])
      expect(kept.beside.bytes.length).toBeLessThanOrEqual(CONTACT_MAX_BYTES)
      expect(isBaseline(kept.beside.bytes)).toBe(true)
    },
  )

  it("is told apart by its bytes, whatever its label says", async () => {
    expect((await send(await photograph(50, 50, "png"), "image/jpeg")).addressed.name).toBe("profile.png")
  })

  it("stands upright and says nothing of place or camera", async () => {
    const kept = await send(await fromCamera())
    for (const bytes of [kept.addressed.bytes, kept.beside.bytes]) {
      const { width, height, exif, orientation } = await sharp(bytes).metadata()
      expect([width, height, exif, orientation]).toEqual([20, 40, undefined, undefined])
      expect(Buffer.from(bytes).includes("SecretCamera")).toBe(false)
    }
  })

  it("loses what hides behind its end", async () => {
    const kept = await send(
      Buffer.concat([await photograph(50, 50), Buffer.from("<script>alert(1)</script>PK\x03\x04")]),
    )
    expect(Buffer.from(kept.addressed.bytes).includes("<script>")).toBe(false)
  })

  it.each(["png", "webp", "gif"] as const)(
    "a transparent %s stays transparent, and is white on the contact card",
    async (format) => {
      const kept = await send(await transparent(format), `image/${format}`)
      expect((await sharp(kept.addressed.bytes).metadata()).hasAlpha).toBe(true)
      const { data } = await sharp(kept.beside.bytes).raw().toBuffer({ resolveWithObject: true })
      expect(data.every((value) => value > 250)).toBe(true)
    },
  )

  it("is not made larger than it is", async () => {
    const kept = await send(await photograph(30, 20, "png"), "image/png")
    const { width, height } = await sharp(kept.addressed.bytes).metadata()
    expect([width, height]).toEqual([30, 20])
  })

  it("of one pixel, of one row, in grey and in sixteen bits is taken too", async () => {
    const grey = await sharp(await photograph(60, 40))
      .greyscale()
      .toColourspace("b-w")
      .jpeg()
      .toBuffer()
    const deep = await sharp(await photograph(60, 40))
      .toColourspace("rgb16")
      .png()
      .toBuffer()
    const cmyk = await sharp(await photograph(60, 40))
      .toColourspace("cmyk")
      .jpeg()
      .toBuffer()
    for (const bytes of [await photograph(1, 1), await photograph(3000, 1), grey, deep, cmyk])
      expect((await send(bytes)).beside.bytes.length).toBeGreaterThan(0)
  })
})

describe("a wrong upload", () => {
  const TYPE = "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP)."
  const SIZE = "File too large. Please select an image under 5MB."

  it.each(Object.keys(WICKED))("%s is refused with a sentence, and nothing stays", async (name) => {
    const refusal = await send(WICKED[name] ?? Buffer.alloc(0)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    if (!(refusal instanceof Refusal)) return
    expect([415, 422]).toContain(refusal.status)
    expect(refusal.message).toMatch(refusal.status === 415 ? /^Invalid file type\. / : /^Upload failed: the image /)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(["an SVG", "a TIFF", "an AVIF"])("%s finds no decoder even if it came past every check", async (name) => {
    const path = join(folder, "smuggled")
    writeFileSync(path, WICKED[name] ?? "")
    await expect(preparePhoto({ path, type: "image/png" })).rejects.toMatchObject({ status: 422 })
    rmSync(path)
  })

  it.each(["image/svg+xml", "image/tiff", "text/plain", "application/json", ""])(
    "labelled %j is not even read",
    async (type) => {
      let read = false
      async function* body() {
        read = true
        yield new Uint8Array(1)
      }
      await expect(receive({ type, size: null, body: body() }, folder, preparePhoto)).rejects.toMatchObject({
        status: 415,
        message: TYPE,
      })
      expect(read).toBe(false)
    },
  )

  it("announced too large is not even read; one that lies about it is stopped at the first byte too many", async () => {
    const start = await photograph(50, 50)
    let sent = 0
    async function* endless() {
      yield start
      for (;;) {
        sent += 65_536
        yield new Uint8Array(65_536)
      }
    }
    const tooLarge = { status: 413, message: SIZE }
    const upload = { type: "image/jpeg", body: endless() }
    await expect(receive({ ...upload, size: IMAGE_MAX_BYTES + 1 }, folder, preparePhoto)).rejects.toMatchObject(
      tooLarge,
    )
    expect(sent).toBe(0)
    await expect(receive({ ...upload, size: null }, folder, preparePhoto)).rejects.toMatchObject(tooLarge)
    expect(sent).toBeLessThan(IMAGE_MAX_BYTES + 65_536)
    expect(readdirSync(folder)).toEqual([])
  })

  it("that breaks off leaves nothing", async () => {
    const start = await photograph(50, 50)
    async function* broken() {
      yield start
      throw new Error("connection lost")
    }
    await expect(receive({ type: "image/jpeg", size: null, body: broken() }, folder, preparePhoto)).rejects.toThrow(
      "connection lost",
    )
    expect(readdirSync(folder)).toEqual([])
  })
})
