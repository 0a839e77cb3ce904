// Which files may become a picture of a profile (specification sections 5 and 8): by label and size first, by their bytes later.
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from "../limits.ts"
import { IMAGE } from "../messages.ts"

/** The pictures of a profile, and the field in which the address of each stands. */
export const PICTURE_FIELD = { photo: "profile_picture", banner: "banner_picture" } as const
export type PictureKind = keyof typeof PICTURE_FIELD
export const PICTURE_KINDS = Object.keys(PICTURE_FIELD) as PictureKind[]

export type ImageType = (typeof IMAGE_TYPES)[number]

export const IMAGE_EXTENSION = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
} as const satisfies Record<ImageType, string>

const isImageType = (type: string): type is ImageType => (IMAGE_TYPES as readonly string[]).includes(type)

/** The sentence to show, or null when the picture may be sent. `size` in bytes. */
export function imageProblem(file: { type: string; size: number }): string | null {
  if (!isImageType(file.type)) return IMAGE.type
  return file.size > IMAGE_MAX_BYTES ? IMAGE.size : null
}

const startsWith = (bytes: Uint8Array, signature: number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)

const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))

/** What the bytes themselves say they are; names and labels can lie. Null for anything but the four types. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg"
  if (startsWith(bytes, [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a])) return "image/png"
  if (startsWith(bytes, ascii("GIF87a")) || startsWith(bytes, ascii("GIF89a"))) return "image/gif"
  if (startsWith(bytes, ascii("RIFF")) && startsWith(bytes, ascii("WEBP"), 8)) return "image/webp"
  return null
}
