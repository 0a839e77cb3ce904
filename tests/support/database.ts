// A fresh, migrated database for a test. The embedded engine starts once for each test process: every database that is closed is
// emptied and given to the next test.
import { createHash, randomUUID } from "node:crypto"
import { cpSync, existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { changesInProcess } from "../../src/server/platform/db/changes.ts"
import { connectTo } from "../../src/server/platform/db/embedded/open-embedded.ts"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { noReplicas } from "../../src/server/platform/db/replicas.ts"
import { onlyPresence } from "../../src/server/platform/db/server/presence.ts"
import { databaseOn } from "../../src/server/platform/db/transactions.ts"
import { createLog } from "../../src/server/platform/log.ts"
import { CHOSEN, chosenPlace } from "./chosen-engine.ts"
import { returnEngine, takeEngine } from "./engine-reuse.ts"

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const CACHE = path("../../node_modules/.cache/meishi")
const MIGRATIONS = path("../../src/server/platform/db/migrations")
const ENGINE = path("../../node_modules/@electric-sql/pglite/package.json")
const silent = createLog(() => undefined)
const open = (dataDir: string) => openDatabase({ DATABASE_URL: null, DATA_DIR: dataDir }, silent)

async function hashOf(paths: string[]): Promise<string> {
  const hash = createHash("sha256")
  for (const path of paths) hash.update(await readFile(path))
  return hash.digest("hex").slice(0, 16)
}

/** @returns a data folder that `fill` made, now or in an earlier run: to copy and never to open */
async function template(name: string, fill: (database: OpenDatabase) => Promise<unknown>): Promise<string> {
  const place = join(CACHE, name)
  if (existsSync(place)) return place
  const own = `${place}.${randomUUID()}`
  const database = await open(own)
  await fill(database)
  await database.close()
  // Several test files may get here at once: the first name stays.
  await rename(own, place).catch(() => rm(own, { recursive: true }))
  return place
}

/** Migrated and empty, as the files of the embedded engine. @param dir to be made */
export async function copyTemplate(dir: string): Promise<void> {
  const migrations = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort()
  const hash = await hashOf([ENGINE, ...migrations.map((name) => join(MIGRATIONS, name))])
  cpSync(join(await template(`database-${hash}`, migrate), "database"), dir, { recursive: true })
}

/** The files of an embedded engine that has no tables yet: making them takes it seconds. @param dir to be made */
export async function copyNewEngine(dir: string): Promise<void> {
  const place = await template(`engine-${await hashOf([ENGINE])}`, async () => undefined)
  cpSync(join(place, "database"), dir, { recursive: true })
}

export interface FreshDatabase extends OpenDatabase {
  dataDir: string
  /** settings that lead to it and to its pictures, besides DATA_DIR */
  env: Record<string, string>
}

async function chosenDatabase(): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "meishi-"))
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

/** On the embedded engine, whatever TEST_ENGINE says. */
export async function embeddedDatabase(): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "meishi-"))
  const running = await takeEngine(copyTemplate)
  // Where the program expects it.
  await symlink(running.dir, join(dataDir, "database"))
  const { pool, close } = connectTo(running.engine, running.dir, silent)
  return {
    pool,
    direct: pool,
    db: databaseOn(pool),
    engine: "embedded",
    isPooled: false,
    process: onlyPresence,
    changes: changesInProcess(),
    replicas: noReplicas,
    dataDir,
    env: {},
    async close() {
      await close()
      await returnEngine(running)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const freshDatabase = (): Promise<FreshDatabase> => (CHOSEN === "" ? embeddedDatabase() : chosenDatabase())
