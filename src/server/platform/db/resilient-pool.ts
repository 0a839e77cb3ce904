// The driver's pool, made resilient: connections and plain reads survive a restart of the database, and an ordinary error of a statement
// keeps its connection.
import pg from "pg"
import { DatabaseUnavailable, isConnectionLost, isTakenBack, withRetry } from "./database-errors.ts"
import { shareClients } from "./share-clients.ts"

/** Single statements that are sent to one connection without waiting for each other. A transaction waits for as many. */
const TOGETHER_MAX = 16

const isStatementError = (error: unknown) => error instanceof pg.DatabaseError && error.severity === "ERROR"

/** Only reads may run twice. */
function isRead([query]: unknown[]): boolean {
  const text = typeof query === "string" ? query : (query as { text?: unknown } | undefined)?.text
  return typeof text === "string" && /^\s*select\b/i.test(text)
}

/** A pooler in transaction mode gives each statement another session, which does not know what an earlier one has prepared. */
export function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const isNamed = (config: unknown) => typeof config === "object" && config !== null && "name" in config
  Object.assign(client, {
    query: (config: unknown, ...rest: unknown[]) =>
      query(isNamed(config) ? { ...(config as object), name: undefined } : config, ...rest),
  })
}

/**
 * Only the promise forms of `connect` and `query`. With `pipeline`, single statements share a connection. Both throw DatabaseUnavailable when the database stays away.
 * @param onLost called for every broken connection, with the reason
 * @param isPooled whether there is a pooler in transaction mode in between
 */
export function resilientPool(config: pg.PoolConfig, onLost: (error: unknown) => void, isPooled = false): pg.Pool {
  const pool = new pg.Pool(config)
  // A connection lost while idle or inside a transaction must not end the process.
  pool.on("error", onLost)
  pool.on("connect", (client) => client.on("error", () => undefined))
  if (isPooled) pool.on("connect", withoutNames)
  const plainConnect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>

  const connect = async () => {
    try {
      return await withRetry(plainConnect, () => !pool.ending)
    } catch (error) {
      throw isConnectionLost(error) ? new DatabaseUnavailable(error, true) : error
    }
  }
  const lend = shareClients(pool, connect, isStatementError, config.pipeline ? TOGETHER_MAX : 1)
  const once = (args: unknown[]): Promise<unknown> => lend((client) => Reflect.apply(client.query, client, args))
  const query = async (...args: unknown[]): Promise<unknown> => {
    try {
      return await withRetry(
        () => once(args),
        (error) => isTakenBack(error) || isRead(args),
      )
    } catch (error) {
      if (error instanceof DatabaseUnavailable || !isConnectionLost(error)) throw error
      throw new DatabaseUnavailable(error, isRead(args))
    }
  }
  return Object.assign(pool, { connect, query }) as pg.Pool
}
