// Finds a pooler in transaction mode (PgBouncer's pool_mode = transaction), which gives a client another session after every transaction.
// Most statements still work there, so it would be noticed by visitors only.
import { randomUUID } from "node:crypto"
import type pg from "pg"
import { withTimeout } from "../../concurrency/with-timeout.ts"

/** A pooler with a single session makes the first client wait for the second one. */
const PATIENCE_MS = 5_000

/** Whether what one client sets is gone once another one is in a transaction. False when that cannot be found out. */
export async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const mark = randomUUID()
  const clients: pg.PoolClient[] = []
  let isUseless = true
  try {
    const first = await pool.connect()
    clients.push(first)
    const second = await pool.connect()
    clients.push(second)
    await first.query("select set_config('meishi.session', $1, false)", [mark])
    // A pooler gives this one the session that was used last.
    await second.query("begin")
    const read = () => first.query("select current_setting('meishi.session', true) as mark")
    const { rows } = await withTimeout(PATIENCE_MS, read)
    await second.query("rollback")
    isUseless = rows[0]?.mark !== mark
    return isUseless
  } catch {
    // Lost, or very slow: what follows says so.
    return false
  } finally {
    for (const client of clients) client.release(isUseless)
  }
}
