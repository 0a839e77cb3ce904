// Whether a file is a picture as this program keeps them: of the type that its name says, and no larger than any of them.
import "./decode.ts"
import sharp from "sharp"
import { IMAGE_EXTENSION, sniffImage } from "../../../../domain/profile/image.ts"

/** Every kept picture has fewer pixels on each side. */
const SIDE_MAX_PX = 4096

/** Reads the head of the picture, not its pixels. @param name such as profile.jpg */
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
