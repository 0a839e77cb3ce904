import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { createDiskFiles } from "./disk-files.ts"
import { incomingFolder } from "./incoming-folder.ts"

const root = mkdtempSync(join(tmpdir(), "meishi-files-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const NOW = new Date("2026-05-01T12:00:00Z")
const incoming = incomingFolder(join(root, "incoming"), true, NOW)
const files = createDiskFiles(join(root, "files"), incoming)
const bytes = (text: string) => new TextEncoder().encode(text)

describe("files on a disk", () => {
  it("come back as they were written, with the type of their extension", async () => {
    await files.write("bucket/a/one.png", bytes("one"))
    const file = await files.read("bucket/a/one.png")
    expect(new TextDecoder().decode(file?.bytes)).toBe("one")
    expect(file?.type).toBe("image/png")
    expect(file?.etag).toMatch(/^"[\w-]{22}"$/)
  })

  it("are replaced as a whole, with another validator, and leave nothing beside them", async () => {
    await files.write("bucket/two.jpg", bytes("old"))
    const before = await files.read("bucket/two.jpg")
    await files.write("bucket/two.jpg", bytes("new"))
    const after = await files.read("bucket/two.jpg")
    expect(new TextDecoder().decode(after?.bytes)).toBe("new")
    expect(after?.etag).not.toBe(before?.etag)
    expect(readdirSync(incoming)).toEqual([])
  })

  it("readers during many writes see one version or another, never a mixture", async () => {
    const versions = Array.from({ length: 20 }, (_, n) => new Uint8Array(200_000).fill(n))
    await files.write("bucket/busy.gif", versions[0] ?? bytes(""))
    const writes = Promise.all(versions.map((version) => files.write("bucket/busy.gif", version)))
    for (let n = 0; n < 50; n++) {
      const file = await files.read("bucket/busy.gif")
      expect(file?.bytes.length).toBe(200_000)
      expect(new Set(file?.bytes).size).toBe(1)
    }
    await writes
  })

  it("that are gone or were never there are null, and deleting them is no error", async () => {
    await files.write("bucket/three.webp", bytes("x"))
    await files.delete("bucket/three.webp")
    await files.delete("bucket/three.webp")
    expect(await files.read("bucket/three.webp")).toBeNull()
    expect(await files.read("bucket/one.png/two.png")).toBeNull()
  })

  it.each([
    "../secret.png",
    "bucket/../../secret.png",
    "bucket/..png",
    "/etc/passwd.png",
    "bucket//a.png",
    "bucket/a.svg",
    "bucket/a.png/",
    "bucket/.hidden.png",
    "bucket/a\0.png",
    "bucket\\a.png",
    "Bucket/A.png",
    "",
  ])("%j is never a path of ours", async (path) => {
    expect(await files.read(path)).toBeNull()
    await expect(files.write(path, bytes("x"))).rejects.toThrow("not a path")
    await expect(files.delete(path)).rejects.toThrow("not a path")
  })
})

describe("the folder for what is coming in", () => {
  it("is empty after a start, whatever a killed process left", () => {
    const base = join(root, "left")
    writeFileSync(join(incomingFolder(base, true, NOW), "half"), "x")
    const next = incomingFolder(base, true, NOW)
    expect(readdirSync(base)).toEqual([next.slice(base.length + 1)])
    expect(readdirSync(next)).toEqual([])
  })

  it("shared with other processes, keeps theirs unless it is a day old", () => {
    const base = join(root, "shared")
    mkdirSync(join(base, "theirs"), { recursive: true })
    mkdirSync(join(base, "old"))
    utimesSync(join(base, "theirs"), NOW, NOW)
    const dayBefore = new Date(NOW.getTime() - 86_400_001)
    utimesSync(join(base, "old"), dayBefore, dayBefore)
    incomingFolder(base, false, NOW)
    expect(readdirSync(base)).toContain("theirs")
    expect(readdirSync(base)).not.toContain("old")
  })
})
