// Opens the database: a PostgreSQL server by DATABASE_URL, otherwise the embedded engine; the same driver and queries for both.
import type pg from "pg"
import type { Config } from "../config/config.ts"
import type { Log } from "../log.ts"
import { type Changes, changesInProcess } from "./changes.ts"
import { openEmbedded } from "./embedded/open-embedded.ts"
import type { Database } from "./queries.ts"
import { noReplicas, type Replicas } from "./replicas.ts"
import { openServer } from "./server/open-server.ts"
import { onlyPresence, type Presence } from "./server/presence.ts"
import { databaseOn } from "./transactions.ts"

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** for what needs a session that stays the same, such as a lock beyond a transaction; the same pool without DATABASE_DIRECT_URL */
  direct: pg.Pool
  engine: "embedded" | "postgresql"
  changes: Changes
  replicas: Replicas
  /** there is only a pooler that gives each transaction another session: statements and settings get lost */
  isPooled: boolean
  /** this process among those that share the database */
  process: Presence
  close(): Promise<void>
}

type Settings = Pick<Config, "DATABASE_URL" | "DATA_DIR"> &
  Partial<Pick<Config, "DATABASE_DIRECT_URL" | "DATABASE_POOL_SIZE" | "DATABASE_REPLICA_URLS">>

/**
 * Resolves once the engine responds; `migrate` runs the migrations. @throws ConfigError with one sentence when the server cannot be used
 * or the folder is in use
 */
export async function openDatabase(config: Settings, log: Log): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== null) {
    const server = await openServer({ ...config, DATABASE_URL: config.DATABASE_URL }, log)
    return { ...server, db: databaseOn(server.pool), engine: "postgresql" }
  }
  const embedded = await openEmbedded(`${config.DATA_DIR}/database`, log)
  return {
    ...embedded,
    db: databaseOn(embedded.pool),
    direct: embedded.pool,
    engine: "embedded",
    changes: changesInProcess(),
    replicas: noReplicas,
    isPooled: false,
    process: onlyPresence,
  }
}
