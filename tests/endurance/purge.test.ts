// kill -9 in the middle of a purge, again and again, and several processes at once: in the end everything that was due is gone,
// rows and pictures, and nothing else.
import { randomUUID } from "node:crypto"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { openDatabase } from "../../src/server/platform/db/open.ts"
import { POSTGRES, silent } from "../engines/engines.ts"
import { type PostgresServer, startPostgres } from "../support/postgres.ts"
import { killed } from "./killed-process.ts"

const PURGER = fileURLToPath(new URL("./purger.ts", import.meta.url))
const DUE = 250
const OTHERS = 20
const KILLS = 3
const MOST_KILLS = 12
const NEVER_MS = 60_000

describe.each(POSTGRES === null ? ["embedded"] : ["embedded", "postgresql"])("on the %s engine", (engine) => {
  let folder = ""
  let server: PostgresServer | null = null
  let count = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "meishi-purge-"))
    if (engine === "postgresql") server = await startPostgres(POSTGRES ?? "")
  })
  afterAll(async () => {
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** Accounts whose date has passed and others whose date has not, each with its pictures. */
  async function prepared() {
    count += 1
    const url = (await server?.createDatabase(`purge_${count}`)) ?? ""
    const dataDir = join(folder, String(count))
    const open = () => openDatabase({ DATABASE_URL: url || null, DATA_DIR: dataDir }, silent)
    const database = await open()
    await migrate(database)
    for (let at = 0; at < DUE + OTHERS; at++) {
      const id = randomUUID()
      const days = at < DUE ? 31 : 29
      await database.pool.query(
        `with made as (insert into users (id, email, password_hash, created_at, updated_at)
           values ($1, $2, '', now(), now()) returning id)
         insert into profiles (id, owner_id, username, created_at, updated_at, deleted_at, deletion_scheduled_at)
           select id, id, $3, now(), now(), now() - $4 * interval '1 day', now() + (30 - $4) * interval '1 day' from made`,
        [id, `p${at}@example.com`, `p${at}`, days],
      )
      const pictures = join(dataDir, "files/profile-pictures/profiles", id)
      await mkdir(pictures, { recursive: true })
      for (const name of ["profile.jpg", "contact.jpg"]) await writeFile(join(pictures, name), name)
    }
    await database.close()

    const pictures = async () =>
      (await readdir(join(dataDir, "files"), { recursive: true })).filter((name) => name.endsWith(".jpg")).length
    const accounts = async () => {
      const database = await open()
      const { rows } = await database.pool.query("select count(*)::int as n from users")
      await database.close()
      return rows[0].n as number
    }
    const run = (after: number) => killed(PURGER, [url, dataDir], { line: "purging", ms: after })
    return { pictures, accounts, run }
  }

  test("killed again and again, the purge is finished by the next one", async () => {
    const { pictures, accounts, run } = await prepared()
    // A short life first, then longer ones: a busy machine needs more time to begin, a quiet one to be caught unfinished.
    const half = async (life: number): Promise<boolean> => {
      await run(life)
      const left = await accounts()
      return left > OTHERS && left < DUE + OTHERS
    }
    let caught = 0
    for (let round = 0; round < MOST_KILLS && caught < KILLS; round++) if (await half(30 * 1.4 ** round)) caught += 1
    expect(caught).toBeGreaterThan(0)
    const lines = await run(NEVER_MS)
    expect(lines[1]).toMatch(/^removed \d+$/)
    expect(await accounts()).toBe(OTHERS)
    expect(await pictures()).toBe(2 * OTHERS)
    // Every round is a start of the engine, seconds long.
  }, 240_000)

  // The embedded engine serves one process.
  if (engine === "embedded") return
  test("three processes at once remove each account once", async () => {
    const { pictures, accounts, run } = await prepared()
    const lines = await Promise.all([run(NEVER_MS), run(NEVER_MS), run(NEVER_MS)])
    const removed = lines.map((said) => Number(/removed (\d+)/.exec(said[1] ?? "")?.[1]))
    expect(removed.reduce((sum, each) => sum + each)).toBe(DUE)
    expect(await accounts()).toBe(OTHERS)
    expect(await pictures()).toBe(2 * OTHERS)
    console.log(`three processes removed ${removed.join(" + ")}`)
  })
})
