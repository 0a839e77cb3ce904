// A PostgreSQL server named by DATABASE_URL.
import type pg from "pg"
import { ConfigError } from "../../config/config.ts"
import { errorText, type Log } from "../../log.ts"
import type { Changes } from "../changes.ts"
import { resilientPool } from "../resilient-pool.ts"
import { changesOnServer } from "./changes-server.ts"
import { newPresence, type Presence } from "./presence.ts"
import { sharesSessions } from "./shares-sessions.ts"

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 10_000
const OLDEST_VERSION = 15
const POOLED =
  "DATABASE_URL names a pooler in transaction mode, so pages will fail: name the PostgreSQL server itself, or set pool_mode = session"

/** The server's message, without the address and its password. */
function reason(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code
    if (typeof code === "string") return at.message || code
  }
  return errorText(error)
}

async function versionOf(pool: pg.Pool): Promise<number> {
  try {
    const { rows } = await pool.query("select current_setting('server_version_num')::int / 10000 as version")
    return Number(rows[0].version)
  } catch (error) {
    throw new ConfigError(`The PostgreSQL server named by DATABASE_URL does not serve: ${reason(error)}.`)
  }
}

/** Waits up to ten seconds for a server that is still starting. @throws ConfigError with one sentence */
export async function openServer(
  connectionString: string,
  log: Log,
): Promise<{ pool: pg.Pool; changes: Changes; isPooled: boolean; process: Presence; close(): Promise<void> }> {
  const pool = resilientPool(
    {
      connectionString,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: "meishi",
    },
    (error) => log.warn("database.connection_lost", { error: errorText(error) }),
  )
  const version = await versionOf(pool)
  if (version < OLDEST_VERSION) {
    await pool.end()
    throw new ConfigError(`PostgreSQL ${OLDEST_VERSION} or later is needed; DATABASE_URL names version ${version}.`)
  }
  const process = newPresence()
  const isPooled = await sharesSessions(pool)
  if (isPooled) log.error("database.pooled", { reason: POOLED })
  const changes = await changesOnServer(pool, connectionString, process, log)
  return {
    pool,
    changes,
    isPooled,
    process,
    async close() {
      await changes.close()
      await pool.end()
    },
  }
}
