// The log cannot be written: its disk is full, or its reader has gone away. The program serves on.
import { closeSync, openSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { copyTemplate } from "../support/database.ts"
import { freePort } from "../support/free-port.ts"
import { type Program, startProgram } from "./program.ts"
import { mountSmallDisk } from "./small-disk.ts"

let folder = ""
let dataDir = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "meishi-log-"))
  dataDir = join(folder, "data")
  await copyTemplate(join(dataDir, "database"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** More than a line each, and far more than a pipe holds. */
async function expectServing({ origin }: Program, marker = "lost"): Promise<void> {
  for (let n = 0; n < 40; n++) expect((await fetch(`${origin}/${marker}-${n}-${"x".repeat(300)}`)).status).toBe(404)
}

async function loggedTo<T>(path: string, work: (program: Program) => Promise<T>): Promise<T> {
  const log = openSync(path, "a")
  const program = await startProgram(dataDir, await freePort(), {}, log)
  closeSync(log)
  try {
    return await work(program)
  } finally {
    await program.kill()
  }
}

test("with a log on a full disk, it starts, serves, and ends with 0", async () => {
  await loggedTo("/dev/full", async (program) => {
    await expectServing(program)
    expect(await program.stop()).toEqual([0, null])
  })
})

test("when the reader of its log goes away, it serves on and ends with 0", async () => {
  const program = await startProgram(dataDir, await freePort())
  program.stopReading()
  await expectServing(program)
  expect(await program.stop()).toEqual([0, null])
})

test("when there is room again, the log goes on, and only the line that was cut is broken", async ({ skip }) => {
  const disk = await mountSmallDisk(join(folder, "disk"), 1)
  if (disk === null) return skip("nothing can be mounted without being root")
  const path = join(disk.folder, "log")
  try {
    await loggedTo(path, async (program) => {
      await disk.fill(0)
      await expectServing(program)
      await disk.empty()
      await expectServing(program, "kept")
      await program.stop()
    })
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n")
    const broken = lines.filter((line) => !/^\{.*\}$/.test(line))
    expect(broken.length).toBeLessThanOrEqual(1)
    expect(lines.filter((line) => /"event":"request".*"path":"\/kept-/.test(line))).toHaveLength(40)
    expect(lines.at(-1)).toContain('"event":"stopping"')
  } finally {
    disk.unmount()
  }
})
