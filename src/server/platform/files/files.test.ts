import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type BucketServer, startBucketServer } from "../../../../tests/support/bucket-server.ts"
import { createDiskFiles } from "./disk-files.ts"
import type { Files } from "./files.ts"
import { incomingFolder } from "./incoming-folder.ts"
import { createS3Files } from "./s3-files.ts"

const root = mkdtempSync(join(tmpdir(), "meishi-files-"))
let bucket: BucketServer
beforeAll(async () => {
  bucket = await startBucketServer()
})
afterAll(async () => {
  await bucket.close()
  rmSync(root, { recursive: true, force: true })
})

const NOW = new Date("2026-05-01T12:00:00Z")
const incoming = incomingFolder(join(root, "incoming"), true, NOW)
const bytes = (text: string) => new TextEncoder().encode(text)
const logged: unknown[] = []
const log = { error: (event: string, fields?: object) => void logged.push({ event, ...fields }) }

const KEPT: [string, () => Files][] = [
  ["on a disk", () => createDiskFiles(join(root, "files"), incoming)],
  ["in a bucket", () => createS3Files(bucket.settings, log)],
]

describe.each(KEPT)("files %s", (_where, open) => {
  let files: Files
  beforeAll(() => {
    files = open()
  })

  it("can be kept", async () => expect(await files.check()).toBe("ok"))

  it("are read as they were written, with the type of their extension", async () => {
    await files.write("bucket/a/one.png", bytes("one"))
    const file = await files.read("bucket/a/one.png")
    expect(new TextDecoder().decode(file?.bytes)).toBe("one")
    expect(file?.type).toBe("image/png")
    expect(file?.etag).toMatch(/^"[\w-]{22}"$/)
  })

  it("are replaced as a whole, with another validator, and leave no other file", async () => {
    await files.write("bucket/two.jpg", bytes("old"))
    const before = await files.read("bucket/two.jpg")
    await files.write("bucket/two.jpg", bytes("new"))
    const after = await files.read("bucket/two.jpg")
    expect(new TextDecoder().decode(after?.bytes)).toBe("new")
    expect(after?.etag).not.toBe(before?.etag)
    expect(readdirSync(incoming)).toEqual([])
  })

  it("are one version or another for readers during many writes, never a mixture", async () => {
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

  it("are listed by the names in their folder, without those below it and beside it", async () => {
    expect(await files.list("bucket/listed")).toEqual([])
    for (const name of ["listed/one.txt", "listed/two.txt", "listed/below/three.txt", "listed-not.txt"])
      await files.write(`bucket/${name}`, bytes("x"))
    expect((await files.list("bucket/listed")).sort()).toEqual(["one.txt", "two.txt"])
    await files.delete("bucket/listed/one.txt")
    expect(await files.list("bucket/listed")).toEqual(["two.txt"])
  })

  it("that do not exist are null, and deleting them is no error", async () => {
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

describe("a bucket that cannot be asked", () => {
  const ask = (settings: Partial<BucketServer["settings"]>) => createS3Files({ ...bucket.settings, ...settings }, log)

  it.each([
    ["does not exist", () => ask({ bucket: "nowhere" })],
    ["belongs to another account", () => ask({ accessKeyId: "stranger" })],
    ["has another secret", () => ask({ secretAccessKey: "wrong" })],
    ["is in another region", () => ask({ region: "elsewhere" })],
    ["does not respond", () => ask({ endpoint: "http://127.0.0.1:9" })],
  ])("because it %s: the service is unavailable, and the log says why, without a secret", async (_why, open) => {
    logged.length = 0
    await expect(open().write("bucket/a.png", bytes("x"))).rejects.toMatchObject({
      code: "service_unavailable",
      retryAfterS: 10,
    })
    expect(await open().check()).toBe("away")
    expect(logged).toHaveLength(2)
    expect(logged[0]).toMatchObject({ event: "files.s3_failed", method: "PUT", path: "bucket/a.png" })
    expect(JSON.stringify(logged)).not.toContain(bucket.settings.secretAccessKey)
  })

  it("and never responds is given up: soon by a probe, after ten seconds by a write", async () => {
    const server = createServer(() => undefined)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const files = ask({ endpoint: `http://127.0.0.1:${port}` })
    const started = performance.now()
    const writing = files.write("bucket/a.png", bytes("x")).catch((error) => error)
    expect(await files.check()).toBe("away")
    expect(performance.now() - started).toBeLessThan(8_000)
    expect(await writing).toMatchObject({ code: "service_unavailable" })
    expect(performance.now() - started).toBeLessThan(30_000)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }, 60_000)

  it("for a moment is tried again", async () => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers.authorization)
      response.statusCode = asked.length < 3 ? 503 : 200
      response.end("bytes")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const file = await ask({ endpoint: `http://127.0.0.1:${port}` }).read("bucket/a.png")
    expect(new TextDecoder().decode(file?.bytes)).toBe("bytes")
    expect(asked).toHaveLength(3)
    expect(asked[0]).toContain("AWS4-HMAC-SHA256 Credential=")
    await new Promise((resolve) => server.close(resolve))
  })

  it("does not follow a redirect to another server", async () => {
    const elsewhere: string[] = []
    const other = createServer((request, response) => {
      elsewhere.push(request.url ?? "")
      response.end("bytes")
    })
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/internal` }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const reading = ask({ endpoint: `http://127.0.0.1:${port}` }).read("bucket/a.png")
    await expect(reading).rejects.toMatchObject({ code: "service_unavailable" })
    expect(elsewhere).toEqual([])
    for (const each of [server, other]) await new Promise((resolve) => each.close(resolve))
  })

  it("is addressed by its host name when the operator says so", async () => {
    logged.length = 0
    const files = ask({ endpoint: "http://storage.invalid", isPathStyle: false })
    await expect(files.read("bucket/a.png")).rejects.toMatchObject({ code: "service_unavailable" })
    expect(JSON.stringify(logged)).toContain("meishi.storage.invalid")
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

  it("shared with other processes, keeps that of a running one and not that of a killed one", async () => {
    const base = join(root, "killed")
    const here = pathToFileURL(join(import.meta.dirname, "incoming-folder.ts")).href
    const script = `const { incomingFolder } = await import("${here}")
      console.log(incomingFolder(${JSON.stringify(base)}, false, new Date()))
      setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const [line] = await once(other.stdout, "data")
    const theirs = basename(String(line).trim())
    incomingFolder(base, false, new Date())
    expect(readdirSync(base)).toContain(theirs)
    other.kill("SIGKILL")
    await once(other, "exit")
    incomingFolder(base, false, new Date())
    expect(readdirSync(base)).not.toContain(theirs)
  })

  it("is made again after its removal", async () => {
    const base = join(root, "away")
    const folder = incomingFolder(base, false, NOW)
    rmSync(folder, { recursive: true })
    await createDiskFiles(join(root, "away-files"), folder).write("a.png", bytes("a"))
    expect(readdirSync(folder)).toEqual([])
  })
})
