// What a disk would hold after a power cut: of each file only what was flushed, kept up to date beside the real folder.
import {
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, relative } from "node:path"

export interface DiskImage {
  /** stands in for fsync */
  sync(descriptor: number): void
  /** a copy of what a power cut now would leave */
  cut(into: string): void
}

/** Names appear and vanish when their folder is flushed; a name whose file was not flushed yet has no bytes. */
function mirrorNames(live: string, image: string): void {
  mkdirSync(image, { recursive: true })
  const there = new Set(readdirSync(live))
  for (const name of readdirSync(image)) if (!there.has(name)) rmSync(join(image, name), { recursive: true })
  for (const name of there) {
    if (existsSync(join(image, name))) continue
    if (statSync(join(live, name)).isDirectory()) mkdirSync(join(image, name))
    else writeFileSync(join(image, name), "")
  }
}

/** Linux only: descriptors are named by /proc. @param live as flushed as it is now */
export function diskImage(live: string, image: string): DiskImage {
  cpSync(live, image, { recursive: true })
  return {
    sync(descriptor) {
      fsyncSync(descriptor)
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      if (!existsSync(path)) return
      const copy = join(image, relative(live, path))
      if (statSync(path).isDirectory()) return mirrorNames(path, copy)
      mkdirSync(dirname(copy), { recursive: true })
      copyFileSync(path, copy)
    },
    cut: (into) => cpSync(image, into, { recursive: true }),
  }
}
