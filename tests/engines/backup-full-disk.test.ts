// Backups and restores that a full disk stops, on the real program: what the operator reads, and that nothing is left.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { startProgram } from "../endurance/program.ts"
import { mountSmallDisk, type SmallDisk } from "../endurance/small-disk.ts"
import { runCommand } from "../support/command.ts"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"
import { silent } from "./engines.ts"

const PATIENCE_MS = 240_000
const MEGABYTE = 1024 * 1024

let folder = ""
let dataDir = ""
let archive = ""
let disk: SmallDisk | null = null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-full-"))
  dataDir = join(folder, "data")
  archive = join(folder, "good.tar.gz")
  await mkdir(dataDir, { mode: 0o700 })
  await copyTemplate(join(dataDir, "database"))
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: null }, silent)
  await database.pool.query(
    "insert into audit (at, action, subject_id) select now(), 'account.purged', gen_random_uuid()::text from generate_series(1, 200000)",
  )
  await database.close()
  expect((await runCommand(["backup", archive], { DATA_DIR: dataDir })).code).toBe(0)
  disk = await mountSmallDisk(join(folder, "disk"), 400)
}, PATIENCE_MS)
afterAll(async () => {
  disk?.unmount()
  await rm(folder, { recursive: true, force: true })
})

/** The log's lines come before it. */
const lastLine = (said: string): string => said.trimEnd().split("\n").at(-1) ?? ""

test(
  "a backup to standard output that has no room says so on standard error",
  () => {
    const { PATH = "", HOME = "" } = process.env
    const { status, stderr } = spawnSync(
      "/bin/sh",
      ["-c", 'exec "$0" src/server/main.ts backup - > /dev/full', process.execPath],
      { env: { PATH, HOME, DATA_DIR: dataDir }, encoding: "utf8" },
    )
    expect([status, stderr]).toEqual([
      1,
      "The backup could not be written to standard output: ENOSPC: no space left on device, write. What was written is no backup.\n",
    ])
  },
  PATIENCE_MS,
)

test(
  "a backup without room in DATA_DIR says so, made by the running program and by the command, and leaves nothing",
  async ({ skip }) => {
    if (disk === null) return skip("nothing can be mounted without being root")
    const full = join(disk.folder, "data")
    await cp(dataDir, full, { recursive: true })
    const target = join(folder, "never.tar.gz")
    const reason = `The backup could not be made: ENOSPC: no space left on device, write. It needs room in ${full} for the tables as text. Nothing was left behind.`
    const ran = async (to: string) => {
      const { code, said } = await runCommand(["backup", to], { DATA_DIR: full })
      return [code, lastLine(said)]
    }
    const program = await startProgram(full, await freePort())
    try {
      await disk.fill(MEGABYTE)
      expect(await ran(target)).toEqual([1, reason])
    } finally {
      await program.stop()
    }
    await disk.fill(MEGABYTE)
    for (const to of [target, "-"]) expect(await ran(to)).toEqual([1, reason])
    expect(readdirSync(join(full, "incoming"), { recursive: true })).toEqual([])
    expect(existsSync(`${target}.partial`) || existsSync(target)).toBe(false)
    await disk.empty()
    await rm(full, { recursive: true })
  },
  PATIENCE_MS,
)

test(
  "a restore without room says how much there is, and the same one works when there is more",
  async ({ skip }) => {
    if (disk === null) return skip("nothing can be mounted without being root")
    const full = join(disk.folder, "restored")
    await disk.empty()
    await disk.fill(150 * MEGABYTE)
    const restored = () => runCommand(["restore", archive], { DATA_DIR: full })
    const { code, out, said } = await restored()
    expect([code, String(out)]).toEqual([1, ""])
    expect(lastLine(said)).toMatch(
      /^The archive could not be restored: DATA_DIR \(.*restored\) has \d+ MB free\. Make room, or choose another DATA_DIR, and restore it again\.$/,
    )
    await disk.empty()
    const again = await restored()
    expect([again.code, again.said]).toEqual([0, expect.stringContaining("Restored 0 accounts")])
  },
  PATIENCE_MS,
)
