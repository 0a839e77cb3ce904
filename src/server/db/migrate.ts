// Brings the tables up to date at start; safe when several processes start at once.
import { fileURLToPath } from "node:url"
import { drizzle } from "drizzle-orm/node-postgres"
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator"
import type pg from "pg"

const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url))
/** Any number will do as long as nobody else uses it. */
const LOCK = 7_390_174

/** The library takes no lock of its own: four processes at once broke three starts out of four. */
export async function migrate({ pool }: { pool: pg.Pool }): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK])
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => undefined)
    client.release()
  }
}
