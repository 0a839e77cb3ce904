// Drizzle on a pool, with transactions that always release their connection: Drizzle's own keep it forever when `begin` meets a dead
// connection.
import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import { DatabaseUnavailable, isConnectionLost, isTakenBack, withRetry } from "./database-errors.ts"
import { collectFollowUps, type Database, setConnection } from "./queries.ts"
import * as schema from "./schema.ts"

type Transaction = Database["transaction"]
type Work<T> = (queries: Parameters<Parameters<Transaction>[0]>[0]) => Promise<T>

export function databaseOn(pool: pg.Pool): Database {
  const onClient = new WeakMap<pg.PoolClient, Database>()
  const databaseOf = (client: pg.PoolClient): Database => {
    const known = onClient.get(client)
    if (known !== undefined) return known
    const made = drizzle(client, { schema }) as unknown as Database
    onClient.set(client, made)
    return made
  }

  async function transaction<T>(work: Work<T>, config?: Parameters<Transaction>[1]): Promise<T> {
    let begun = false
    let committed: Awaited<ReturnType<typeof collectFollowUps<T>>>
    const once = async () => {
      begun = false
      const client = await pool.connect()
      let lost = false
      try {
        const connection = databaseOf(client)
        return await connection.transaction((queries) => {
          begun = true
          setConnection(queries, connection)
          return collectFollowUps(queries, () => work(queries))
        }, config)
      } catch (error) {
        lost = isConnectionLost(error)
        throw error
      } finally {
        client.release(lost)
      }
    }
    try {
      // What was rolled back was not done; what was lost in the middle may have been.
      committed = await withRetry(once, (error) => isTakenBack(error) || !begun)
    } catch (error) {
      if (error instanceof DatabaseUnavailable || !isConnectionLost(error)) throw error
      throw new DatabaseUnavailable(error, !begun)
    }
    for (const followUp of committed.followUps) await followUp()
    return committed.result
  }
  return Object.assign(drizzle(pool, { schema }), { transaction }) as Database
}
