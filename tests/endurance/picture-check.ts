// Fetches a stored picture and decodes every pixel of it.
import sharp from "sharp"
import { fromAnywhere } from "./program.ts"

/** @returns its width, or null when it is not there or not whole */
export async function wholeWidth(origin: string, path: string): Promise<number | null> {
  const answer = await fetch(origin + path, { headers: fromAnywhere() })
  if (answer.status !== 200) return null
  // Half a picture fails here.
  const decoded = sharp(await answer.arrayBuffer(), { failOn: "error" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decoded.then(
    ({ info }) => info.width,
    () => null,
  )
}
