// Backup and restore as the operator types them, on the real program: while it runs, and into a new folder.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startServer, type TestServer } from "../support/server.ts"

const PATIENCE_MS = 240_000

let server: TestServer
let folder = ""
let archive = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-command-"))
  archive = join(folder, "a.tar.gz")
  server = await startServer()
}, PATIENCE_MS)
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(
  args: string[],
  dataDir: string,
  input: Uint8Array = Buffer.alloc(0),
): Promise<{ code: number | null; out: Buffer; said: string }> {
  const { PATH = "", HOME = "" } = process.env
  const program = spawn(process.execPath, ["src/server/main.ts", ...args], { env: { PATH, HOME, DATA_DIR: dataDir } })
  program.stdin.on("error", () => undefined).end(input)
  const out: Buffer[] = []
  let said = ""
  program.stdout.on("data", (chunk) => out.push(chunk))
  program.stderr.on("data", (chunk) => {
    said += chunk
  })
  const [code] = await once(program, "close")
  return { code, out: Buffer.concat(out), said }
}

test(
  "a running program is backed up into one private file, and goes on",
  async () => {
    const { code, said } = await run(["backup", archive], server.dataDir)
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/a\.tar\.gz: 0 accounts, 0 cards, 0 picture files of .* kB\.\n$/),
    ])
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(["a.tar.gz"])
    expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(200)
    expect((await stat(join(server.dataDir, "control"))).mode & 0o777).toBe(0o700)
  },
  PATIENCE_MS,
)

test(
  "the standard output takes nothing but the archive",
  async () => {
    const { code, out } = await run(["backup", "-"], server.dataDir)
    expect(code).toBe(0)
    expect(out.subarray(0, 3).toString("hex")).toBe("1f8b08")
  },
  PATIENCE_MS,
)

test(
  "it is restored into a new folder, and not into the one in use",
  async () => {
    const fresh = await run(["restore", archive], join(folder, "fresh"))
    expect([fresh.code, fresh.said]).toEqual([0, expect.stringContaining("Everybody signs in anew.")])
    const inUse = await run(["restore", archive], server.dataDir)
    expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining("is in use by another process.")])
  },
  PATIENCE_MS,
)

test(
  "an archive by the standard input is restored, a broken one changes nothing, and neither stays behind",
  async () => {
    const bytes = await readFile(archive)
    const dir = join(folder, "piped")
    const broken = await run(["restore", "-"], dir, bytes.subarray(0, bytes.length - 100))
    expect([broken.code, broken.said]).toEqual([1, expect.stringContaining("Nothing was changed.")])
    expect(await readdir(dir)).toEqual([])
    const whole = await run(["restore", "-"], dir, bytes)
    expect([whole.code, whole.said]).toEqual([0, expect.stringContaining("Everybody signs in anew.")])
    expect((await readdir(dir)).filter((name) => name.startsWith("restoring-"))).toEqual([])
  },
  PATIENCE_MS,
)

test(
  "without a file, and with one that is not there, each ends with a sentence",
  async () => {
    const dir = join(folder, "never")
    for (const args of [["backup"], ["restore"], ["restore", join(folder, "missing.tar.gz")]]) {
      const { code, said } = await run(args, dir)
      expect(code).toBe(1)
      expect(said.trim().split("\n").at(-1)).toMatch(/^[A-Z/].*\.$/)
      expect(said).not.toContain("    at ")
    }
    expect((await run(["backup", join(folder, "b.tar.gz")], dir)).said).toContain("There is nothing to back up")
    expect(existsSync(dir)).toBe(false)
  },
  PATIENCE_MS,
)
