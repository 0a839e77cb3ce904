// Backup and restore as the operator types them, on the real program: while it runs, and into a new folder.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { type Ran, runCommand } from "../support/command.ts"
import { copyNewEngine, copyTemplate } from "../support/database.ts"
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

const run = (args: string[], dataDir: string, input?: Uint8Array, env: Record<string, string> = {}): Promise<Ran> =>
  runCommand(args, { DATA_DIR: dataDir, ...env }, { ...(input && { input }) })

/** A data folder whose database is there and empty: making one takes longer than the command. */
async function emptyFolder(name: string): Promise<string> {
  const dir = join(folder, name)
  await mkdir(dir, { mode: 0o700 })
  await copyTemplate(join(dir, "database"))
  return dir
}

test(
  "a running program is backed up into one private file, and goes on",
  async () => {
    const { code, said } = await run(["backup", archive], server.dataDir)
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(
        /a\.tar\.gz: 0 accounts, 0 cards and 0 picture files \(backup made [^)]*\), \d+ kB\.\nThe SECRET is not in it: keep a copy of .*\/secret elsewhere/,
      ),
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
    expect([fresh.code, fresh.said]).toEqual([0, expect.stringContaining("Everyone has to sign in again.")])
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
    await copyNewEngine(join(dir, "database"))
    const whole = await run(["restore", "-"], dir, bytes)
    expect([whole.code, whole.said]).toEqual([0, expect.stringContaining("Everyone has to sign in again.")])
    expect((await readdir(dir)).filter((name) => name.startsWith("restoring-"))).toEqual([])
  },
  PATIENCE_MS,
)

test(
  "the SECRET travels when it is asked for, of the running program too, and takes a place when it is asked for again",
  async () => {
    const ours = (await readFile(join(server.dataDir, "secret"), "utf8")).trim()
    const whole = join(folder, "with-secret.tar.gz")
    const made = await run(["backup", "--with-secret", whole], server.dataDir)
    expect([made.code, made.said]).toEqual([
      0,
      expect.stringContaining("anyone who reads the file can sign in as anyone"),
    ])
    expect(gunzipSync(await readFile(whole)).toString("latin1")).toContain(ours)
    expect(gunzipSync(await readFile(archive)).toString("latin1")).not.toContain(ours)
    const secretOf = async (dir: string) => (await readFile(join(dir, "secret"), "utf8")).trim()
    const apart = await emptyFolder("apart")
    const taken = await emptyFolder("taken")
    const missing = await emptyFolder("missing")
    expect((await run(["restore", whole], apart)).code).toBe(0)
    expect(existsSync(join(apart, "secret")) && (await secretOf(apart))).not.toBe(ours)
    const restored = await run(["restore", whole, "--with-secret"], taken)
    expect([restored.code, restored.said]).toEqual([
      0,
      expect.stringContaining("From now on, this instance uses the archive's SECRET."),
    ])
    expect(await secretOf(taken)).toBe(ours)
    expect((await stat(join(taken, "secret"))).mode & 0o777).toBe(0o600)
    const none = await run(["restore", archive, "--with-secret"], missing)
    expect([none.code, none.said]).toEqual([1, expect.stringContaining("The archive has no SECRET")])
    const set = { SECRET: "s".repeat(32) }
    const refused = await run(["restore", whole, "--with-secret"], await emptyFolder("set"), undefined, set)
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("SECRET is set in the environment")])
    const stays = await run(["backup", "--with-secret", join(folder, "c.tar.gz")], taken, undefined, set)
    expect([stays.code, stays.said]).toEqual([
      1,
      expect.stringContaining("SECRET is set in the environment and stays there"),
    ])
    expect(existsSync(join(folder, "c.tar.gz"))).toBe(false)
  },
  PATIENCE_MS,
)

test(
  "an unknown flag is not mistaken for a file, and nothing is written",
  async () => {
    const dir = join(folder, "flags")
    for (const args of [
      ["backup", "--everything", archive],
      ["restore", "--force", archive],
      ["backup", "--with-secret"],
    ]) {
      const { code, said } = await run(args, dir)
      expect([code, said]).toEqual([1, expect.stringMatching(/^Usage: /)])
    }
    expect(existsSync(dir)).toBe(false)
  },
  PATIENCE_MS,
)

test(
  "a backup of rows that restoring would refuse says so at once",
  async () => {
    const odd = await emptyFolder("odd")
    const database = await openDatabase(
      { DATABASE_URL: null, DATA_DIR: odd },
      createLog(() => undefined),
    )
    await database.pool.query("insert into audit (at, action) values (now(), 'by hand')")
    await database.pool.query(
      "insert into card_urls (id, card_id, created_at) values (gen_random_uuid(), 'card1', now())",
    )
    await database.close()
    const { code, said } = await run(["backup", join(folder, "odd.tar.gz")], odd)
    expect(said).toContain("odd.tar.gz: 0 accounts, 1 card and 0 picture files (backup made ")
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(
        "WARNING: this backup can't be restored. The archive cannot be restored: table audit, row 1, column action",
      ),
    ])
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
    // A terminal, which `script` makes.
    const command = `${process.execPath} src/server/main.ts backup -`
    const typed = spawnSync("script", ["-qec", command, "/dev/null"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, DATA_DIR: dir },
    })
    expect([typed.status, typed.stdout]).toEqual([1, expect.stringContaining("The archive is binary")])
    const nowhere = await run(["backup", join(folder, "nowhere", "b.tar.gz")], dir)
    expect([nowhere.code, nowhere.said]).toEqual([1, expect.stringContaining(`There is no folder ${folder}/nowhere.`)])
    expect(existsSync(dir)).toBe(false)
  },
  PATIENCE_MS,
)
