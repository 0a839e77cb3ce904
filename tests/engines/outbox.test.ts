// The outbox on every engine: several processes, each email once.
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { MAIL_LEASE_MS } from "../../src/domain/limits.ts"
import { addMs } from "../../src/domain/time.ts"
import { readConfig } from "../../src/server/platform/config/config.ts"
import type { OpenDatabase } from "../../src/server/platform/db/open.ts"
import { mail_outbox } from "../../src/server/platform/db/schema.ts"
import { createMail } from "../../src/server/platform/mail/mail.ts"
import { oddMailServer } from "../support/odd-mail-server.ts"
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

  describe("an email whose sender was stopped for longer than its claim", () => {
    const content = { subject: "Hello", heading: "Hello", paragraphs: [], notes: [] }
    const later = () => addMs(new Date(), MAIL_LEASE_MS + 1000)
    const senderTo = (SMTP_URL: string | undefined, clock: () => Date) => {
      const config = readConfig({ DATA_DIR: folder, SECRET: "outbox!!".repeat(4), ...(SMTP_URL && { SMTP_URL }) })
      return createMail({ config, database, clock, log: silent })
    }
    const row = async () => (await database.db.select().from(mail_outbox))[0]

    /** @returns a sender in the middle of its email, which fails once its server closes */
    async function stopped() {
      await database.db.delete(mail_outbox)
      const server = await oddMailServer((_, command) => command === ".")
      const sender = senderTo(server.url, () => new Date())
      await sender.enqueue(database.db, "reader@example.com", content, new Date())
      const work = sender.deliverDue()
      await expect.poll(server.arrived).toBe(1)
      const goOn = async () => {
        await server.close()
        await work
        await sender.stop()
      }
      return { goOn }
    }

    test("stays sent when another has sent it meanwhile", async () => {
      const { goOn } = await stopped()
      const other = senderTo(undefined, later)
      expect(await other.deliverDue()).toBe(1)
      await goOn()
      expect(await row()).toMatchObject({ sent_at: expect.any(Date), failed_at: null, last_error: null })
      expect(await other.waiting()).toBe(0)
      await other.stop()
    })

    test("stays claimed when another is sending it", async () => {
      const { goOn } = await stopped()
      const slow = await oddMailServer((_, command) => command === ".")
      const other = senderTo(slow.url, later)
      const work = other.deliverDue()
      await expect.poll(slow.arrived).toBe(1)
      const claimed = await row()
      await goOn()
      expect(await row()).toEqual(claimed)
      await slow.close()
      await work
      await other.stop()
    })
  })
})
