import { describe, expect, it } from "vitest"
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from "../limits.ts"
import { imageProblem, sniffImage } from "./image.ts"

describe("choosing a photo", () => {
  it.each(IMAGE_TYPES)("%s of exactly 5 MB is taken", (type) => {
    expect(imageProblem({ type, size: IMAGE_MAX_BYTES })).toBeNull()
  })

  it.each(["image/svg+xml", "image/tiff", "image/heic", "text/html", "IMAGE/JPEG ", ""])("%j is refused", (type) => {
    expect(imageProblem({ type, size: 1 })).toBe(
      "Invalid file type. Please upload an image file (JPEG, PNG, GIF, or WEBP).",
    )
  })

  it("one byte too many is refused", () => {
    expect(imageProblem({ type: "image/png", size: IMAGE_MAX_BYTES + 1 })).toBe(
      "File too large. Please select an image under 5MB.",
    )
  })
})

describe("looking at the bytes", () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

  it.each([
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["GIF89a", "image/gif"],
    ["GIF87a", "image/gif"],
    ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
    ["RIFF\0\0\0\0WAVEfmt ", null],
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", null],
    ["II*\0", null],
    ["\0\0\0\x18ftypheic", null],
    ["GIF88a", null],
    ["", null],
  ])("%j is %j", (start, type) => {
    expect(sniffImage(bytes(start))).toBe(type)
  })
})
