// The engines that the same suite runs on: the embedded one, and a PostgreSQL server when this system has one.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate } from "../../src/server/platform/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/platform/db/open.ts"
import { createLog, type Log } from "../../src/server/platform/log.ts"
import { copyNewEngine, embeddedDatabase } from "../support/database.ts"
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts"

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

async function withTables(place: Place): Promise<OpenDatabase> {
  const database = await openDatabase(place, silent)
  await migrate(database)
  return database
}

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

function postgresql(bin: string): Engine {
  let server: PostgresServer | null = null
  let folder = ""
  let count = 0
  const place = async () => {
    count += 1
    const url = await server?.createDatabase(`engine_${count}`)
    return { DATABASE_URL: url ?? "", DATA_DIR: join(folder, String(count)) }
  }
  return {
    name: "postgresql",
    place,
    async start() {
      folder = await mkdtemp(join(tmpdir(), "meishi-engines-"))
      server = await startPostgres(bin)
    },
    open: async () => withTables(await place()),
    async stop() {
      await server?.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Where a server's binaries are, or null; `npm test` says how to get them. */
export const POSTGRES = findPostgres()

export const ENGINES: Engine[] = POSTGRES === null ? [embedded()] : [embedded(), postgresql(POSTGRES)]
