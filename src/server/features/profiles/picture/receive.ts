// Receives an upload into a file, so that many large ones cost disk space and no memory. Refuses as soon as something is wrong.
import { open, rm } from "node:fs/promises"
import { Refusal } from "../../../../domain/errors.ts"
import { IMAGE_MAX_BYTES } from "../../../../domain/limits.ts"
import { IMAGE } from "../../../../domain/messages.ts"
import { type ImageType, imageProblem, sniffImage } from "../../../../domain/profile/image.ts"
import { diskRefusal } from "../../../platform/files/disk-files.ts"
import { incomingPath } from "../../../platform/files/incoming-folder.ts"

export interface Upload {
  /** media type as the sender labels it */
  type: string
  /** bytes as announced; null when the header is missing */
  size: number | null
  body: AsyncIterable<Uint8Array>
}

export interface Received {
  path: string
  /** what the bytes are, whatever the label said */
  type: ImageType
}

const SNIFF_BYTES = 12

const wrongType = () => new Refusal("unsupported_media_type", { message: IMAGE.type })
const tooLarge = () => new Refusal("payload_too_large", { message: IMAGE.size })

function checkLabel({ type, size }: Upload): void {
  if (imageProblem({ type, size: 0 }) !== null) throw wrongType()
  if (size !== null && size > IMAGE_MAX_BYTES) throw tooLarge()
}

/** Writes the body to `path`. Stops reading at the first byte too many. @returns the type of the picture */
async function spool(upload: Upload, path: string): Promise<ImageType> {
  const handle = await open(path, "wx", 0o600)
  try {
    let size = 0
    let start = Buffer.alloc(0)
    for await (const chunk of upload.body) {
      size += chunk.byteLength
      if (size > IMAGE_MAX_BYTES) throw tooLarge()
      if (start.length < SNIFF_BYTES) start = Buffer.concat([start, chunk.subarray(0, SNIFF_BYTES)])
      if (start.length >= SNIFF_BYTES && sniffImage(start) === null) throw wrongType()
      await handle.writeFile(chunk)
    }
    return sniffImage(start) ?? refuse(wrongType())
  } finally {
    await handle.close()
  }
}

function refuse(refusal: Refusal): never {
  throw refusal
}

/** Hands the received file to `use` and removes it afterward, whatever happens. @throws Refusal with the sentences of section 8 */
export async function receive<T>(upload: Upload, folder: string, use: (file: Received) => Promise<T>): Promise<T> {
  checkLabel(upload)
  let path: string | undefined
  try {
    path = await incomingPath(folder)
    return await use({ path, type: await spool(upload, path) })
  } catch (error) {
    throw diskRefusal(error)
  } finally {
    if (path !== undefined) await rm(path, { force: true })
  }
}
