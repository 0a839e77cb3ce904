// The engines that the same suite runs on: the embedded one, and a PostgreSQL server when this system has one.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate } from "../../src/server/db/migrate.ts"
import { type OpenDatabase, openDatabase } from "../../src/server/db/open.ts"
import { createLog, type Log } from "../../src/server/log.ts"
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts"

export interface Engine {
  name: "embedded" | "postgresql"
  start(): Promise<void>
  /** A new database with all tables. */
  open(): Promise<OpenDatabase>
  stop(): Promise<void>
}

export const silent: Log = createLog(() => undefined)

function embedded(): Engine {
  let folder = ""
  let count = 0
  return {
    name: "embedded",
    async start() {
      folder = await mkdtemp(join(tmpdir(), "meishi-engines-"))
    },
    async open() {
      count += 1
      const database = await openDatabase({ DATABASE_URL: null, DATA_DIR: join(folder, String(count)) }, silent)
      await migrate(database)
      return database
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

function postgresql(bin: string): Engine {
  let server: PostgresServer | null = null
  let count = 0
  return {
    name: "postgresql",
    async start() {
      server = await startPostgres(bin)
    },
    async open() {
      count += 1
      const url = await server?.createDatabase(`engine_${count}`)
      const database = await openDatabase({ DATABASE_URL: url ?? "", DATA_DIR: "" }, silent)
      await migrate(database)
      return database
    },
    async stop() {
      await server?.remove()
    },
  }
}

/** Where a server's binaries are, or null; `npm test` says how to get them. */
export const POSTGRES = findPostgres()

export const ENGINES: Engine[] = POSTGRES === null ? [embedded()] : [embedded(), postgresql(POSTGRES)]
