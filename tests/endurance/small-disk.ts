// A disk that can be filled: a file system in memory of a given size, where this machine allows to mount one.
import { execFileSync } from "node:child_process"
import { mkdir, open, rm, statfs } from "node:fs/promises"
import { join } from "node:path"

const CHUNK = Buffer.alloc(1024 * 1024)
const BLOCK = 4096

export interface SmallDisk {
  folder: string
  /** Leaves so many bytes; 0 takes the last block. */
  fill(freeBytes: number): Promise<void>
  /** Takes away what `fill` wrote. */
  empty(): Promise<void>
  unmount(): void
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** @returns null where nothing may be mounted */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | null> {
  await mkdir(folder)
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "pipe" })
  } catch {
    return null
  }
  const ballast = join(folder, "ballast")
  return {
    folder,
    async fill(freeBytes) {
      const handle = await open(ballast, "a")
      try {
        for (;;) {
          const more = Math.min(CHUNK.length, (await freeIn(folder)) - freeBytes)
          if (more < BLOCK) return
          await handle.write(CHUNK, 0, more)
        }
      } catch (error) {
        if ((error as { code?: unknown }).code !== "ENOSPC") throw error
      } finally {
        await handle.close()
      }
    },
    empty: () => rm(ballast, { force: true }),
    unmount: () => void execFileSync("umount", ["-l", folder], { stdio: "pipe" }),
  }
}
