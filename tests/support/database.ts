// A fresh, migrated database per test file: a copy of one that is made once per state of the migrations.
import { createHash, randomUUID } from "node:crypto"
import { cpSync, existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { CHOSEN, chosenPlace } from "./chosen-engine.ts"

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const CACHE = path("../../node_modules/.cache/meishi")
const MIGRATIONS = path("../../src/server/platform/db/migrations")
const ENGINE = path("../../node_modules/@electric-sql/pglite/package.json")
const silent = createLog(() => undefined)
const open = (dataDir: string) => openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)

async function templateName(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(ENGINE))
  for (const name of (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort())
    hash.update(name).update(await readFile(join(MIGRATIONS, name)))
  return `database-${hash.digest("hex").slice(0, 16)}`
}

/** @returns a data folder that nobody opens, only copies */
async function template(): Promise<string> {
  const place = join(CACHE, await templateName())
  if (existsSync(place)) return place
  const own = `${place}.${randomUUID()}`
  const database = await open(own)
  await migrate(database)
  await database.close()
  // Several test files may get here at once: the first name stays.
  await rename(own, place).catch(() => rm(own, { recursive: true }))
  return place
}

export interface FreshDatabase extends OpenDatabase {
  dataDir: string
  /** settings that lead to it and to its pictures, besides DATA_DIR */
  env: Record<string, string>
}

async function chosenDatabase(dataDir: string): Promise<FreshDatabase> {
  const place = await chosenPlace()
  const database = await openDatabase({ ...place.env, DATA_DIR: dataDir }, silent)
  await migrate(database)
  return {
    ...database,
    dataDir,
    env: place.env,
    async close() {
      await database.close()
      await place.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function freshDatabase(): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "meishi-"))
  if (CHOSEN !== "") return chosenDatabase(dataDir)
  cpSync(join(await template(), "database"), join(dataDir, "database"), { recursive: true })
  const database = await open(dataDir)
  return {
    ...database,
    dataDir,
    env: {},
    async close() {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
