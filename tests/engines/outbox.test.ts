// The outbox on every engine: several processes, each email once.
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readConfig } from "../../src/server/platform/config/config.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { createMail } from "../../src/server/platform/mail/mail.ts"
import { ENGINES, silent } from "./engines.ts"

const LETTERS = 60
const WORKERS = 6

describe.each(ENGINES)("the outbox on the $name engine", (engine) => {
  let database: OpenDatabase
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "meishi-outbox-"))
    await engine.start()
    database = await engine.open()
  })
  afterAll(async () => {
    await database?.close()
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test("six workers at once send each of sixty emails once", async () => {
    const config = readConfig({ DATA_DIR: folder, SECRET: "outbox!!".repeat(4) })
    const clock = () => new Date()
    const workers = Array.from({ length: WORKERS }, () => createMail({ config, database, clock, log: silent }))
    const content = { subject: "Hello", heading: "Hello", paragraphs: [], notes: [] }
    const [first] = workers
    for (let at = 0; at < LETTERS; at++) await first?.enqueue(database.db, `reader-${at}@example.com`, content, clock())
    const sent = await Promise.all(workers.map((worker) => worker.deliverDue()))
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(LETTERS)
    expect(await readdir(join(folder, "mail"))).toHaveLength(LETTERS)
    for (const worker of workers) await worker.stop()
  })
})
