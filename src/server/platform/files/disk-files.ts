// Files in a folder of this machine: written to the incoming folder, flushed, then renamed.
import { randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { access, constants, mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Refusal } from "../../../domain/errors.ts"
import { IMAGE_MAX_BYTES } from "../../../domain/limits.ts"
import { checkedType, etagOf, type Files, LISTED_MAX, typeOfPath } from "./files.ts"
import { flush } from "./flush.ts"
import { incomingPath } from "./incoming-folder.ts"

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined)

const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR"

const RETRY_AFTER_S = 10

const isDiskFull = (error: unknown): boolean => codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT"

/** Linux mounts a disk read-only when it reports errors. */
const isReadOnly = (error: unknown): boolean => codeOf(error) === "EROFS"

/** A disk that takes no files is a matter for the operator, not an error of the program. Other errors are left as they are. */
export function diskRefusal(error: unknown): unknown {
  if (isDiskFull(error)) return new Refusal("storage_full", { retryAfterS: RETRY_AFTER_S })
  return isReadOnly(error) ? new Refusal("service_unavailable", { retryAfterS: RETRY_AFTER_S }) : error
}

async function makeFolder(folder: string, root: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let at = dirname(folder); at.startsWith(root); at = dirname(at)) await flush(at)
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, "wx", 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @param incoming a folder on the same disk for unfinished files (incoming-folder.ts) */
export function createDiskFiles(root: string, incoming: string): Files {
  mkdirSync(root, { recursive: true })
  return {
    async write(path, bytes) {
      checkedType(path)
      const target = join(root, path)
      let temporary: string | undefined
      try {
        temporary = await incomingPath(incoming)
        await writeFlushed(temporary, bytes)
        await makeFolder(dirname(target), root)
        await rename(temporary, target)
        await flush(dirname(target))
      } catch (error) {
        if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => undefined)
        throw diskRefusal(error)
      }
    },
    async read(path) {
      const type = typeOfPath(path)
      if (type === null) return null
      try {
        const bytes = new Uint8Array(await readFile(join(root, path)))
        return { bytes, type, etag: etagOf(bytes) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async delete(path) {
      checkedType(path)
      await rm(join(root, path), { force: true }).catch((error: unknown) => {
        throw diskRefusal(error)
      })
    },
    async list(folder) {
      try {
        const entries = await readdir(join(root, folder), { withFileTypes: true })
        return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).slice(0, LISTED_MAX)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    async check() {
      const probe = join(incoming, `probe-${randomUUID()}`)
      try {
        await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
        const { bavail, bsize } = await statfs(root)
        // Room for the probe is not room for a photo.
        if (bavail * bsize < IMAGE_MAX_BYTES) return "full"
        await writeFile(probe, "probe", { flag: "wx", mode: 0o600 })
        return "ok"
      } catch (error) {
        if (isDiskFull(error)) return "full"
        if (isReadOnly(error)) return "read_only"
        throw error
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}
