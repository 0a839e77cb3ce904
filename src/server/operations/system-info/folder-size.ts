// The size of a folder, measured one file at a time so that it never slows requests down.
import { opendir, stat } from "node:fs/promises"
import { join } from "node:path"
import type { FolderSize } from "../../../api/operations.ts"

/** A missing folder, and files that are deleted in the meantime, are not errors. */
export async function folderSize(root: string, maxFiles: number): Promise<FolderSize> {
  const size: FolderSize = { files: 0, bytes: 0, isComplete: true }
  const waiting = [root]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await opendir(folder).catch(() => null)
    if (entries === null) continue
    for await (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      if (!entry.isFile()) continue
      if (size.files >= maxFiles) {
        size.isComplete = false
        return size
      }
      size.files += 1
      size.bytes += (await stat(path).catch(() => null))?.size ?? 0
    }
  }
  return size
}
