// The first start, cut short at every step.
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { copyTemplate } from "../../../../../tests/support/database.ts"
import { ConfigError } from "../../config/config.ts"
import { createLog } from "../../log.ts"
import { ensureCluster, lockDirectory } from "./first-start.ts"
import { startEngine } from "./open-embedded.ts"

let folder = ""
let dir = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-first-"))
  dir = join(folder, "database")
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const make = async (into: string) => {
  await mkdir(join(into, "base"))
  await writeFile(join(into, "base", "1"), "data")
  await writeFile(join(into, "PG_VERSION"), "18\n")
}

test("a cluster is made once and found the next time", async () => {
  expect(await ensureCluster(dir, make)).toBe(true)
  expect(await ensureCluster(dir, () => Promise.reject(new Error("made twice")))).toBe(false)
  expect(await readdir(folder)).toEqual(["database"])
})

test("makes nothing on a disk without room for it, and says how much is needed", async () => {
  const dir = join(folder, "small")
  const create = () => Promise.reject(new Error("made"))
  const small = ensureCluster(dir, create, () => Promise.resolve(100 * 1024 * 1024))
  await expect(small).rejects.toThrow(`${folder} has 100 MB free, and a new database needs 128 MB. Make room, or`)
})

test("what an interrupted first start left is removed", async () => {
  const interrupted = async (into: string) => {
    await make(into)
    throw new Error("killed")
  }
  await expect(ensureCluster(dir, interrupted)).rejects.toThrow("killed")
  await writeFile(join(folder, "database.new", "half"), "")
  expect(await ensureCluster(dir, make)).toBe(true)
  expect((await readdir(dir)).sort()).toEqual(["PG_VERSION", "base"])
})

test("a folder with other files, or of another version, is refused in one sentence and left unchanged", async () => {
  await mkdir(dir)
  await writeFile(join(dir, "letter.txt"), "dear")
  await expect(ensureCluster(dir, make)).rejects.toThrow(ConfigError)
  await writeFile(join(dir, "PG_VERSION"), "17\n")
  await expect(ensureCluster(dir, make)).rejects.toThrow("was written by PostgreSQL 17; this program needs 18")
  expect((await readdir(dir)).sort()).toEqual(["PG_VERSION", "letter.txt"])
})

test("a database that is damaged is named, with the reason and what helps, and can be opened by others afterward", async () => {
  await copyTemplate(dir)
  await writeFile(join(dir, "global", "pg_control"), "")
  const silent = createLog(() => undefined)
  for (let time = 0; time < 2; time++) {
    const error = await startEngine(dir, silent).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as Error).message).toMatch(
      /^The database in .*\/database could not be opened: .*pg_control.*\. If .* restore the newest backup/,
    )
  }
})

test("the folder can be locked once, and again after its release", () => {
  const unlock = lockDirectory(dir)
  expect(() => lockDirectory(dir)).toThrow(`The database in ${dir} is in use by another process.`)
  unlock()
  lockDirectory(dir)()
})

test("an error names the folder that cannot be written to", () => {
  expect(() => lockDirectory(join(folder, "missing", "database"))).toThrow(ConfigError)
})
