// Opens the database: a PostgreSQL server by DATABASE_URL, otherwise the embedded engine; the same driver and queries for both.
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"
import type { Config } from "../config.ts"
import { errorText, type Log } from "../log.ts"
import { openEmbedded } from "./embedded.ts"
import * as schema from "./schema.ts"

export type Database = NodePgDatabase<typeof schema>
/** A database or the transaction in progress: what a store's functions take. */
export type Queries = Pick<Database, "select" | "insert" | "update" | "delete" | "execute">

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  engine: "embedded" | "postgresql"
  close(): Promise<void>
}

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 10_000

/** Resolves once the engine answers; migrations are `migrate`'s business. */
export async function openDatabase(config: Pick<Config, "DATABASE_URL" | "DATA_DIR">, log: Log): Promise<OpenDatabase> {
  if (config.DATABASE_URL === null) {
    const { pool, close } = await openEmbedded(`${config.DATA_DIR}/database`, log)
    return { db: drizzle(pool, { schema }), pool, engine: "embedded", close }
  }
  const pool = new pg.Pool({
    connectionString: config.DATABASE_URL,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // A connection lost while idle or inside a transaction must not end the process.
  pool.on("error", (error) => log.warn("database.connection_lost", { error: errorText(error) }))
  pool.on("connect", (client) => {
    client.on("error", (error: unknown) => log.warn("database.connection_lost", { error: errorText(error) }))
  })
  await pool.query("select 1")
  return { db: drizzle(pool, { schema }), pool, engine: "postgresql", close: () => pool.end() }
}
