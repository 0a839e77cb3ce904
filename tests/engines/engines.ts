// The engines that the same suite runs on: the embedded one, and a PostgreSQL server when this system has one.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog, type Log } from "../../src/server/platform/log.ts"
import { copyNewEngine, embeddedDatabase } from "../support/database.ts"
import { findPostgres } from "../support/postgres.ts"
import { type SharedDatabase, sharedDatabase } from "../support/shared-postgres.ts"

/** Where a database is: what the program would be told. */
export interface Place {
  DATABASE_URL: string | null
  DATA_DIR: string
}

export interface Engine {
  name: "embedded" | "postgresql"
  start(): Promise<void>
  /** A place for a database, with nothing in it. */
  place(): Promise<Place>
  /** A new database with all tables. */
  open(): Promise<OpenDatabase>
  stop(): Promise<void>
}

export const silent: Log = createLog(() => undefined)

function embedded(): Engine {
  let folder = ""
  let count = 0
  const place = async () => {
    count += 1
    const DATA_DIR = join(folder, String(count))
    await copyNewEngine(join(DATA_DIR, "database"))
    return { DATABASE_URL: null, DATA_DIR }
  }
  return {
    name: "embedded",
    place,
    async start() {
      folder = await mkdtemp(join(tmpdir(), "meishi-engines-"))
    },
    open: embeddedDatabase,
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

function postgresql(): Engine {
  let folder = ""
  let databases: SharedDatabase[] = []
  const place = async (hasTables = false) => {
    const database = await sharedDatabase(hasTables)
    databases.push(database)
    return { DATABASE_URL: database.url, DATA_DIR: join(folder, String(databases.length)) }
  }
  return {
    name: "postgresql",
    place: () => place(),
    async start() {
      folder = await mkdtemp(join(tmpdir(), "meishi-engines-"))
    },
    open: async () => openDatabase(await place(true), silent),
    async stop() {
      await Promise.all(databases.map((database) => database.remove()))
      databases = []
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Where a server's binaries are, or null; `npm test` says how to get them. */
export const POSTGRES = findPostgres()

export const ENGINES: Engine[] = POSTGRES === null ? [embedded()] : [embedded(), postgresql()]
