// A PostgreSQL server named by DATABASE_URL.
import { randomInt } from "node:crypto"
import type pg from "pg"
import { DATABASE_POOL_SIZE as POOL_SIZE } from "../../../../domain/limits.ts"
import { ConfigError } from "../../config/config.ts"
import { errorText, type Log } from "../../log.ts"
import { changesOnServer } from "../changes.ts"
import { noReplicas } from "../replicas.ts"
import { resilientPool } from "../resilient-pool.ts"
import { newPresence } from "./presence.ts"
import { replicasOnServer } from "./replicas-server.ts"
import { sharesSessions } from "./shares-sessions.ts"

const CONNECT_TIMEOUT_MS = 10_000
/** Migrations use one, and finding out whether there is a pooler two. */
const DIRECT_POOL_SIZE = 2
const OLDEST_VERSION = 15
const POOLED =
  "DATABASE_URL names a pooler in transaction mode, so pages will fail: add DATABASE_DIRECT_URL with the address of the PostgreSQL server itself, or set pool_mode = session"
const DIRECT_POOLED =
  "DATABASE_DIRECT_URL names a pooler in transaction mode, too, so changes will be missed: name the PostgreSQL server itself"

export const pooledReason = (hasDirect: boolean): string => (hasDirect ? DIRECT_POOLED : POOLED)

/** The server's message, without the address and its password. */
function reason(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code
    if (typeof code === "string") return at.message || code
  }
  return errorText(error)
}

async function versionOf(pool: pg.Pool, setting: string): Promise<number> {
  try {
    const { rows } = await pool.query("select current_setting('server_version_num')::int / 10000 as version")
    return Number(rows[0].version)
  } catch (error) {
    throw new ConfigError(`The PostgreSQL server named by ${setting} cannot be used: ${reason(error)}.`)
  }
}

/** Locks are a database's own, whatever a pooler calls it. */
async function isSameDatabase(pool: pg.Pool, direct: pg.Pool): Promise<boolean> {
  const key = [randomInt(2 ** 47)]
  const holder = await direct.connect()
  try {
    await holder.query("begin")
    await holder.query("select pg_advisory_xact_lock($1)", key)
    const { rows } = await pool.query("select pg_try_advisory_xact_lock($1) as is_free", key)
    return !rows[0].is_free
  } finally {
    await holder.query("rollback")
    holder.release()
  }
}

interface Settings {
  DATABASE_URL: string
  DATABASE_DIRECT_URL?: string | null
  DATABASE_POOL_SIZE?: number
  DATABASE_REPLICA_URLS?: readonly string[]
}

/** Waits up to ten seconds for a server that is still starting. @throws ConfigError with one sentence */
export async function openServer(settings: Settings, log: Log) {
  const { DATABASE_URL, DATABASE_DIRECT_URL = null, DATABASE_POOL_SIZE = POOL_SIZE } = settings
  const { DATABASE_REPLICA_URLS: urls = [] } = settings
  const hasPooler = DATABASE_DIRECT_URL !== null
  const open = (connectionString: string, max: number) =>
    resilientPool(
      {
        connectionString,
        max,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        application_name: "meishi",
      },
      (error) => log.warn("database.connection_lost", { error: errorText(error) }),
      hasPooler,
    )
  const pool = open(DATABASE_URL, DATABASE_POOL_SIZE)
  const direct = hasPooler ? open(DATABASE_DIRECT_URL, DIRECT_POOL_SIZE) : pool
  const pools = new Set([pool, direct])
  const end = () => Promise.all([...pools].map((one) => one.end()))
  const version = await versionOf(pool, "DATABASE_URL")
  if (version < OLDEST_VERSION) {
    await end()
    throw new ConfigError(`PostgreSQL ${OLDEST_VERSION} or later is needed; DATABASE_URL names version ${version}.`)
  }
  if (hasPooler) await versionOf(direct, "DATABASE_DIRECT_URL")
  if (hasPooler && !(await isSameDatabase(pool, direct))) {
    await end()
    throw new ConfigError("DATABASE_DIRECT_URL and DATABASE_URL must name the same database.")
  }
  const process = newPresence()
  const isPooled = await sharesSessions(direct)
  if (isPooled) log.error("database.pooled", { reason: pooledReason(hasPooler) })
  const changes = await changesOnServer(pool, DATABASE_DIRECT_URL ?? DATABASE_URL, process, log)
  const reading = { urls, poolSize: DATABASE_POOL_SIZE, isPooled: hasPooler }
  const replicas = urls.length === 0 ? null : replicasOnServer(reading, changes, log)
  return {
    pool,
    direct,
    changes,
    replicas: replicas ?? noReplicas,
    isPooled,
    process,
    async close() {
      await replicas?.close()
      await changes.close()
      await end()
    },
  }
}
